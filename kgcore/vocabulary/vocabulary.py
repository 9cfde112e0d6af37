"""What people want more of: raising it is improving it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypedDict

from kgcore.english.cues import CueScope, find_cue
from kgcore.english.inflection import (
    VerbForm,
    base_form,
    base_of_third,
    negation,
    participle,
    passive_voice,
    predicate_words,
)
from kgcore.english.reading import ABSTAINED, PhraseReading
from kgcore.english.words import phrase_words, word_list
from kgcore.linking.names import tokens
from kgcore.values.model import Predicate
from kgcore.vocabulary.naming import QUOTED, derived, name_words, plain_predicate
from kgcore.vocabulary.phrasebook import PackagedPredicate, PatternEntry, PatternNode, Phrasebook, packaged_phrasebook
from kgcore.vocabulary.phrases import OWN, PhraseMeaning, phrase_meaning, supports_choice
from kgcore.vocabulary.plainer import plainer

_PAIRS = frozenset(
    {
        ("insulin", "sensitivity"),
        ("mineral", "density"),
        ("bone", "density"),
        ("hdl", "cholesterol"),
        ("muscle", "mass"),
    }
)


def is_desirable(name: str) -> bool:
    """Tell whether more of what is so named is better, as far as its last words tell: "iron absorption", not "pain"."""
    head, _, narrower = name.partition(", ")
    words = tokens(f"{narrower} {head}")  # "Memory, Episodic"
    if not words or not word_list("unwelcome").isdisjoint(words[:-1]) or words[-1] in word_list("unwelcome"):
        return False
    return words[-1] in word_list("welcome") or words[-2:] in _PAIRS


# What people measure and mostly have too much of: less of it is better, and nobody prevents or treats it.
_MEASURE = re.compile(
    r"(?:(?<!\bhdl )(?<!density lipoprotein )cholesterol|homocysteine|triglycerides?|(?:blood|arterial|ocular) pressure"
    r"|blood (?:sugar|glucose|lead|lipids?)|plasma glucose|uric acid|urate|creatinine|body weight)$",
    re.I,
)


def names_measure(name: str) -> bool:
    """Tell whether what is so named is a reading that most people have too much of: "blood pressure"."""
    return _MEASURE.search(name) is not None


# --- Which of a graph's predicates stand for which concepts, and what the packaged table adds to them.

Carrier = tuple[str, bool]  # predicate, and whether it states the concept backwards
# A predicate with such a word states that things go together ("associated with decreased likelihood of"), no effect.
# A predicate with such a sign or word states less than the plain one, or the contrary: "¬treats", "treats_in_mice".
_SIGNS = re.compile(r"[!¬~^?*]|^\W*[-+=]")
_BACKWARDS = re.compile(r"(?:inverse|reverse|opposite)\b")
_LAST = "!"  # behind a fallback: what stands for that concept, and no fallback of its own
_LOOSELY = ("ASSOCIATED_WITH", "CORRELATED_WITH", "COEXISTS_WITH")


@dataclass(frozen=True, slots=True)
class Carriers:
    """Concept → predicates: those that mean it by name, those that mean it by a phrase; and the fallbacks."""

    named: Mapping[str, tuple[Carrier, ...]]
    phrased: Mapping[str, tuple[Carrier, ...]]
    fallback: Mapping[str, tuple[str, ...]]

    def of(self, concepts: tuple[str, ...], *, direct: bool) -> tuple[Carrier, ...]:
        """Return what stands for any of the concepts, best first; fallbacks only where nothing else does."""
        if direct and (found := self.of(tuple(f"DIRECT {c}" for c in concepts), direct=False)):
            return found
        seen: set[str] = set()
        while concepts:
            for table in (self.named, self.phrased):
                if found := tuple(dict.fromkeys(k for c in concepts for k in _carried_by(c, table))):
                    return found
            seen.update(concepts)
            concepts = tuple(f for c in concepts for f in self.fallback.get(c, ()) if f not in seen)
        return ()


def _carried_by(concept: str, table: Mapping[str, tuple[Carrier, ...]]) -> Iterable[Carrier]:
    """Return what stands for a concept, the other way round for one that ends in `<`."""
    plain = concept.rstrip(_LAST + "<")
    return ((name, backwards != concept.endswith("<")) for name, backwards in table.get(plain, ()))


def known_as(name: str, book: Phrasebook) -> PackagedPredicate | None:
    """Return the packaged predicate of that name: exactly, else plainly."""
    exact = book.by_name.get(name)
    if exact or _doubted(name):
        return exact
    return book.by_plain_name.get(plain_predicate(name))


def map_concepts(own: Iterable[Predicate], book: Phrasebook) -> Carriers:
    """Map concepts onto a graph's own predicates."""
    named: dict[str, list[Carrier]] = {}
    phrased: dict[str, list[Carrier]] = {}
    for predicate in own:
        packaged = known_as(predicate.name, book)
        for concept in packaged.means if packaged else _named(predicate, book):
            named.setdefault(concept.rstrip("<"), []).append((predicate.name, concept.endswith("<")))
        for concept in _said(predicate.phrases, book, several=False):
            phrased.setdefault(concept.rstrip("<"), []).append((predicate.name, concept.endswith("<")))
    return Carriers({c: tuple(k) for c, k in named.items()}, {c: tuple(k) for c, k in phrased.items()}, book.fallback)


