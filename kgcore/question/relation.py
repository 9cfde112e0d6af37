"""The relation that a question asks about, in the graph's predicates: what the vocabulary reads, or a slant. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from kgcore.english.reading import PhraseReading
from kgcore.values.intent import AskedRelation, Slant
from kgcore.values.model import Entity, Predicate
from kgcore.vocabulary.types import goes_on
from kgcore.vocabulary.vocabulary import is_desirable, names_measure


class RelationWords(Protocol):
    """What is needed of `kgcore.vocabulary.Vocabulary` here."""

    def read(self, phrase: str) -> PhraseReading:
        """Read a relation phrase."""
        ...

    def get(self, name: str) -> Predicate:
        """Return the predicate of that name."""
        ...

    @property
    def names(self) -> Sequence[str]:
        """The names of the graph's predicates."""
        ...


_TOGETHER = re.compile(
    r"\b(?:together|combin\w+|mix\w*|at the same time|alongside|interact\w*|safe(?:ly)?(?: to take)? with|on top of"
    r"|(?:kept?|keep|stay|separate\w*|space\w*|apart|away) (?:\w+ )?(?:apart |away )?from"
    r"|avoid\w* (?:with|while|when|on|if)|not (?:be )?(?:taken|mixed|combined|used|go) with|goes? (?:\w+ )?with"
    r"|clash\w*|(?:mess(?:es)?|interfer\w+|meddl\w+) with|ok(?:ay)? with|fine with|compatible)\b"
)
# Of a drug that is what an interaction does, of a process it hinders it.
_DISTURBS = re.compile(r"\b(?:mess(?:es)?|interfer\w+|meddl\w+|clash\w*|conflicts?|reacts?) with\b")
_ALL_RIGHT_WITH = re.compile(r"\b(?:ok(?:ay)?|fine|safe|all right|alright) (?:to take )?(?:with|for|in)$")  # an illness
_TAKEN_WITH = re.compile(r"\b(?:take|taken|use|used|have|drink|avoid\w*|safe)\b.*\bwith$")
# Of these any relation is an answer, unless the graph has one of these very words.
_HAS_A_PART = re.compile(
    r"\b(?:involved|implicated|(?:play(?:s|ed|ing)?|ha(?:ve|s|ving)) (?:an? |any |some )?(?:\w+ )?(?:role|part|hand))"
    r" in\b"
    r"|\b(?:anything|something|much|a lot) to do with\b"
)
BAD = re.compile(
    r"\b(?:bad|harm\w*|danger\w*|risky|risks?|unsafe|safe|toxic|hurt\w*|damag\w*|side effects?|adverse|unhealthy"
    r"|(?:hard|tough|rough) on"
    r"|avoid\w* (?:in|for|during|when|if))\b"
)
GOOD = re.compile(
    r"\b(?:good|treat\w*|cures?|cured|curing|helps?|helpful|helping|benefi\w+|useful|works?|effective|take|try|use|used|worth\w*|recommended|fight\w*|"
    r"eases?|healthy|advisable|supports?|against|for|remed\w+|(?:given?|prescribed?) (?:\w+ ){0,2}with)\b"
)
_TOXIC = "is toxic to"  # where the graph's own words say so: elsewhere it may be read as "disrupts"
# What would bear on a loose question, asked of the vocabulary, so that it works in any graph's predicates.
_BEARS = {
    Slant.GOOD: ("treats", "prevents", "palliates"),
    Slant.BAD: ("causes", "raises the risk of", "has the side effect", _TOXIC),
    Slant.ANY: (),
}
_SIDE_EFFECT = re.compile(
    r"\b(?:side|adverse|unwanted|undesired|undesirable|harmful) (?:drug )?(?:effects?|events?|reactions?)(?! of\b)"
)
_UNSAFE = re.compile(
    r"\b(?:(?:un)?safe\w*|danger\w*|risk\w*|bad|harm\w*|downsides?|drawbacks?|catch|cons|warnings?|avoid\w*)\b"
)
# What whoever asks for the first wants to hear of, too.
ALSO = {
    "treats": ("palliates", "is used in the management of"),
    "has the clinical sign": ("has symptom", "presents with"),
    "interacts with": ("has a drug interaction with", "binds"),
}
# What is as near to help as some graphs come.
_HOPED = ("may treat", "may cure", "may cure the disease", "needs the medication")
_TAKEN = re.compile(
    r"drug|supplement|food|beverage|diet|medic(?!al[ _]?test)|herb|nutrient|pharmaceut|smallmolecule|vaccine", re.I
)
_SPACED = re.compile(
    r"\b(?:how (?:far|long|soon|close|much (?:time|of a gap)|many (?:hours?|hrs?|minutes?|mins?))"
    r"|(?:hours?|hrs?|minutes?|mins?|time|gap|interval|wait|delay) (?:apart|between|before|after)"
    r"|(?:what|which|how (?:big|large|long) (?:an? )?|leave an?|is there an?|need an?) (?:gap|interval|break|pause)"
    r"|(?:space|spaced|spacing|separate[ds]?|separating|stagger(?:ed|ing)?|taken? apart|wait)\b)"
)
_ILL = re.compile(
    r"disease|disorder|symptom|phenotyp|condition|syndrome|finding|side ?effect|adverse|patholog"
    r"|ailment|illness|malad(?:y|ies)|complaint",
    re.I,
)
_ILL_NAME = re.compile(
    r"(?:inflammation|stress|damage|death|atrophy|loss|deprivation|injury|resistance|stiffness|mortality|peroxidation|"
    r"apoptosis|aging|albuminuria|fat|pain)$",
    re.I,
)
# Of these, too, less is better, though nobody calls them an ill.
_PILES_UP = re.compile(r"\bamyloid|\btau\b|\balpha-synuclein\b|^c-reactive protein$|^reactive oxygen species$", re.I)


