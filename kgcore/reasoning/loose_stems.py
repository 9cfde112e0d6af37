"""What a stem or a statement asks by the words that it has, however it is built, for what no grammar reads. Pure.

Everything has to be accounted for: one name (of a statement two), words for relations that agree with each other, and
words that say nothing. A rank, a mechanism, a number or any other word leaves it unread. The graph decides: what is
returned are the relations that may be meant, and an option is right only where the graph has one of them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from importlib.resources import files
from itertools import islice
from types import MappingProxyType

from kgcore.english.reading import PhraseReader
from kgcore.reasoning.plain_words import DEED_NOUNS
from kgcore.values.model import Candidate, Entity, Mention, Triple

Spot = tuple[int, int, tuple[Candidate, ...]]
Spots = Sequence[Spot]

LONGEST = 400  # characters of what is read so
# What may be meant by a sense, in words that a graph's own predicates are asked for.
SENSES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "treat": ("treats",),
        "need": ("needs the medication",),
        "palliate": ("palliates",),
        "prevent": ("prevents",),
        "predispose": ("raises the risk of",),
        "cause": ("causes",),
        "present": ("presents with",),
        "test": ("needs the medical test",),
        "lower": ("inhibits", "decreases", "disrupts"),
        "raise": ("stimulates", "increases", "augments"),
        "improve": ("improves",),
        "impair": ("impairs",),
        "act": ("inhibits", "stimulates", "augments", "disrupts", "affects", "binds"),
        "interact": ("interacts with",),
        "contain": ("contains",),
        "produce": ("produces",),
        "associated": ("is associated with",),
        "coexist": ("occurs together with",),
        "bind": ("binds",),
        "isa": ("is a",),
        "resemble": ("resembles",),
        "located": ("is localized in",),
    }
)
_NARROW = 2  # senses of a word that is taken in a wider one as well
_EITHER_WAY = frozenset({"typed", "soft"})
NAME = "\x01"  # the mark of a name
# Words that nothing accounts for, such as may say more than an edge, and those that always do.
UNREAD, CHANGES, WHOM, HOW = "unread", "changes", "whom", "how"
_MORE = frozenset({UNREAD, CHANGES, WHOM, HOW})
_SAYS_NOTHING = frozenset({"filler", "judging"})
_PHRASE_WORDS = 5


@dataclass(frozen=True, slots=True)
class LooseStem:
    """The ways in which `name` and what is asked, or a statement's `other`, may be related.

    `phrases` are relations as a vocabulary reads them; `first`: what is asked (or `name` itself, of a statement) is
    their subject; None where either may be. `denied`: the statement says that it is not so.
    """

    name: str
    phrases: tuple[str, ...]
    first: bool | None = None
    other: str = ""
    denied: bool = False

    @property
    def is_one(self) -> bool:
        """Whether it can only mean one thing, so that a denial of it counts."""
        return sum(p in self.phrases for some in SENSES.values() for p in some[:1]) <= 1

    def triples(self, option: str = "") -> tuple[Triple, ...]:
        """Return what is claimed with an option in its place: any one of them will do."""
        ends = (self.name, self.other) if self.other else (option, self.name)
        ways = [ends] * (self.first is not False) + [ends[::-1]] * (self.first is not True)
        return tuple(
            Triple(Mention(subject), phrase, Mention(object), negated=self.denied)
            for phrase in self.phrases
            for subject, object in ways
        )


@dataclass(frozen=True, slots=True)
class _Row:
    kind: str
    senses: frozenset[str]
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Cue:
    """A word, or words, of a text by what it says: a kind of exam_cues.tsv, "phrase", or UNREAD."""

    kind: str
    senses: frozenset[str]
    start: int
    end: int


@cache
def _rows() -> tuple[_Row, ...]:
    text = files("kgcore.reasoning").joinpath("exam_cues.tsv").read_text(encoding="utf-8")
    lines = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")][1:]
    return tuple(
        _Row(kind, frozenset(senses.split(",")) - {""}, _pattern(words.split("|"))) for kind, senses, words in lines
    )


def _pattern(words: Sequence[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda w: -len(w))
    said = "|".join(re.escape(w).replace(r"\*", r"[a-z]*").replace(r"\ ", " ") for w in longest_first)
    return re.compile(rf"(?:{said})(?![\w'-])", re.I)


def load_cues() -> None:
    """Load the words of stems, so that no question waits for them."""
    _rows()


def read_loosely(said: str, spots: Spots, words: PhraseReader, *, statement: bool = False) -> LooseStem | None:
    """Return what a stem, or a statement, may ask of the one name that it has (of the two); None where it says more."""
    if len(said) > LONGEST:
        return None
    masked, called = masked_names(said, spots)
    if len(called) != 1 + statement:
        return None
    cues = _cues(masked, words)
    if cues is None:
        return None
    denied = sum(c.kind == "denial" for c in cues)
    if denied > int(statement):
        return None
    return stem_of_cues(masked, called, [c for c in cues if c.kind != "denial"], words, denied=bool(denied))


def stem_of_cues(
    masked: str, called: Sequence[str], cues: Sequence[Cue], words: PhraseReader, *, denied: bool = False
) -> LooseStem | None:
    """Return what the relations in a text with marks for names may mean; None where they do not agree."""
    found = _meant(cues, masked, words)
    if found is None:
        return None
    phrases, meaning = found
    statement = len(called) > 1
    first = _first(masked, meaning, statement=statement)
    if first is None:
        return None
    way = None if first is _ANY else first == "first"
    return LooseStem(called[0], phrases, way, called[1] if statement else "", denied)


_ASKING_PART = re.compile(r"(?:^|[.;?!,:] +)(?=[^.;?!,:]*(?:\b(?:which|what|who|whom)\b|_{2,}))", re.I)
_LAST_SENTENCE = re.compile(r"[.;?!] +(?=\w[^.;?!]*[.;?!:]*$)")


# "Treats the complications of X", or "of which", says nothing of X itself.
_OTHER_OBJECT = re.compile(
    rf"\b(?:(?!(?:is|was)\b)[a-z]+s|with|by|to|be|(?:to|can|may|might|could|will) [a-z]+|(?:has|have|had) [a-z]+ed)"
    rf" (?:(?:the|its|other|usual|all|common) )*"
    rf"(?P<what>(?:complications?|drugs?|medicines?|medications?|treatments?|therap(?:y|ies)|supplements?|side effects?"
    rf"|adverse effects?|causes?|consequences?|triggers?|carers?|caregivers?|risk factors?|vaccines?|receptors?"
    rf"|targets?|patients?|purchases?|sales?) (?:of|for|against|in|used in|used for))"
    rf" (?:the )?(?:{NAME}|which\b|what\b)",
    re.I,
)


_IS_A = re.compile(r"\b(?:is|are|was|were)(?: an?| the)? $", re.I)  # what is so said to be: "is a prodrug"


_TAKING = ("overuse", "misuse", "abuse", "excess", "overconsumption", "ingestion")
_OF_WHICH = re.compile(r" (?:of|in) (?:which|what)\b", re.I)


def unaccounted(
    said: str, spots: Spots, named: Collection[str], words: PhraseReader, read: Collection[str] = ()
) -> str:
    """Return a word of what asks in a stem that neither its names nor its relation account for; "" for none.

    "Which drug for X can be crushed?" asks more than what treats X. `named`: names that were read from the stem;
    `read`: its relations as they were read, which account for their own words.
    """
    places = [(a, b, meant) for a, b, meant in _names(said, spots)]
    for name in named:
        at = said.lower().find(name.lower()) if name else -1
        end = at + len(name)
        if at >= 0 and not any(a <= at and end <= b for a, b, _ in places):
            places = [p for p in places if p[1] <= at or p[0] >= end] + [(at, end, ())]
    masked = said
    for start, end, _ in sorted(places, key=lambda p: -p[0]):
        masked = f"{masked[:start]}{NAME}{masked[end:]}"
    parts = [*_ASKING_PART.finditer(masked)] or [*_LAST_SENTENCE.finditer(masked)]
    asks = masked[parts[-1].end() :] if parts else masked
    if other := _OTHER_OBJECT.search(asks):
        return other["what"]
    first = asks.find(NAME)
    more = [c for c in _every_cue(asks, words) if c.kind in (UNREAD, CHANGES)]
    more = [c for c in more if c.kind == CHANGES or not _is_of_relation(asks[c.start : c.end], asks, read, words)]
    if of_it := next((c for c in more if _is_of_which(asks, c)), None):
        return asks[of_it.start : of_it.end]
    telling = (c for c in more if c.kind == CHANGES or c.start > first or _IS_A.search(asks[: c.start]))
    telling = (c for c in telling if c.kind == CHANGES or not _is_phrase(asks[c.start : c.end], words))
    return next((asks[c.start : c.end] for c in telling), "")


_OF_NAME = re.compile(
    rf" (?:of|in|behind|among) (?:(?:the|an?) )?"
    rf"(?:(?:people|patients|those|children|adults|men|women|persons?|someone|sufferers) (?:with|who have) )?{NAME}"
)


def senses_said(said: str, spots: Spots, words: PhraseReader) -> frozenset[str]:
    """Return all that the words for relations in a text may mean; nothing where it has none that is known."""
    cues = _every_cue(masked_all(said, spots)[0], words)
    return frozenset[str]().union(*(c.senses for c in cues if c.kind != "soft"))


def says_only(said: str, spots: Spots) -> bool:
    """Whether a text says nothing but the one thing that its names mean: "taking valaciclovir or another antiviral"."""
    masked, kept = _masked(said, _names(said, spots))
    alone = len({_entity(meant).id for _, _, meant in kept}) == 1 and not _COMPOUND.search(masked)
    return alone and all(c.kind == "judging" for c in _every_cue(masked, None))


def of_other_object(said: str, spots: Spots) -> str:
    """Return what is said to be treated, or done, of a name, where that is not the name itself: "complications of"."""
    found = _OTHER_OBJECT.search(masked_all(said, spots)[0])
    return found["what"] if found else ""


def of_another(said: str, spots: Spots, words: PhraseReader) -> bool:
    """Whether a text may be of something else than one of its names: "the complications of X", "the carers of X"."""
    masked, _ = masked_all(said, spots)
    if of_other_object(said, spots) or _COMPOUND.search(masked):
        return True
    more = [c for c in _every_cue(masked, words) if c.kind in (UNREAD, CHANGES)]
    return any(_OF_NAME.match(masked, c.end) or _is_of_which(masked, c) for c in more)


def _is_of_which(masked: str, cue: Cue) -> bool:
    """Whether a word says that what is asked for is not the thing itself: "the breakdown of which protein"."""
    if not _OF_WHICH.match(masked, cue.end):
        return False
    return masked[cue.start : cue.end].lower() not in {*DEED_NOUNS, *_TAKING}


def _is_of_relation(word: str, asks: str, read: Collection[str], words: PhraseReader) -> bool:
    """Whether a relation that was read is none without a word: "causes the build-up of", other than "treats severe"."""
    said = (asks.lower(), " ".join(asks.replace(NAME, " ").lower().split()))  # "keeps it down", too
    whole = (r for r in read if word in r.split() and any(r.lower() in one for one in said))
    return any(not words.read(" ".join(w for w in r.split() if w != word)).predicates for r in whole)


def _is_phrase(said: str, words: PhraseReader) -> bool:
    """Whether a word is of a relation that needs a verb or a preposition beside it: "inherited"."""
    return any(_is_read(f"is {said}{more}", words) for more in ("", " by", " in"))


def narrowed(said: str, spots: Spots, kinds: Collection[str]) -> str:
    """Return what of a stem says for whom, or how it is taken, apart from its names; "" for nothing."""
    return next(narrowings(said, spots, kinds), "")


EVERY_TIME = frozenset({"always", "invariably", "without exception"})  # of a story's patient they narrow nothing


def narrowings(said: str, spots: Spots, kinds: Collection[str]) -> Iterator[str]:
    """Yield all that `narrowed` returns the first of."""
    masked, _ = _masked(said, _names(said, spots))
    yield from (masked[c.start : c.end] for c in _every_cue(masked, None) if c.kind in kinds)


def _meant(cues: Sequence[Cue], masked: str, words: PhraseReader) -> tuple[tuple[str, ...], list[Cue]] | None:
    """Return the relations that the cues may mean together, and the cues that say so."""
    quoted = [c for c in cues if c.kind == "phrase"]
    others = [c for c in cues if c.kind not in ("phrase", "soft")]
    changes = [c for c in cues if c.kind == "change"]
    if len(changes) == 1 and all("cause" in c.senses or c in changes for c in others) and not quoted:
        return (said, changes) if (said := _said_by(changes[0].senses, words)) else None
    if quoted:  # words that the graph's vocabulary knows: one relation, and nothing else beside it
        return ((masked[quoted[0].start : quoted[0].end],), quoted) if len(quoted) == 1 and not others else None
    senses = _agreed(cues)
    phrases = _said_by(senses, words)
    return (phrases, [c for c in cues if c.senses & senses]) if phrases else None


# What is said in one sense where another is meant: "improves" of what a graph calls "stimulates".
_WIDER: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "improve": frozenset({"raise", "treat"}),
        "impair": frozenset({"cause", "lower"}),
        "cause": frozenset({"predispose"}),
        "predispose": frozenset({"cause", "associated"}),
        "associated": frozenset({"cause", "predispose"}),
        "prevent": frozenset({"lower"}),
        "lower": frozenset({"prevent"}),
        "present": frozenset({"associated", "cause"}),
        "act": frozenset({"lower", "raise", "bind"}),
        "bind": frozenset({"act"}),
    }
)


def any_meaning(masked: str, cues: Sequence[Cue], words: PhraseReader) -> tuple[str, ...]:
    """Return every relation that any of the cues may mean."""
    quoted = [masked[c.start : c.end] for c in cues if c.kind == "phrase"]
    wider = frozenset[str]().union(*map(wide_senses, cues))
    return tuple(dict.fromkeys((*quoted, *_said_by(wider, words))))


def wide_senses(cue: Cue) -> frozenset[str]:
    """Return what a word may mean, and what it may be said for."""
    # what may mean several things already is not widened, nor a noun for a kind of thing
    plain = len(cue.senses) <= _NARROW and cue.kind != "soft"
    return cue.senses.union(*(_WIDER.get(s, frozenset()) for s in cue.senses if plain))


def any_relation(words: PhraseReader, senses: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Return every relation of a graph that a test may ask of, in words; only those of some senses, where given."""
    return _said_by(senses or frozenset(SENSES), words)