def _named(predicate: Predicate, book: Phrasebook) -> tuple[str, ...]:
    """Return the concepts of a predicate's label or name; none where it does not plainly state one."""
    words = _plain_words(predicate)
    return () if any(_states_less(w.casefold()) for w in words) else _said(words, book, several=True)


_ROLES = frozenset({"TREATS", "CAUSES", "PREDISPOSES"})
_TREATMENTS = frozenset({"treatment", "therapy", "medication", "remedy"})  # other drugs one may "have" otherwise


def carried_by_role(own: Iterable[Predicate], book: Phrasebook) -> dict[str, tuple[Carrier, ...]]:
    """Return the predicates that come near a concept by the noun that their names give the object, and say less.

    What "needs the medication" may be treated with it; nobody confirmed that.
    """
    found: dict[str, list[Carrier]] = {}
    for predicate in own:
        for concept in () if known_as(predicate.name, book) else _by_role(predicate, book):
            found.setdefault(concept.rstrip("<"), []).append((predicate.name, concept.endswith("<")))
    return {concept: tuple(carriers) for concept, carriers in found.items()}


def _by_role(predicate: Predicate, book: Phrasebook) -> tuple[str, ...]:
    made = None if predicate.label or _doubted(predicate.name) else derived(predicate.name)
    if made is None or not made.role or _states_less(made.role):
        return ()
    meant = _said((f"is a {made.role} for", f"is a {made.role} of"), book, several=False)
    if len(meant) != 1 or meant[0].rstrip("<") not in _ROLES:
        return ()
    if meant[0] == "TREATS" and made.label.startswith("has ") and made.role.rpartition(" ")[2] not in _TREATMENTS:
        return ()
    return (meant[0].removesuffix("<") if meant[0].endswith("<") else f"{meant[0]}<",)


def _states_less(words: str) -> bool:
    """Whether a predicate states less than the plain one: of a population, under a condition, backwards."""
    return find_cue(words, CueScope.NAME) is not None or _BACKWARDS.match(words) is not None


def _doubted(name: str) -> bool:
    """Whether a predicate's name begins with a mark of doubt or denial: "predicted:treats", "no|treats"."""
    head = re.split("[:|]", name.casefold())[0]
    return name.startswith("-") or (len(head) < len(name) and head in word_list("doubting prefix"))


def _plain_words(predicate: Predicate) -> tuple[str, ...]:
    """Return the words of a predicate; none where a sign or prefix that nobody would read turns them."""
    words = predicate_words(predicate)
    return () if _doubted(predicate.name) or _SIGNS.search(words) else (words,)


def _said(phrases: Iterable[str], book: Phrasebook, *, several: bool) -> tuple[str, ...]:
    """Return the concepts of phrases, `<` behind those said backwards; without `several` only unambiguous ones."""
    found: list[str] = []
    for phrase in phrases:
        meant = phrase_meaning(phrase, book)
        if meant.negated or meant.overstates or meant.hedged or (len(meant.concepts) > 1 and not several):
            continue  # a predicate "may treat" or "is tested for" does not state that it treats
        loose = not word_list("going together").isdisjoint(phrase.casefold().split())
        found += [c + "<" * meant.inverted for c in meant.concepts if not loose or c.endswith(_LOOSELY)]
    return tuple(dict.fromkeys(found))


class OwnPatterns(TypedDict):
    """The fields of a Phrasebook that belong to one graph."""

    own: PatternNode
    known: frozenset[str]
    compose: Mapping[str, tuple[str, ...]]
    seen: dict[str, tuple[tuple[str, VerbForm], ...]]


