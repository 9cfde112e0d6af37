"""A language model that annotates papers as the annotators of a corpus did, with the slips that models make.

`python -m tests.bench.gold_model` has it read abstracts of BC5CDR, end to end, and says precision, recall and F.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from kgcore.curation.articles import AnnotatedArticle, NamedSpan
from kgcore.curation.proposals import Proposal
from kgcore.llm.scripted import ScriptedModel
from kgcore.turn.modelled import ModelReader
from kgcore.values.model import GraphInfo, Predicate
from kgcore.values.tasks import AnnotateRequest, RepairRequest, Request, Task
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.bench.curation import load

PREDICATES = (Predicate("CAUSES"), Predicate("TREATS"), Predicate("ASSOCIATED_WITH"))
INFO = GraphInfo("gold", 0, 0, 0, PREDICATES, (("Chemical", 1), ("Disease", 1)))
SLIPS = 0.1  # of sentences, of each kind of slip
_WORD = re.compile(r"(?<![\w$-])[a-z]{3,}(?![\w-])")
_DENYING = frozenset({"not", "without", "neither", "nor", "never", "lack", "absence", "against", "free"})

Pair = tuple[str, str]


@dataclass
class GoldModel:
    """What it says of articles that it knows. `slips` is how often it goes wrong, in each of several ways."""

    articles: Sequence[AnnotatedArticle]
    gold: Mapping[str, Collection[Pair]]
    slips: float = SLIPS
    chance: random.Random = field(default_factory=lambda: random.Random(7))  # noqa: S311

    def __post_init__(self) -> None:
        self._known = {
            " ".join(a.text[s.start : s.end].split()): (a, n) for a in self.articles for n, s in enumerate(a.sentences)
        }

    @property
    def model(self) -> ScriptedModel:
        """It as a language model."""
        return ScriptedModel({Task.ANNOTATE: self.says, Task.REPAIR: self.says}, chunk=400)

    def says(self, request: Request) -> str:
        """Return what it writes."""
        match request:
            case AnnotateRequest():
                right = self.annotated(request.sentences)
                lines = [f"{n}: {self._slipped(line)}" for n, line in enumerate(right, 1) if not self._slips()]
                return "Sure, here are the annotated sentences:\n\n" + "\n".join(lines)
            case RepairRequest():
                plain = re.sub(r"\[([^\[\]|]*)(?:\|\w*)?\]\(\$[^)]*\)?|\$[NR]\d+", r"\1", request.paragraph)
                words = set(plain.split())
                best = max(self._known, key=lambda s: len(words & set(s.split())) - len(words ^ set(s.split())) / 100)
                return self.annotated([best], self._numbers_in(request.paragraph, best))[0]
            case _:
                return ""

    def _slips(self) -> bool:
        return self.chance.random() < self.slips

    def _slipped(self, line: str) -> str:
        if self._slips():
            line = re.sub(r"\$N(\d+)\)\)?$|, \$N\d+\)", ", $N99)", line, count=1)  # refers to nothing
        if self._slips():
            line = line.replace("|Chemical", "").replace("|Disease", "|disorder")
        if self._slips():
            line = line.replace("(CAUSES,", "(Causes,").replace("](", "] (")
        if self._slips():
            line = f"**{line}**"
        return line.replace(" the ", " a ", 1) if self._slips() else line

    def _numbers_in(self, paragraph: str, sentence: str) -> dict[str, int]:
        """Return the numbers that a paragraph gives to the entities of a sentence."""
        article, number = self._known[sentence]
        ids = {name.text: name.id for name in named_in(article, number)}
        marked = re.findall(r"\[([^\[\]|]*)(?:\|\w*)?\] ?\(\$N(\d+)\)", paragraph)
        return {ids[words]: int(n) for words, n in marked if words in ids}

    def annotated(self, sentences: Sequence[str], counted: Mapping[str, int] | None = None) -> list[str]:
        """Return the sentences with their annotations, ids counted through all of them."""
        numbers = dict(counted or {})
        placed = [self._known.get(s) for s in sentences]
        told = self._told([p for p in placed if p is not None])
        return [
            s if p is None else self._line(p[0], p[1], told.get(p[1], ()), numbers)
            for s, p in zip(sentences, placed, strict=True)
        ]

    def _told(self, placed: Sequence[tuple[AnnotatedArticle, int]]) -> dict[int, list[Pair]]:
        """Return in which sentence each pair is told: one that names both, else the last that names one of them."""
        found: dict[int, list[Pair]] = {}
        if not placed:
            return found
        article = placed[0][0]
        names = {n: {name.id for name in named_in(article, n)} for _, n in placed}
        for pair in sorted(self.gold.get(article.id, ())):
            both = [n for n, ids in names.items() if set(pair) <= ids and _words_of(article, n)]
            one = [n for n, ids in names.items() if set(pair) & ids and _words_of(article, n)]
            if both or (one and set(pair) <= set().union(*names.values())):
                found.setdefault((both or one)[-1], []).append(pair)
        return found

    def _line(self, article: AnnotatedArticle, number: int, pairs: Sequence[Pair], numbers: dict[str, int]) -> str:
        sentence = article.sentences[number]
        parts: list[tuple[int, int, str]] = []
        for name in named_in(article, number):
            n = numbers.setdefault(name.id, len(numbers) + 1)
            parts.append((name.start, name.end, f"[{name.text}|{name.type}]($N{n})"))
        if pairs:
            ends = "; ".join(", ".join(f"$N{numbers.setdefault(e, len(numbers) + 1)}" for e in pair) for pair in pairs)
            start, end = _words_of(article, number, pairs[0])[0]
            parts.append((start, end, f"[{article.text[start:end]}](CAUSES, {ends})"))
        text, at = "", sentence.start
        for start, end, words in sorted(parts):
            text += article.text[at:start] + words
            at = end
        return " ".join((text + article.text[at : sentence.end]).split())


def named_in(article: AnnotatedArticle, number: int) -> list[NamedSpan]:
    """Return a sentence's names that do not overlap, the longest of those that do."""
    sentence = article.sentences[number]
    inside = [n for n in article.names if n.id and sentence.start <= n.start and n.end <= sentence.end]
    kept: list[NamedSpan] = []
    for name in sorted(inside, key=lambda n: n.start - n.end):
        if all(name.end <= k.start or k.end <= name.start for k in kept):
            kept.append(name)
    return sorted(kept, key=lambda n: n.start)