def _said_by(senses: frozenset[str], words: PhraseReader) -> tuple[str, ...]:
    said = tuple(p for s in SENSES if s in senses for p in SENSES[s] if _is_read(p, words))
    # a graph that knows of no risks says of what makes an illness more likely that it brings it on
    return said or (_said_by(frozenset({"cause"}), words) if senses == {"predispose"} else ())


def _entity(meant: Sequence[Candidate]) -> Entity:
    return meant[0].entity


def _is_read(phrase: str, words: PhraseReader) -> bool:
    read = words.read(phrase)
    return bool(read.predicates) and not (read.overstates or read.near)


def _names(said: str, spots: Spots) -> list[Spot]:
    """Return the names of a text that are more than words of a test."""
    return sorted((s for s in spots if s[2] and _cues(said[s[0] : s[1]]) != ()), key=lambda s: s[:2])


# What follows a name and makes it the name of something else: "sleep disorders", "the receptor of insulin".
_COMPOUND = re.compile(
    rf"{NAME}[- ](?:(?:diseas|illness)es|(?:disease|disorder|problem|illness|condition|syndrome|ailment|receptor"
    r"|target|test|trouble|pathology)s?|toxicit(?:y|ies))\b"
    rf"|\b(?:receptor|gene|protein|enzyme)s? (?:of|for) (?:the )?{NAME}",
    re.I,
)
# "COPD (chronic obstructive pulmonary disease)", "episodic memory (Memory, Episodic)": one thing, called twice.
_CALLED_TWICE = re.compile(
    rf"(?P<other>(?:[\w-]+ ){{1,4}}?)\((?:the )?{NAME}\)|{NAME} \((?P<short>[A-Z][\w-]{{1,7}})\)"
)


