"""Whether the text of an answer and its picture say the same: the text is read anew here, by names and words alone.

What is compared, sentence by sentence, with the picture as people see it (`pictures_of`):

- A sentence that denies: "no paper on A as a treatment for B", "no statement that links A and B", "names nothing that
  helps with B", "no indirect link between A and B". No line of the picture may say what it denies.
- A sentence that tells: a line of the picture joins its names, with a bar where the sentence says "does not", without
  one where it does not, and with as many papers as it counts. The lines of a mind map are its leaves: what each says
  of the two that its claims join, without a count.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from kgcore.drawing.grouping import SEVERAL
from kgcore.drawing.mind_tree import shown_branches
from kgcore.drawing.mindmap import MapNode
from kgcore.drawing.picture import Picture, PictureEdge
from kgcore.presentation.pictures import pictures_of
from kgcore.values.actions import View
from kgcore.values.model import Claim, Entity
from kgcore.values.reply import Sign
from kgcore.values.thread import Turn
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence
from tests.bench.bench_anygraph import SEED
from tests.bench.bench_anygraph import _sentence as sentence_of

_SIDED = frozenset({Verdict.SUPPORTED, Verdict.CONTRADICTED, Verdict.MIXED})
_UNLINKED = re.compile(r"no statement that links|nothing that links|nothing direct|has nothing on whether")
_NO_WAY = re.compile(r"no (?:indirect link|third)|neither directly nor through")
_NO_PAPER = re.compile(r"has no (?:paper|statement) on ")
_NAMES_NONE = re.compile(r"\bnames no(?:thing|body)?\b(?! (?:further|more|other))")
_NOT = re.compile(r"\b(?:do|does|did) not\b(?! name just)|\bno such effect|\bno effect\b|\bis not\b|\bare not\b")
_DISAGREE = re.compile(
    r"\bdisagree\b|\breports both that\b|, but \w+ papers? |\bbut (?:one|two|three|\d+) (?:paper|found)"
)
_COUNTED = re.compile(
    r"^(?:\w+ ){0,3}?(?P<n>one|two|three|four|five|six|seven|eight|nine|ten|\d+) papers?(?: \([^)]*\))? reports? that ",
    re.IGNORECASE,
)
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = {word: n for n, word in enumerate(_COUNTS, 1)}


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a graph's entities, as sentences have them, the longest first."""

    pattern: re.Pattern[str]
    ids: Mapping[str, str]

    @classmethod
    def of(cls, entities: Sequence[Entity]) -> Names:
        """Index the names."""
        ids = {e.name.casefold(): e.id for e in entities}
        some = sorted(map(re.escape, ids), key=len, reverse=True)
        return cls(re.compile(rf"(?<![\w-])(?:{'|'.join(some)})(?![\w-])"), ids)

    def within(self, text: str) -> list[str]:
        """Return the ids of what a text names, in order, each once."""
        return list(dict.fromkeys(self.ids[m[0]] for m in self.pattern.finditer(text.casefold())))


