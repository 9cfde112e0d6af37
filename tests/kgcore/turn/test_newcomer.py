"""What a newcomer reads on graphs of others: every suggestion of an answer is clicked, every sentence judged.

The graphs are small ones in the shapes of CTD and Monarch; a rule finds what no reader should meet: a verb twice, an
article before the wrong sound, raw codes, and a sentence of the bot's own that it doubts.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kgcore.ingest.importing import import_graph
from kgcore.values.message import Action, Place, Verb
from kgcore.values.reply import Choices, Claims, Reply
from kgcore.verdicts import Verdict
from tests.kgcore.house import Bot, words
from tests.kgcore.ingest.samples import CTD, folder

_SLIP = re.compile(
    r"\b(?!(?:that|had)\b)(\w+) \1\b|\ba [aeio]\w|\b\w+_\w+\b|::|biolink:"
    r"|\b(?:does|do|can) \w+ (?:does|do|is|are)\b",
    re.I,
)
_NODES = (
    "id\tcategory\tname\tin_taxon\nMONDO:1\tbiolink:Disease\tHuntington disease\t\n"
    "HGNC:1\tbiolink:Gene\tHTT\tNCBITaxon:9606\n"
    "MGI:1\tbiolink:Gene\tHtt\t\nHP:1\tbiolink:PhenotypicFeature\tChorea\t\nHP:2\tbiolink:PhenotypicFeature\t"
    "Autosomal dominant inheritance\t\nCHEBI:1\tbiolink:ChemicalEntity\ttetrabenazine\t\n"
)
_EDGES = (
    "id\tsubject\tpredicate\tobject\tpublications\n1\tMONDO:1\tbiolink:has_phenotype\tHP:1\tPMID:1\n"
    "2\tHGNC:1\tbiolink:causes\tMONDO:1\t\n3\tHGNC:1\tbiolink:orthologous_to\tMGI:1\t\n4\tMGI:1\tbiolink:model_of\tMONDO:1\t\n"
    "5\tMONDO:1\tbiolink:has_mode_of_inheritance\tHP:2\t\n6\tCHEBI:1\tbiolink:ameliorates_condition\tHP:1\tPMID:2\n"
    "7\tCHEBI:1\tbiolink:treats_or_applied_or_studied_to_treat\tMONDO:1\tPMID:2\n"
)
_TRIPLES = (
    "Panic_disorder\thas_symptom\tDizziness\nDizziness\tpossible_disease\tPanic_disorder\n"
    "Panic_disorder\tneed_medical_test\tElectrocardiogram\nElectrocardiogram\tcan_check_disease\tPanic_disorder\n"
    "Panic_disorder\tneed_medication\tLorazepam\nLorazepam\tpossible_cure_disease\tPanic_disorder\n"
)
GRAPHS = {
    "emckg": (
        {"triples.txt": _TRIPLES},
        {
            "Which illnesses have dizziness as a symptom?": "panic disorder has the symptom dizziness",
            "What is electrocardiogram good for?": "electrocardiogram can check for the disease panic disorder",
            "Which symptoms does panic disorder show?": "panic disorder has the symptom dizziness",
            "What can I take for a panic attack?": "Read as: panic disorder (you wrote “panic attack”)",
            "Which symptoms come with anaemia?": "nothing in it on “anaemia”",
            "Who needs an electrocardiogram?": "electrocardiogram can check for the disease panic disorder",
            "What medication is there for panic disorder?": "panic disorder needs the medication lorazepam",
            "My dad has panic disorder. What medicines are there?": "panic disorder needs the medication lorazepam",
            "what medication does a patient with panic disorder need": "panic disorder needs the medication lorazepam",
            "Which tests do I need for panic disorder?": "panic disorder needs the medical test electrocardiogram",
            "How do I know if I have panic disorder?": "panic disorder has the symptom dizziness",
            "What is panic disorder?": "is in the graph as a disorder. The graph states, without naming papers, that"
            " panic disorder has the symptom dizziness",
            "What could be behind dizziness?": "panic disorder has the symptom dizziness",
        },
    ),
    "ctd": (
        CTD,
        {
            "What is aspirin used for?": "used or studied to treat pain",
            "Is aspirin associated with stomach ulcer?": "says yes",
            "Which genes does aspirin affect?": "PTGS2",
            "Does aspirin treat gout?": "nothing on “gout”",
            "What does CES2 do to aspirin?": "CES2 affects the hydrolysis of aspirin",
        },
    ),
    "monarch": (
        {"m_nodes.tsv": _NODES, "m_edges.tsv": _EDGES},
        {
            "What gene causes Huntington disease?": "HTT causes Huntington disease",
            "Which symptoms does Huntington disease show?": "has the phenotype chorea",
            "How is Huntington disease inherited?": "autosomal dominant inheritance",
            "Which gene is a model of Huntington disease?": "Htt is a model of Huntington disease",
            "Does tetrabenazine ease chorea?": "tetrabenazine ameliorates chorea",
        },
    ),
}


@pytest.mark.parametrize("name", GRAPHS)
async def test_a_newcomer_reads_no_sentence_that_is_wrong_or_doubts_itself(tmp_path: Path, name: str) -> None:
    files, questions = GRAPHS[name]
    await import_graph(folder(files, tmp_path / "source"), tmp_path / "graph", embedder=None)
    (tmp_path / "data").mkdir()
    bot = Bot(tmp_path / "graph", tmp_path / "data")
    bad: list[str] = []
    for n, (question, said) in enumerate(questions.items()):
        place = Place("web", "", "local", f"{name}{n}")
        reply = (await bot.ask(question, place))[-1]
        if said not in words(reply):
            bad.append(f"{question} → {words(reply)}")
        bad += _slips("", reply)
        for choice in _suggestions(reply):
            after = (await bot.click(choice[1], place))[-1]
            bad += _slips(choice[0], after)
            bad += [question] if "disorder attack" in words(after) or "on “attack”" in words(after) else []
    await bot.graph.close()
    await bot.store.close()
    assert not bad, "\n".join(bad)


def _suggestions(reply: Reply) -> list[tuple[str, str]]:
    buttons = [c for b in reply.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)]
    verbs = ((c, Action.parse(c.action)) for c in buttons)
    return [(c.label, c.action) for c, a in verbs if a is not None and a.verb in {Verb.ASK, Verb.INSTEAD}]


def _slips(asked: str, reply: Reply) -> list[str]:
    found = [f"{asked} → {m[0]}: {words(reply)}" for m in [_SLIP.search(f"{asked} {words(reply)}")] if m]
    for block in reply.blocks:
        for claim in block.claims if isinstance(block, Claims) else ():
            doubted = claim.verdict in {Verdict.UNSURE, Verdict.RELEVANT} and "nothing on" not in words(reply)
            found += [f"{asked} doubts: {claim.why}"] if doubted else []
    return found