def own_patterns(own: Iterable[Predicate], book: Phrasebook) -> OwnPatterns:
    """Return a graph's own labels and phrases as patterns, so that they too are read in any tense and polarity.

    A predicate that the graph does not describe is read by the words that the packaged table or its name gives.
    """
    tree, known, compose = PatternNode(), set(book.known), dict(book.compose)
    own = tuple(own)
    plainly = {_pattern(phrase_words(p), book) for one in own for p in _own_words(one, book)[0][:1]}
    for predicate in own:
        effect = OWN + predicate.name
        compose[effect] = (effect,)
        said, backwards = _own_words(predicate, book)
        for phrase, entry in (*((p, effect) for p in said), *((p, effect + "<") for p in backwards)):
            pattern = _pattern(phrase_words(phrase), book)
            if pattern and not (entry.endswith("<") and pattern in plainly):  # another predicate is called so
                known.update(pattern)
                tree.add(pattern, PatternEntry("verb", entry))
    return {"own": tree, "known": frozenset(known), "compose": compose, "seen": {}}


def _own_words(predicate: Predicate, book: Phrasebook) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is said for a predicate, and what is said for it backwards."""
    labelled = with_words(predicate, book)
    said = (*_plain_words(labelled), *predicate.phrases)
    made = derived(predicate.name) if not predicate.label else None
    readable_name = made is not None and not _coded(predicate.name)
    if readable_name and not _doubted(predicate.name):
        said = (*said, name_words(predicate.name))
    if made is None or known_as(predicate.name, book):
        verb = base_of_third(predicate_words(labelled))
        return said, (f"is {participle(verb)} in", *_expressed_in(verb)) if verb in _EXPRESSING else ()
    return (*said, *made.phrases), made.inverse


_EXPRESSING = frozenset({"express", "upregulate", "downregulate"})  # what is so by something is so in it, too
_IN_WORDS = {
    "upregulate": ("overexpressed", "expressed more", "expressed more strongly", "expressed more highly", "turned up"),
    "downregulate": (
        "underexpressed",
        "expressed less",
        "expressed less strongly",
        "expressed more weakly",
        "turned down",
    ),
}


def _expressed_in(verb: str) -> tuple[str, ...]:
    """Return what else is said of a gene in the place or the illness that regulates it so."""
    return tuple(f"is {words} in" for words in _IN_WORDS.get(verb, ()))


def with_words(predicate: Predicate, book: Phrasebook) -> Predicate:
    """Return the predicate with a label: its own, that of the packaged table, or one derived from its name."""
    if predicate.label:
        return predicate
    packaged = known_as(predicate.name, book)
    if packaged is not None and packaged.predicate.label:
        return replace(predicate, label=packaged.predicate.label)
    made = None if _doubted(predicate.name) else derived(predicate.name)
    return replace(predicate, label=made.label) if made else predicate


def _coded(name: str) -> bool:
    made = derived(name)
    return made is not None and made.label.startswith(QUOTED)


def _pattern(text: tuple[str, ...], book: Phrasebook) -> tuple[str, ...]:
    if not text:
        return ()
    if len(text) > 1 and text[0].endswith("ly") and base_of_third(text[1]) != text[1]:
        return (text[0], *_pattern(text[1:], book))
    bases = [base for base, _ in book.forms(text[0])]
    first = bases[0] if bases[0] != text[0] else base_of_third(text[0])
    rest = tuple(w for w in text[1:] if w not in book.determiners)
    return (first, *(rest or text[1:]))


def complete_predicates(own: Mapping[str, Predicate], carried: Carriers, book: Phrasebook) -> dict[str, Predicate]:
    """Return the graph's predicates with what the packaged table adds: labels, and algebra where the graph has none."""
    stated = any(p.opposite or p.implies or p.inverse or p.symmetric for p in own.values())
    backwards = {} if stated else _named_inverses(own, book)
    found: dict[str, Predicate] = {}
    for name, predicate in own.items():
        packaged = known_as(name, book)
        complete = predicate if stated else _with_algebra(predicate, packaged, own, carried, book)
        if not (stated or complete.inverse):
            complete = replace(complete, inverse=backwards.get(name, ""))
        found[name] = replace(complete, label=with_words(predicate, book).label)
    return found