@dataclass(frozen=True, slots=True)
class UnderstoodRelation:
    """A phrase understood; `inverted`: the text's subject is the graph's object."""

    asked: AskedRelation
    inverted: bool = False


def understand_relation(phrase: str, words: RelationWords, to: Entity | None = None) -> UnderstoodRelation:
    """Understand the words between two entities (or beside one); `to` is what the relation leads to, where known."""
    said = _plain(phrase)
    if _DOES_THERE.fullmatch(phrase.strip()):
        return UnderstoodRelation(asked_by_slant(Slant.ANY, words, to, said))
    read = words.read(said).predicates
    disturbed = to is not None and is_taken(to) and _DISTURBS.search(said)
    if to is not None and is_ill_type(to.type) and _ALL_RIGHT_WITH.search(said):
        return UnderstoodRelation(asked_by_slant(Slant.BAD, words, to, said))
    if _TAKEN_WITH.search(said) or disturbed or (_TOGETHER.search(said) and not read):
        meeting = dict.fromkeys((*words.read("interacts with").predicates, *(read if disturbed else ())))
        return UnderstoodRelation(AskedRelation(said, tuple(meeting), _caution(said)))
    if _EITHER_WAY.search(said):
        return UnderstoodRelation(asked_by_slant(Slant.ANY, words, to, said))
    if _TELLS_AN_ILL.search(said):  # what shows an illness does nothing to it
        marks = words.read("is a biomarker for").predicates
        return UnderstoodRelation(AskedRelation(said, marks, None if marks else Slant.ANY))
    loose = _slant(said)
    reading = words.read(said)
    if _HAS_A_PART.search(said) and not any("involve" in words.get(p).words for p in reading.predicates):
        return UnderstoodRelation(asked_by_slant(Slant.ANY, words, to, said))
    if not reading.predicates:
        reading = words.read(f"is {said}") if loose is None else reading
    if reading.predicates and not (loose and _is_loose(said)):
        asked = _with_siblings(reading.predicates, words, to)
        if _USED.fullmatch(said) and asked[:1] == words.read("treats").predicates[:1]:
            asked = tuple(
                dict.fromkeys((*asked, *(p for other in ALSO["treats"] for p in words.read(other).predicates)))
            )
        return UnderstoodRelation(
            AskedRelation(said, asked, None, reading.overstates and not reading.near, reading.negated),
            reading.inverted,
        )
    return UnderstoodRelation(asked_by_slant(loose or Slant.ANY, words, to, said), _of_first(said))


