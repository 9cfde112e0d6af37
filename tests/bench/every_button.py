"""Every button of answers, pressed two levels deep on five graphs, and what is read then held against plain rules.

python -m tests.bench.every_button ../shared FOLDER [GRAPH …]     (the imported graphs are kept in FOLDER)

What is asked first lies in `answers/buttons.tsv`. A suggestion that is pressed has to be answered as meant: the answer
names the two things, doubts none of its own sentences and does not say that nothing was found. Whatever is read, on
panels and in menus too, has to be grammatical and in words: no doubled article, no identifier, no predicate's raw name.
"""

from __future__ import annotations

import asyncio
import csv
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

from kgcore.graph import is_imported
from kgcore.ingest.importing import import_graph
from kgcore.values.actions import RecommendationKind
from kgcore.values.message import Action, Click, Message, Place, Verb
from kgcore.values.model import Entity
from kgcore.values.reply import Choice, Choices, Claims, Form, Notice, Progress, Reply, Table, Text
from kgcore.values.thread import Recommendation, Turn
from kgcore.vocabulary.wording import name_in_sentence
from tests.bench.asked import ASKER, Asked, doubts
from tests.bench.bench_verdicts import _source as built_source

QUESTIONS = Path(__file__).parent / "answers" / "buttons.tsv"
# What acts on the process, on other people's messages or on what is kept, and says nothing of the graph.
_NOT_PRESSED = frozenset(
    {Verb.STOP, Verb.FORGET, Verb.REMOVE, Verb.UNDO, Verb.DISMISS, Verb.NOT_TYPE, Verb.NOT_PREDICATE}
)
_NOTHING = re.compile(
    r"nothing (?:in it )?on|cannot answer|not understood|names no |has no paper|has nothing|records no|did not find",
    re.I,
)
RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("doubled article", re.compile(r"\b(?:the|an?) (?:the|an?)\b", re.I)),
    ("no papers counted", re.compile(r"\b0 (?:papers|relations|entities|statements)\b")),
    ("repeated word", re.compile(r"\b([a-z]{2,}) \1\b", re.I)),
    ("a before a vowel", re.compile(r"\ba (?!(?:uni|use|usu|eu|one\b|once\b|ure|uti|ubi|u-))[aeiou][a-z]")),
    ("an before a consonant", re.compile(r"\ban (?!hour|honest|heir|honou?r)[bcdfghjklmnpqrstvwxyz][aeiouy][a-z]+\b")),
    ("identifier", re.compile(r"\bkg1:|\b(?:[A-Z][A-Za-z]{1,9}|[a-z]{2,9}):[A-Z]*\d+\b|\bDB\d{5}\b")),
    ("underscore", re.compile(r"\w_\w")),
    ("camel case", re.compile(r"\b[a-z]+[A-Z][a-z]{2,}")),
    ("spacing", re.compile(r" [,.;:?!](?:\s|$)|,,|\.\.(?!\.)| {2,}|\(\s|\s\)|\(\)")),
    ("frame left open", re.compile(r"\{\w*\}|\bNone\b(?! of)")),
    ("doubled preposition", re.compile(r"\b(?:of|to|in|for|with|by) (?:of|for|by)\b")),
    ("verb after verb", re.compile(r"\b(?:is|are|has|have|does|do|can) (?:is|are|has|have|does|do|can)\b")),
)