def _named_inverses(own: Iterable[str], book: Phrasebook) -> dict[str, str]:
    """Return for each predicate the other whose name says the same backwards ("induces", "induced_by")."""
    made = {name: found for name in own if (found := derived(name)) and not known_as(name, book)}
    labels = {found.label: name for name, found in made.items()}
    pairs = {
        name: labels[words] for name, found in made.items() for words in found.inverse[:_INVERSES] if words in labels
    }
    return {**{other: name for name, other in pairs.items()}, **pairs}


_INVERSES = 40  # wordings of an inverse that are looked up


def _with_algebra(
    predicate: Predicate,
    packaged: PackagedPredicate | None,
    own: Mapping[str, Predicate],
    carried: Carriers,
    book: Phrasebook,
) -> Predicate:
    meant = packaged.means if packaged else _named(predicate, book)
    rows = [packaged.predicate] if packaged else []
    # What is said of a concept holds for a predicate that states it and nothing else, in the same direction.
    rows += [p.predicate for p in book.packaged if p.predicate.name in meant] if meant else []

    def here(names: Iterable[str]) -> tuple[str, ...]:
        exact = [n for n in names if n in own]
        through = [k for n in names for k, backwards in carried.named.get(n, ()) if not backwards]
        return tuple(n for n in dict.fromkeys((*exact, *through)) if n != predicate.name)

    inverses = here(r.inverse for r in rows if r.inverse)
    return replace(
        predicate,
        symmetric=packaged is not None and any(r.symmetric for r in rows),
        inverse=next(iter(inverses), "") or (packaged.predicate.inverse if packaged else ""),
        opposite=here(n for r in rows for n in r.opposite),
        implies=here(n for r in rows for n in r.implies),
    )


def _both_ways(stated: Mapping[str, tuple[str, ...]]) -> dict[str, frozenset[str]]:
    """Return for each name what it or the other side states."""
    found: dict[str, set[str]] = {name: set(others) for name, others in stated.items()}
    for name, others in stated.items():
        for other in others:
            if other in found:
                found[other].add(name)
    return {name: frozenset(others) for name, others in found.items()}


# --- Predicates of a graph: their algebra, their words, and what phrases mean in them.

_INVERSELY = "NEGATIVELY_CORRELATED_WITH"
# Relations whose words state them whatever a graph knows; those of others ("following", "during") may tell when.
_STATED_ANYWHERE = {(c,) for c in ("TREATS", "PREVENTS", "CAUSES", "PREDISPOSES", "INHIBITS", "STIMULATES")}
_SHOWN_IN = "SHOWN_IN"
_REMEMBERED = 20_000  # phrases


# Of what is told as going together only this is told of signs, too: "is less common in" and "is raised in" are not.
# Whom a question asks does it ("would you give"), not what it asks of.
_OF_ANOTHER = re.compile(
    r"^(?:(?:do|does|did|would|should|could|can|may|might|must|will) (?:people|doctors|patients|you|one|we|i|they)"
    r"|(?:you|we|i|they) (?:would|should|could|can|give|prescribe|offer|recommend))\b",
    re.IGNORECASE,
)
# What a thing is looked for with does nothing about it: "is the test for".
_LOOKED_FOR_WITH = re.compile(
    r"^(?:\w+\s+)?(?:is|are|was|were|be|remains?)\s+(?:an?|the|one)\s+(?:\w+\s+){0,2}"
    r"(?:tests?|trials?|assays?|scans?|checks?|screenings?|markers?)\s+(?:for|of)\s*$",
    re.IGNORECASE,
)
# What is avoided prevents nothing.
_AVOIDED = re.compile(
    r"(?:^|\b(?:be|is|are|was|were|been|best|better) (?:best |better |always |strictly |usually )?)"
    r"(?:avoided|kept (?:away )?from|kept away)\b(?! (?:by|with|[a-z]+ing)\b)",
    re.IGNORECASE,
)
_PLAINLY_TOGETHER = re.compile(
    r"^(?!.*\b(?:less|low|lower|fewer|rarely|seldom|hardly|inversely|negatively|weakly|without)\b).*"
    r"\b(?:associat(?:ed|ion|es?)|link(?:ed|s|age)?|connect(?:ed|ion|s)?|related|relation(?:ship)?|tied"
    r"|ties|accompan(?:y|ies|ied)|(?:go|goes|come|comes) (?:along|together|hand))\b",
    re.IGNORECASE,
)


