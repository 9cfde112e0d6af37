"""Names in a question that the graph has no entry for, where its form shows that they are names. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from kgcore.english.inflection import VerbForm, base_forms
from kgcore.english.words import AUXILIARY, word_list
from kgcore.linking.spotting import CHANGING
from kgcore.question.relation import RelationWords
from kgcore.question.skeleton import Skeleton, Spot
from kgcore.vocabulary.phrasebook import packaged_phrasebook
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


_HEADS = word_list("head of an ill")  # "gut bacteria" is a name though bacteria are a type


def _before_verb(said: str, words: RelationWords) -> str:
    """Return the words before those of a relation, where they can be a name."""
    parts = said.split()
    for length in range(1, min(_MOST, len(parts) - 1) + 1):
        name, rest = parts[:length], " ".join(parts[length:])
        no_part = (is_type_word(w) and not (n and w in _HEADS) for n, w in enumerate(name))
        if any(_NO_NAME.fullmatch(w) or len(w) < 3 for w in name) or any(no_part):
            return ""
        if parts[length] in CHANGING:  # "caffeine withdrawal" is no caffeine
            continue
        if _VERB.match(rest) or words.read(rest).predicates or words.read(f"is {rest}").predicates:
            return "" if words.read(" ".join(parts)).predicates else " ".join(name)
    return ""


# ── a name without the words around it ──────────────────────────────────────────────────────────────────────────────

# A kind of thing and what tells it from others of the kind: "vitamin Q", "factor IX", "Kessler-Brandt syndrome".
# "Vitamin a" is no such name.
_LETTERED = (
    r"\b(?:[Vv]itamin|[Cc]oenzyme|[Ff]actor|[Hh]epatitis|[Pp]rotein|[Oo]mega|[Ii]nterleukin)"
    r" (?=(?:[A-Z]|[b-hj-z]|[IVX]+|[A-Za-z]?\d{1,3}[A-Za-z]?)\b(?!['’]))"
    r"|(?<=[a-z,}] )[A-Z][\w'’-]*[a-z](?:['’]s)? (?=(?:[Ss]yndrome|[Dd]isease|[Dd]isorder|[Aa]nemia|[Aa]naemia)\b)"
)
_LETTERED_NAME = re.compile(_LETTERED)
_TOKEN = re.compile(rf"(?:{_LETTERED})\w+|[^\W_](?:[\w'’./+-]*\w)?|[,;:?!()]")
_EDGE = word_list("beside a strange name")
_DETERMINERS = frozenset({"the", "a", "an", "my", "your", "our", "their", "its"})
_AUXILIARY = re.compile(AUXILIARY)
_FINITE = re.compile(r"(?:is|are|was|were|has|have|had|been|gets?|being|be)")


@cache
def _forms(word: str) -> VerbForm:
    """Return which forms of a verb that questions are asked with a word is; none for any other word."""
    irregular = packaged_phrasebook().irregular
    known = word_list("verb of a question")
    forms = VerbForm(0)
    for base, form in base_forms(word, known, irregular):
        if base in known:
            forms |= form
    return forms


def lettered_names(question: str, spots: Sequence[Spot]) -> tuple[str, list[Spot]]:
    """Return the question with each such name as one word ("vitamin-Q") of the same length, where no spot holds it;
    and the spots without those that hold only its kind: "hepatitis Q" is not what the graph has on hepatitis.
    """
    found = [m for m in _LETTERED_NAME.finditer(question) if not any(a < m.end() < b for a, b, _ in spots)]
    kept = [s for s in spots if not any(m.start() <= s[0] and s[1] <= m.end() and m[0][-2].islower() for m in found)]
    free = [m for m in found if not any(m.start() < b and a < m.end() for a, b, _ in kept)]
    for m in free:
        question = f"{question[: m.end() - 1]}-{question[m.end() :]}"
    return question, kept


def bare_names(said: str, question: str, spots: Sequence[Spot]) -> str:
    """Return the name within words of a question that nothing goes by, as it is written there: "lies behind X", X.

    "" where the words are a verb and no name. Every clause has one verb: where one is taken off before the name, none
    is taken off behind it ("does {0} mean heart attack", "does heart attack bind {0}").
    """
    tokens = [
        (m[0], m.start(), m.end())
        for m in _TOKEN.finditer(question)
        if not any(start < m.end() and m.start() < end for start, end, _ in spots)
    ]
    wanted = said.casefold().split()
    plain = [t[0].casefold().replace(" ", "-") for t in tokens]
    if any(word not in plain and word in question.casefold() for word in wanted):
        return said  # it holds a name that the graph knows: "avoiding coffee"
    for length in range(len(wanted), 0, -1):
        for at in range(len(plain) - length + 1):
            if plain[at : at + length] == wanted[:length]:
                return _trimmed(question, tokens, at, at + length)
    return said if any(w not in _EDGE and not _forms(w) for w in wanted) else ""


def _trimmed(question: str, tokens: Sequence[tuple[str, int, int]], start: int, end: int) -> str:
    words = [t[0].casefold() for t in tokens]
    before = words[start - 1] if start and _touch(question, tokens, start - 1) else ""
    asking = _AUXILIARY.fullmatch(before) is not None and not _FINITE.fullmatch(before)
    first, last, verb = start, end, False
    while first < last and (words[first] in _EDGE or (not verb and _opens(words[first], asking and first == start))):
        if words[first] not in _EDGE:
            verb = True
            if words[first + 1 : first + 2] and words[first + 1] in _DETERMINERS:
                return question[tokens[start][1] : tokens[end - 1][2]]  # "thin the blood" asks of more than the blood
        first += 1
    while not verb and last > first and words[last - 1] in _EDGE:
        last -= 1
    closed = not verb and last - first > 1 and _closes(words[last - 1], words[:first], words[last : last + 1])
    last -= closed
    while last > first and words[last - 1] in _EDGE:
        last -= 1
    if first == last:
        return ""
    while (
        not closed
        and last < len(words)
        and _touch(question, tokens, last - 1)
        and words[last] in word_list("noun within a name")
    ):
        last += 1
    return question[tokens[first][1] : tokens[last - 1][2]]


def _touch(question: str, tokens: Sequence[tuple[str, int, int]], at: int) -> bool:
    """Tell whether only a blank stands between a token and the next."""
    return at + 1 < len(tokens) and question[tokens[at][2] : tokens[at + 1][1]].strip() == ""


def _opens(word: str, behind_auxiliary: bool) -> bool:
    """Tell whether a word is a verb before a name: "gets X", "{0} mean X"; "does block flower …" begins with none."""
    return bool(_forms(word)) and not behind_auxiliary


def _closes(word: str, before: Sequence[str], behind: Sequence[str]) -> bool:
    """Tell whether a word is the verb behind a name: "which genes does X regulate", "is X involved in"."""
    forms = _forms(word)
    if behind and _forms(behind[0]):  # "does panic attack cause {0}"
        return False
    lead = next((w for w in reversed(before) if w not in _DETERMINERS), "")
    helped = _AUXILIARY.fullmatch(lead) and not _FINITE.fullmatch(lead)  # the name is its subject
    told = any(_FINITE.fullmatch(w) or _forms(w) for w in before)
    return bool((forms & VerbForm.BASE and helped) or (forms & (VerbForm.PARTICIPLE | VerbForm.ING) and told))
