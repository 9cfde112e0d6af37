"""Names in a question that the graph has no entry for, where its form shows that they are names. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from kgcore.english.words import AUXILIARY
from kgcore.question.relation import RelationWords
from kgcore.question.skeleton import Skeleton
from kgcore.vocabulary.types import is_type_word
from kgcore.vocabulary.wording import name_in_sentence

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


# "Does avoiding {0} prevent {1}", "can a lack of {0} …", "does low {0} …": what is asked about is not {0}, but its
# contrary, and a yes about {0} would be the wrong one. "Should I avoid {0}" is no such question.
_CONTRARY = (
    r"(?:(?:not )?(?:avoid|stopp|quitt|skipp|discontinu|ceas|refus|remov|eliminat|omitt|dropp|miss|forgett|restrict|"
    r"limit|reduc|lower|decreas|block|inhibit|antagoni[sz]|silenc|deplet|replac|halt|end|withdraw|taper|withhold|"
    r"suppress|neutrali[sz]|reject|fear)ing(?: off| from)?|not (?:taking|eating|using|drinking|having|getting)|"
    r"(?:cutting|leaving) (?:out|down on|back on|off|down)|cutting|giving up|going without|doing without|"
    r"(?:coming|getting|going|being|staying) off(?: of)?|(?:staying|keeping) (?:away from|clear of)|abstaining from|"
    r"switching (?:away )?from|weaning (?:off|from)|withdrawing from|"
    r"(?:an? |the |any )?(?:lack|absence|shortage|loss|deficienc(?:y|ies)|deficit|insufficiency|withdrawal|removal|"
    r"avoidance|cessation|discontinuation|restriction|depletion|inhibition|blockade|inhibitors?|blockers?|"
    r"antagonists?|antibod(?:y|ies)|antidotes?|allerg(?:y|ies)|intolerance|resistance|fear|refusal|suppression|reduction)"
    r" (?:of|to|from|against|for|in)|(?:too |very )?(?:low|lower|reduced|decreased|insufficient|inadequate|little|less|"
    r"poor|lowered|depleted|absent|missing)|anti|without|decaf(?:feinated)?|(?:alcohol|caffeine|sugar|salt|fat)-free"
    r"|non-?alcoholic)"
)
_MUCH = (
    r"(?: (?:all|any|my|your|the|daily|regular|dietary|taking|eating|using|drinking|more|levels of|intake of|use of"
    r"|doses? of|amounts? of))*"
)
_OF_CONTRARY = re.compile(rf"(?:{AUXILIARY} )?((?:{_CONTRARY}){_MUCH}) \{{0\}}(?= )")
# The same behind its name ("does {0} withdrawal …"), as a means ("by giving up {1}"), and of those who live so. What
# something does to another ("by lowering {1}", "is {0} a {1} inhibitor") is no contrary of it.
_WANT = r"(?:deficiency|deficit|insufficiency|depletion|shortage)"
_ITS_CONTRARY = re.compile(
    rf"(?:{AUXILIARY} |^)(?:an? |the )?\{{0\}} ({_WANT}|withdrawal|avoidance|cessation|abstinence|discontinuation"
    r"|restriction|removal|allergy|intolerance|inhibitors?|inhibition|blockers?|blockade|antagonists?|antibod(?:y|ies))\b"
)
_GIVEN_UP = (
    r"(?:(?:not|never) (?:taking|eating|using|drinking|having|getting)"
    r"|(?:avoid|stopp|quitt|skipp|discontinu|omitt|dropp|eliminat)ing|giving up|going without|doing without"
    r"|abstaining from|(?:coming|getting|staying) off|(?:staying|keeping) (?:away from|clear of)"
    r"|(?:cutting|leaving) (?:out|down on|back on))"
)
_BY_CONTRARY = re.compile(
    rf"\b(?:(?:by|from|through) ({_GIVEN_UP}{_MUCH})|((?:an? |the )?(?:lack|absence|{_WANT}) (?:of|in){_MUCH})"
    r"|(?:people|those|patients|men|women|adults|children|anyone|someone) who ((?:avoid|stop(?:ped)?|quit|g[ai]ve up"
    rf"|never \w+|(?:do not|don't|did not|didn't) \w+){_MUCH})) \{{(\d)\}}"
)


def unknown_name(form: Skeleton, words: RelationWords) -> tuple[Skeleton, str, bool]:
    """Return the form without a name that nothing in the graph goes by, the name ("" for none), and whether it was
    what the question is about ("does foobarol interact with {0}"), so that the rest alone asks nothing.
    """
    if contrary := _contrary(form):
        return form, contrary, True
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


def _contrary(form: Skeleton) -> str:
    """Return the contrary of a name that a question is about: “avoiding coffee”, “coffee withdrawal”; "" for none."""
    if before := _OF_CONTRARY.match(form.text):
        return f"{before[1]} {name_in_sentence(form.entity(0))}"
    if behind := _ITS_CONTRARY.match(form.text):
        return f"{name_in_sentence(form.entity(0))} {behind[1]}"
    within = _BY_CONTRARY.search(form.text) if len(form.slots) > 1 else None
    return f"{within[1] or within[2] or within[3]} {name_in_sentence(form.entity(int(within[4])))}" if within else ""


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