class Vocabulary:
    """The predicates of one graph. Build it with `of`."""

    def __init__(
        self,
        predicates: Mapping[str, Predicate],
        carried: Carriers,
        book: Phrasebook,
        near: Mapping[str, tuple[Carrier, ...]],
    ) -> None:
        self._predicates = dict(predicates)
        self._carried = carried
        self._near = near
        self._book = book
        self._read: dict[str, PhraseReading] = {}
        # A graph's predicate as it is written ("need_medication"), where the words alone say nothing.
        self._by_name = {name_words(n): n for n in self._predicates if not (_doubted(n) or _SIGNS.search(n))}
        # What is quoted ("has the relation RO:0002449 to") is read to the letter.
        self._quoted = {
            said: PhraseReading((n,), negated)
            for n, p in self._predicates.items()
            for negated in (False, True)
            if p.label.startswith(QUOTED)
            for words in [self.words(n, negated).casefold()]
            for said in (words, words.replace("_", " "))
        }
        self._implied = {name: self._closure(name) for name in self._predicates}
        self._opposites = _both_ways({name: p.opposite for name, p in self._predicates.items()})

    @classmethod
    def of(cls, predicates: Iterable[Predicate]) -> Vocabulary:
        """Build from a graph's own predicates (bare names are enough); they win over the packaged ones."""
        own = {p.name: p for p in predicates}
        packaged = packaged_phrasebook()
        carried = map_concepts(own.values(), packaged)
        book = replace(packaged, **own_patterns(own.values(), packaged))
        near = carried_by_role(own.values(), packaged)
        return cls(complete_predicates(own, carried, packaged), carried, book, near)

    @property
    def names(self) -> tuple[str, ...]:
        """The graph's predicates, in its order."""
        return tuple(self._predicates)

    @property
    def predicates(self) -> tuple[Predicate, ...]:
        """The graph's predicates, completed with labels, algebra and phrases of the packaged table."""
        return tuple(self._predicates.values())

    def get(self, name: str) -> Predicate:
        """Return the predicate; a bare one for an unknown name."""
        return self._predicates.get(name) or Predicate(name or "?")

    # ── phrases ─────────────────────────────────────────────────────────────────────────────────────────────────

    def read(self, phrase: str) -> PhraseReading:
        """Read a relation phrase; `predicates` is empty where it abstains. Readings are remembered."""
        known = self._read.get(phrase)
        if known is None:
            if len(self._read) >= _REMEMBERED:
                self._read.clear()
            read = self._resolve(phrase_meaning(phrase, self._book))
            if (not read.predicates or read.near) and (other := " ".join(plainer(phrase_words(phrase)))):
                plain = self._resolve(phrase_meaning(other, self._book))
                read = read if plain.near and read.predicates else plain if plain.predicates else read
            name = None if read.predicates else self._by_name.get(name_words(phrase))
            read = ABSTAINED if read.mutual and not _PLAINLY_TOGETHER.search(phrase) else read
            avoided = _AVOIDED.search(phrase) and set(read.predicates) & set(self.read("prevents").predicates)
            looked_for = _LOOKED_FOR_WITH.search(phrase) and set(read.predicates) & set(self.read("treats").predicates)
            read = ABSTAINED if avoided or looked_for or _OF_ANOTHER.search(phrase) else read
            found = self._quoted.get(phrase.casefold()) or (PhraseReading((name,)) if name else read)
            known = self._read[phrase] = found
        return known

    def reads_back(self, name: str) -> bool:
        """Whether the predicate's own words, and their denial, are read as what they say."""
        said, denied = (self.read(self.words(name, negated)) for negated in (False, True))
        plain = name in said.predicates and not (said.negated or said.inverted)
        return plain and name in denied.predicates and denied.negated and not denied.inverted

    def quotes(self, phrase: str) -> bool:
        """Whether a phrase quotes the name of one of the graph's relations: "has the relation P31 to"."""
        return phrase.casefold() in self._quoted

    def supports(self, phrase: str, predicate: str) -> bool:
        """Whether a phrase that `read` abstains from may count as a predicate that somebody else chose for it."""
        return supports_choice(phrase, predicate, self._book, self._carrying)

    def _carrying(self, concepts: tuple[str, ...]) -> frozenset[str]:
        return frozenset(name for name, inverted in self._carried.of(concepts, direct=False) if not inverted)

    def _resolve(self, meant: PhraseMeaning) -> PhraseReading:
        found = self._own_first(meant) or self._carried.of(meant.concepts, direct=meant.direct)
        if not found:
            return self._nearly(meant)
        backwards = found[0][1]
        names = tuple(dict.fromkeys(name for name, inverted in found if inverted == backwards))
        more = meant.overstates or self._inverse_only(meant)
        read = PhraseReading(names, meant.negated, meant.inverted != backwards, meant.hedged, more, meant.values)
        if "WORSENS" in meant.concepts:
            return replace(read, worsens=True)
        if not self._goes_together(meant):
            return read
        if _SHOWN_IN not in meant.concepts:
            return replace(read, mutual=True)
        # "is common in" says which of them is the sign; what is not common may well be one
        return ABSTAINED if meant.negated else self._resolve(replace(meant, concepts=(_SHOWN_IN,)))

    def _goes_together(self, meant: PhraseMeaning) -> bool:
        """Whether it says that things go together where the graph only knows of signs and what they are signs of."""
        apart = not any(c in self._carried.named or c in self._carried.phrased for c in meant.concepts)
        return apart and "ASSOCIATED_WITH" in meant.concepts and not any(c.startswith(OWN) for c in meant.concepts)

    def _nearly(self, meant: PhraseMeaning) -> PhraseReading:
        """Read a phrase as predicates that come near it: the phrase says more than they do, and its denial nothing."""
        found = next((self._near[c] for c in meant.concepts if c in self._near), ())
        if not found or meant.negated:
            known = not found and meant.concepts[:1] in _STATED_ANYWHERE
            return (
                PhraseReading((), meant.negated, meant.inverted, meant.hedged, elsewhere=True) if known else ABSTAINED
            )
        backwards = found[0][1]
        names = tuple(name for name, inverted in found if inverted == backwards)
        return PhraseReading(names, False, meant.inverted != backwards, meant.hedged, True, near=True)

    def _inverse_only(self, meant: PhraseMeaning) -> bool:
        """Whether it says "inversely" where the graph only knows that things go together: what causes does so, too."""
        return meant.concepts == (_INVERSELY,) and _INVERSELY not in self._carried.named

    def _own_first(self, meant: PhraseMeaning) -> tuple[tuple[str, bool], ...]:
        """The graph's own phrases, then what else the phrase means if that is the graph's idea of it too."""
        own = tuple(c.removeprefix(OWN) for c in meant.concepts if c.startswith(OWN))
        if not own:
            return ()
        others = tuple(c for c in meant.concepts if not c.startswith(OWN))
        agreed = any(name in own for name, _ in self._carried.of(others, direct=False))
        found = tuple((name, False) for name in own)
        return (*found, *(self._carried.of(others, direct=False) if agreed else ()))

    # ── algebra ─────────────────────────────────────────────────────────────────────────────────────────────────

    def implied(self, name: str) -> frozenset[str]:
        """Return all that the predicate implies, closed under transitivity, itself included."""
        return self._implied.get(name) or frozenset({name})

    def opposites(self, name: str) -> frozenset[str]:
        """Return the predicates that either side states as opposite."""
        return self._opposites.get(name, frozenset())

    def symmetric(self, name: str) -> bool:
        """Whether an edge reads the same both ways."""
        return self.get(name).symmetric

    def inverse(self, name: str) -> str:
        """Return the name of the predicate read backwards (it need not be stored), or "" where there is none."""
        return self.get(name).inverse

    def _closure(self, name: str) -> frozenset[str]:
        seen, todo = {name}, [name]
        while todo:
            new = [q for q in self.get(todo.pop()).implies if q not in seen]
            seen.update(new)
            todo += new
        return frozenset(seen)

    # ── words ───────────────────────────────────────────────────────────────────────────────────────────────────

    def words(self, name: str, negated: bool = False) -> str:
        """Return the predicate in words that stand between two names ("treats", "does not raise the risk of")."""
        words = predicate_words(self.get(name))
        return negation(words) if negated else words

    def base(self, name: str) -> str:
        """Return the base form, as in a question: "treat", "raise the risk of", "be associated with"."""
        return base_form(predicate_words(self.get(name)))

    def passive(self, name: str) -> str:
        """Return the words read backwards: "is treated by"; "" where English has no simple way to say it."""
        predicate = self.get(name)
        if predicate.symmetric:
            return predicate_words(predicate)
        if predicate.inverse in self._predicates:
            return predicate_words(self._predicates[predicate.inverse])
        return passive_voice(predicate_words(predicate))