# "The opioid receptor {name}" is the name: what kind of thing it is changes nothing.
_APPOSED = re.compile(
    rf"\b(?:the|an?) (?:(?!(?:of|for|in|with|by|to|on|and|or|from|against|is|are|that|which)\b)[\w-]+ ){{0,3}}"
    rf"(?:drug|medicine|medication|tablet|pill|capsule|agent|antibiotic|antidepressant|statin|supplement|herb|spice|vitamin|mineral|nutrient"
    rf"|compound|chemical|substance|hormone|neurotransmitter|gene|protein|enzyme|receptor|transporter|channel|kinase"
    rf"|peptide|antibody) (?={NAME})",
    re.I,
)


def masked_names(said: str, spots: Spots) -> tuple[str, tuple[str, ...]]:
    """Return a text with a mark in the place of each name, and the names; none where two mean the same or a name is
    only a part of another.
    """
    masked, kept = _masked(said, _names(said, spots))
    alone = len({_entity(meant).id for _, _, meant in kept}) == len(kept) and not _COMPOUND.search(masked)
    return masked, tuple(said[a:b] for a, b, _ in kept) if alone else ()


def masked_all(said: str, spots: Spots) -> tuple[str, tuple[str, ...]]:
    """Return a text with a mark in the place of each name, and all names; none where one is only a part of another."""
    masked, kept = _masked(said, _names(said, spots))
    return masked, () if _COMPOUND.search(masked) else tuple(said[a:b] for a, b, _ in kept)


