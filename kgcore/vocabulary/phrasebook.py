"""The packaged table `predicates.tsv`: known predicates, the words of relation phrases, and what they make together.

A row is (kind, name, means, phrases, label, symmetric, inverse, opposite, implies). Kinds:

- `predicate`: one of SemMedDB, Biolink, BEL, Hetionet, iDISK, PrimeKG, HPO or the OBO relations; `means` are the
  concepts that it states (`<`: read backwards; `DIRECT `: only when the text says so).
- `verb`, `role`, `event`, `adj`, `intransitive`: words of an effect (the name). `!` before it denies; `<` after it
  turns subject and object round, `*` says more than the plain relation. A verb with `~` stands as participle, `_` is
  a gap of one to three words; "{a/b}" is either of the two, and "{a/}" a or nothing.
- `noun`: an aspect of the object ("risk of"). `cat`: words before the real verb (`!` `?` `*`: they deny, hedge, say
  more); `flag`: words that colour the rest (`+` `-` good and bad, `u` `d` more and less, `p` `i` `s` `c` protective,
  inhibiting, stimulating, causal, `D` direct); `filler`, `adjmod`, `det`, `lead`, `tail`, `conn`, `agent`: words to
  pass over; `block`: words never passed over. `irregular`: base, past, participle. What denies, hedges or says more
  without being inflected stands in `english/cues.tsv`.
- `compose`: effect and aspect → concepts, best first. `fallback`: concept → what stands for it where a graph
  lacks it; `!`: that, and not what stands for it in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files

from kgcore.english.cues import FLAGS, CueScope, load_cues
from kgcore.english.inflection import VerbForm, base_forms
from kgcore.english.words import normalize_spelling
from kgcore.values.model import Predicate
from kgcore.vocabulary.naming import plain_predicate

_FOUND = frozenset(
    {"verb", "role", "event", "adj", "intransitive", "noun", "cat", "tail", "conn", "agent", "lead"}
)  # fmt: skip
_REMEMBERED = 10_000  # words
_LISTS = ("det", "adjmod", "block", "irregular")
_SKIPPED = frozenset({"flag", "filler", "det"})
_ARTICLES = frozenset({"a", "an", "the", "its", "their", "his", "her"})  # what patterns are stored without
_AUXILIARIES = (
    "be is THIRD|be are THIRD|be am THIRD|be was PAST|be were PAST|be been PARTICIPLE|be being ING|"
    "have has THIRD|have had PAST|have having ING|do does THIRD|do did PAST|do done PARTICIPLE|do doing ING"
)


@dataclass(frozen=True, slots=True)
class PatternEntry:
    """What a pattern of the table stands for: its kind, its name (an effect, an aspect, flags), participle or not."""

    kind: str
    name: str
    participle: bool = False


class PatternNode:
    """A place in the tree of patterns: the words that may follow, and the entries that end here."""

    __slots__ = ("entries", "next")

    def __init__(self) -> None:
        self.next: dict[str, PatternNode] = {}
        self.entries: dict[PatternEntry, None] = {}  # in the order of the table, each once

    def add(self, pattern: tuple[str, ...], entry: PatternEntry) -> None:
        """Put an entry at the end of a pattern."""
        node = self
        for word in pattern:
            node = node.next.setdefault(word, PatternNode())
        node.entries[entry] = None


@dataclass(frozen=True, slots=True)
class PackagedPredicate:
    """A predicate that is known without any graph, and the concepts that it states."""

    predicate: Predicate
    means: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The table, ready for reading."""

    patterns: PatternNode
    skipped: PatternNode
    modifiers: frozenset[str]
    blocked: frozenset[str]
    determiners: frozenset[str]
    compose: Mapping[str, tuple[str, ...]]
    fallback: Mapping[str, tuple[str, ...]]
    packaged: tuple[PackagedPredicate, ...]
    by_name: Mapping[str, PackagedPredicate]
    by_plain_name: Mapping[str, PackagedPredicate]  # of several, the first of the table
    known: frozenset[str]
    irregular: Mapping[str, tuple[tuple[str, VerbForm], ...]]
    own: PatternNode = field(default_factory=PatternNode)  # the patterns of one graph
    seen: dict[str, tuple[tuple[str, VerbForm], ...]] = field(default_factory=dict)  # forms that were looked up before

    def forms(self, word: str) -> tuple[tuple[str, VerbForm], ...]:
        """Return the base forms that a word of a phrase may have; the word itself where none is known."""
        found = self.seen.get(word)
        if found is None:
            found = base_forms(word, self.known, self.irregular) or ((word, VerbForm.BASE),)
            if len(self.seen) < _REMEMBERED:
                self.seen[word] = found
        return found


