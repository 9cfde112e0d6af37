"""What somebody states in a message, and what they only quote, take back or agree to. Pure.

A message stays as its writer wrote it. For reading, what is not their own claim is covered with spaces, so that every
character keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from kgcore.english.cues import CueScope, find_cue
from kgcore.english.sentences import blank_controls, split_paragraphs, split_sentences
from kgcore.values.model import Mark, Mention, Paragraph, Triple
from kgcore.vocabulary.vocabulary import Vocabulary

_QUOTED = re.compile(r"^[ \t]*(?:>|&gt;|»).*$", re.MULTILINE)
_STRUCK = re.compile(r"~~[^~\n]+~~|(?<!\w)~[^~\s][^~\n]*~(?!\w)|```.*?(?:```|\Z)", re.DOTALL)
_EMPHASIS = re.compile(r"(?<!\w)[*_`]{1,3}(?=\w)|(?<=[\w.!?)])[*_`]{1,3}(?!\w)")
_NODDING = re.compile("[👍👌🙏💪🎉🙂😊😀❤✅🤔💯🔥👏\ufe0f\U0001f3fb-\U0001f3ff]")
_OPENING = re.compile(
    r"\s*(?:(?:hi|hey|hello|thanks|thank you|ok|okay|yes|yeah|yep|yup|no|nope|nah|oh|hm+|ah|well|true|"
    r"exactly|agreed|indeed|i agree|i disagree|disagree|fwiw|afaik|imo|imho|btw|by the way|also)"
    r"(?:\s+(?:all|everyone|everybody|folks))?\s*(?:[,:!–—-]|\.(?=\s))\s*)",
    re.IGNORECASE,
)
_AT = re.compile(r"\s*@[\w.-]+[,:]?\s+")
_BEFORE_AFTERTHOUGHT = ' \t\n"”’).!?;,…–—-('  # what may stand between a claim and what takes it back
_SENTENCE_END = re.compile(
    r"(?<!\b[A-Za-z])[.!?…\n]{1,20}(?=\s|$)|(?=\(|\s/s\b|\s[–—-]\s|\s*[😂🤣🙄🙃😉😜🤡]|,?\s(?:lol|lmao|haha))|$"
)
_AGREES = re.compile(
    r"(?:yes|yeah|yep)?[,.!\s]*(?:i (?:fully |completely |totally |strongly |quite )?agree|agreed|"
    r"i second (?:that|this)|\+1|same here|that(?:['’]s| is) (?:true|right|correct)|"
    r"(?:exactly|indeed|absolutely|definitely))"
    r"(?: with (?:you|that|this|@?{names}))?(?:,? @?{names})?\s*[.!]*"
)
# Own opinion, and what others are said to say: that is kept as reported.
_OPINION = (
    r"(?:(?:yes|yeah|yep|no|nope|nah|well|hm+|but|actually)[,.!\s]+)*"
    r"(?:i (?:think|believe|guess|bet|am sure) (?:that )?)?"
)
_REPORTED = (
    r"(?:(?:well|hm+|but|no|nope|yes)[,.!\s]+)*(?:i (?:have )?(?:read|heard|hear|saw|was told)|i['’]ve (?:read|heard)"
    r"|(?:they|people|some|many) say|(?:my|the) [\w ]{2,30}? (?:says?|said|told me)|apparently|supposedly"
    r"|according to (?:my |the |a )?[\w ]{2,30}?"
    r"|(?:an?|the|some|several|many|most|two|three|\d+) (?:\w+ )?(?:rcts?|trials?|stud(?:y|ies)|papers?|reviews?)"
    r" (?:says?|said|shows?|showed|found|finds?)),? (?:that )?"
)
_POSITIVE = r"(?:it|they) (?:really |certainly |actually )?(?:does|do|helps?|works?)(?: help| work)?\s*[.!]*"
_NEGATIVE = (
    r"(?:it|they) (?:really |certainly |actually )?(?:does|do)(?: not|n['’]t)(?: help| work| do anything)?(?: at all)?"
    r"\s*[.!]*"
)
_DOES = re.compile(r"(?:yes|yeah|yep)[,.!\s]*(?:it|they) (?:really |certainly )?(?:does|do)\s*[.!]*")
_SAID_TO = re.compile(rf"(?:{_REPORTED})(?:{_POSITIVE})")
_SAID_NOT_TO = re.compile(rf"(?:{_REPORTED})(?:{_NEGATIVE})")
_OWN_YES, _OWN_NO = re.compile(rf"(?:{_OPINION})(?:{_POSITIVE})"), re.compile(rf"(?:{_OPINION})(?:{_NEGATIVE})")
_OTHER = re.compile(
    r"(?:(?:but|and|yes|no|well)[,\s]+)*(?P<name>[a-z0-9][\w'’-]*(?: [\w'’-]+){0,3}?) "
    r"(?P<verb>helps|works|(?:does|do)(?: not|n['’]t) (?:help|work|do anything)|does|help|work)"
    r"(?: (?:either|neither|too|as well|also|at all|for (?:it|that)|against (?:it|that)|with (?:it|that)))*\s*[.!]*"
)
_NO_NAME = frozenset("it they this that these those he she we i you nothing everything something what which".split())  # noqa: SIM905
_ASKED = re.compile(
    r"\s*(?:so |and |hi,? |hello,? )?(?:does|do|did|can|could|may|will|would)\s+(.+?)\s*\?\s*",
    re.IGNORECASE | re.DOTALL,
)
_NOT_THOUGHT = re.compile(r"\s*i (?:do not|don['’]t) (?:really )?(?:think|believe)(?: that)?\s+", re.IGNORECASE)
_DENIES = re.compile(
    r"(?:nope|nah|(?:no|nope)?[,.!\s]*"
    r"(?:i (?:fully |completely |totally |strongly )?disagree|i (?:do not|don['’]t) agree|"
    r"that(?:['’]s| is) (?:wrong|false|not true|untrue|incorrect|not correct)))"
    r"(?: with (?:you|that|this|@?{names}))?(?:,? @?{names})?\s*[.!]*"
)
_DOES_NOT = re.compile(r"(?:no|nope)[,.!\s]*(?:it|they) (?:really |certainly )?(?:does|do)(?: not|n['’]t)\s*[.!]*")


def blank_out_quotes(text: str, names: Iterable[str] = ()) -> str:
    """Return the text with what is quoted, struck out or only addresses others as spaces; every other character stays.

    `names` are the people of the conversation.
    """
    text = blank_controls(text)
    for pattern in (_QUOTED, _STRUCK, _EMPHASIS, _NODDING):
        text = pattern.sub(lambda found: _spaces(found[0]), text)
    return _without_openings(text, _addressed(names))


def _without_openings(text: str, addressed: re.Pattern[str]) -> str:
    starts = [s.start for p in split_paragraphs(text) for s in split_sentences(text, p, ())]
    for start in starts:
        at = start
        while found := _AT.match(text, at) or addressed.match(text, at) or _OPENING.match(text, at):
            text = text[:at] + _spaces(found[0]) + text[found.end() :]
            at = found.end()
    return text


def _addressed(names: Iterable[str]) -> re.Pattern[str]:
    said = {part for name in names for part in (name, name.split(" ")[0]) if len(part) > 1}
    some = "|".join(sorted(map(re.escape, said), key=len, reverse=True)) or r"(?!)"
    return re.compile(rf"\s*(?:@(?:{some})\s*[,:–—-]|(?:{some})\s*[,–—-])\s*", re.IGNORECASE)


def _spaces(text: str) -> str:
    return "".join(c if c == "\n" else " " for c in text)


def one_paragraph(text: str, seen: str, read: Sequence[Paragraph], number: int) -> Paragraph:
    """Return a message as one paragraph: its own words, with the marks and triples that were read in `seen`."""
    starts = [stretch.start for stretch in split_paragraphs(seen)]
    moved = [_moved(p, start, number) for p, start in zip(read, starts, strict=True)]
    triples = (t for p in moved for t in p.triples if not _taken_back(text, t))
    return Paragraph(blank_controls(text), tuple(m for p in moved for m in p.marks), tuple(triples))


def _moved(paragraph: Paragraph, by: int, number: int) -> Paragraph:
    return Paragraph(
        paragraph.text,
        tuple(Mark(m.start + by, m.end + by, m.ref) for m in paragraph.marks),
        tuple(replace(t, paragraph=number, start=t.start + by, end=t.end + by) for t in paragraph.triples),
    )


def _taken_back(text: str, triple: Triple) -> bool:
    """Whether the sentence's end, or the sentence behind it, takes a claim back as people do among each other."""
    rest = text[triple.end :]
    end = _SENTENCE_END.search(rest)
    said = rest[end.start() :].lstrip(_BEFORE_AFTERTHOUGHT) if end else ""
    return find_cue(said, CueScope.MESSAGE) is not None