def _masked(said: str, names: Sequence[Spot]) -> tuple[str, list[Spot]]:
    """Return a text with a mark in the place of each name, and the names; of a thing that is named twice, one."""
    kept: list[Spot] = []
    pieces, at = [], 0
    for start, end, meant in names:
        if start < at:
            continue
        twice = bool(kept) and _entity(kept[-1][2]).id == _entity(meant).id and said[at:start] == " ("
        pieces.append("" if twice else f"{said[at:start]}{NAME}")
        if not twice:
            kept.append((start, end, meant))
        at = end + (1 if twice and said[end : end + 1] == ")" else 0)
    masked = _APPOSED.sub("", "".join((*pieces, said[at:])))
    if (found := _CALLED_TWICE.search(masked)) and len(kept) == masked[: found.end()].count(NAME):
        name = said[kept[-1][0] : kept[-1][1]]
        masked = masked[: found.start()] + _without_alias(found, name) + masked[found.end() :]
    return masked, kept


def _without_alias(found: re.Match[str], name: str) -> str:
    """Return a name that is said twice as said once, where both are plainly the same."""
    said = (found["short"] or found["other"]).split()
    for skipped in range(len(said)):
        alias = said[skipped:]
        initials = "".join(w[0] for w in re.findall(r"\w+", name)).casefold()
        same = sorted(re.findall(r"\w+", name.casefold())) == sorted(w.casefold() for w in alias)
        if same or (len(alias) == 1 and alias[0].casefold() == initials) or _is_short_for(name, alias):
            return f"{' '.join(said[:skipped])} {NAME}".strip()
    return found[0]


