"""Whether a question is written in another language than English, told by its little words or its script. Pure.

The packaged `languages.tsv` has the little words of the languages that people are likeliest to write in, and the words
of which one alone tells the language: what somebody asks with that no English sentence and no name has ("hilft").
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from importlib.resources import files

_ENGLISH = "English"
_READ = 2_000  # characters that are looked at
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_INVERTED = re.compile(r"-(?:t-)?(?:ils?|elles?|on|vous|tu|ce)$")  # "améliore-t-il"
_OPENING = re.compile(r"[¿¡]\s*[^\W\d_]")  # no other language opens a sentence so
_FEWEST = 2  # little words of another language, each counted once: one alone may stand in a name ("de novo")
_LONG = 5  # letters of a word that is known without its accents: shorter ones may be English ("ngua")
_MOST_NAMED = 2  # languages that have the same words of a text
_SCRIPTS = {
    "CYRILLIC": "a language written in Cyrillic letters",
    "ARABIC": "a language written in Arabic letters",
    "HEBREW": "Hebrew",
    "DEVANAGARI": "a language written in Devanagari",
    "HANGUL": "Korean",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "CJK": "Chinese or Japanese",
    "THAI": "Thai",
    "GREEK": "Greek",
}


def language_of(text: str) -> str:
    """Return the language of a text where it is surely not English ("German"), else ""."""
    text = unicodedata.normalize("NFC", text[:_READ])
    return _by_script(text) or _by_words(text)


def _by_script(text: str) -> str:
    letters = [c for c in text if c.isalpha()]
    foreign = Counter(
        s for c in letters if not c.isascii() and (s := unicodedata.name(c, "").split(" ")[0]) in _SCRIPTS
    )
    if not foreign or 2 * sum(foreign.values()) <= len(letters):  # a Greek letter in a name is no Greek
        return ""
    script = next((s for s in ("HIRAGANA", "KATAKANA") if foreign[s]), foreign.most_common(1)[0][0])
    return _SCRIPTS[script]


def _by_words(text: str) -> str:
    if _OPENING.search(text):
        return "Spanish"
    whole = [word.casefold() for word in _WORD.findall(text)]
    said = {*whole, *(_INVERTED.sub("", word) for word in whole)}
    plain = {*said, *(unaccented(word) for word in said)}
    own, _ = _little_words()[_ENGLISH]
    best: dict[tuple[int, int], list[str]] = {}
    for language, (words, alone) in _little_words().items():
        found = (said & words) | (plain & alone)
        only = len(found - own)
        english = len((said & own) - words)
        telling = any(len(word) > 2 for word in found - own)  # letters alone are parts of names ("vitamin E", "IL-6")
        enough = len(found) >= _FEWEST or bool(plain & alone)
        if language != _ENGLISH and telling and enough and only > english:
            best.setdefault((only, len(found)), []).append(language)
    likeliest = best[max(best)] if best else [""]
    return " or ".join(likeliest) if len(likeliest) <= _MOST_NAMED else "a language other than English"


def unaccented(word: str) -> str:
    """Return a word as it is typed where its accents are left out."""
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


@cache
def _little_words() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return by language its little words, and those of which one alone tells it, with and without their accents."""
    text = files("kgcore.english").joinpath("languages.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return {language: (frozenset(words.split()), _both_ways(alone)) for language, words, alone in rows}


def _both_ways(alone: str) -> frozenset[str]:
    words = alone.split()
    return frozenset((*words, *(plain for w in words if len(plain := unaccented(w)) >= _LONG)))