@dataclass(frozen=True, slots=True)
class PredicateRow:
    """A row of the table."""

    kind: str
    name: str
    means: tuple[str, ...]
    phrases: tuple[str, ...]
    algebra: tuple[str, ...]  # label, symmetric, inverse, opposite, implies


@cache
def predicate_rows() -> tuple[PredicateRow, ...]:
    """Read the packaged table (once in a process)."""
    text = files("kgcore.vocabulary").joinpath("predicates.tsv").read_text(encoding="utf-8")
    found = []
    for line in text.splitlines()[1:]:
        kind, name, means, phrases, *algebra = (line + "\t" * 8).split("\t")[:9]
        spelt = tuple(p for phrase in _listed(phrases) for p in _spelt_out(phrase))
        found.append(PredicateRow(kind, name, _listed(means), spelt, tuple(algebra)))
    return tuple(found)


def _spelt_out(phrase: str) -> Iterator[str]:
    """Yield a phrase with each choice of what stands in braces: "{make/leave} prone to"; "/" before "}": or nothing."""
    before, opened, rest = phrase.partition("{")
    if not opened:
        yield " ".join(phrase.split())
        return
    choices, _, after = rest.partition("}")
    for choice in choices.split("/"):
        yield from _spelt_out(before + choice + after)


def _listed(cell: str) -> tuple[str, ...]:
    return tuple(part for part in cell.split("|") if part)


def _irregular(verbs: tuple[str, ...]) -> dict[str, tuple[tuple[str, VerbForm], ...]]:
    forms: dict[str, tuple[tuple[str, VerbForm], ...]] = {}
    for base, word, name in (line.split() for line in _listed(_AUXILIARIES)):
        forms[word] = ((base, VerbForm[name]),)
    for base, past, participle in (v.split() for v in verbs):
        for word, form in ((past, VerbForm.PAST), (participle, VerbForm.PARTICIPLE)):
            spelt, known = normalize_spelling(word), forms.get(normalize_spelling(word), ())
            forms[spelt] = (*known, (normalize_spelling(base), form))
    return forms


_one_spelling = lru_cache(4096)(normalize_spelling)  # the packaged phrases hold the same few words again and again


def _pattern(phrase: str, determiners: frozenset[str]) -> tuple[str, ...]:
    spelt = tuple(_one_spelling(w) for w in phrase.replace("100 %", "100%").split())
    inner = tuple(w for w in spelt if w not in determiners)
    return spelt if len(spelt) > 1 and spelt[-1] in {"a", "an"} else inner or spelt


def _packaged(row: PredicateRow) -> PackagedPredicate:
    label, symmetric, inverse, opposite, implies = row.algebra
    algebra = (label, symmetric == "true", inverse, _listed(opposite), _listed(implies))
    return PackagedPredicate(Predicate(row.name, *algebra, row.phrases), row.means)


_CODED = "GNBR::"  # a theme's letter means what it does between two kinds of things, and in no other graph


@cache
def packaged_phrasebook() -> Phrasebook:
    """Return the packaged words, ready for reading (built once in a process; about 20 ms)."""
    plain = {k: tuple(p for r in predicate_rows() if r.kind == k for p in r.phrases) for k in _LISTS}
    articles = frozenset(plain["det"]) & _ARTICLES
    patterns, skipped, known = PatternNode(), PatternNode(), {"be", "have", "do"}
    for cue in load_cues():
        if CueScope.PHRASE in cue.scopes:
            pattern = _pattern(cue.words, frozenset())
            known.update(pattern)
            skipped.add(pattern, PatternEntry("flag", FLAGS[cue.effect]))
    for row in predicate_rows():
        for phrase in row.phrases if row.kind in _FOUND | _SKIPPED else ():
            passed_over = row.kind in _SKIPPED
            pattern = _pattern(phrase.removeprefix("~"), frozenset() if passed_over else articles)
            known.update(pattern)
            (skipped if passed_over else patterns).add(
                pattern, PatternEntry(row.kind, row.name, phrase.startswith("~"))
            )
    packaged = tuple(_packaged(r) for r in predicate_rows() if r.kind == "predicate")
    return Phrasebook(
        patterns,
        skipped,
        frozenset(normalize_spelling(w) for w in plain["adjmod"]),
        frozenset(normalize_spelling(w) for w in plain["block"]),
        articles,
        {r.name: r.means for r in predicate_rows() if r.kind == "compose"},
        {r.name: r.means for r in predicate_rows() if r.kind == "fallback"},
        packaged,
        {p.predicate.name: p for p in reversed(packaged)},
        {plain_predicate(p.predicate.name): p for p in reversed(packaged) if not p.predicate.name.startswith(_CODED)},
        frozenset(known),
        _irregular(plain["irregular"]),
    )