def _is_short_for(name: str, said: Sequence[str]) -> bool:
    """Whether a name of capitals has its letters from words, in their order: "XDH" of "xanthine dehydrogenase"."""
    letters = [c for c in name.casefold() if c.isalpha()]
    if not said or not re.fullmatch(r"[A-Z][A-Z0-9-]{1,7}", name) or said[0][:1].casefold() != letters[0]:
        return False
    rest = iter("".join(said).casefold())
    return len(letters) >= len(said) and all(letter in rest for letter in letters)


def _cues(masked: str, words: PhraseReader | None = None) -> tuple[Cue, ...] | None:
    """Return the words for relations and denials in order; None where a word is accounted for by nothing.

    With a vocabulary, what it reads as a relation is one.
    """
    found = []
    for cue in _every_cue(masked, words):
        if cue.kind in _MORE:
            return None
        found.append(cue)
    return tuple(found)


def cues_with_unread(masked: str, words: PhraseReader | None) -> tuple[Cue, ...]:
    """Return the words for relations and denials, and those that are accounted for by nothing, in order."""
    return tuple(_every_cue(masked, words))


# An adverb of manner, and what stands between an article, or "which", and a noun for a kind of thing: a word for what
# is asked may narrow that down, and only one of the options can be right.
_JUDGES = re.compile(
    r"(?!early|only|family|unlikely|rarely|barely|hardly|scarcely|seldom|false|wrong|suppos|alleged|former|poorly"
    r"|badly|weakly|partly|partially|daily|weekly|monthly|yearly|slowly|quickly|apply|rely|supply|multiply|imply|reply"
    r"|fly)[a-z]{3,}ly(?![\w'-])"
    r"|(?!(?:[a-z-]+ )?(?:[a-z]+est|few\w*|more|less|most|least|many|much|non\w*|un\w+|same|other|opposite|absent"
    r"|missing|wrong|false|fake|anti\w*|generic|single|sole) )"
    r"(?:(?<=which )(?:[a-z-]{4,} ){1,2}(?=(?:drug|medicine|medication|agent|supplement|herb|food|substance|compound"
    r"|product|remedy|condition|disease|disorder|symptom|enzyme|protein|gene|receptor"
    r"|plant)s?\b)"
    r"|(?:(?<=\ba )|(?<=\ban )|(?<=\bthe ))(?:[a-z-]{4,} ){1,2}(?=(?:side effect|adverse effect|complication"
    r"|consequence|cause|trigger|risk factor|symptom|sign|feature|constituent|ingredient|component|source|treatment"
    r"|polyphenol|flavonoid|alkaloid|phytochemical|catechin|stimulant"
    r"|remedy|example|inhibitor|blocker|activator|drug|medicine|medication|agent|supplement|herb|compound|substance"
    r"|enzyme)s?\b))"
    # a kind of molecules or of drugs right behind "which": all options are such
    r"|(?:(?<=which )|(?<=what ))(?:kinase|phosphatase|protease|transporter|channel|hormone|neurotransmitter|cytokine"
    r"|interleukin|transcription factor|nuclear receptor|anticoagulant|antidepressant|antipsychotic|antibiotic"
    r"|painkiller|analgesic|statin|antiarrhythmic|antidiabetic|diabetes drug|mood stabili[sz]er|beverage|drink|spice"
    r"|electrolyte|trace element|antioxidant|flavonoid|polyphenol)s?(?![\w'-])"
    r"(?! (?:of|for|to|from|dose|level|activity|gene|family|class|[a-z]+(?:or|er|ist|ion)s?)\b)",
    re.I,
)