@dataclass
class Walk:
    """A graph that is walked; `faults` are what was read that no rule allows, `pressed` how many buttons were."""

    asked: Asked
    faults: list[tuple[str, str, str]] = field(default_factory=list)
    pressed: Counter[str] = field(default_factory=Counter)
    wrong: int = 0

    async def question(self, question: str) -> None:
        """Ask, press every button under the answer, and every suggestion under what a suggestion led to."""
        place = _place()
        reply = await self._ask(question, place)
        turn = await self.asked.services.store.turn(reply.turn)
        if turn is None:
            self.read(reply, question, None)
            return
        self.read(reply, question, turn)
        for n, choice in enumerate(_choices(reply)):
            if not _is_suggestion(choice):
                await self._look(choice, place, question)
            else:
                await self._down(question, n)

    async def _down(self, question: str, n: int) -> None:
        """Press the suggestion with that place in a thread of its own, and all suggestions under its answer."""
        place = _place()
        first = await self._ask(question, place)
        choice = _choices(first)[n]
        reply = await self.press(choice, place, first.turn)
        for further in _choices(reply) if reply else ():
            if _is_suggestion(further):
                await self.press(further, place, reply.turn)
            elif reply.turn:
                await self._look(further, place, choice.label)

    async def press(self, choice: Choice, place: Place, before: str) -> Reply:
        """Press a suggestion and hold its answer against what it offered."""
        offered = await self.asked.services.store.turn(before)
        reply = await self._click(choice, place)
        turn = await self.asked.services.store.turn(reply.turn) if reply.turn else None
        self.pressed["suggestion"] += 1
        action = Action.parse(choice.action)
        self.read(reply, choice.label, turn)
        if offered is None or action is None or action.verb is not Verb.ASK:
            return reply
        if turn is None:  # only the very same button may have been pressed before
            self.wrong += not (again := "asked already" in " ".join(_words(reply)))
            self.faults += [] if again else [("not asked", choice.label, " ".join(_words(reply)))]
            return reply
        meant = offered.recommendations[action.index]
        wrong = await self._beside(meant, turn)
        self.wrong += bool(wrong)
        said = " ".join(p.text for p in turn.paragraphs)[:300]
        self.faults += [(w, choice.label, said) for w in wrong]
        return reply

    async def _beside(self, meant: Recommendation, turn: Turn) -> list[str]:
        """Return in what the answer to a suggestion is beside it."""
        ids = [meant.subject, *([meant.target] if meant.kind is not RecommendationKind.TYPE else [])]
        known = await self.asked.graph.entities(set(ids))
        said = " ".join([*(p.text for p in turn.paragraphs), *(" ".join(r) for r in turn.table)])
        found = [f"does not name {known[i].name}" for i in ids if i in known and not _named(known[i], said)]
        if not turn.claims:
            found.append("no claim")
        opening = turn.paragraphs[0].text.partition(". ")[0] if turn.paragraphs else ""
        if any(map(_NOTHING.search, (opening, *turn.notices))) or turn.unread:
            found.append("says that there is nothing")
        return found + ([f"doubts itself: {c.why}" for c in turn.claims if doubts(turn, c)])

    async def _look(self, choice: Choice, place: Place, under: str) -> None:
        action = Action.parse(choice.action)
        if action is None or action.verb in _NOT_PRESSED:
            return
        reply = await self._click(choice, place)
        self.pressed["other"] += 1
        turn = await self.asked.services.store.turn(reply.turn) if reply.turn else None
        self.read(reply, f"{under} › {choice.label}", turn)

    async def _ask(self, question: str, place: Place) -> Reply:
        return (await self.asked.sent(Message(uuid4().hex, place, ASKER, question)))[-1]

    async def _click(self, choice: Choice, place: Place) -> Reply:
        return (await self.asked.sent(Click(uuid4().hex, place, ASKER, choice.action)))[-1]

    def read(self, reply: Reply, under: str, turn: Turn | None) -> None:
        """Hold all words of a reply against the rules; names of entities are read as one word that breaks none."""
        names = _names(turn) if turn else ()
        for text in dict.fromkeys(_words(reply)):
            bare = _without(text, names)
            for rule, pattern in RULES:
                if found := pattern.search(bare):
                    near = bare[max(0, found.start() - 40) : found.end() + 40]
                    self.faults.append((rule, under, f"…{near}…"))
            if "…" not in bare and (bare.count("(") != bare.count(")") or bare.count("“") != bare.count("”")):
                self.faults.append(("unmatched brackets", under, bare[:200]))


def _place() -> Place:
    return Place("bench", "", "", uuid4().hex)


def _choices(reply: Reply) -> list[Choice]:
    blocks = [b for b in reply.blocks if isinstance(b, Choices)]
    return [c for b in blocks for c in (*b.buttons, *b.menu)]


def _is_suggestion(choice: Choice) -> bool:
    action = Action.parse(choice.action)
    return action is not None and action.verb in {Verb.ASK, Verb.INSTEAD}


def _named(entity: Entity, said: str) -> bool:
    text = said.casefold()
    return any(n.casefold() in text for n in (entity.name, name_in_sentence(entity), *entity.synonyms) if n)


def _names(turn: Turn) -> tuple[str, ...]:
    entities = [*turn.focus, *(c.entity for claim in turn.claims for c in (claim.subject, claim.object) if c)]
    entities += [n.entity for n in turn.around]
    names = {n for e in entities for n in (e.name, name_in_sentence(e))}
    return tuple(sorted(names, key=len, reverse=True))


def _without(text: str, names: Sequence[str]) -> str:
    for name in names:
        if len(name) > 2:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "Xname", text, flags=re.I)
    return text


def _words(reply: Reply) -> Iterator[str]:
    for block in reply.blocks:
        match block:
            case Text():
                yield block.plain
            case Notice():
                yield block.text
            case Claims():
                for claim in block.claims:
                    yield "".join(i.text for i in claim.statement)
                    yield claim.why
                    yield from (f.words for f in claim.evidence)
                    yield from claim.cautions
            case Choices():
                yield block.title
                yield from (t for c in (*block.buttons, *block.menu) for t in (c.label, c.hint))
            case Table():
                yield block.title
                told = (row for row in block.rows if row[:1] != ("Identifiers",))
                yield from (cell for row in (block.columns, *told) for cell in row)
            case Progress():
                yield from (block.doing, block.about)
            case Form():
                yield from (
                    block.title,
                    *(f.label for f in block.fields),
                    *(o.label for f in block.fields for o in f.options),
                )
            case _:
                pass


async def walk(graph: str, source: Path, folder: Path, questions: Sequence[str]) -> Walk:
    """Return what walking a graph brought to light."""
    if not is_imported(folder):
        await import_graph(source, folder, embedder=None)
    found = Walk(Asked.on(folder))
    for question in questions:
        await found.question(question)
    await found.asked.close()
    return found


def questions() -> dict[str, list[str]]:
    """Return what is asked first of each graph."""
    found: dict[str, list[str]] = {}
    with QUESTIONS.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            found.setdefault(row["graph"], []).append(row["question"])
    return found


def main(shared: Path, cache: Path, only: Sequence[str]) -> None:
    """Walk each graph; print its figures, and each fault on a line."""
    for graph, asked in questions().items():
        if only and graph not in only:
            continue
        source = (
            shared / "data" / "kg" / graph if graph in {"hetionet", "emckg"} else built_source(shared, graph, cache)
        )
        if source is None:
            continue
        found = asyncio.run(walk(graph, source, cache / f"{graph}.pressed", asked))
        for fault in dict.fromkeys(found.faults):
            print(graph, *fault, sep=" | ")
        figures = {"graph": graph, **found.pressed, "not as meant": found.wrong, "faults": len(set(found.faults))}
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
