"""Names in a question that the graph has no entry for, where its form shows that they are names. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from kgcore.english.words import AUXILIARY
from kgcore.question.relation import RelationWords
from kgcore.question.skeleton import Skeleton
from kgcore.vocabulary.types import is_type_word

_WORD = r"[a-z][\w'-]*"
# A name beside the only one that is known, in a question of both: "what do {0} and foobarol have in common".
_PAIRED = r"(?:\{0\},? (?:and|with|to|versus|vs) ([^{}]{3,60}?)|([^{}]{3,60}?),? (?:and|with|to|versus|vs) \{0\})"
_IN_A_ROW = re.compile(
    rf"(?:compare|contrast|(?:what is )?(?:the )?difference between) {_PAIRED}"
    rf"|(?:what|how) (?:do|does|are|is) {_PAIRED}"
    r" (?:have|share|got|differ|compare|relate|related|similar|different|alike)\b.*"
)


_MOST = 3  # words of a name
_NO_NAME = re.compile(
    r"(?:i|you|he|she|it|we|they|this|that|these|those|there|one|people|someone|somebody|anyone|anybody|anything|"
    r"something|everything|doctors?|patients?|my|your|our|their|its|the|an?|any|some|all|many|much|more|most|less|not|"
    r"too|so|very|high|low|higher|lower|daily|regular|taking|using|eating|drinking|use|intake|dose|doses|level|levels|"
    r"both|either|neither|also|ever|even|really|then|than|with|without|and|or|of|in|for|to|what|which|how|why|who|good|"
    r"bad|safe|better|worse|help|helps|studies|research|evidence|risk|effects?|supplements?|supplementation|long|term|"
    r"old|young|older|younger|men|women|children|adults|be|been|well|effective|useful|known|really)"
)


_VERB = re.compile(r"(?:rais|increas|lower|reduc|decreas|caus|treat|prevent|affect|improv|worsen|trigger)(?:e|es|s)?\b")


def unknown_name(form: Skeleton, words: RelationWords) -> tuple[Skeleton, str, bool]:
    """Return the form without a name that nothing in the graph goes by, the name ("" for none), and whether it was
    what the question is about ("does foobarol interact with {0}"), so that the rest alone asks nothing.
    """
    found = re.match(rf"{AUXILIARY} ([^{{}},]+?) ?\{{", form.text)
    if found and (name := _before_verb(found[1], words)):
        return form, name, True
    if (row := _IN_A_ROW.fullmatch(form.text)) and len(form.slots) == 1:
        name = next(filter(None, row.groups())).strip()
        if not any(_NO_NAME.fullmatch(w) for w in name.split()):
            return form, name, True
    beside = re.search(rf"(\{{\d\}}),? (?:and|or|&) ({_WORD}(?: {_WORD})+?) (?=\{{)", form.text)
    if beside and (name := _before_verb(beside[2], words)):
        rest = beside[2][len(name) :].strip()
        text = f"{form.text[: beside.start()]}{beside[1]} {rest} {form.text[beside.end() :]}"
        return replace(form, text=text), name, False
    return form, "", False


def _before_verb(said: str, words: RelationWords) -> str:
    """Return the words before those of a relation, where they can be a name."""
    parts = said.split()
    for length in range(1, min(_MOST, len(parts) - 1) + 1):
        name, rest = parts[:length], " ".join(parts[length:])
        if any(_NO_NAME.fullmatch(w) or is_type_word(w) or len(w) < 3 for w in name):
            return ""
        if _VERB.match(rest) or words.read(rest).predicates or words.read(f"is {rest}").predicates:
            return "" if words.read(" ".join(parts)).predicates else " ".join(name)
    return ""