def _with_siblings(asked: tuple[str, ...], words: RelationWords, to: Entity | None) -> tuple[str, ...]:
    """Return what is asked and, of what goes on, the other name of its direction: who blocks absorption reduces it."""
    if to is None or is_taken(to) or not goes_on(to):
        return asked
    for pair in (("inhibits", "reduces"), ("stimulates", "increases")):
        alike = [p for word in pair for p in words.read(word).predicates if p not in words.read("treats").predicates]
        if set(asked) <= set(alike):
            return tuple(dict.fromkeys((*asked, *alike)))
    return asked


_DOES_THERE = re.compile(r"(?:does|do|did|goes on) (?:in|inside|within|on)(?: the)?")  # "what does {0} do in the {1}"
_USED = re.compile(
    r"(?:(?:is|are|was|be) )?(?:\w+ly )?(?:used|given|prescribed|taken|indicated) (?:for|in|against|with)"
)
_WELL = r"(?:good|safe|help\w*|useful|better|beneficial|protect\w*|harmless)"
_ILLY = r"(?:bad|harm\w*|worse|danger\w*|unsafe)"
_MORE, _LESS = r"(?:raises?|increases?)", r"(?:lowers?|decreases?|reduces?)"
_EITHER_WAY = re.compile(
    rf"\b(?:{_WELL} or (?:\w+ )?{_ILLY}|{_ILLY} or (?:\w+ )?{_WELL}|{_MORE} or {_LESS}|{_LESS} or {_MORE})\b"
)
_TELLS_AN_ILL = re.compile(
    r"\b(?:bio ?)?markers?\b|\b(?:use[sd]?|help\w*|serve\w*|tests?) \w* ?(?:to|in|for) (?:diagnos\w+|detect\w*)"
)


def asked_by_slant(slant: Slant, words: RelationWords, to: Entity | None, phrase: str = "") -> AskedRelation:
    """Return what bears on a loose question about `to`: good for memory is what increases it, for pain what treats."""
    asked: tuple[str, ...] = _BEARS[slant]
    contrary: frozenset[str] = frozenset()  # where "treats" is read as "decreases", no memory is to be treated so
    if to is not None and slant is not Slant.ANY and not _ILL.search(to.type):
        less, more = ("reduces", "impairs"), ("increases", "improves")
        too_much = is_ill(to) or _PILES_UP.search(to.name) is not None
        if not (too_much or is_taken(to) or is_untyped(to) or is_desirable(to.name)):
            return AskedRelation(phrase, (), Slant.ANY)  # nobody knows whether more of it is better
        for_worse = (slant is Slant.GOOD) == too_much
        asked = (*asked, *(less if for_worse else more))
        contrary = frozenset(p for a in (more if for_worse else less) for p in words.read(a).predicates)
    heard = [(a, p) for a in asked for p in words.read(a).predicates if p not in contrary]
    found = [p for a, p in heard if a != _TOXIC or "toxic" in words.get(p).words]
    if slant is Slant.BAD:  # whatever a graph calls it: "causes the side effect", "has the unwanted effect"
        found += [name for name in words.names if _SIDE_EFFECT.search(words.get(name).words.casefold())]
        if _UNSAFE.search(phrase):
            found += words.read("is contraindicated for").predicates
    if slant is Slant.GOOD and not found:
        found = [p for a in _HOPED for p in words.read(a).predicates]
    return AskedRelation(phrase, tuple(dict.fromkeys(found)), slant)


def asked_by_verb(verb: str, words: RelationWords) -> AskedRelation:
    """Return a plain verb's predicates: "contains" → CONTAINS."""
    return AskedRelation(verb, words.read(verb).predicates)


