"""Whom a question of clashes is asked for, by what was done to them or by what they take it for. Pure.

"Which supplements should a kidney transplant patient avoid?" asks what interacts with the drugs that such a patient is
on. What these are, the caller looks up: here they are words ("transplant drugs", "malaria drugs").
"""

from __future__ import annotations

import re
from typing import Final

_ORGANS: Final = (
    r"(?:kidneys?|renal|liver|hepatic|heart|cardiac|lungs?|pancreas|pancreatic|organ|bone marrow|stem cell)"
)
_ORGAN: Final = rf"(?:{_ORGANS}[- ])"
_FOLK: Final = (
    r"(?:people|persons?|patients?|somebody|someone|anybody|anyone|everybody|everyone|those|recipients?|adults?|wom[ae]n"
    r"|m[ae]n|users|takers|folks?|i|we|you|he|she|they|one|(?:my|our|his|her) [a-z]{2,12})"
)
_WHO: Final = rf"(?:(?:an?|the|any|older|elderly|some) ){{0,3}}{_FOLK}"
_HAD: Final = (
    r"(?:with|after|following|having had|living with|who (?:has|have|had|got|received|underwent)(?: (?:had|got))?)"
    r" (?:(?:an?|the|new|recent|their|his|her) ){0,3}"
)
# What was done to somebody, and what they are given ever after, as classes and medicines are called.
_DONE: Final = (
    (rf"{_ORGAN}?transplant(?:ation|ed)?s?", rf"transplanted {_ORGANS}", "transplant drugs"),
    (r"(?:coronary |heart )?stent(?:ing|ed)?s?", r"stents?", "antiplatelet drugs"),
    (r"(?:mechanical|artificial) heart valves?", r"heart valve (?:replacements?|surgery)", "blood thinners"),
    (r"thyroidectomy", r"thyroid (?:removed|taken out)", "thyroid tablets"),
)  # fmt: skip
_SWAPS: Final = tuple(
    (
        re.compile(
            rf"(?:{_WHO} {_HAD}(?:{also}|{done})"
            rf"|(?:(?:an?|the|any) )?(?:{done})[ -](?:patients?|recipients?|people|persons?|survivors?)"
            rf"|{_FOLK} (?:is|am|are) (?:an? )?(?:{done}) (?:patient|recipient)"
            + (rf"|(?:(?:an?|the|any) )?{_ORGAN}recipients?" if drugs == "transplant drugs" else "")
            + r")\b",
            re.IGNORECASE,
        ),
        re.compile(
            rf"\b(?:after|following|since) (?:(?:an?|the|my|his|her|their) )?(?:{also}|{done})\b", re.IGNORECASE
        ),
        re.compile(
            r"\b(?P<who>i|he|she|(?:my|our|his|her) [a-z]{2,12})(?: have| has|'ve|'s)?"
            r" (?:have|has|had|got|received|been given|underwent|live|lives) (?:with )?"
            rf"(?:(?:an?|the|my|his|her|new|recent) ){{0,3}}(?:{also}|{done})\b(?! (?:list|waiting))",
            re.IGNORECASE,
        ),
        drugs,
    )
    for done, also, drugs in _DONE
)
_CLASH: Final = re.compile(
    r"\b(?:avoid\w*|safe\w*|unsafe|dangerous|risky|harmful|bad|off limits|interact\w*|clash\w*|stay away|keep away"
    r"|steer clear|(?:not|never|cannot|n't|can|may|should) (?:(?:i|we|you|he|she|they|\w+) )?"
    r"(?:take|use|eat|drink|have|be (?:taken|used)))\b",
    re.IGNORECASE,
)