@dataclass(slots=True)
class Compared:
    """The turn of an answer, its picture, and what may be asked of both."""

    turn: Turn
    names: Names
    lines: list[tuple[str, str, PictureEdge]]

    @classmethod
    def of(cls, turn: Turn, before: Sequence[Turn], names: Names, words: Vocabulary) -> Compared:
        """Take the pictures of a turn apart into their lines, by the entities that these join."""
        ids = {e.id for t in (*before, turn) for e in _entities(t)}
        numbers = {id: n for n, id in enumerate(sorted(ids), 1)}
        own = {n: id for id, n in numbers.items()}
        lines = []
        for _, picture in pictures_of(turn, before, numbers, words, View(everything=True)):
            if isinstance(picture, Picture):
                lines += [(a, b, e) for e in picture.edges for a, b in _joined(picture, e, own)]
            else:
                lines += _leaves(turn, shown_branches(picture), names)
        return cls(turn, names, lines)

    def contradictions(self) -> list[str]:
        """Return the sentences that say otherwise than the picture, and how."""
        found: list[str] = []
        for paragraph in self.turn.paragraphs:
            for sentence in re.split(r"(?<=[.?!]) (?=[A-Z0-9“])", paragraph.text):
                found += [f"{kind}: {sentence}" for kind in self._against(sentence)]
        return [*found, *self._told_otherwise()]

    def _against(self, sentence: str) -> Iterator[str]:
        named = self.names.within(sentence)
        pairs = list(combinations(named, 2))
        if _UNLINKED.search(sentence) and any(self._between(a, b) for a, b in pairs[:1]):
            yield "denied, and drawn"
        if _NO_WAY.search(sentence) and any(self._ways(a, b) for a, b in pairs[:1]):
            yield "no way round, and one is drawn"
        if _NO_PAPER.search(sentence):
            for claim in self._claims_of(sentence):
                if any(self._says_the_same(claim, e) for e in self._of_claim(claim) if e.verdict in _SIDED):
                    yield "no paper, and drawn with papers"
        if _NAMES_NONE.search(sentence) and len(named) == 1:
            bare = self.names.pattern.sub("@", sentence.casefold())
            outward = re.search(r"\bthat (?:the |an? )?@", bare) is not None  # "nothing that it treats"
            for a, b, edge in self.lines:
                told = edge.verdict in _SIDED and not edge.hop and edge.sign is not Sign.NO_EFFECT
                verb = next((w[:5] for w in edge.label.split() if len(w) > 3), "")
                if told and verb and (a if outward else b) == named[0] and re.search(rf"\b{re.escape(verb)}", bare):
                    yield "names none, and one is drawn"

    def _told_otherwise(self) -> Iterator[str]:
        """Yield which claims of the text are drawn with another polarity, with other counts, or not at all."""
        for claim in self.turn.claims:
            sentence = sentence_of(self.turn, claim)
            if claim.verdict not in _SIDED or _NO_PAPER.search(sentence) or not (claim.subject and claim.object):
                continue
            drawn = self._of_claim(claim)
            if not drawn:
                yield f"told, and not drawn: {sentence}"
                continue
            if any(e.label == SEVERAL for e in drawn):  # a counted node whose members differ says nothing of any
                continue
            denied = {e.sign is Sign.NO_EFFECT for e in drawn}
            if not _DISAGREE.search(sentence) and denied != {bool(_NOT.search(sentence))}:
                yield f"told and drawn with other signs ({', '.join(e.label for e in drawn)}): {sentence}"
            counted = _COUNTED.match(sentence)
            others = [c for c in self.turn.claims if sentence_of(self.turn, c) == sentence]
            if (
                counted
                and not self.turn.mind_map
                and len(others) == 1
                and len(drawn) == 1
                and len(drawn[0].claims) == 1
            ):
                n = _NUMBERS.get(counted["n"].lower()) or int(counted["n"])
                if n != drawn[0].papers_for:
                    yield f"{n} papers told, {drawn[0].papers_for} drawn: {sentence}"

    def _claims_of(self, sentence: str) -> list[Claim]:
        own = ((c, sentence_of(self.turn, c)) for c in self.turn.claims)
        return [c for c, said in own if said in sentence or sentence in said]

    def _of_claim(self, claim: Claim) -> list[PictureEdge]:
        ends = {claim.subject.entity.id, claim.object.entity.id} if claim.subject and claim.object else set()
        same = {n for n, c in enumerate(self.turn.claims, 1) if c is claim or _alike(c, claim)}
        return [e for a, b, e in self.lines if {a, b} == ends and same.intersection(e.claims)]

    @staticmethod
    def _says_the_same(claim: Claim, edge: PictureEdge) -> bool:
        return (edge.sign is Sign.NO_EFFECT) is claim.negated and claim.verdict in _SIDED

    def _between(self, a: str, b: str) -> list[PictureEdge]:
        return [e for x, y, e in self.lines if {x, y} == {a, b} and e.verdict in _SIDED and not e.hop]

    def _ways(self, a: str, b: str) -> set[str]:
        near = [{y if x == end else x for x, y, e in self.lines if end in (x, y) and self._counts(e)} for end in (a, b)]
        return near[0] & near[1]

    @staticmethod
    def _counts(edge: PictureEdge) -> bool:
        return edge.hop or (edge.verdict in _SIDED and edge.sign is not Sign.NO_EFFECT)