def _words_of(article: AnnotatedArticle, number: int, pair: Pair = ("", "")) -> list[tuple[int, int]]:
    """Return the places of words that can stand for a relation: those between two names, then the nearest to one."""
    sentence, names = article.sentences[number], named_in(article, number)
    found = [
        m.span()
        for m in _WORD.finditer(article.text, sentence.start, sentence.end)
        if m[0] not in _DENYING
        and _DENYING.isdisjoint(article.text[max(sentence.start, m.start() - 30) : m.start()].lower().split()[-2:])
        and all(m.end() < n.start or n.end < m.start() for n in names)
    ]
    first = min((n.end for n in names if n.id in pair or not pair[0]), default=0)
    return sorted(found, key=lambda span: (span[0] < first, span[0]))


async def read_all(model: GoldModel) -> list[list[Proposal]]:
    """Return what a reader proposes with the model."""
    reader = ModelReader(model.model, INFO, Vocabulary.of(PREDICATES))
    return [await reader.read(article) or [] for article in model.articles]


def figures(model: GoldModel, read: Sequence[Sequence[Proposal]]) -> dict[str, float]:
    """Return precision, recall and F of affirmed pairs over what the annotators said."""
    said = {(a.id, p.subject.id, p.object.id) for a, some in zip(model.articles, read, strict=True) for p in some}
    said -= {
        (a.id, p.subject.id, p.object.id)
        for a, some in zip(model.articles, read, strict=True)
        for p in some
        if p.negated
    }
    true = {(a.id, *pair) for a in model.articles for pair in model.gold.get(a.id, ())}
    right = len(said & true)
    precision, recall = right / max(1, len(said)), right / max(1, len(true))
    return {
        "precision": precision,
        "recall": recall,
        "F": 2 * precision * recall / max(1e-9, precision + recall),
        "proposed": len(said),
        "gold": len(true),
    }


def gold_model(articles: int, slips: float = SLIPS) -> GoldModel:
    """Return the model of the first development abstracts of BC5CDR."""
    found, gold = load("bc5cdr_development.pubtator")
    return GoldModel(found[:articles], {id: set(pairs) for id, pairs in gold.items()}, slips)


def main(arguments: Sequence[str]) -> None:
    """Print the figures, for a number of abstracts."""
    model = gold_model(int(arguments[0]) if arguments else 100)
    print({k: round(v, 3) for k, v in figures(model, asyncio.run(read_all(model))).items()})


if __name__ == "__main__":
    main(sys.argv[1:])
