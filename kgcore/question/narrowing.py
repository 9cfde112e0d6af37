"""Is a message about which studies are to count ("only trials", "all papers again")? Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgcore.english.agreement import join_words
from kgcore.english.study_designs import design_noun
from kgcore.values.text import clean_line

_TRIALS = ("randomised trial", "trial")
_OF_PEOPLE = (
    "meta-analysis",
    "systematic review",
    *_TRIALS,
    "cohort",
    "case-control",
    "cross-sectional",
    "case report",
)
_KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"(?:randomi[sz]ed (?:controlled )?|controlled )trials?|rcts?", ("randomised trial",)),
    (r"(?:clinical )?trials?", _TRIALS),
    (r"meta-?analys[ei]s", ("meta-analysis",)),
    (r"(?:systematic )?reviews?", ("meta-analysis", "systematic review")),
    (r"cohorts?(?: studies)?", ("cohort",)),
    (r"case-control studies", ("case-control",)),
    (r"observational studies", ("cohort", "case-control", "cross-sectional")),
    (r"(?:studies (?:in|of|on) (?:humans|people)|human studies|people|humans)", _OF_PEOPLE),
    (r"(?:animal studies|animals)", ("animal study",)),
)
_ANY = "|".join(f"(?P<k{n}>{words})" for n, (words, _) in enumerate(_KINDS))
_ONE = "|".join(f"(?:{words})" for words, _ in _KINDS)
_LIST = rf"(?:{_ONE})(?:(?:,? and |,? or |, )(?:{_ONE}))*"
_ASK = r"(?:please )?(?:(?:now )?(?:show|use|count|take|keep|consider|judge by|go by|by|with|from) )?"
_ONLY = re.compile(
    rf"{_ASK}(?:only|just|nothing but) (?:the )?(?P<first>{_LIST})(?: count)?(?:,? please)?"
    rf"|{_ASK}(?:the )?(?P<last>{_LIST}) (?:only|alone)(?:,? please)?",
    re.IGNORECASE,
)
_EVERYTHING = re.compile(
    rf"{_ASK}(?:all|any|every) (?:the )?(?:papers?|stud(?:y|ies)|designs?|evidence|kinds of stud(?:y|ies))"
    r"(?: again)?(?:,? please)?",
    re.IGNORECASE,
)
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Narrowing:
    """The designs that are to count; none: all papers do again."""

    designs: tuple[str, ...] = ()


def narrowing_of(text: str) -> Narrowing | None:
    """Return which studies a message wants to count, or None where it is about something else."""
    said = clean_line(text).strip(" .!").replace("  ", " ")
    if len(said) > _LONGEST:
        return None
    if _EVERYTHING.fullmatch(said):
        return Narrowing()
    found = _ONLY.fullmatch(said)
    if found is None:
        return None
    wanted: dict[str, None] = {}
    for one in re.finditer(_ANY, found["first"] or found["last"], re.IGNORECASE):
        wanted.update(dict.fromkeys(_KINDS[int((one.lastgroup or "k0")[1:])][1]))
    return Narrowing(tuple(wanted))


def designs_in_words(designs: tuple[str, ...]) -> str:
    """Return designs as one speaks of them: "randomised trials and trials"."""
    nouns = (design_noun(d) for d in designs)
    return join_words(
        f"{n[:-1]}ies" if n.endswith("y") else f"{n[:-2]}es" if n.endswith("is") else f"{n}s" for n in nouns
    )