def is_ill(entity: Entity) -> bool:
    """Tell whether an entity is something one would rather not have, by its type or name."""
    return is_ill_type(entity.type) or _ILL_NAME.search(entity.name) is not None or is_measure(entity)


def is_measure(entity: Entity) -> bool:
    """Tell whether an entity is something that is measured and too high in whoever is ill: blood pressure."""
    return names_measure(entity.name) and not is_ill_type(entity.type)


def is_harm(entity: Entity) -> bool:
    """Tell whether an entity is an ill and surely no faculty: "attention" is a phenotype to some graphs."""
    return is_ill(entity) and (
        not re.search("phenotyp", entity.type, re.I) or _ILL_NAME.search(entity.name) is not None
    )


def is_ill_type(type: str) -> bool:
    """Tell whether what one would rather not have may be of that type."""
    return _ILL.search(type) is not None


def is_sign(entity: Entity) -> bool:
    """Tell whether an entity shows an illness, rather than being one."""
    return re.search("symptom|phenotyp|sign|finding|complaint", entity.type, re.IGNORECASE) is not None


def is_untyped(entity: Entity) -> bool:
    """Tell whether its graph does not say what sort of thing an entity is."""
    return entity.type in {"", "Thing"}  # what importers write where a source has no types


def is_taken(entity: Entity) -> bool:
    """Tell whether an entity is something that people take: a drug, a supplement, a food."""
    return _TAKEN.search(re.sub(r"[^A-Za-z]", "", entity.type)) is not None


def is_swallowed(type: str) -> bool:
    """Tell whether what people take may be of that type, though it need not be."""
    return re.search(rf"{_TAKEN.pattern}|compound|chemical|substance|allergen", type, re.IGNORECASE) is not None


def is_about_spacing(words: str) -> bool:
    """Tell whether words ask for the time to leave between two things: "how far apart", "how many hours after"."""
    return _SPACED.search(words.lower()) is not None


_HARMS_OR_SUITS = re.compile(
    r"(?:cause|trigger|deplete|give (?:me|you))\b"
    r"|(?:ok|okay|fine|all right|suitable|allowed) (?:for|to|in|while|during|when|if)\b"
)


def is_about_harm(words: str) -> bool:
    """Tell whether words ask for harm: "damage the thyroid", "bad for the kidneys"."""
    return BAD.search(words) is not None or _HARMS_OR_SUITS.match(words) is not None


def asks_of_harm_or_meeting(question: str) -> bool:
    """Tell whether a question asks for harm, or how things that are taken go together."""
    return any(pattern.search(question.lower()) for pattern in (BAD, _TOGETHER, _DISTURBS))


def _plain(phrase: str) -> str:
    said = re.sub(r"[^\w\s'/-]", " ", phrase.lower())
    said = re.sub(r"^\s*(?:also|even|ever|then|still|either)\b|\b(?:any|also|ever|even)\b", " ", " ".join(said.split()))
    said = re.sub(r"^(?:does|do|did|to|that|which|who) (?!not )", "", " ".join(said.split()))
    return re.sub(r"^be ", "is ", " ".join(said.split()))


def _caution(said: str) -> Slant | None:
    """Return no slant for "do they interact", which a yes can answer; "can I take both" it must not."""
    return None if re.search(r"\binteract", said) else Slant.BAD


def _slant(said: str) -> Slant | None:
    if BAD.search(said):
        return Slant.BAD
    return Slant.GOOD if GOOD.search(said) else None


def _is_loose(said: str) -> bool:
    return bool(
        re.fullmatch(
            r"(?:is |are |be )?(?:not )?(?:so |very )?"
            r"(?:(?:good|bad|healthy|useful|worth \w+|safe|harmful|dangerous|unsafe) )?"
            r"(?:for|helps?|helps? (?:with|against|for)|works? (?:for|against)|against|in|take|to)?",
            said,
        )
    )


def _of_first(said: str) -> bool:
    return bool(
        re.search(r"\b(?:side effects?|adverse effects?|complications?|results?|consequences?) (?:of|from)$", said)
    )
