"""What sources say, in their own words, of the edges behind a claim: to be read by people. Pure.

No verdict comes from here: a sentence may say more, less or something else than the edge that was made of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest

from kgcore.english.agreement import CACHED
from kgcore.english.cues import CueEffect, CueScope, find_all
from kgcore.evidence.findings import edges_shown, fact_sentence, known_entities
from kgcore.values.model import Claim, Edge, Paper
from kgcore.values.reply import Fact, Quote
from kgcore.values.text import clean_line, cut_text, word_end
from kgcore.vocabulary.vocabulary import Vocabulary

MOST = 3  # sentences of a statement, and as many notes; the rest is counted
MOST_OF_CLAIM = 12  # quotes of all statements of a claim, beside the first note of each that has no paper
LONGEST = 400  # characters of a quote …
FARTHEST = 800  # … and of one that denies something only after those
_AFTER = 80  # characters that stay after a denial, so that one sees what is denied
_READ = 4_000  # characters that are looked at
_GOES_ON = "… (it goes on, and may say otherwise: read on in the source)"
# What may turn a quotation that is cut before it.
_TURNING = (CueEffect.DENIES, CueEffect.OPPOSES, CueEffect.REFUTES, CueEffect.CONTRASTS, CueEffect.HINTS)


def claim_facts(claim: Claim, papers: Mapping[str, Paper], vocabulary: Vocabulary) -> tuple[Fact, ...]:
    """Return the statements of the edges that a claim shows, each once, with what their sources say.

    Where a statement has no paper, a note is always among them, for it is all that stands behind it.
    """
    known = known_entities(claim)
    stated: dict[str, list[Edge]] = {}
    for edge in edges_shown(claim):
        stated.setdefault(fact_sentence(edge, known, vocabulary), []).append(edge)
    room, seen = MOST_OF_CLAIM, set[Quote]()
    found = []
    for words, edges in stated.items():
        every = [q for q in dict.fromkeys(q for e in edges for q in edge_quotes(e, papers)) if q.alone or q not in seen]
        seen |= {q for q in every if q.text}
        shown = _few(every, room)
        room -= len(shown)
        found.append(Fact(words, tuple(_short(q) for q in shown), len(every) - len(shown)))
    return tuple(found)


def edge_quotes(edge: Edge, papers: Mapping[str, Paper]) -> Iterator[Quote]:
    """Yield the note of an edge with who says it, then its sentences with the papers that they stand in.

    Where there is no paper, the statement itself names the source (see `fact_sentence`) and the note does not.
    """
    alone = not edge.publications
    source = "" if alone else clean_line(", ".join(edge.sources))
    if edge.note.strip() or source:
        yield Quote(edge.note.strip(), source, None, alone, note=bool(edge.note.strip()))
    cited = edge.publications[: len(edge.sentences)]
    for sentence, id in zip_longest(edge.sentences, cited, fillvalue=""):
        if sentence.strip():
            paper = papers.get(id, Paper(id)) if id else None
            yield Quote(sentence.strip(), "" if paper else source, paper, alone)


@lru_cache(CACHED)
def shorten_quote(text: str) -> str:
    """Return a text on one line, a very long one cut between words.

    What is left out never turns it: where a "not" follows, the text goes on beyond it, or warns of what follows.
    """
    words = clean_line(text[:_READ])
    if len(words) <= LONGEST and len(text) <= _READ:
        return words
    at = word_end(words, LONGEST)
    denials = [found.end() for found in find_all(words, CueScope.TEXT, *_TURNING, start=at - _AFTER // 2)]
    end = denials[-1] + _AFTER if denials else at
    if end > FARTHEST or len(text) > _READ:
        return words[:at] + _GOES_ON
    return cut_text(words, word_end(words, end))


def _few(every: Iterable[Quote], room: int) -> list[Quote]:
    """Return the first notes and sentences for which there is room; one that stands in a paper's place in any case."""
    kept = {True: 0, False: 0}
    shown: list[Quote] = []
    for quote in sorted(every, key=lambda q: (not q.alone, q.paper is not None)):
        told = quote.paper is not None
        if kept[told] < MOST and (len(shown) < room or (quote.alone and not shown)):
            kept[told] += 1
            shown.append(quote)
    return shown


def _short(quote: Quote) -> Quote:
    return replace(quote, text=shorten_quote(quote.text), source=shorten_quote(quote.source))