# ── "I agree" ───────────────────────────────────────────────────────────────────────────────────────────────────────


def restate_agreement(
    text: str, before: Paragraph, speaker: str, number: int, vocabulary: Vocabulary
) -> Paragraph | None:
    """Return what a message that only agrees to the one before, or denies it, states; None where that is not plain.

    It is plain where the message before, by `speaker`, is one sentence that makes one claim.
    """
    claim = before.triples[0] if len(before.triples) == 1 else None
    words = " ".join(text.lower().split())
    if claim is None or claim.doubtful or not words or _sentences(before.text) > 1:
        return None
    some = "|".join(re.escape(part) for part in (speaker.lower(), speaker.lower().split(" ")[0]))
    reading = vocabulary.read(claim.relation)
    denied, hedged = claim.negated or reading.negated, claim.hedged or reading.hedged

    def says(pattern: re.Pattern[str]) -> bool:
        return re.fullmatch(pattern.pattern.replace("{names}", f"(?:{some})"), words) is not None

    own = replace(claim, paragraph=number, start=0, end=len(text), ref="R1",
                  subject=replace(claim.subject, ref=""), object=replace(claim.object, ref=""))  # fmt: skip
    marks = (Mark(0, len(text), "R1"),)
    if says(_AGREES) or (says(_DOES) and not denied):
        return Paragraph(blank_controls(text), marks, (own,))
    if (says(_DENIES) or says(_DOES_NOT)) and not denied and not hedged:
        return Paragraph(blank_controls(text), marks, (replace(own, negated=True),))
    return None


