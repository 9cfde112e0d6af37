"""What stands under a denial, beside what is taken already, and where a question sets two conditions."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from kgcore.question.plain_names import asked_of_modified
from tests.bench.asked import Asked, Wanted
from tests.kgcore.ingest.samples import folder as written

NODES = """
D:n|Nunan syndrome|Disease
D:f|Fridrich disease|Disease
P:h|Abnormal heart morphology|Phenotype
P:a|Atrial septal defect|Phenotype
P:c|Cafe-au-lait spot|Phenotype
P:g|Gait ataxia|Phenotype
P:x|Ataxia|Phenotype
P:s|Seizure|Phenotype
D:o|Other disease|Disease
C:1|Alphol|Drug
C:2|Betol|Drug
C:3|Gammol|Drug
D:e|epilepsy|Disease
D:m|migraine|Disease
G:t|TAUX|Protein
G:p|phosphorylated TAUX|ProteinForm
G:k|KINX|Protein
G:a|KINX activity|Activity
"""
EDGES = """
D:n|HAS_PHENOTYPE|P:a
D:n|HAS_PHENOTYPE|P:c
D:f|HAS_PHENOTYPE|P:g
D:o|HAS_PHENOTYPE|P:h
D:o|HAS_PHENOTYPE|P:x
D:o|HAS_PHENOTYPE|P:s
C:1|TREATS|D:e
C:1|TREATS|D:m
C:2|TREATS|D:e
C:3|TREATS|D:m
G:k|INCREASES|G:p
C:3|DECREASES|G:a
"""

PLAIN = (
    # Signs of the part of the body that is asked about are no denial.
    Wanted("Does Nunan syndrome involve abnormal heart morphology?", ("but it has this", "atrial septal defect")),
    Wanted("what are the heart problems in Nunan syndrome", ("atrial septal defect",), ("cafe-au-lait",)),
    Wanted("which skin signs does Nunan syndrome have", ("cafe-au-lait",), ("septal", "nothing on")),
    Wanted(
        "Does Nunan syndrome cause seizures?",
        ("no statement that links nunan syndrome and seizure",),
        ("but it has this",),
    ),
    # Nor are those that bear the name, or what is done to a thing's activity.
    Wanted("Is ataxia part of Fridrich disease?", ("but it has this", "gait ataxia")),
    Wanted("Does gammol inhibit KINX?", ("decreases kinx activity",)),
    # What no relation is called is read as what it makes more of.
    Wanted("What phosphorylates TAUX?", ("kinx increases phosphorylated taux",), ("nothing on",)),
    Wanted("Is TAUX phosphorylated by KINX?", ("kinx increases phosphorylated taux",)),
    # Two conditions are both met, or it is said that nothing meets both.
    Wanted("drugs for epilepsy that also treat migraine", ("for both epilepsy and migraine the graph has alphol.",)),
    Wanted("which drugs treat epilepsy and are used for migraine", ("the graph has alphol.",)),
    # No treatment is a test.
    Wanted("blood test for epilepsy", ("names no tests",)),
    Wanted("is epilepsy common in Nunan syndrome", ("how common that is, the graph does not say",)),
)


@pytest.fixture(scope="module")
async def mixed(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Asked]:
    tables = {
        "nodes.tsv": "id|name|category" + NODES.rstrip() + "\n",
        "edges.tsv": "subject|predicate|object" + EDGES.rstrip() + "\n",
    }
    tables = {name: text.replace("|", "\t") for name, text in tables.items()}
    source = written(tables, tmp_path_factory.mktemp("mixed"))
    asked = await Asked.open(source, tmp_path_factory.mktemp("imported") / "graph")
    yield asked
    await asked.close()


@pytest.mark.parametrize("wanted", PLAIN, ids=lambda wanted: wanted.question)
async def test_a_plain_question_is_answered_rightly(mixed: Asked, wanted: Wanted) -> None:
    _, said = await mixed.told(wanted.question)
    text = said.casefold()
    assert [part for part in wanted.must if part not in text] == [], said
    assert [part for part in wanted.must_not if part in text] == [], said


def test_what_is_not_done_to_a_protein_is_left_as_it_is() -> None:
    assert asked_of_modified("What treats migraine?", ()) == ()
