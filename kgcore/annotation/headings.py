"""Headings and announcements that take back what stands under them: "Myths:", "The next claim is a lie." Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgcore.english.cues import CueEffect, CueScope, find_cue, regex_of_any
from kgcore.english.qualifier_terms import limits
from kgcore.english.sentences import Stretch
from kgcore.english.words import word_lists

_ITEM = re.compile(r"\s*(?:[-*•–‣◦]|\d{1,2}[.)])\s")
_INLINE = re.compile(r"^\s*(?:[-*•–‣◦]|\(?\d{1,2}[.)])\s")
_NUMBER = re.compile(r"\s*\d{1,2}[.)]\s*")
_ORDINAL = re.compile(r"\s*(?:first|second|third|fourth|fifth|one|two|three|final|last)(?:ly)?\s*[:,]", re.IGNORECASE)
_ANNOUNCED = re.compile(
    r"\b(?:two|three|four|five|several|some|following|these|many|a few)\b[^.]*\b(?:wrong|false|myths?|untrue"
    r"|nonsense|"
    r"lies|not true|mistaken|incorrect|misconceptions?)\b",
    re.IGNORECASE,
)
_NOT_SO = (
    r"(?:wrong|false|untrue|lies?|myths?|nonsense|invented|made up|fiction\w*|not true|not so|"
    r"rubbish|satire|jokes?|irony|"
    r"ironic|sarcas\w+|misconceptions?|rumou?rs?|hearsay|fibs?|whoppers?|falsehoods?|untruths?|pork(?:y|ies)|"
    r"tall (?:tales?|stor(?:y|ies))|fables?|canards?|pranks?|bunk(?:um)?|hogwash|baloney|claptrap|balderdash|twaddle)"
)
_BEASTS = (
    r"(?:mice|mouse|rats?|rodents?|animals?|rabbits?|dogs?|cats?|monkeys?|zebrafish|flies|worms|yeast|cells?"
    r"|cell cultures?|"
    r"vitro|test tubes?|petri dish\w*|silico)"
)
# What takes back the sentences behind it: "The next claim is a lie.", "Everything in this paragraph is invented."
_FOLLOWING = re.compile(
    rf"\b(?:the (?P<one>following|next) (?:sentence|claim|statement|line|remark|thing)|what follows|the following|"
    rf"what i (?:am|will|'m) [\w ]{{0,20}}(?:say|tell|write)\w*|everything (?:in this|below|"
    rf"that follows|i (?:say|write|tell))|"
    rf"all (?:of )?(?:this|that follows)|(?:this|the) (?:whole )?(?:paragraph|list|text|message|"
    rf"post))\b[^.:]*\b{_NOT_SO}\b"
    rf"|\bnone of (?:what follows|the following|this)\b[^.:]*\b(?:true|correct|so)\b"
    rf"|^\s*(?:here (?:is|are|comes?|come)|now for|time for)\s+(?:\w+\s+){{0,3}}{_NOT_SO}\s*[.!]*\s*$"
    rf"|^(?:[\w’']+\s+){{0,6}}?(?P<lone>{_NOT_SO}|fake|bogus|mistakes?|errors?|hoax\w*|parod\w+|quiz|riddle"
    rf"|horoscope|"
    rf"fairy tales?|science fiction|opposite day|lie to you|disagree|(?:do|does|would|should)(?: not"
    rf"|n['’]t) (?:believe|buy|trust)|"
    rf"ignore|disregard|translate|spell|repeat after me|discuss|rephrase|proofread)\b[^.:;,]{{0,40}}[.!]*\s*$"
    rf"|^(?=[^.:;,]{{0,80}}\b(?:following|follows|next|below|this|these|it|results?|findings?|effects?)\b)"
    rf"[^.:;,]{{0,80}}\b(?P<beasts>{_BEASTS})\b[^.:;,]{{0,20}}[.!]*\s*$"
    r"|\b(?:once upon a time|long,? long ago|in a (?:land|kingdom|galaxy) far,?(?: far)? away),?\s+"
    r"(?:there|in an?|an?|the|lived)\b"
    rf"|^\s*(?:let me tell you|i (?:will|'ll|am going to) tell you)\s+(?:\w+\s+){{0,2}}{_NOT_SO}\b",
    re.IGNORECASE,
)
# Headings under which a list asserts nothing: "The adverts say:", "Hypotheses:", "Quiz:".
_REPORTED = re.compile(
    r"\b(?:say|says|said|teach\w*|preach\w*|claim\w*|believe\w*|rumou?r\w*|wish\w*|hop(?:e|es|ed|ing)|dream\w*"
    r"|quiz|"
    r"questions?|hypothes\w+|assumptions?|promis\w+|adverts?|ads|legends?|tales?|retracted|withdrawn|"
    r"to be (?:tested|checked)|"
    r"under study|disputed|debated|controvers\w+|allegations?|alleged|folklore|superstitions?|fiction)\b",
    re.IGNORECASE,
)
# What calls false all that stands under a title: "## Misconceptions", "**Debunked**".
_FALSE_TITLE = re.compile(
    rf"\b(?:{_NOT_SO}|hoax\w*|bust(?:ed|ing)|debunk\w*|dispro\w+|refut\w+|discredit\w*|fake\w*|bogus|errors?"
    rf"|mistakes?|"
    r"mistaken|fallac\w+|unproven|unfounded|(?:mis|dis)information|legends?|superstition\w*|humbug|quackery"
    r"|incorrect|"
    r"misbelief\w*|old wives\S* tales?|retracted|withdrawn|not (?:true|so|proven|shown|supported))\b",
    re.IGNORECASE,
)
# "Which drugs treat *B*?": the list below answers it.
_OPEN_QUESTION = re.compile(
    r"\W*(?:what|which [\w -]{0,30}s)\s"
    r"(?!.*\b(?:true|false|wrong|right|correct|incorrect|these|following|best)\b)",
    re.IGNORECASE,
)
_TITLE = re.compile(r"\s*(?:#{1,6}\s+\S[^\n]*|\*\*[^*\n]+\*\*:?|__[^_\n]+__:?)\s*")
# "Papers disagree on whether (*A* treats *B*)", "the evidence is divided as to whether".
DIVIDED = re.compile(
    r"\W*(?:(?:but|and|so|still|however|the|these|most|many|recent|published|available|different|past|clinical|[a-z]+ly)"
    r",?\s+){0,4}"
    r"(?:papers|studies|trials|reviews|experts|researchers|scientists|doctors|clinicians|authors|results|findings|data|"
    r"evidence|literature|opinions?|meta-analyses|cohorts|guidelines)\s+(?:(?:still|also|now)\s+)?"
    r"(?:disagrees?|differs?|conflicts?|diverges?|(?:do|does) not agree|don['’]t agree|"
    r"(?:is|are|was|were|remains?)\s+(?:still\s+)?(?:divided|split|mixed|conflicting|inconsistent|contradictory|"
    r"at odds))\s+"
    r"(?:on|about|over|as to|regarding|concerning)\s+whether\s+(?:or not\s+)?",
    re.IGNORECASE,
)
# "Myth: …", "Common misconception – …", "False: …": a label that calls its line false.
LABELLED_FALSE = re.compile(
    r"\W*(?:(?:a|the|another|one)\s+)?(?:(?:common|popular|persistent|old|classic|frequent)\s+)?"
    r"(?:myth|misconception|fallacy|false|untrue|not true|wrong|incorrect|debunked|busted|fiction)(?:\s*#?\s?\d{1,2})?"
    r"\s*(?::|\s[–—-])\s*",
    re.IGNORECASE,
)
# "Neither is true.", "…, and both are false.", "…: all lies": what takes back several claims that stand before it.
_SAID_OF = (
    r"(?:(?:of )?(?:which|these|those|them|this|that|it|the)\s+)?"
    r"(?:(?:two|three|four|five|last|above|claims?|statements?|sentences?|ideas?|things?|points?|findings?)\s+){0,3}"
)
_BEING = (
    r"(?:(?:is|are|was|were|has been|have been|turned out(?: to be)?|proved(?: to be)?)\s+)?"
    r"(?:(?:\w+ly|just|all|both|quite|also|in fact|known to be|long|since|later|then|ever)\s+){0,2}"
)
_DISOWNED = rf"(?:{_NOT_SO}|retracted|refuted|withdrawn|fairy tales?|{regex_of_any(word_lists()['refuted'])})"
_SEVERAL_NOT_SO = re.compile(
    r"(?:^|[,;:–—(]|\s-\s)\s*(?:(?:and|but|yet|though|although|only|sadly|alas|however|in fact),?\s+){0,2}(?:"
    rf"(?:(?P<both>both|the (?:two|latter two|last two))|all|each|these|those|everything|the above)\s+{_SAID_OF}"
    rf"{_BEING}{_DISOWNED}|"
    rf"(?:(?P<neither>neither)|none|nothing|not one|not a word)\s+{_SAID_OF}(?:"
    rf"{_BEING}(?:true|so|right|correct|real|the case|proven|proved|shown|borne out|confirmed|supported|accurate)|"
    r"(?:works?|holds?|stands?|applies|apply|does|do|did|worked|held)(?:\s+(?:up|true|so))?)"
    r")(?:\s+(?:anyway|at all|though|by the way|in truth|in fact|however|actually|really|of course|any ?more))?"
    r"\s*[)!.…]*\s*$",
    re.IGNORECASE,
)
_TAIL = 160  # characters at the end of a sentence that are looked at for that
_MOST_WORDS = 7  # of a line that is a title because a list follows it


def denied_stretches(text: str, sentences: Sequence[Stretch], before: str = "") -> Iterator[Stretch]:
    """Yield the sentences of a paragraph that others take back; `before` is the paragraph before.

    Those are the items of lists whose heading does so ("Myths:"), what is announced as untrue, and several claims of
    which that is said behind them.
    """
    yield from _taken_back_together(text, sentences)
    heading, numbered = _ends_with_false_heading(before), False
    rest = ""  # what is taken back: "all" that follows, "one" sentence, "line" up to a full stop
    for n, sentence in enumerate(sentences):
        words = text[sentence.start : sentence.end]
        if rest:
            yield sentence
            rest = rest if rest == "all" or (rest == "line" and words.rstrip().endswith(";")) else ""
            continue
        if announced := _announcement(text, sentences, n):
            rest = "one" if announced["one"] or announced["lone"] or announced["beasts"] else "all"
        item = numbered or is_item(words)
        numbered = _NUMBER.fullmatch(words) is not None
        if (heading and (item or numbered)) or _denies_its_own_list(words):
            yield sentence
        elif n == 0 and heading:  # "Not true:", and a paragraph that is no list
            yield sentence
            rest = "all"
        elif words.rstrip().endswith((":", "?")) or _ANNOUNCED.search(words):
            heading = _takes_back(words)
        elif n + 1 < len(sentences) and _is_title(words, text[sentences[n + 1].start : sentences[n + 1].end]):
            heading = calls_false(words)
        elif words.rstrip().endswith(";") and _FALSE_TITLE.search(words.partition(":")[0] if ":" in words else ""):
            rest = "line"
        elif heading and words.strip():
            heading = False


def _taken_back_together(text: str, sentences: Sequence[Stretch]) -> Iterator[Stretch]:
    """Yield the sentences before one that calls them false together, and that one where it says so at its end."""
    for n, sentence in enumerate(sentences):
        found = _SEVERAL_NOT_SO.search(text[sentence.start : sentence.end][-_TAIL:])
        if found is None:
            continue
        whole = sentence.end - sentence.start <= _TAIL and found.start() == 0
        last = n if whole else n + 1
        yield from sentences[max(0, last - 2) if found["both"] or found["neither"] else 0 : last]


def limited_stretches(text: str, sentences: Sequence[Stretch], before: str = "") -> dict[Stretch, str]:
    """Return the sentences of a paragraph that stand under a heading of whom, how much or when: "In rats:", with it.

    `before` is the paragraph before.
    """
    last = before.rstrip().rpartition("\n")[2]
    short = last == before.strip() and len(last.split()) <= _MOST_WORDS and not is_item(last)
    whole = _TITLE.fullmatch(last) is not None or (short and last[-1:].isalnum())
    heading = _limit(last) if whole or last.endswith(":") else ""
    found: dict[Stretch, str] = {}
    for n, sentence in enumerate(sentences):
        words = text[sentence.start : sentence.end]
        following = text[sentences[n + 1].start : sentences[n + 1].end] if n + 1 < len(sentences) else ""
        if _is_title(words, following):
            heading, whole = _limit(words), True
        elif words.rstrip().endswith(":"):
            heading, whole = _limit(words), False
        elif heading and (whole or is_item(words) or n == 0):
            found[sentence] = heading
        elif not is_item(words):
            heading = ""
    return found


def _limit(heading: str) -> str:
    return heading.strip(" #*_:\n") if limits(heading) else ""


def _announcement(text: str, sentences: Sequence[Stretch], n: int) -> re.Match[str] | None:
    """Return what announces that the sentences behind sentence n are not so, or not so of people.

    "False." and "That was in mice." speak of the sentence before them, where there is one.
    """
    found = _FOLLOWING.search(text, sentences[n].start, sentences[n].end)
    points_back = found is not None and n > 0 and (found["lone"] or found["beasts"])
    return None if points_back and not _POINTS_ON.search(found[0] if found else "") else found


_POINTS_ON = re.compile(r"\b(?:follow\w*|next|below|here)\b", re.IGNORECASE)


def is_item(words: str) -> bool:
    """Whether a sentence is an item of a list."""
    return _ITEM.match(words) is not None or _ORDINAL.match(words) is not None


def is_ordinal(words: str) -> bool:
    """Whether a sentence begins with its number in words, as running text does, too: "First, it …"."""
    return _ORDINAL.match(words) is not None


# "Here's what the evidence says about …": whose words these are is no ground to doubt them.
_EVIDENCE_SAYS = re.compile(
    r"\bwhat (?:the |current |recent |we know from )*(?:evidence|research|science|studies|trials|data|literature|"
    r"guidelines?|reviews?|meta-analyses)\s+(?:currently |actually |really )?(?:says?|shows?|tells? us|suggests?)\b",
    re.IGNORECASE,
)


def _takes_back(heading: str) -> bool:
    """Whether what stands under a heading is not asserted."""
    heading = _EVIDENCE_SAYS.sub(" ", heading)
    return (
        _REPORTED.search(heading) is not None
        or (heading.rstrip().endswith("?") and _OPEN_QUESTION.match(heading) is None)
        or calls_false(heading)
        or find_cue(heading, CueScope.SENTENCE) is not None
        or find_cue(heading, CueScope.TEXT, CueEffect.REFUTES) is not None
    )


def calls_false(title: str) -> bool:
    """Whether a title calls false what stands under it: "Debunked claims"."""
    return _FALSE_TITLE.search(title) is not None


def _is_title(words: str, following: str) -> bool:
    """Whether a line is a title: marked as one, or short, without an end, and with a list behind it."""
    if _TITLE.fullmatch(words):
        return True
    plain = words.strip()
    short = len(plain.split()) <= _MOST_WORDS and plain[-1:].isalnum() and not is_item(words)
    return short and is_item(following)


# "Great question! …": how an answer begins, which asks nothing.
_GREETED = re.compile(
    r"^\W*(?:that['’]s an? )?(?:(?:really|very) )?(?:great|good|excellent|interesting|important|fair) "
    r"question[.!]\W*\s+",
    re.IGNORECASE,
)


def _ends_with_false_heading(paragraph: str) -> bool:
    """Whether a paragraph is, or ends with, a heading that takes back what the next one says."""
    last = _GREETED.sub("", paragraph.rstrip().rpartition("\n")[2])
    if last.endswith(":") and not _TITLE.fullmatch(last):
        return _takes_back(last)
    alone = last == paragraph.strip() and len(last.split()) <= _MOST_WORDS and last[-1:].isalnum() and not is_item(last)
    return (alone or _TITLE.fullmatch(last) is not None) and calls_false(last)


def _denies_its_own_list(words: str) -> bool:
    """Whether a sentence is a list in a line whose heading takes it back: "Things that do not work: - …, - …"."""
    heading, _, items = words.partition(":")
    return _INLINE.search(items) is not None and find_cue(heading, CueScope.SENTENCE) is not None
