"""The sentences of an article that bear on words that somebody sought: which, and how strongly. Pure.

A sentence is scored by a linear model over what it shares with the words and over what results read like. The weights
are fitted on annotated trials (Evidence Inference 2.0) with a list-wise loss; docs/library.md has the figures.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kgcore.library.model import Article, Passage
from kgcore.library.words import abbreviations_in, plain_words, sentences_in, sentences_of, weights

MODEL = "passage"
MOST_SENTENCES = 5_000  # of one article
_K, _B = 1.2, 0.6  # of BM25; sentences vary less in length than texts
_HALF = 0.5  # the weight of a word that stands for an abbreviation in the query
_SHORT, _LONG = 6, 60  # words
_CUES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(words, re.IGNORECASE))
    for name, words in (
        ("signif", r"\bsignifican|\bstatistical"),
        ("p", r"\bp\s{0,2}(?:-?\s?value)?s?\s{0,2}(?:[=<>≤≥]|was|of)"),
        ("nodiff", r"\b(?:no|not|neither|nor|without|similar|comparable|equal|same|unchanged|failed|ns)\b"),
        (
            "comp",
            r"\b(?:compared|versus|vs|than|between|relative|respectively|both groups|control|placebo|groups?|arms?)\b",
        ),
        (
            "up",
            r"\b(?:increas|higher|greater|more|improv|longer|better|superior|elevat|rais|enhanc|faster|rose|larger)",
        ),
        (
            "down",
            r"\b(?:decreas|lower|reduc|less|fewer|shorter|declin|worse|inferior|fell|smaller|drop|attenuat|suppress"
            r"|prevent)",
        ),
        ("num", r"\d[.·]\d|\d\s?%|±|\bCI\b|confidence interval"),
        ("diff", r"\bdifferen|\beffect|\bassociat|\bchange"),
        (
            "aim",
            r"\b(?:aim|objective|hypothes|purpose|to (?:investigate|evaluate|determine|assess)|(?:was|were) (?:measured"
            r"|assessed|calculated|performed)|will be|(?:primary|secondary) outcomes? (?:was|were|is)|defined as"
            r"|sample size|power|analy[sz]ed using|recruited|eligible|inclusion)\b",
        ),
        (
            "past",
            r"\b(?:previous|earlier|other) (?:stud|trial|report|work)|\bet al\b|\[\d+|\breported (?:by|that)\b"
            r"|\b(?:has|have) been shown|\bmeta-analys|\bsuggest|\bmay\b|\bmight\b",
        ),
        ("table", r"\b(?:Table|Fig|Figure)\b"),
    )
)
_SECTIONS = tuple(
    (name, re.compile(words, re.IGNORECASE))
    for name, words in (
        ("results", r"result|finding|outcome|efficacy|effect|analys"),
        ("concl", r"conclu"),
        ("disc", r"discuss|interpret|comment"),
        ("meth", r"method|material|design|participant|setting|intervention|patients|statistic|procedure|measure"),
        ("intro", r"intro|background|objective|aim|context|purpose"),
    )
)
_WITH_MATCH = ("signif", "p", "nodiff", "comp", "up", "down", "num", "diff", "aim", "past")


@dataclass(frozen=True, slots=True)
class _Read:
    """An article's sentences, read once for all that is asked of it."""

    sentences: tuple[Passage, ...]
    words: tuple[tuple[str, ...], ...]
    counts: Mapping[str, int]  # of sentences that have a word
    abbreviations: Mapping[str, str]
    of_abstract: tuple[bool, ...]


