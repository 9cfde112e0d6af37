"""What denies a relation: a word in its predicate's name, or one of its properties."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any

from kgcore.english.inflection import third_person
from kgcore.values.model import Predicate
from kgcore.vocabulary.vocabulary import Vocabulary

TRUTH = {
    **dict.fromkeys(("true", "1", "yes", "y", "t", "1.0", "not", "negated"), True),
    **dict.fromkeys(("false", "0", "no", "n", "f", "0.0", ""), False),
}


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NOTHING = frozenset({"none", "null", "nan", "affirmed", "affirmative", "positive", "[]", "{}"})
# "neg_correlation" is a correlation, and nothing is denied
_DENIED = re.compile(
    r"(?P<prefix>(?:[\w.\-]+:)?(?:(?:is|are|was|has)[_\- ])?)"
    r"(?:neg[_\- ](?!correl|regul|assoc|feedb|contr|modul)|not[_\- ]|(?:neg|not|negated|refuted)[:|])(?P<rest>\w.*)",
    re.I,
)  # "NOT|enables": https://geneontology.org/docs/go-annotation-file-gaf-format-2.2/ (column 4)
# "not to be used in" warns: it says more than that nobody recorded a use.
_WARNS = re.compile(
    r"(?:[\w.\-]+:)?(?:(?:is|are)[_\- ])?not[_\- ](?:to[_\- ]be|(?:for|safe|recommended|advised|advisable)[_\- ])\w*.*",
    re.I,
)
_DOES_NOT = re.compile(
    r"(?P<prefix>(?:[\w.\-]+:)?)(?:does|do|did)[_\- ]?n(?:ot|['\u2019]?t)[_\- ]?"
    r"(?P<verb>[a-z]+)(?P<rest>(?:[_\- ]\w+)*)",
    re.I,
)
_LACKED = {
    **dict.fromkeys(("effect", "impact", "influence"), "affects"),
    **dict.fromkeys(("association", "link", "relation", "relationship"), "associated_with"),
    "correlation": "correlated_with",
    "interaction": "interacts_with",
}  # what "no_effect_on" denies
_NO = re.compile(
    r"(?P<prefix>(?:[\w.\-]+:)?)(?:has[_\- ]?)?no[_\- ]?(?:known[_\- ]|significant[_\- ])?"
    rf"(?P<noun>{'|'.join(_LACKED)})(?:[_\- ]?(?:on|upon|with|to))?",
    re.I,
)
_FLAGS = _names(
    "negated isnegated negation isnegation hasnegation isneg not isnot denied isdenied refuted isrefuted disproved "
    "isdisproved disproven isfalse negate negatedflag negationflag negflag negationstatus biolinknegated edgenegated "
    "relationnegated predicatenegated statementnegated assertionnegated"
)
# a denial, or an effect downwards; or said and then taken back
_DOUBTFUL = _names(
    "negative isnegative neg polarity polarityqualifier subjectnegated objectnegated contradicted iscontradicted "
    "disputed isdisputed rejected retracted isretracted withdrawn absent isabsent excluded isexcluded"
)
_DOUBTS = _names("true yes negative neg negated - -1 -1.0 minus not denied absent refuted")
_WORDY = _names("qualifier qualifiers attributes statementqualifier relationqualifier annotationqualifier modifier")
_AFFIRMING = _names("istrue truth truthvalue affirmed isaffirmed supported issupported supports holds")
# Where curators write what they found: ClinGen and GenCC "Refuted Evidence", CIViC "Does Not Support", GO "ND".
_FINDINGS = _names(
    "evidencedirection evidencelevel evidencecode evidence direction status classification stance assertion modality "
    "factuality certainty conclusion result finding validity outcome verdict rating effectiveness "
    "effectivenessrating"
)
_REFUTES = re.compile(
    r"refut\w*(?: evidence)?|disprov\w+|falsified|counterfact\w*|negated|not|denied|does(?: not|n't) support|"
    r"not supported|no (?:known )?(?:disease )?relationship|no association|"
    r"(?:likely |probably |possibly )?(?:ineffective|not effective)|no effect"
)
_UNDECIDED = re.compile(
    r"nd|disput\w+(?: evidence)?|contradict\w*|conflicting(?: evidence)?|retracted|withdrawn|rejected|inconclusive|"
    r"insufficient(?: \w+){0,5}|no evidence|no (?:reported|known) \w+"
)
_TYPED = re.compile(r":(?:boolean|bool|string|int)(?:\[\])?$", re.I)  # as in a header of neo4j-admin
SIGNS = _FLAGS | _DOUBTFUL | _WORDY  # names of properties that say nothing of a statement but whether it is denied
TELLING = (
    SIGNS | _AFFIRMING | _FINDINGS | {"qualifiedpredicate"}
)  # names of properties that `denied_by_property` looks at
_SAID = re.compile(r"negated\W.{0,60}?\b(true|false)\b", re.I)


def strip_denial(predicate: str, described: Collection[str] = ()) -> tuple[str, bool]:
    """Return a predicate without the denial in its name, and whether there was one: NOT_TREATS → TREATS, True.

    What warns ("not to be used in") keeps its name.
    """
    if predicate in described or _WARNS.fullmatch(predicate):
        return predicate, False
    found = _DENIED.fullmatch(predicate)
    if found:
        return f"{found['prefix']}{found['rest']}", True
    if lacked := _NO.fullmatch(predicate):
        return lacked["prefix"] + _LACKED[lacked["noun"].lower()], True
    verb = _DOES_NOT.fullmatch(predicate)
    name = _known(verb["prefix"], verb["verb"], verb["rest"]) if verb else ""
    return (name, True) if name else (predicate, False)


def _known(prefix: str, verb: str, rest: str) -> str:
    """Return what "does not VERB" denies where Evigraph knows it, as TREATS of DOES_NOT_TREAT; else ""."""
    shouted = verb.isupper()
    low = verb if shouted else verb[:1].lower() + verb[1:]
    third = third_person(low.lower() if shouted else low)
    name = f"{prefix}{third.upper() if shouted else third}{rest}"
    return name if Vocabulary.of([Predicate(name)]).get(name).label else ""


def denied_by_property(key: str, value: str) -> bool | None:
    """Say whether a property of a statement denies it; None where that cannot be told."""
    name, told = _key(key), value.strip().strip("'\"").casefold()
    if name in _FLAGS:
        return False if told in _NOTHING else TRUTH.get(told)
    if name in _DOUBTFUL:
        says_no = told != "" and TRUTH.get(told) is ("polarity" not in name)  # a flag that is set, a polarity of 0
        return None if says_no or told in _DOUBTS else False
    if name in _AFFIRMING:
        return None if told and TRUTH.get(told) is False else False
    if name in _FINDINGS:
        negative = told in ("negative", "neg") and "direction" not in name  # of an effect: downwards
        return True if _REFUTES.fullmatch(told) else None if negative or _UNDECIDED.fullmatch(told) else False
    if name == "qualifiedpredicate":
        return None if strip_denial(value.strip())[1] else False
    return _worded(told) if name in _WORDY else False


def is_denial_property(key: str) -> bool:
    """Tell whether a property of that name may say that a statement is denied."""
    return _key(key) in TELLING


@lru_cache(maxsize=4096)
def _key(key: str) -> str:
    bare = _TYPED.sub("", key.strip())
    return "".join(c for c in bare.rpartition(":")[2].casefold() if c.isalnum())


def _worded(told: str) -> bool | None:
    """Say whether the text of a qualifier denies; an attribute may, as Biolink has them: {"attribute_type_id": …}."""
    if "{" not in told:
        words = re.split(r"[\W_]+", told)
        if not {"not", "negated", "refuted", "refutes"}.isdisjoint(words):
            said = _SAID.search(told)
            return said[1] == "true" if said else True
        return None if told in ("no", "neg", "negative", "absent", "excluded", "denied") else False
    if "negated" not in told:
        return False
    try:
        found = list(_attributes(json.loads(told)))
    except (ValueError, RecursionError):
        said = _SAID.search(told)
        return said[1] == "true" if said else None
    return True if True in found else None if None in found else False


def _attributes(value: Any) -> Iterator[bool | None]:
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, Mapping):
            yield from (TRUTH.get(str(v).casefold()) for k, v in one.items() if _key(k) in _FLAGS)
            if any(isinstance(v, str) and _key(v) in _FLAGS for k, v in one.items() if not k.endswith("value")):
                yield next((TRUTH.get(str(v).casefold()) for k, v in one.items() if k.endswith("value")), None)
