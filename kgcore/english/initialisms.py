"""What a text says that its initialisms stand for: "PD (panic disorder)", "MS here means Marfan syndrome". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from kgcore.values.model import Mention, Paragraph

_SHORT = r"(?P<short>[A-Z][A-Za-z]?[A-Z0-9-]{0,4}[A-Z0-9])"
_LONG = r"(?P<long>[A-Za-z][\w'’-]*(?:\s+[A-Za-z0-9(][\w'’()-]*){0,5}?)"
_BEHIND = re.compile(rf"\b{_SHORT}\s*\((?:that is,?\s+|i\.e\.,?\s+|short for\s+|for\s+)?{_LONG}\)")
_BEFORE = re.compile(rf"(?P<before>(?:[A-Za-z][\w'’-]{{0,60}}\s+){{1,7}})\(\s*{_SHORT}\s*\)")
_SAID = re.compile(
    rf"\b{_SHORT}(?:\s+(?:here|in this \w+|in what follows|of course|as i use it))?,?\s+"
    rf"(?:stands for|(?:is |was )?short for|means|refers to|is to mean|being(?! \w+ed\b)|(?<=, )that is|i\.e\.|"
    rf"is the abbreviation (?:of|for)|=)\s*"
    rf",?\s+"
    rf"(?:the |an? )?{_LONG}(?=[.,;:!?)]|\s+(?:and|but|is|was|are|in|here)\b|$)"
)
_CALLED = re.compile(
    rf"\b(?:by|with|under)\s+{_SHORT},?\s+(?:i|we|they|people here)\s+(?:mean|understand)\s+(?:the |"
    rf"an? )?{_LONG}(?=[.,;:!?)]|$)",
    re.IGNORECASE,
)

# "The EPA, an agency, …": what it is said to be is a body of people.
_BODY = re.compile(
    rf"\b{_SHORT}\s*,\s+(?P<long>(?:an?|the|our|their|your|my)\s+(?:[\w'’-]+\s+){{0,4}}?(?:agency|authority|department|"
    r"office|bureau|board|council|commission|committee|union|company|firm|bank|index|party|school|university|institute|"
    r"institution|association|federation|society|ministry|organi[sz]ation|network|club|team|band|court))\b"
)
# "DHA, the Department of Health Affairs, …"
_NAMED = re.compile(rf"\b{_SHORT}\s*,\s+(?:or\s+|i\.e\.,?\s+)?(?:the\s+|an?\s+)?{_LONG}\s*[,.;:]")

# "In this memo AD is atopic dermatitis"
_HERE = re.compile(
    rf"\b(?i:in|throughout|for) (?i:this|our|my|what follows)(?: [a-z]+)?,?\s+{_SHORT}\s+(?:is|=)\s+(?:the |an? )?"
    rf"{_LONG}(?=[.,;:!?)]|\s+(?:and|but)\b|$)"
)


def defined(text: str) -> Mapping[str, str]:
    """Return what the text defines its initialisms to be; the first definition of each counts."""
    found: dict[str, str] = {}
    for short, long in _definitions(text):
        found.setdefault(short, " ".join(long.split()))
    return found


def _definitions(text: str) -> Iterator[tuple[str, str]]:
    for said in (*_SAID.finditer(text), *_CALLED.finditer(text)):
        yield said["short"], said["long"]
    for behind in _BEHIND.finditer(text):
        if _abbreviates(behind["short"], behind["long"]):
            yield behind["short"], behind["long"]
    for body in _BODY.finditer(text):
        yield body["short"], body["long"]
    for named in (*_HERE.finditer(text), *_NAMED.finditer(text)):
        if _abbreviates(named["short"], named["long"]):
            yield named["short"], named["long"]
    for before in _BEFORE.finditer(text):
        words = before["before"].split()
        for n in range(1, len(words) + 1):
            if _abbreviates(before["short"], " ".join(words[-n:])):
                yield before["short"], " ".join(words[-n:])
                break


def _abbreviates(short: str, long: str) -> bool:
    """Whether the letters of a short form are the first letters of the words, little words left out or not."""
    words = re.findall(r"[A-Za-z0-9]+", long)
    letters = [c.casefold() for c in short if c.isalnum()]
    initials = [w[0].casefold() for w in words]
    full = [
        i for i, w in zip(initials, words, strict=True) if w.casefold() not in {"of", "the", "and", "for", "in", "to"}
    ]
    return len(letters) > 1 and letters in (initials, full)


def as_defined(paragraphs: Sequence[Paragraph]) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a text with every initialism that it defines under the name that it gives it."""
    meant = defined("\n".join(p.text for p in paragraphs))
    return tuple(_defined(p, meant) for p in paragraphs) if meant else tuple(paragraphs)


def _defined(paragraph: Paragraph, meant: Mapping[str, str]) -> Paragraph:
    def named(mention: Mention) -> Mention:
        short = mention.text.partition("(")[0].strip()
        return replace(mention, text=meant.get(short, mention.text))

    triples = (replace(t, subject=named(t.subject), object=named(t.object)) for t in paragraph.triples)
    return replace(paragraph, triples=tuple(triples))