class PassageReader:
    """Finds in one article the sentences that bear on words."""

    def __init__(self, article: Article) -> None:
        """Read the article's sentences."""
        sentences = sentences_of(article)[:MOST_SENTENCES]
        words = tuple(tuple(plain_words(s.text)) for s in sentences)
        counts = Counter(word for some in words for word in set(some))
        first = 1 if article.title else 0
        end = first + sum(1 for section in article.abstract for _ in sentences_in(section.text))
        abstract = tuple(first <= n < end for n in range(len(sentences)))
        self._read = _Read(tuple(sentences), words, counts, abbreviations_in(s.text for s in sentences), abstract)

    def best(self, query: str, top: int = 5) -> tuple[Passage, ...]:
        """Return the sentences that bear most on the words of a query, best first; () where none has any of them."""
        read = self._read
        rows = self.features(query)
        fitted = weights(MODEL)
        scored = (
            replace(read.sentences[n], score=round(sum(fitted[k][0] * v for k, v in row.items() if k in fitted), 4))
            for n, row in enumerate(rows)
            if row["cover"] > 0
        )
        return tuple(sorted(scored, key=lambda p: -p.score)[:top])

    def features(self, query: str) -> list[dict[str, float]]:
        """Return what is measured of every sentence, by name; "cover" is 0 where nothing of the query stands in it."""
        read = self._read
        asked = plain_words(query)
        rarity = self._rarity(asked)
        total = sum(rarity.values()) or 1.0
        pairs = set(pairwise(asked))
        average = sum(map(len, read.words)) / max(1, len(read.words)) or 1.0
        match = [_bm25(words, rarity, average) / total for words in read.words]
        cover = [sum(rarity[w] for w in {*words} & rarity.keys()) / total for words in read.words]
        most, best_cover = max(match, default=0) or 1.0, max(cover, default=0) or 1.0
        titles = {s.section: _title_features(s.section, rarity, total) for s in read.sentences}
        rows = []
        for n, sentence in enumerate(read.sentences):
            m, words = match[n] / most, read.words[n]
            before = match[n - 1] / most if n and read.sentences[n - 1].section == sentence.section else 0.0
            row = {"match": m, "match2": m * m, "cover_best": cover[n] / best_cover, "cover": cover[n]}
            row["pairs"] = len(pairs & set(pairwise(words))) / max(1, len(pairs))
            row |= {"length": math.log(1 + len(words)), "before": before, **titles[sentence.section]}
            row |= {"short": float(len(words) < _SHORT), "long": float(len(words) > _LONG), "title": float(n == 0)}
            rows.append(row | _reading(sentence.text, m, titles[sentence.section], read.of_abstract[n]))
        return rows

    def _rarity(self, asked: Sequence[str]) -> dict[str, float]:
        """Return how rare each word of the query is in the article, those of its abbreviations included."""
        read = self._read
        share = dict.fromkeys(asked, 1.0)
        line = f" {' '.join(asked)} "
        for short, long in read.abbreviations.items():
            letters, words = plain_words(short), plain_words(long)
            if words and f" {' '.join(words)} " in line:
                share.update({w: 1.0 for w in letters if w not in share})
            elif letters and all(w in asked for w in letters):
                share.update({w: _HALF for w in words if w not in share})
        n = len(read.sentences)
        counts = read.counts
        return {
            w: x * math.log(1 + (n - counts[w] + 0.5) / (counts[w] + 0.5)) for w, x in share.items() if counts.get(w)
        }


def _bm25(words: Sequence[str], rarity: Mapping[str, float], average: float) -> float:
    counts = Counter(w for w in words if w in rarity)
    norm = _K * (1 - _B + _B * len(words) / average)
    return sum(rarity[w] * n * (_K + 1) / (n + norm) for w, n in counts.items())


def _title_features(title: str, rarity: Mapping[str, float], total: float) -> dict[str, float]:
    found = {f"in_{name}": float(bool(words.search(title))) for name, words in _SECTIONS}
    found["in_cover"] = sum(rarity[w] for w in {*plain_words(title)} & rarity.keys()) / total
    return found


def _reading(text: str, match: float, title: Mapping[str, float], of_abstract: bool) -> dict[str, float]:
    """Return how a sentence reads: the cues in it, alone and together with what it shares with the query."""
    cue = {name: float(bool(words.search(text))) for name, words in _CUES}
    row = {f"cue_{name}": value for name, value in cue.items()}
    row |= {f"match_{name}": match * cue[name] for name in _WITH_MATCH}
    row |= {f"abstract_{name}": title[f"in_{name}"] * of_abstract for name, _ in _SECTIONS}
    moved, no_difference = max(cue["up"], cue["down"]), cue["nodiff"] * cue["diff"]
    row |= {
        "abstract": float(of_abstract),
        "match_abstract": match * of_abstract,
        "match_results": match * title["in_results"],
        "p_comp": cue["p"] * cue["comp"],
        "signif_comp": cue["signif"] * cue["comp"],
        "moved_comp": moved * cue["comp"],
        "no_difference": no_difference,
        "match_outcome": match * max(moved, no_difference),
    }
    return row
