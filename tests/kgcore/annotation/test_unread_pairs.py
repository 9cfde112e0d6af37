"""Which passages a transformer is asked of: those that say something, with two names that no rule read together."""

from __future__ import annotations

import pytest

from kgcore.annotation.unread_pairs import unread_pairs
from kgcore.values.model import Candidate, Entity, Mark, Match, Mention, Paragraph, Triple


def pairs(text: str, *names: str, stated: tuple[tuple[str, str], ...] = ()) -> list[tuple[str, str]]:
    """Return the pairs of a text by name."""
    spots = [
        (at, at + len(name), (Candidate(Entity(name, name, "Drug"), 1.0, Match.EXACT),))
        for name in names
        for at in _places(text, name)
    ]
    marks = tuple(
        Mark(s, e, f"N{names.index(meant[0].entity.id)}") for s, e, meant in sorted(spots, key=lambda s: s[0])
    )
    refs = {name: f"N{n}" for n, name in enumerate(names)}
    triples = tuple(
        Triple(Mention(a, ref=refs[a]), "treats", Mention(b, ref=refs[b]), start=max(map(text.find, (a, b))), end=1)
        for a, b in stated
    )
    read = unread_pairs(Paragraph(text, marks, triples), spots[::-1], "", "treats".__eq__)
    return [(p.subject.id, p.object.id) for p in read]


def _places(text: str, name: str) -> list[int]:
    return [n for n in range(len(text)) if text.startswith(name, n)]


def test_both_ways_round_of_a_pair_are_asked_of() -> None:
    assert pairs("On zinc, colds were gone sooner.", "zinc", "colds") == [
        ("zinc", "colds"),
        ("colds", "zinc"),
    ]


def test_what_is_stated_is_not_asked_of() -> None:
    assert pairs("On zinc, colds were gone sooner.", "zinc", "colds", stated=(("zinc", "colds"),)) == []


def test_where_rules_read_the_words_nobody_else_is_asked() -> None:
    assert pairs("The duke says that zinc treats colds.", "zinc", "colds") == []


def test_two_sentences_are_one_passage_where_each_has_one_of_the_names() -> None:
    assert ("zinc", "colds") in pairs("Take zinc. Then your colds are gone sooner.", "zinc", "colds")
    text = "Zinc and colds were studied. Of zinc more was sold, and colds were fewer."
    assert len(pairs(text, "zinc", "colds")) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Aspirin makes ulcers. Zinc is bad for colds.",
        "Take aspirin for that. Zinc is bad for colds.",
        "Aspirin makes ulcers. Zinc is bad for colds. And so on.",
        "- aspirin makes ulcers\n- zinc is bad for colds",
    ],
    ids=["two claims", "a claim behind", "three sentences", "list"],
)
def test_a_sentence_with_a_claim_of_its_own_says_nothing_of_the_one_before(text: str) -> None:
    text = text.casefold()
    assert ("aspirin", "zinc") in pairs(text, "aspirin", "ulcers", "zinc", "colds")
    stated = (("aspirin", "ulcers"), ("zinc", "colds"))[-2 if "ulcers" in text else -1 :]
    assert {frozenset(p) for p in pairs(text, "aspirin", "ulcers", "zinc", "colds", stated=stated)} == set()


def test_what_leans_on_the_sentence_before_is_asked_of() -> None:
    text = "Aspirin makes ulcers. They are worse with zinc, which is bad for colds."
    stated = (("spirin", "ulcers"), ("zinc", "colds"))
    assert ("ulcers", "zinc") in pairs(text, "spirin", "ulcers", "zinc", "colds", stated=stated)


@pytest.mark.parametrize(
    "text",
    [
        "On zinc, are colds gone sooner?",
        "If zinc were gold, colds would be gone sooner.",
        "On zinc, colds are gone sooner. That is a myth.",
        "Myths:\n- on zinc, colds are gone sooner",
        f"On zinc {'and so on ' * 60} colds are gone sooner.",
    ],
    ids=["question", "supposition", "taken back", "under a heading", "too long"],
)
def test_what_says_nothing_is_not_asked_of(text: str) -> None:
    assert pairs(text, "zinc", "colds") == []


def test_a_crowd_of_names_is_not_asked_of() -> None:
    names = [f"name{chr(97 + n)}" for n in range(12)]
    assert pairs(f"{', '.join(names)} were all there.", *names) == []
