"""A team's own graph in one table, with relations of its own, asked in the words of who does not know it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kgcore.ingest.importing import import_graph
from tests.kgcore.house import Bot, words
from tests.kgcore.ingest.samples import folder

TABLE = """\
animal,relation,object,ref
Meloxicam,relieves_pain_in,canine osteoarthritis,19201170
Chocolate,is_toxic_to,dogs,
Ivermectin,is_toxic_to,Collies,12571264
Lilies,is_toxic_to,cats,
Milk fever,treated_with,calcium borogluconate,
Ketosis,has_clinical_sign,reduced milk yield,
Displaced abomasum,has_clinical_sign,reduced milk yield,
Displaced abomasum,has_clinical_sign,poor appetite,
Ketosis,has_clinical_sign,poor appetite,
Orange juice,RICH_IN,vitamin C,
Rye bread,CONTAINS,gluten,
Phytate,impairsAbsorptionOf,iron,
Tebuconazole,controls,scab,
"Mediterranean diet",protects_against,colic,
"""


@pytest.fixture(scope="module")
async def bot(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Bot]:
    room: Path = tmp_path_factory.mktemp("table")
    await import_graph(folder({"mine.csv": TABLE}, room / "mine"), room / "g", embedder=None)
    bot = Bot(room / "g", room)
    yield bot
    await bot.graph.close()
    await bot.store.close()


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Is chocolate poisonous for dogs?", "chocolate is toxic to dogs"),
        ("Is ivermectin safe for collies?", "ivermectin is toxic to collies"),
        ("Can milk fever be treated?", "milk fever is treated with calcium borogluconate"),
        ("What are the signs of ketosis?", "ketosis has the clinical signs"),
        ("Which things come with reduced milk yield and poor appetite?", "ketosis"),
        ("Which breads contain gluten?", "rye bread contains gluten"),
        ("What is rich in vitamin C?", "orange juice is rich in vitamin C"),
        ("Does phytate impair the absorption of iron?", "phytate impairs the absorption of iron"),
        ("How can I stop scab?", "goes as far as “stop”; this comes near: the graph states"),
        ("Does a Mediterranean-style diet protect against colic?", "Mediterranean diet protects against colic"),
        ("What do ketosis and sheep pox have in common?", "no entry for “sheep pox”"),
        ("Is Zyxol used for BlueFoot?", "I found nothing in it on “Zyxol” or “BlueFoot”"),
        ("Should horses with laminitis get chocolate?", "“horses with laminitis”"),
    ],
)
async def test_plain_questions_are_answered_from_a_table_of_ones_own(bot: Bot, question: str, told: str) -> None:
    answer = words((await bot.ask(question))[-1])
    assert told.casefold() in answer.casefold(), answer
