"""Names that a graph lacks are told by their own words: few, sure, and the same name the same entity."""

from __future__ import annotations

import pytest

from kgcore.curation.articles import NamedSpan
from kgcore.curation.new_names import new_id, new_names

TYPES = ("Food", "Drug", "Disease")


def found(text: str, *known: NamedSpan, types: tuple[str, ...] = TYPES) -> list[tuple[str, str]]:
    return [(n.text, n.type) for n in new_names(text, known, types)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "Rosuvastatin reduced coronary artery disease.",
            [("Rosuvastatin", "Drug"), ("coronary artery disease", "Disease")],
        ),
        ("Severe acute pancreatitis after lisinopril.", [("acute pancreatitis", "Disease"), ("lisinopril", "Drug")]),
        ("Of 40 patients, two had additional infections and pain.", []),
        ("The diagnosis and prognosis of the hypothesis were metastasis-free.", []),
        ("Several controls had low protocols.", []),
        ("Non-adherence and antimycobacterial control.", []),
    ],
)
def test_endings_and_heads_tell_diseases_and_drugs(text: str, names: list[tuple[str, str]]) -> None:
    assert found(text) == names


def test_what_is_known_already_is_not_found_anew() -> None:
    text = "Coronary artery disease and nephritis."
    known = NamedSpan(9, 15, "artery", "Anatomy", "A:1")
    assert found(text, known) == [("nephritis", "Disease")]


def test_a_graph_without_such_types_gets_none() -> None:
    assert found("Rosuvastatin prevents nephritis.", types=("Food", "Gene/Protein")) == []


def test_a_short_form_that_the_article_defines_is_the_same_entity() -> None:
    spans = list(new_names("Heart valve disease (HVD) is common. HVD was treated.", (), TYPES))
    assert [s.text for s in spans] == ["Heart valve disease", "HVD", "HVD"]
    assert len({s.id for s in spans}) == 1


def test_one_name_in_other_forms_is_one_entity() -> None:
    assert new_id("Renal Infections") == new_id("renal infection") == "TEAM:renal-infection"
