"""A patient's story and what is asked of it in one sentence: "a cook who has gout may try which drug?". Pure.

What is asked is put in the words that are read of a story told before ("Which should be given?"), which name nothing:
the story has to name the one thing that it is asked of.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kgcore.reasoning.choices import ChoiceQuestion
from kgcore.reasoning.stems import Spots

_WHO = r"(?:an?|the|this|your|my|our|his|her|dr\.? \w+'s) [^?]{3,240}?"
_OF_SOMEBODY = re.compile(r"\b(?:who|whose|with|suffering|diagnosed|having|whom|on|taking|treated|found)\b", re.I)
_MODAL = (
    r"(?:may|might|could|can|should|would|will|must|is|was|are|were|has been|ought to)"
    r"(?: (?:\w+ly|best|also|now|then))?"
)
_WHICH = r"(?: (?:(?:which|what)(?: (?:one )?of (?:these|the following))?|this|the following)(?: [\w-]+){0,3})?"
_GIVING = (
    r"recommend(?:ed)?|prescribed?|given?|offer(?:ed)?|suggest(?:ed)?|considered|hand(?:ed)?|started|chosen|choose"
    r"|administer(?:ed)?|tried|try|indicated|appropriate|suitable"
)
_OBJECT = re.compile(
    rf"^(?P<ask>(?:which|what)\b[^?,;]{{0,90}}?\b(?:{_GIVING}))(?: (?:to|for|in|by|with))? (?P<who>{_WHO})\W*$", re.I
)
_SUBJECT = re.compile(
    rf"^(?P<who>{_WHO}) (?P<ask>{_MODAL} (?:be )?(?:benefit from|try|take|given|receive|prescribed|offered|recommended"
    r"|started on|put on|treated with|helped by|advised to take|respond to)"
    rf"|(?:leaves|left|goes home|went home)[^?,;]{{0,30}} with (?:a prescription for)?|is given|receives){_WHICH}\W*$",
    re.I,
)
_HARMED = re.compile(
    rf"^(?P<who>{_WHO}) (?P<ask>{_MODAL}(?: most| very)?(?: likely| prone| at risk)? (?:to |of )?(?:develop(?:ing)?"
    r"|suffer(?:ing)?(?: from)?|experience|get)"
    rf"|(?:and )?(?:now |then |soon )?(?:shows|developed|develops|has developed|experiences|suffers from)"
    rf"(?= (?:which|what))){_WHICH}\W*$",
    re.I,
)
_LEADING = re.compile(
    rf"^(?:in|for|to) (?P<who>{_WHO}), (?P<ask>[^?;]{{0,80}}?\b(?:{_GIVING}|gives?|prescribes?|recommends?))"
    rf"{_WHICH}\W*$",
    re.I,
)
_AGAINST = re.compile(
    r"\b(?:not|never|avoid\w*|stop\w*|withh\w+|withdraw\w*|worse\w*|harm\w*|against|least|no|without|cheap\w*|first|last|before"
    r"|after|instead|only|dose|doses|how|when|why)\b",
    re.I,
)
# Whom a story may be of where what helps against what it names is not what is right.
_OF_OTHERS = re.compile(
    r"\b(?:dogs?|cats?|horses?|mouse|mice|rats?|pets?|animals?|cows?|puppy|kitten|rabbits?|pigs?|sheep|birds?)\b"
    r"|\b(?:caregivers?|carers?|relatives?|famil\w+|parents?|husband|wife|mother|father|son|daughter|doctor|nurse) of\b"
    r"|\bwhose (?:brother|sister|mother|father|wife|husband|son|daughter|friend|neighbou?r|parents?|uncle|aunt)\b"
    r"|\b(?:recover\w*|cured|years ago|history of|fear\w*|afraid|worr\w*|risk|prevent\w*|avoid\w*|allerg\w*|pregnan\w*"
    r"|breast\w*|renal|kidney|liver|hepatic|thinks?|believes?|suspects?|other than|instead of)\b",
    re.I,
)
GIVEN, EXPECTED = "Which should be given?", "Which problem should he expect?"
_FORMS = ((_OBJECT, GIVEN), (_SUBJECT, GIVEN), (_LEADING, GIVEN), (_HARMED, EXPECTED))
# What may stand behind a story's last name: a clause of its own, or nothing; a verb would be of what is asked.
_GOES_ON = re.compile(r"\W*(?:$|(?:and|who|whose|but|due to|since|for|because|while|when|despite)\b|[,;])", re.I)


def story_apart(question: ChoiceQuestion) -> ChoiceQuestion | None:
    """Return a question in one sentence as a story that is told, and what is asked of it; None for other stems."""
    if question.told or question.negative or question.listed:
        return None
    for form, asked in _FORMS:
        found = form.match(question.stem)
        if found is None or _AGAINST.search(found["ask"]) or _OF_OTHERS.search(found["who"]):
            continue
        if _OF_SOMEBODY.search(found["who"]):
            told = f"{found['who'].strip(' ,;').replace(' with ', ' has ', 1)}."
            return replace(question, stem=f"{told} {asked}", told=told)
    return None


def is_whole_story(question: ChoiceQuestion, told: Spots) -> bool:
    """Whether a story ends with what it tells of somebody: "who has gout", other than "who has gout is cheapest"."""
    ends = [b for _, b, meant in told if meant]
    return bool(ends) and all(_GOES_ON.match(question.told[end:].lstrip(" ")) for end in ends)