_TAKING: Final = (
    r"(?:who (?:is |are )?|that (?:is |are )?|(?:is|am|are|'m|'re|'s) )?"
    r"(?:on|taking|takes?|using|uses?|given|prescribed|treated with)(?: (?:their|my|his|her|your|some|any|daily)){0,3}"
)
_CLASS: Final = r"(?P<what>[\w'’-]+(?: [\w'’-]+){0,3}?)"
_BARRED: Final = (
    r"(?:avoid(?: taking| eating| using)?|(?:stay|keep) away from|steer clear of|watch out for|beware of|leave alone"
    r"|(?:not|never) (?:take|eat|drink|use|have|be given|touch|combine))"
)
_SHOULD: Final = r"(?:should|must|can|may|could|ought(?: to)?|do|does|has to|have to|need to|needs to|would)"
_ASKED: Final = r"(?P<kind>(?:which|what|name|list|any|are there any|is there any)\b(?: [a-z]+){0,4}?)"
_BAD: Final = (
    r"(?:dangerous|unsafe|risky|bad|harmful|hazardous|not safe|not ok|not okay|off limits|forbidden"
    r"|a (?:danger|risk|problem)|contraindicated|not recommended|to be avoided|not allowed|best avoided)"
)
_FORMS: Final = tuple(
    (re.compile(form, re.IGNORECASE), put)
    for form, put in (
        (
            rf"{_ASKED} {_SHOULD} (?:not )?{_WHO} {_TAKING} {_CLASS} (?:(?:need|have|has|ought) to )?{_BARRED}",
            "{kind} interact with {what}",
        ),
        (
            rf"{_ASKED} (?:can|should|must|may)(?: ?n[o']t|not) {_WHO} {_TAKING} {_CLASS} (?:take|eat|drink|use|have)",
            "{kind} interact with {what}",
        ),
        (
            rf"{_ASKED} (?:(?:that|which) )?(?:is|are|can be|may be|could be) {_BAD} (?:for|to|in|with|by) {_WHO}"
            rf" {_TAKING} {_CLASS}",
            "{kind} interact with {what}",
        ),
        (
            rf"{_ASKED} (?:(?:should|must)(?: not|n't)? be (?:avoided|taken|used|given|eaten)|{_SHOULD} not be \w+)"
            rf" (?:by|in|for|to|with) {_WHO} {_TAKING} {_CLASS}",
            "{kind} interact with {what}",
        ),
        (
            rf"(?:can|may|should|could|must) {_WHO} {_TAKING} {_CLASS} (?:safely |also )?"
            r"(?P<does>take|use|have|eat|drink|try) (?P<it>[\w'’. -]{2,60}?)",
            "can I {does} {it} with {what}",
        ),
        (
            rf"{_WHO} {_TAKING} {_CLASS}[,.;:] (?:so |and |but )?{_ASKED} {_SHOULD} {_FOLK}"
            rf" (?:(?:have|has) to )?{_BARRED}",
            "{kind} interact with {what}",
        ),
        (
            rf"(?:should|must) {_WHO} {_TAKING} {_CLASS} {_BARRED} (?P<it>[\w'’. -]{{2,60}}?)",
            "does {it} interact with {what}",
        ),
        (
            rf"(?P<it>(?:is|are) [\w'’. -]{{2,60}}? (?:safe|ok|okay|fine|all right|{_BAD}))"
            rf" (?:for|to|in|with|by) {_WHO} {_TAKING} {_CLASS}",
            "{it} with {what}",
        ),
    )
)


def people_done_to(question: str) -> tuple[str, tuple[str, str] | None]:
    """Return a question of clashes for people to whom something was done as one for people on what they are given for
    it, and (what was written, what was read); any other as it is.
    """
    for somebody, afterwards, told, drugs in _SWAPS if _CLASH.search(question) else ():
        if found := told.search(question):
            put = f"{found['who']} {'am' if found['who'] in {'I', 'i'} else 'is'} on {drugs}"
            return f"{question[: found.start()]}{put}{question[found.end() :]}", (found[0], drugs)
        for pattern, put in ((somebody, f"people on {drugs}"), (afterwards, f"with {drugs}")):
            if found := pattern.search(question):
                return f"{question[: found.start()]}{put}{question[found.end() :]}", (found[0], drugs)
    return question, None


def clash_with(question: str) -> tuple[str, str] | None:
    """Return (the same asked of what interacts with it, what is taken) for "which herbs should people on blood thinners
    avoid?"; None for questions of another form.
    """
    said = question.strip().rstrip(" ?!.")
    for form, put in _FORMS:
        if found := form.fullmatch(said):
            of_no_kind = "kind" in form.groupindex and found["kind"].casefold() in {"what", "which"}
            asked = f"what should people on {found['what']} avoid" if of_no_kind else put.format_map(found.groupdict())
            return f"{asked}?", found["what"]
    return None


_PURPOSE: Final = re.compile(
    r"(?P<ill>[\w'’-]+(?: [\w'’-]+){0,2}?)[ -](?:drugs?|medicines?|medications?|meds|tablets?|pills?)", re.IGNORECASE
)


def taken_for(what: str) -> str:
    """Return "malaria" for "malaria drugs"; "" for what is not called so."""
    found = _PURPOSE.fullmatch(what)
    return found["ill"] if found else ""
