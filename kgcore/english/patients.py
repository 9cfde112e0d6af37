"""What is said of people who have an illness: what they get with it, and what they are given for it. Pure."""

from __future__ import annotations

import re

_PEOPLE_WITH = re.compile(
    r"\b(?:people|patients?|individuals|persons?|those|someone|somebody|anyone|anybody|everyone|sufferers|cases"
    r"|children|adults|women|men|boys|girls|infants|babies|newborns|kids|adolescents|a (?:child|woman|man|person|baby))"
    r" (?:with|who have|who has|having|suffering from|who suffer from|living with|affected by|diagnosed with|of)"
    r"(?: the| an?)? $",
    re.IGNORECASE,
)
_BORNE = re.compile(
    r"(?P<who>patients |sufferers |people |cases )?"
    r"(?P<may>(?:may|might|could|can|will|do not|does not|never|often|usually"
    r"|commonly|frequently|typically|sometimes|also|generally|regularly|rarely|tend to) )*"
    r"(?:have|has|gets?|develops?|experiences?|suffers?(?: from)?|reports?|shows?|exhibits?|displays?|describes?|feels?"
    r"|notices?|complains? of|comes? down with|goes? on to develop)(?: an?| the| some)?",
    re.IGNORECASE,
)
_GIVEN = re.compile(
    r"(?P<who>patients |sufferers |people )?"
    r"(?P<may>(?:may|might|could|can|often|usually|commonly|frequently|typically|sometimes|also|generally|regularly) )*"
    r"(?:(?:are|is|be|get|gets) "
    r"(?:(?:often|usually|commonly|frequently|typically|sometimes|also|generally|regularly) )?"
    r"(?:put on|given|prescribed|started on|offered|administered|placed on|maintained on|treated with)|receives?)"
    r"(?: an?| the| some)?",
    re.IGNORECASE,
)
_TRIED = re.compile(
    r"\b(?:or|versus|vs|placebo|trials?|stud(?:y|ies)|randomi[sz]ed|despite|for (?:the )?(?!it|this|their)"
    r"|to (?:treat|prevent)|because|against|unless|except|if)\b",
    re.IGNORECASE,
)
_MAYBE = re.compile(r"\b(?:may|might|could)\b", re.IGNORECASE)


def is_of_people(words: str) -> bool:
    """Whether the words before the name of an illness make people of it: "Some children with "."""
    return _PEOPLE_WITH.search(words) is not None


def sign_of(phrase: str, *, people: bool) -> str:
    """Return what an illness does of which people get, have or report something: "may present with"; "" if unsure."""
    said = _BORNE.fullmatch(phrase)
    if said is None or not (said["who"] or people):
        return ""
    return f"{said['may']}present with" if said["may"] else "presents with"


def given_to(phrase: str, rest: str, *, people: bool) -> tuple[str, ...]:
    """Return what is said of a thing that people with an illness are given, from the thing to the illness.

    `rest` is what stands behind the thing; what is given by turns, or in a trial, is not said to be given for it.
    """
    said = _GIVEN.fullmatch(phrase)
    if said is None or not (said["who"] or people) or _TRIED.search(rest):
        return ()
    be = "may be" if _MAYBE.search(phrase) else "is"
    return tuple(f"{be} {words}" for words in ("given for", "given to people with", "used in"))
