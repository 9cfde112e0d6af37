"""The packaged table `predicates.tsv`: known predicates, the words of relation phrases, and what they make together.

A row is (kind, name, means, phrases, label, symmetric, inverse, opposite, implies). Kinds:

- `predicate`: one of SemMedDB, Biolink, BEL, Hetionet, iDISK, PrimeKG or HPO; `means` are the concepts that it states
  (`<`: read backwards; `DIRECT `: only when the text says so).
- `verb`, `role`, `event`, `adj`, `intransitive`: words of an effect (the name). `!` before it denies; `<` after it turns
  subject and object round, `*` says more than the plain relation. A verb with `~` stands as participle.
- `noun`: an aspect of the object ("risk of"). `cat`: words before the real verb; `flag`: words that deny (`!`), hedge
  (`?`), say more (`*`), or colour the rest; `filler`, `adjmod`, `det`, `lead`, `tail`, `conn`, `agent`: words to pass over.
- `compose`: effect and aspect → concepts, best first. `fallback`: concept → what stands for it where a graph lacks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from kgcore.model import Predicate
from kgcore.morphology import Form, base_forms, spell

_CATEGORIES = frozenset(
    {"verb", "role", "event", "adj", "intransitive", "noun", "cat", "tail", "conn", "agent", "lead"}
)
_SKIPPED = frozenset({"flag", "filler", "det"})
_ARTICLES = frozenset({"a", "an", "the", "its", "their", "his", "her"})  # what patterns are stored without
_BE = {
    "is": "THIRD",
    "are": "THIRD",
    "am": "THIRD",
    "was": "PAST",
    "were": "PAST",
    "been": "PARTICIPLE",
    "being": "ING",
}
_HAVE = {"has": "THIRD", "had": "PAST", "having": "ING"}
_DO = {"does": "THIRD", "did": "PAST", "done": "PARTICIPLE", "doing": "ING"}


@dataclass(frozen=True, slots=True)
class Entry:
    """What a pattern of the table stands for: its kind, its name (an effect, an aspect, flags), participle or not."""

    kind: str
    name: str
    participle: bool = False


class Node:
    """A place in the tree of patterns: the words that may follow, and the entries that end here."""

    __slots__ = ("entries", "next")

    def __init__(self) -> None:
        self.next: dict[str, Node] = {}
        self.entries: list[Entry] = []

    def add(self, pattern: tuple[str, ...], entry: Entry) -> None:
        """Put an entry at the end of a pattern."""
        node = self
        for word in pattern:
            node = node.next.setdefault(word, Node())
        if entry not in node.entries:
            node.entries.append(entry)


@dataclass(frozen=True, slots=True)
class Packaged:
    """A predicate that is known without any graph, and the concepts that it states."""

    predicate: Predicate
    means: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The table, ready for reading."""

    patterns: Node
    skipped: Node
    modifiers: frozenset[str]
    blocked: frozenset[str]
    determiners: frozenset[str]
    compose: Mapping[str, tuple[str, ...]]
    fallback: Mapping[str, tuple[str, ...]]
    packaged: tuple[Packaged, ...]
    known: frozenset[str]
    irregular: Mapping[str, tuple[tuple[str, Form], ...]]
    own: Node = field(default_factory=Node)  # the patterns of one graph

    def forms(self, word: str) -> tuple[tuple[str, Form], ...]:
        """Return the base forms that a word of a phrase may have; the word itself where none is known."""
        return base_forms(word, self.known, self.irregular) or ((word, Form.BASE),)


def _rows() -> Iterator[list[str]]:
    text = files("kgcore").joinpath("predicates.tsv").read_text(encoding="utf-8")
    for line in text.splitlines()[1:]:
        cells = line.split("\t")
        yield cells + [""] * (9 - len(cells))


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(part for part in cell.split("|") if part)


def _irregular(verbs: tuple[str, ...]) -> dict[str, tuple[tuple[str, Form], ...]]:
    forms: dict[str, tuple[tuple[str, Form], ...]] = {}
    for base, table in (("be", _BE), ("have", _HAVE), ("do", _DO)):
        forms.update({word: ((base, Form[form]),) for word, form in table.items()})
    for base, past, participle in (v.split() for v in verbs):
        for word, form in ((past, Form.PAST), (participle, Form.PARTICIPLE)):
            spelt, known = spell(word), forms.get(spell(word), ())
            forms[spelt] = (*known, (spell(base), form))
    return forms


def _pattern(phrase: str, determiners: frozenset[str]) -> tuple[str, ...]:
    spelt = tuple(spell(w) for w in phrase.replace("100 %", "100%").split())
    inner = tuple(w for w in spelt if w not in determiners)
    return spelt if len(spelt) > 1 and spelt[-1] in {"a", "an"} else inner or spelt


def _packaged(row: list[str]) -> Packaged:
    _, name, means, phrases, label, symmetric, inverse, opposite, implies = row
    known = Predicate(name, label, symmetric == "true", inverse, _listed(opposite), _listed(implies), _listed(phrases))
    return Packaged(known, _listed(means))


@cache
def phrasebook() -> Phrasebook:
    """Read the packaged table (once in a process; about 20 ms)."""
    rows = tuple(_rows())
    of_kind = {
        kind: tuple(p for r in rows if r[0] == kind for p in _listed(r[3]))
        for kind in ("det", "adjmod", "block", "irregular")
    }
    determiners = frozenset(of_kind["det"]) & _ARTICLES
    patterns, skipped, known = Node(), Node(), {"be", "have", "do"}
    for kind, name, _, phrases, *_ in rows:
        tree = skipped if kind in _SKIPPED else patterns if kind in _CATEGORIES else None
        for phrase in _listed(phrases) if tree else ():
            pattern = _pattern(phrase.removeprefix("~"), frozenset() if kind in _SKIPPED else determiners)
            known.update(pattern)
            assert tree is not None
            tree.add(pattern, Entry(kind, name, phrase.startswith("~")))
    return Phrasebook(
        patterns,
        skipped,
        frozenset(spell(w) for w in of_kind["adjmod"]),
        frozenset(spell(w) for w in of_kind["block"]),
        determiners,
        {r[1]: _listed(r[2]) for r in rows if r[0] == "compose"},
        {r[1]: _listed(r[2]) for r in rows if r[0] == "fallback"},
        tuple(_packaged(r) for r in rows if r[0] == "predicate"),
        frozenset(known),
        _irregular(of_kind["irregular"]),
    )
