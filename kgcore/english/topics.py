"""A name ahead of a clause in which a pronoun stands for it: topics, and advice with its reason. Pure.

"As for *A*, it …", "consider *A*, which …", "avoid *A* with *C* because it …".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgcore.english.chunks import disowns, only_leads_up
from kgcore.english.context import read_frame_before
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan

_A_PAIR = 2
_TOPIC_AHEAD = re.compile(
    r"\W*(?:(?:and|but|so|now),?\s+)?(?:as for|as to|as regards|as far as|so far as|regarding|concerning|"
    r"(?:when|where) it comes to|with (?:regard|respect) to|in terms of|in the case of|turning to|moving on to|"
    r"speaking of|talking of|(?:people|patients|those|anyone|anybody|users|women|men|everyone|everybody|adults)\s+"
    r"(?:(?:who|that)\s+(?:take|takes|use|uses|drink|drinks|are on|is on|are taking|is taking|are given|have|has)|on|"
    r"taking|using|given|with))\s+(?:the\s+)?",
    re.IGNORECASE,
)
_WHICH_NEXT = re.compile(r"\s*,\s+(which)\b(?!\s+(?:is|was|may be|might be) (?:why|how|when|what)\b)", re.IGNORECASE)
# What stands behind a topic and before the clause about it: ", ", " goes, ", " should know that ".
_CONCERNED = (
    r"\s*(?:(?:goes|go|is concerned|are concerned)?\s*,|(?:should|must|need to|ought to|may want to)\s+(?:know|"
    r"be aware|remember|note|be told|be warned|keep in mind|bear in mind)\s+that)\s+"
)
_PRONOUN_NEXT = re.compile(rf"{_CONCERNED}(?P<frame>.{{0,120}}?)\b(?P<it>it|they)\b", re.IGNORECASE)
_NAME_NEXT = re.compile(_CONCERNED)
_POINTS_BACK = re.compile(
    r"\s(?P<it>it|them)(?=\s*(?:$|[.,;!]|(?:in|but|and|too|at all|slightly|somewhat|a little|a bit)\b))",
    re.IGNORECASE,
)


def topic_ahead(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> tuple[Stretch, list[NameSpan]] | None:
    """Return a sentence from the pronoun on for which the name before it stands; or None.

    "As for *A*, it …", "consider *A*, which …", "when it comes to *B*, *A* prevents it".
    """
    first = names[0] if names else None
    if first is None:
        return None
    before = text[sentence.start : first.start]
    if reason := _reason_for_advice(text, sentence, names):
        return reason
    if _TOPIC_AHEAD.fullmatch(before):
        if behind := _name_and_pronoun(text, sentence, names):
            return behind
        pronoun = _PRONOUN_NEXT.match(text, first.end, sentence.end)
        pronoun = pronoun if pronoun and all(n.start > pronoun.end() for n in names[1:]) else None
        ahead = read_frame_before(pronoun["frame"]) if pronoun else None
        if pronoun and (ahead is None or ahead.hedged):
            return None
        if pronoun:
            stands = replace(first, start=pronoun.start("it"), end=pronoun.end("it"), stands_for=True)
            return Stretch(pronoun.start("frame"), sentence.end), [stands, *names[1:]]
    else:  # "Consider *A*, which …": who is told to do what with it has no part in what the clause says
        pronoun = _WHICH_NEXT.match(text, first.end, sentence.end)
        leads = pronoun is not None and read_frame_before(before) is None and only_leads_up(before, may_deny=True)
        done_to = pronoun is not None and any(not text[pronoun.end() : n.start].strip() for n in names[1:])
        pronoun = pronoun if leads and not done_to else None  # "which *B* inhibits"
    if pronoun is None:
        return None
    stands = replace(first, start=pronoun.start(1), end=pronoun.end(1), stands_for=True)
    return Stretch(pronoun.start(1), sentence.end), [stands, *names[1:]]


# "Avoid *A* with *C* because it …", "tell your doctor if you use *A*, as it …": what to do about *A*, and why.
_ADVISED = re.compile(
    r"\W*(?:(?:so|but|and|also|please|always|you should|you must|it is best to|patients should|people should)\s+)*"
    r"(?:avoid|stop|skip|limit|(?:do not|don['’]t|never) (?:combine|mix)|be (?:careful|cautious|wary)|take care|"
    r"beware of|watch out|tell|ask|inform|talk to|speak to|check with|let)\b[^,;:.!?]{0,60}",
    re.IGNORECASE,
)
_FOR_REASON = re.compile(
    r"(?:\s+(?:with|around|near|alongside|together with|at|during|in|while|when|if|and)\b[^,;:.!?]{0,60}?)?"
    r",?\s+(?:because|since|as)\s+(?P<it>it|they)\b(?=\s+[a-z])",
    re.IGNORECASE,
)


def _reason_for_advice(
    text: str, sentence: Stretch, names: Sequence[NameSpan]
) -> tuple[Stretch, list[NameSpan]] | None:
    """Return the reason for which somebody is told to take care with a name, from the pronoun on that means it."""
    first, before = names[0], text[sentence.start : names[0].start]
    found = _FOR_REASON.match(text, first.end, sentence.end) if _ADVISED.fullmatch(before) else None
    behind = [n for n in names if found and n.start >= found.end()]
    if found is None or not behind or len(names) - len(behind) > _A_PAIR or disowns(before):
        return None
    stands = replace(first, start=found.start("it"), end=found.end("it"), stands_for=True)
    return Stretch(found.start("it"), sentence.end), [stands, *behind]


def _name_and_pronoun(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> tuple[Stretch, list[NameSpan]] | None:
    """Return the clause behind a topic that has another subject and takes the topic up behind its verb."""
    if len(names) != _A_PAIR:
        return None
    topic, subject = names
    next_ = _NAME_NEXT.match(text, topic.end, subject.start)
    it = _POINTS_BACK.search(text, subject.end, sentence.end)
    if next_ is None or it is None or read_frame_before(text[next_.end() : subject.start]) is None:
        return None
    stands = replace(topic, start=it.start("it"), end=it.end("it"), stands_for=True)
    return Stretch(next_.end(), sentence.end), [subject, stands]