# Whom a question is put to, or is about: a specialist, an adult of some age. A child's age may matter.
_PERSON = re.compile(
    r"(?:[a-z]*(?:ologist|iatrist|ician|iatrician|therapist|practitioner|smoker)s?|(?:1[89]|[2-9]\d)-year-olds?)"
    r"(?![\w'-])",
    re.I,
)


def _every_cue(masked: str, words: PhraseReader | None) -> Iterator[Cue]:
    at = 0
    while token := re.compile(r"[^\W_][\w'-]*").search(masked, at):
        matches = list(_matches(masked, token.start()))
        if not matches:
            phrase = _phrase_at(masked, token.start(), words) if words else None
            at = phrase.end if phrase else token.end()
            says_nothing = _PERSON.match(masked, token.start()) or _JUDGES.match(masked, token.start())
            if phrase or not says_nothing:
                yield phrase or Cue(UNREAD, frozenset(), *token.span())
            continue
        at = max(m.end for m in matches)
        if all(m.kind == "judging" for m in matches if m.end == at) and masked[at:].lstrip().startswith(NAME):
            yield Cue(UNREAD, frozenset(), token.start(), at)  # "severe {name}" is less than the name
            continue
        alike = [m for m in matches if m.end == at and m.kind not in _SAYS_NOTHING]
        senses = frozenset[str]().union(*(m.senses for m in alike))
        yield from (replace(m, senses=senses) for m in alike[:1])


