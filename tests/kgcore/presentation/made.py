"""A small thread made by hand: a question about vitamin E, and two branches that go on from it."""

from __future__ import annotations

from kgcore.values.model import (
    Candidate,
    Claim,
    Edge,
    Entity,
    Match,
    Mention,
    Paper,
    Paragraph,
    Predicate,
    Reason,
    Triple,
)
from kgcore.values.reply import Block, Choice, Choices, Form, Notice, Reply, Table, Text
from kgcore.values.thread import Turn
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

WORDS = Vocabulary.of(Predicate(n) for n in ("TREATS", "PREVENTS", "CAUSES", "INHIBITS", "INTERACTS_WITH", "ISA"))
E = Entity("S:e", "Vitamin E", "DietarySupplement", ("tocopherol", "vitamin e"), ("MESH:D014810",), "An antioxidant.")
C = Entity("S:c", "Vitamin C", "DietarySupplement")
AD = Entity("D:ad", "Alzheimer's disease", "Disease")
COLD = Entity("D:cold", "Common cold", "Disease")
WARFARIN = Entity("M:w", "Warfarin", "Drug")
BLEEDING = Entity("D:b", "Bleeding", "Symptom")
ROS = Entity("C:ros", "Reactive oxygen species", "Chemical")

P1 = Paper("PMID:1", "Vitamin E trial", "JAMA", 2014, "https://pubmed.ncbi.nlm.nih.gov/1/")
P2 = Paper("PMID:2", "Vitamin E review", "", None, "https://pubmed.ncbi.nlm.nih.gov/2/")
PAPERS = (P1, P2)


def edge(subject: Entity, predicate: str, object: Entity, *papers: str, negated: bool = False) -> Edge:
    name = f"{subject.id} {predicate} {object.id} {negated}"
    return Edge(name, subject.id, predicate, object.id, negated, papers)


def claim(
    subject: Entity | str,
    predicate: str,
    object: Entity | str,
    verdict: Verdict = Verdict.UNSURE,
    edges: tuple[Edge, ...] = (),
    against: tuple[Edge, ...] = (),
    match: Match = Match.EXACT,
    reason: Reason = Reason.EDGE_FOR,
    paragraph: int = 0,
    negated: bool = False,
) -> Claim:
    def mention(end: Entity | str) -> Mention:
        return Mention(end if isinstance(end, str) else end.name)

    def candidate(end: Entity | str) -> Candidate | None:
        return None if isinstance(end, str) else Candidate(end, 1.0, match)

    phrase = predicate.lower().replace("_", " ")
    triple = Triple(mention(subject), phrase, mention(object), negated=negated, paragraph=paragraph)
    return Claim(
        triple,
        verdict,
        reason,
        "The graph says so." if edges else "Nothing was found.",
        candidate(subject),
        candidate(object),
        predicate,
        negated=negated,
        edges_for=edges,
        edges_against=against,
    )


HELPS = claim(E, "TREATS", AD, Verdict.SUPPORTED, (edge(E, "TREATS", AD, "PMID:1"),))
HARMS = claim(E, "CAUSES", BLEEDING, Verdict.CONTRADICTED, (), (edge(E, "CAUSES", BLEEDING, "PMID:2", negated=True),))
UNKNOWN = claim("Vit C", "PREVENTS", COLD)
BOTH_SIDES = claim(
    E, "INHIBITS", ROS, Verdict.MIXED, (edge(E, "INHIBITS", ROS, "PMID:1"),), (edge(E, "INHIBITS", ROS, "PMID:2"),)
)

FIRST = Turn(
    "t1",
    "thread",
    "Does vitamin E help with Alzheimer's disease?",
    paragraphs=(Paragraph("Vitamin E treats Alzheimer's disease. It has been tried."), Paragraph("Take care.")),
    claims=(HELPS, HARMS),
    focus=(E, AD),
    papers=PAPERS,
)
SECOND = Turn(
    "t2",
    "thread",
    "And vitamin C?",
    paragraphs=(Paragraph("Vit C prevents colds."),),
    claims=(UNKNOWN,),
    focus=(COLD,),
    parent="t1",
)
THIRD = Turn(
    "t3",
    "thread",
    "What does it inhibit?",
    claims=(BOTH_SIDES, HELPS),
    focus=(ROS,),
    papers=PAPERS,
    parent="t1",
)
THREAD = (FIRST, SECOND, THIRD)
NUMBERS = {E.id: 1, AD.id: 2, BLEEDING.id: 3, COLD.id: 4, ROS.id: 5}


def choices(reply: Reply) -> list[Choice]:
    return [c for b in reply.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)]


def forms(reply: Reply) -> dict[str, Form]:
    return {b.title: b for b in reply.blocks if isinstance(b, Form)}


def tables(blocks: tuple[Block, ...]) -> dict[str, Table]:
    return {b.title: b for b in blocks if isinstance(b, Table)}


def said(reply: Reply) -> str:
    return " ".join(b.text if isinstance(b, Notice) else b.plain for b in reply.blocks if isinstance(b, Notice | Text))
