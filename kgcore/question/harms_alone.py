"""Questions that ask for harms and name nothing that has them: "side effects?", "what trouble can it bring?". Pure."""

from __future__ import annotations

import re

SO = r"(?:(?:and|so|but|also|or|ok|okay|then|well|yes|no|oh)[, ]+)*"
ABOUT = (
    r"(?:(?:and|so|or|but|ok|okay|then|also|no|sorry) )*"
    r"(?:(?:what|how) about|what of|and|or|about|same for|and for|also for"
    r"|i (?:mean|meant|was asking about|am asking about)"
    r"|(?:and |but )?specifically)"
)
ITS_HARMS = re.compile(
    rf"(?:{ABOUT} )?(?:(?:what|which) (?:are|is) )?(?:(?:the|its|their|any|are there|is there|there|known) )*"
    r"(?:side[- ]effects?|adverse (?:effects?|events?)|risks?|dangers?|harms?|interactions?|downsides?|warnings?"
    r"|safety|catch|drawbacks?|cons|negatives?|snags?|flip side|bad sides?|cautions?|precautions?)"
    r"(?: (?:of|with|to|from) (?:it|that|this|them|these|those|(?:that|this|the last|the other) one))?"
    rf"|{SO}(?:will|can|could|might|would|do|does|did) (?:i|you|one|people|he|she|they|it|that|this|my \w+)"
    r"(?: (?:ever|really|also|all|get|become|be|make|you|me|people|them))*"
    r" (?:addicted|addictive|hooked|dependent|habit[- ]forming|harm|hurt|damage|ill|sick|worse)"
    r"(?: (?:to|on|by|from) (?:it|that|this|them))?(?: (?:me|you|us|anyone|anybody|people))?"
    rf"|{SO}(?:what|which|any|how much)(?: (?:other|kinds? of|sorts? of|serious|bad))*"
    r" (?:troubles?|harm|harms|problems?|damage|ills?|evils?|misery|grief|side[- ]effects?|risks?|dangers?)"
    r"(?: (?:can|could|may|might|will|would|does|do|did))? (?:it|they|this|that|these|those)"
    r"(?: (?:also|really|ever))* (?:bring|do|cause|give|make|mean|carry|have|come with|lead to|hold)s?(?: on| about)?"
    r"(?: (?:you|me|us|people|anyone|him|her|them))?"
    r"(?: (?:in the (?:long|short) (?:run|term)|over (?:time|the years)|with time|after a while|later(?: on)?"
    r"|long[- ]term))*"
)


_THEM = r"(?:they|these|those|(?:any|all|either|both|some) of (?:them|these|those))(?: drugs| medicines| \w+s)?"
_THEIR_HARMS = re.compile(
    rf"{SO}(?:(?:how )?(?:safe|dangerous|risky|harmful) are {_THEM}(?: all| both| really| very)*"
    rf"|are {_THEM}(?: all| both| really| very)*"
    r" (?:safe|unsafe|dangerous|harmful|risky|toxic|bad|ok|okay|healthy)(?: (?:to take|to use|for \w+))?"
    rf"|(?:do|can|could|may|might|will) {_THEM} (?:have|cause|carry|bring|come with|do)(?: any| bad| serious| many)*"
    r" (?:side[- ]effects?|risks?|dangers?|harms?|downsides?|problems?)"
    r"|(?:which|what|any)(?: ones?)?(?: of (?:them|these|those))? (?:is|are)(?: the| most| really)*"
    r" (?:safe|unsafe|dangerous|harmful|risky|toxic)(?: (?:to take|to use|for \w+))?)"
)


def asks_for_harms_alone(question: str) -> bool:
    """Tell whether a question asks for harms and names nothing that has them ("side effects?", "are they safe?")."""
    said = " ".join(re.findall(r"[\w'-]+", question.lower()))
    return (ITS_HARMS.fullmatch(said) or _THEIR_HARMS.fullmatch(said)) is not None