def _matches(masked: str, at: int) -> Iterator[Cue]:
    for row in _rows():
        if match := row.pattern.match(masked, at):
            yield Cue(row.kind, row.senses, at, match.end())


def _phrase_at(masked: str, at: int, words: PhraseReader) -> Cue | None:
    """Return the words from here on that a vocabulary reads as a relation, the longest stretch of them."""
    ends = [m.end() for m in islice(re.finditer(r"[^\W_][\w'-]*", masked[at:].partition(NAME)[0]), _PHRASE_WORDS)]
    for end in reversed(ends):
        read = words.read(masked[at : at + end])
        if read.predicates and not (read.overstates or read.near or read.negated or read.hedged):
            return Cue("phrase", frozenset(), at, at + end)
    return None


def _agreed(cues: Sequence[Cue]) -> frozenset[str]:
    """Return the senses in which all cues agree; a noun for a kind of thing counts where nothing else tells."""
    for some in (cues, [c for c in cues if c.kind != "soft"]):
        if some and (shared := reduce(frozenset.__and__, (c.senses for c in some))):
            return shared
    return frozenset()


_ANY = "any"
_PASSIVE = re.compile(r"\b(?:is|are|was|were|be|been|being|get|gets)(?: \w+ly)? $", re.I)
_BY = re.compile(r"^(?: \w+){0,2}? (?:by|from|with|through)\b", re.I)
_OF = re.compile(r"^(?:\W+\w+){0,2}?\W+(?:of|for|from|with|in|to)\b", re.I)
_INCLUDES = re.compile(rf"^\W+(?:includes?|such as|like|is|are|can be|may be)\b[^{NAME}]*{NAME}", re.I)
_AS_A = re.compile(rf"{NAME} as (?:an? |the |its )?(?:\w+ )?$", re.I)


def _first(masked: str, cues: Sequence[Cue], *, statement: bool) -> str | None:
    """Return which end is the subject: "first" for what is asked, or a statement's first name; "other"; any."""
    told = {_way(masked, cue, statement=statement) for cue in cues if cue.kind not in _EITHER_WAY}
    if not told:
        return _ANY
    return next(iter(told)) if len(told) == 1 else None


_DIRECTLY = re.compile(rf"^ (?:the |an? |its )?{NAME}")


def _way(masked: str, cue: Cue, *, statement: bool) -> str:
    if cue.kind in ("role", "outcome"):
        own = _is_of_first(masked, cue) if statement else _is_of_what_is_asked(masked, cue)
        return "first" if own is (cue.kind == "role") else "other"
    # Of a stem the name stands before the verb where it is its subject; of a statement the first name always does.
    asked_first = statement or masked.find(NAME) > cue.start
    if cue.kind == "change":
        own = NAME not in masked[: cue.start] if statement else not _DIRECTLY.match(masked[cue.end :])
        return "other" if own else "first"
    if cue.kind == "phrase":  # which is read with its "by"
        turned = _PASSIVE.search(masked[: cue.start]) is not None and masked[: cue.end].endswith(("ed", "en"))
        return "first" if asked_first != turned else "other"
    passive = _PASSIVE.search(masked[: cue.start]) is not None and _BY.search(masked[cue.end :]) is not None
    turned = passive != (cue.kind == "taking")
    return "first" if asked_first != turned else "other"


def _is_of_what_is_asked(masked: str, cue: Cue) -> bool:
    """Whether a noun says what the option is ("a side effect of {name} is"), and not what the name is."""
    behind = masked[cue.end :]
    if _OF.match(behind):
        return NAME in behind
    return not (_INCLUDES.match(behind) or _AS_A.search(masked[: cue.start]))


def _is_of_first(masked: str, cue: Cue) -> bool:
    """Whether a noun says what a statement's first name is ("{a} is a side effect of {b}"), and not its second."""
    before, behind = masked[: cue.start], masked[cue.end :]
    if _OF.match(behind) and NAME in behind:
        return NAME in before
    return NAME not in behind
