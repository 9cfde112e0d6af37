"""Sentences that are whole only with the one before them, put into words: answers, "its risk", "one is …". Pure.

"Does *A* treat *B*? Yes.", "*A* treats *B*. Its main risk is *C*.", "Two drugs treat *B*: one is *A*, the other *C*."
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgcore.annotation.wording import Piece, Wording, worded
from kgcore.english.context import ClaimFrame, may_deny_or_hedge, read_frame_before, without_closing
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan, listed, names_within

_ASKED = re.compile(
    r"\W*(?:(?:q|question|faq)\s*\d*\s*[:.)]\W*)?(?:so,?\s+|and\s+|but\s+)?"
    r"(?P<verb>do|does|did|is|are|was|were|can|has|have)\s+(?:the\s+)?",
    re.IGNORECASE,
)
_ECHO = r"(?:it|they|that)\s+(?:really\s+)?(?:do|does|did|is|are|was|were|can|has|have)"
# "It can't, judging from a trial", "They do not.", "Sadly not.": an answer without a yes or no.
_SHORT = re.compile(
    r"\W*(?:(?:a|answer|short answer)\s*\d*\s*[:.)]\W*)?(?:(?:sadly|unfortunately|alas|apparently|actually|"
    r"in short|well|no doubt),?\s+)?"
    r"(?:(?:it|they|that|this)\s+(?:really\s+|certainly\s+|indeed\s+)?(?P<aux>do|does|did|is|are|was|were|can|has|have)"
    r"(?P<denied>n?['’]?t|\s?not)?(?:\s+(?:indeed|so|either))?|(?P<not>not|it (?:is|does) not))\s*(?:[.!]+|$)\s*",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"\W*(?:(?:a|answer|short answer)\s*\d*\s*[:.)]\W*)?(?:(?P<yes>yes|yep|yeah|correct|true|right|indeed)|"
    rf"(?P<no>no|nope|false|incorrect))\b(?:,?\s+{_ECHO}(?P<denied>n['’]t|\s+not|not)?)?\s*[.!,]*\s*",
    re.IGNORECASE,
)
_ITS = re.compile(
    r"\W*(?:(?:but|and|however|still|yet|also|unfortunately),?\s+)?(?:its|their)\s+"
    r"(?P<what>(?:(?!is\b|are\b|was\b|were\b)[\w’'-]+\s+){0,4}?[\w-]+?)"
    r"(?P<link>\s*:\s|\s+(?=(?:is|are|was|were|include|includes|in|on|against|for|has|have|can|may)\s))",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\W*(?:there are\s+)?(?:two|three|four|five|several|some|many|a few|various|a number of|these|the following|"
    r"a handful of|different|certain)\s+"
    r"(?:(?:other|common|popular|older|newer|known|[a-z-]+(?:al|ed|ive|ary|ous|able|ic))\s+){0,2}"
    r"(?P<sort>[a-z-]+s)\s+(?P<verb>(?:that |which )?[a-z]+\b.*)",
    re.IGNORECASE | re.DOTALL,
)
_COUNTED = re.compile(
    r"\W*there are\s+(?:(?:only|about|at least)\s+)?(?:two|three|four|five|six|seven|eight|several|many|some)\s+"
    r"(?:(?:main|common|important|major|different|known)\s+)?",
    re.IGNORECASE,
)
_ONE_IS = re.compile(
    r"(?:^|[,;:.–—-]|\band\b)\s*(?:(?:and|while)\s+)?"
    r"(?:one(?: of (?:them|these))?|another(?: one)?|the others?(?: one)?|the (?:first|second|third|last)(?: one)?|"
    r"a (?:second|third|fourth)(?: one)?|others|still another|yet another|these|they|among them|examples?)"
    r"(?:\s+(?:is|are|being|include|includes))?\s*[,:]?\s+(?:the\s+)?$",
    re.IGNORECASE,
)


def restated(
    text: str, sentences: Sequence[tuple[Stretch, Sequence[NameSpan]]], names: Sequence[NameSpan]
) -> Iterator[Wording]:
    """Yield what sentences say with the one before them; with each, what a pronoun in it stands for."""
    for n, (sentence, topic) in enumerate(sentences):
        inside = names_within(names, sentence.start, sentence.end)
        following = sentences[n + 1][0] if n + 1 < len(sentences) else None
        yield from _possessed(text, sentence, inside, topic, names)
        if following is not None:
            yield from _answered(text, sentence, following, inside, names)
        yield from _picked_out(text, sentence, inside, [s for s, _ in sentences[n + 1 : n + 3]], names)


def _possessed(
    text: str, sentence: Stretch, inside: Sequence[NameSpan], topic: Sequence[NameSpan], names: Sequence[NameSpan]
) -> Iterator[Wording]:
    """Read "Its main risk is *C*" as "main risk of *A* is *C*", for what the sentence before is about."""
    found = _ITS.match(text, sentence.start, sentence.end)
    if found is None or len({n.mention.ref for n in topic}) != 1 or any(n.start < found.end() for n in inside):
        return
    link = ("is",) if ":" in found["link"] else ()
    of = ("the", Stretch(*found.span("what")), "of", topic[0], *link, Stretch(found.end(), sentence.end))
    yield worded(text, names, sentence, of)


def _answered(
    text: str, sentence: Stretch, answer: Stretch, inside: Sequence[NameSpan], names: Sequence[NameSpan]
) -> Iterator[Wording]:
    """Read a yes-or-no question with its answer as the statement that the two make."""
    asked = _ASKED.match(text, sentence.start, sentence.end)
    if asked is None and len(inside) > 1 and read_frame_before(text[sentence.start : inside[0].start]) == ClaimFrame():
        yield from _answered_plainly(text, sentence, answer, inside, names)
        return
    said = _ANSWER.fullmatch(text, answer.start, answer.end)
    behind, _ = without_closing(text[answer.start : answer.end])
    short = _SHORT.fullmatch(behind) if said is None else None
    end = sentence.start + len(text[sentence.start : sentence.end].rstrip(" \n*_"))
    if (
        asked is None
        or (said or short) is None
        or len(inside) < 2
        or text[end - 1] != "?"
        or inside[0].start != asked.end()
    ):
        return
    if said is not None:
        no, denied = said["no"] is not None, said["denied"] is not None
        if (denied and not no) or (no and not denied and len(said[0].split()) > 3):  # "Yes, it does not"
            return
    else:
        no = short is not None and (short["denied"] or short["not"]) is not None
    if no and may_deny_or_hedge(_beside(text, asked.end(), end - 1, inside)):
        return
    subjects = listed(text, inside)[0]
    verb = asked["verb"].lower()
    auxiliary = f"{verb} not" if no else "" if verb in ("do", "does", "did") else verb
    pieces: list[Piece] = [Stretch(inside[0].start, subjects[-1].end)]
    pieces += [auxiliary] if auxiliary else []
    yield worded(text, names, Stretch(sentence.start, answer.end), (*pieces, Stretch(subjects[-1].end, end - 1)))


# "*A* prevents *B*? That's a myth.", "… Not according to the trials.", "… Nah."
_NOT_SO = re.compile(
    r"\W*(?:no|nope|nah|not really|not at all|not true|wrong|false|sadly not|unfortunately not|"
    r"not according to (?:the|a|any) [\w\s-]{3,40}|"
    r"(?:that|this|it)(?: is|['’]s|s) "
    r"(?:just |only )?(?:an? )?(?:old |common )?"
    r"(?:myth|lie|misconception|fallacy|not true|not so|false|untrue|wrong))\W*",
    re.IGNORECASE,
)


def _answered_plainly(
    text: str, sentence: Stretch, answer: Stretch, inside: Sequence[NameSpan], names: Sequence[NameSpan]
) -> Iterator[Wording]:
    """Read a statement with a question mark and the answer to it: "*A* prevents *B*? No."."""
    end = sentence.start + len(text[sentence.start : sentence.end].rstrip(" \n*_"))
    denied = _NOT_SO.fullmatch(text, answer.start, answer.end)
    if denied is None or text[end - 1] != "?" or may_deny_or_hedge(_beside(text, sentence.start, end - 1, inside)):
        return
    claim = Stretch(inside[0].start, end - 1)
    yield worded(text, names, Stretch(sentence.start, answer.end), ("It is not true that", claim))


def _beside(text: str, start: int, end: int, names: Sequence[NameSpan]) -> str:
    """Return the words of a place that stand beside the names in it: "loss" in "hearing loss" denies nothing."""
    borders = (start, *(at for n in names if start <= n.start < end for at in (n.start, n.end)), end)
    return " … ".join(text[a:b] for a, b in zip(borders[::2], borders[1::2], strict=True))


def _picked_out(
    text: str, sentence: Stretch, inside: Sequence[NameSpan], behind: Sequence[Stretch], names: Sequence[NameSpan]
) -> Iterator[Wording]:
    """Read "Two drugs treat *B*. One is *A*, another *C*." as what it says of each."""
    counted = _COUNTED.fullmatch(text, sentence.start, inside[0].start) if inside else None
    if counted and len(listed(text, inside)) == 2 and text[inside[0].end : inside[1].start].strip() == ":":
        for name in inside[1:]:
            yield worded(text, names, Stretch(name.start, name.end), (name, "is one of the", inside[0]))
        return
    several = _SEVERAL.match(text, sentence.start, inside[0].start) if inside else None
    if several is None or may_deny_or_hedge(several[0]):
        return
    first = inside[0]
    says = Stretch(several.start("verb"), first.end)
    end = first.end
    stretches = [Stretch(first.end, sentence.end), *behind]
    for stretch in stretches:
        for name in names_within(names, stretch.start, stretch.end):
            if _ONE_IS.search(text[max(end, stretch.start) : name.start]) is None:
                return
            end = name.end
            yield worded(text, names, Stretch(name.start, name.end), (name, says))