def asked_as_statement(text: str) -> str:
    """Return what a short yes-or-no question asks as a statement ("ginkgo help against dementia."), "" for no such."""
    asked = _ASKED.fullmatch(text) if len(text) <= _SHORT else None
    return f"{asked[1]}." if asked else ""


def without_doubt(text: str) -> tuple[str, bool]:
    """Return a text with "I don't think that" as spaces, and whether it began so: then it denies what follows."""
    found = _NOT_THOUGHT.match(text)
    return (_spaces(found[0]) + text[found.end() :], True) if found and _sentences(text) == 1 else (text, False)


def restate_answer(text: str, asked: Paragraph, number: int, vocabulary: Vocabulary) -> Paragraph | None:
    """Return what a message states that answers a question, or says it of something else, by the one claim in `asked`.

    "I read that it does not" (kept as reported), "Ginkgo doesn't help either". None where that is not plain.
    """
    claim = asked.triples[0] if len(asked.triples) == 1 else None
    words = " ".join(text.lower().split())
    if claim is None or claim.doubtful or not words or len(words) > _SHORT:
        return None
    reading = vocabulary.read(claim.relation)
    if claim.negated or claim.hedged or reading.negated or reading.hedged:  # what "it does" then means is not plain
        return None
    own = replace(claim, paragraph=number, start=0, end=len(text), ref="R1",
                  subject=replace(claim.subject, ref=""), object=replace(claim.object, ref=""))  # fmt: skip
    marks = (Mark(0, len(text), "R1"),)
    for pattern, negated, reported in _ANSWERS:
        if pattern.fullmatch(words):
            return Paragraph(blank_controls(text), marks, (replace(own, negated=negated, hedged=reported),))
    other = _OTHER.fullmatch(words)
    if other is None or other["name"].split()[0] in _NO_NAME:
        return None
    said = replace(own, subject=Mention(other["name"]), negated="not" in _plain_not(other["verb"]))
    return Paragraph(blank_controls(text), marks, (said,))


_SHORT = 200  # characters of such a question or answer
_ANSWERS = ((_OWN_YES, False, False), (_OWN_NO, True, False), (_SAID_TO, False, True), (_SAID_NOT_TO, True, True))


def _plain_not(verb: str) -> str:
    return verb.replace("n't", " not").replace("n’t", " not")


def _sentences(text: str) -> int:
    return sum(1 for p in split_paragraphs(text) for _ in split_sentences(text, p, ()))