OF_PAIRS = ("How are {} and {} related?",)
OF_EDGES = (
    *OF_PAIRS,
    "Does {} help with {}?",
    "Why might {} affect {}?",
    "Is {} bad for {}?",
    "Does {1} prevent {0}?",
)
_OF_ENTITIES = (
    "What is known about {}?",
    "Which disorders can {} help with?",
    "What causes {}?",
    "What helps against {}?",
    "What does {} interact with?",
    "Is {} safe?",
    "What does {} inhibit?",
    "What is linked to {}?",
)


THREADS = (
    ("Which disorders can {} help with?", "Any more?", "Which disorders can it help with?", "What else does it treat?"),
    ("What is known about {}?", "Tell me more about {}.", "What causes it?", "Is it linked to Alzheimer's disease?"),
)


def questions_of(entities: Sequence[Entity], joined: Sequence[tuple[Entity, Entity]], pairs: int) -> list[str]:
    """Return what is asked: of each entity, of each two that an edge joins, and of so many other pairs by chance."""
    others = list(combinations(entities, 2))
    random.Random(SEED).shuffle(others)  # noqa: S311
    asked = [q.format(name_in_sentence(e)) for e in entities for q in _OF_ENTITIES]
    asked += [q.format(name_in_sentence(a), name_in_sentence(b)) for a, b in joined for q in OF_EDGES]
    asked += [q.format(name_in_sentence(a), name_in_sentence(b)) for a, b in others[:pairs] for q in OF_PAIRS]
    return list(dict.fromkeys(asked))


def _entities(turn: Turn) -> Iterator[Entity]:
    for claim in turn.claims:
        yield from (c.entity for c in (claim.subject, claim.object) if c)
        yield from claim.path.nodes if claim.path else ()
        yield from (claim.carrier,) if claim.carrier else ()
    yield from turn.focus


def _alike(one: Claim, other: Claim) -> bool:
    """Tell whether two claims say the same: an answer and the chain below it may both say it, which is drawn once."""
    return one.triple.stated is not None and one.triple.stated == other.triple.stated


def _leaves(turn: Turn, drawn: Sequence[MapNode], names: Names) -> Iterator[tuple[str, str, PictureEdge]]:
    """Yield what the drawn leaves of a mind map say of the two that each of their claims joins."""
    stored = {(b.words, leaf.words): leaf for b in turn.mind_map for leaf in b.leaves}
    for branch in drawn:
        for leaf in branch.leaves:
            numbers = next(s.claims for (b, w), s in stored.items() if b == branch.words and leaf.words.startswith(w))
            label = names.pattern.sub("", leaf.words.casefold())
            for n in numbers:
                claim = turn.claims[n - 1]
                if claim.subject and claim.object:
                    line = PictureEdge((n,), 0, 0, label, claim.verdict)
                    yield claim.subject.entity.id, claim.object.entity.id, line


def _joined(picture: Picture, edge: PictureEdge, own: Mapping[int, str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs of entities that a line joins: a node may stand for several."""
    ends = [
        [own[m.number] for m in node.members if m.number in own] or [own.get(node.number, f"?{node.number}")]
        for node in (picture.node(edge.source), picture.node(edge.target))
    ]
    yield from ((a, b) for a in ends[0] for b in ends[1])
