"""Every name that the graph lacks is said once, as it was written, whatever the question around it: none vanishes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from kgcore.graph import starter_folder
from kgcore.question.strangers import bare_names
from tests.bench.asked import Asked, _words

STRANGE = ("flumazotril", "Kessler-Brandt syndrome", "ZNFX9", "marsh thistle balm", "vitamin X", "hepatitis Q")
ALONE = (
    "Which symptoms come with {x}?", "What is {x} good for?", "Which diseases is {x} involved in?", "Who gets {x}?",
    "Which genes are behind {x}?", "What can I take for {x}?", "Is there anything for {x}?", "What eases {x}?",
    "What makes {x} worse?", "Where does {x} occur?", "What brings on {x}?", "What triggers {x}?", "Tell me about {x}",
    "what goes wrong in {x}", "What can be done about {x}?", "Which proteins does {x} bind?", "What lies behind {x}?",
    "When does {x} begin?", "What has been found about {x}?", "Which organs does {x} attack?", "Which drugs calm {x}?",
    "What are the side effects of {x}?", "Who should avoid {x}?", "What should people with {x} not eat?",
)  # fmt: skip
BESIDE = (
    "Does {k} come with {x}?", "Could {k} mean {x}?", "Is {x} a sign of {k}?", "Does {x} play a part in {k}?",
    "Can {x} make {k} worse?", "Does {k} call for {x}?", "How are {x} and {k} connected?", "Does {x} drive {k}?",
    "Is {x} better than {k}?", "Do people with {k} get {x}?", "Does {x} bind {k}?", "Can {k} lead to {x}?",
    "Will {x} bring down {k}?", "Is {x} any use in {k}?", "Is {x} taken for {k}?", "Does {x} help with {k}?",
    "Would {x} be an option in {k}?", "Can I swap {k} for {x}?", "Does {x} wear off {k}?",
)  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("strange") / "graph"


def _questions() -> Iterator[tuple[str, str]]:
    for n, (frame, name) in enumerate(product((*ALONE, *BESIDE), STRANGE)):
        if n // len(STRANGE) % 3 == n % 3:
            yield frame.format(x=name, k=("dementia", "vitamin E")[n % 2]), name


async def test_a_name_that_the_graph_lacks_is_said_as_it_was_written(folder: Path) -> None:
    asked = await Asked.open(starter_folder(), folder)
    wrong = []
    for question, name in _questions():
        said = _words(await asked.answer(question))
        quoted = [re.sub(r"^(the|an?) ", "", q) for q in re.findall("“([^”]+)”", said)]
        if name not in quoted or any(q not in name for q in quoted):
            wrong.append(f"{question} → {quoted}")
    await asked.close()
    assert not wrong, "\n".join(wrong)


async def test_a_narrower_name_is_told_where_it_was_read_as_a_wider_one(folder: Path) -> None:
    asked = await Asked.open(starter_folder(), folder)
    said = _words(await asked.answer("Does vitamin E treat Zorbian dementia?"))
    await asked.close()
    assert "dementia (you wrote “Zorbian dementia”)" in said


@pytest.mark.parametrize(
    ("question", "said", "name"),
    [
        ("What causes heart attack?", "heart attack", "heart attack"),
        ("Does asthma mean panic attack?", "mean panic attack", "panic attack"),
        ("Does panic attack cause dementia?", "panic attack", "panic attack"),
        ("Is flumazotril involved in dementia?", "flumazotril involved", "flumazotril"),
        ("Which genes does FOO9 regulate?", "foo9 regulate", "FOO9"),
        ("Does it thin the blood?", "thin the blood", "thin the blood"),
        ("Does heart block occur?", "heart block occur", "heart block"),
        ("Is it safe before surgery?", "before surgery", "before surgery"),
        ("What comes of it?", "comes", ""),
    ],
)
def test_the_verb_beside_a_name_is_no_part_of_it(question: str, said: str, name: str) -> None:
    assert bare_names(said, question, ()) == name
