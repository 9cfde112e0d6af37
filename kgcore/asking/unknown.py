"""Names in a question that the graph has no entry for, where its form shows that they are names. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from kgcore.asking.asked import Words
from kgcore.asking.skeleton import Skeleton
from kgcore.language.kinds import is_type_word

_AUX = r"(?:can|could|may|might|do|does|did|will|would|should|is|are|was|were|has|have)"
_WORD = r"[a-z][\w'-]*"
_MOST = 3  # words of a name
_NO_NAME = re.compile(
    r"(?:i|you|he|she|it|we|they|this|that|these|those|there|one|people|someone|somebody|anyone|anybody|anything|"
    r"something|everything|doctors?|patients?|my|your|our|their|its|the|an?|any|some|all|many|much|more|most|less|not|"
    r"too|so|very|high|low|higher|lower|daily|regular|taking|using|eating|drinking|use|intake|dose|doses|level|levels|"
    r"both|either|neither|also|ever|even|really|then|than|with|without|and|or|of|in|for|to|what|which|how|why|who|good|"
    r"bad|safe|better|worse|help|helps|studies|research|evidence|risk|effects?|supplements?|supplementation|long|term|"
    r"old|young|older|younger|men|women|children|adults|be|been|well|effective|useful|known|really)"
)


def unknown_name(form: Skeleton, words: Words) -> tuple[Skeleton, str, bool]:
    """Return the form without a name that nothing in the graph goes by, the name ("" for none), and whether it was
    what the question is about ("does foobarol interact with {0}"), so that the rest alone asks nothing.
    """
    found = re.match(rf"{_AUX} ([^{{}},]+?) ?\{{", form.text)
    if found and (name := _before_verb(found[1], words)):
        return form, name, True
    beside = re.search(rf"(\{{\d\}}),? (?:and|or|&) ({_WORD}(?: {_WORD})+?) (?=\{{)", form.text)
    if beside and (name := _before_verb(beside[2], words)):
        rest = beside[2][len(name) :].strip()
        text = f"{form.text[: beside.start()]}{beside[1]} {rest} {form.text[beside.end() :]}"
        return replace(form, text=text), name, False
    return form, "", False


def _before_verb(said: str, words: Words) -> str:
    """Return the words before those of a relation, where they can be a name."""
    parts = said.split()
    for length in range(1, min(_MOST, len(parts) - 1) + 1):
        name, rest = parts[:length], " ".join(parts[length:])
        if any(_NO_NAME.fullmatch(w) or is_type_word(w) or len(w) < 3 for w in name):
            return ""
        if words.read(rest).predicates or words.read(f"is {rest}").predicates:
            return "" if words.read(" ".join(parts)).predicates else " ".join(name)
    return ""
