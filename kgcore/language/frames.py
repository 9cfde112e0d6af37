"""What stands before a sentence's subject and behind its object, and what it does to the claim. Pure.

"There is no evidence that", "In a large trial, regular use of", "It is unlikely that": words that are all accounted for
give a `Frame`; anything else makes the reader abstain, because it may change what is said ("a lack of", "unlike"). The
openings stand in the packaged table; `<name>` in one is any word of that sort, `[…]` may be left out, `[…]*` repeated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from kgcore.language.phrasebook import rows


@dataclass(frozen=True, slots=True)
class Frame:
    """What the words around a claim add to it."""

    negated: bool = False
    hedged: bool = False


_LONGEST = 400  # characters before a subject that are looked at
_BULLET = r"[-*•–]|\d{1,2}[.)]"
_NOTHING = re.compile(
    r"\b(?:if|whether|unless|suppose|supposing|assuming|imagine|would it|should (?:we|you|i)|"
    r"had (?:it|they|he|she|we|you))\b|\?\s*[\"'”’)]*\s*$",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\b(?:no (?:better|different|more|longer)|not at all|no such|otherwise|misconception|lie\b|lying|"
    r"exaggerat|disprov|refut|myth|until|withdrawn|retract|overturn|untrue|"
    r"false|wrong|nonsense|incorrect|mistaken|debunk|discredit|unproven|in none|nowhere|never|doubt|unconfirmed|"
    r"instead|rather than|unfounded|disput|controvers|unsupported|contradict|questionable|unclear|unknown|uncertain|"
    r"only if|unless|says?|said|claim(?:s|ed)?|according to some|(?:does|do|did|is|are|was|were) not\s*(?:[.,;!]|$)|"
    r"not (?:true|proven|confirmed|supported|the case|shown|clear|been|known)|failed|hoax|disappoint)",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:no|not|never|without|lack|fail|ineffective|useless|may|might|could|possibl|perhaps|likely|unclear|unknown|"
    r"uncertain|investigat|stud(?:y|ied|ies)|trial|test|research|explor|evaluat|controvers|disput|debat|promis|"
    r"potential|question|unproven|experiment|whether|contraindicat|avoid|unsafe|discourag|risk|worse|little|rare|"
    r"seldom|hardly|than)|n't",
    re.IGNORECASE,
)


def before(words: str) -> Frame | None:
    """Return what the words before a subject add; None where they are not all understood."""
    rest, effects = " ".join(words.split()), ""
    if len(rest) > _LONGEST:
        return None
    while rest:
        found = next(((m, o.effect) for o in _openings() if (m := o.match(rest))), None)
        if found is None:
            return None
        effects += found[1]
        rest = rest[found[0].end() :]
    return None if effects.count("!") > 1 else Frame("!" in effects, "?" in effects)


@dataclass(frozen=True, slots=True)
class _Opening:
    """Words with which a sentence may begin: all begin with `head`; compiled when it is first met (all: 0.2 s)."""

    head: str
    pattern: str
    effect: str

    def match(self, text: str) -> re.Match[str] | None:
        return _compiled(self.pattern).match(text) if text.casefold().startswith(self.head) else None


@cache
def _openings() -> tuple[_Opening, ...]:
    """Return the openings; those that deny or hedge come first, and longer ones before shorter ones."""
    sorts: dict[str, list[str]] = {}
    found = [(_BULLET, "")]
    for row in rows():
        if row.kind == "sort":
            sorts.setdefault(row.name, []).extend(row.phrases)
        elif row.kind == "opening":
            found += [(phrase, row.name) for phrase in row.phrases]
    alternatives: dict[str, str] = {}
    for name, words in sorts.items():  # a sort may use those that stand before it
        alternatives[name] = "|".join(sorted((_regex(w, alternatives) for w in words), key=len, reverse=True))
    ordered = sorted(found, key=lambda f: (-len(f[1]), -len(f[0])))
    return tuple(
        _Opening("", p, effect)
        if p == _BULLET
        else _Opening(re.split(r"[\[<]", p)[0].casefold(), _regex(p, alternatives), effect)
        for p, effect in ordered
    )


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern})(?=\s|$|[,:])[\s,:]*", re.IGNORECASE)


def _regex(phrase: str, sorts: dict[str, str]) -> str:
    pattern = re.sub(r" ?\[that\]", "(?: that)?", phrase)
    pattern = pattern.replace("[", "(?:").replace("]*", ")*").replace("]", ")?")
    return re.sub(r"<([a-z]+)>", lambda m: f"(?:{sorts[m[1]]})", pattern)


def asserts_nothing(sentence: str) -> bool:
    """Whether a sentence asks or supposes rather than claims."""
    return _NOTHING.search(sentence) is not None


def taken_back(words: str) -> bool:
    """Whether the words behind a claim may take it back ("… is a myth")."""
    return _TAKEN_BACK.search(words) is not None


def unsettled(words: str) -> bool:
    """Whether any word of a sentence may deny or hedge what a mere noun phrase ("treatment of B with A") says."""
    return _UNSURE.search(words) is not None
