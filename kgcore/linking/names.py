"""How names are compared: one spelling for all the ways in which people write the same words. Pure.

`tokens` folds case, Unicode forms, accents, Greek letters, apostrophes, hyphens, plurals, possessives, Roman numerals
and British spelling. Everything that compares names (index, linker, spotter) goes through it, so folding may be harsh
("aerobic" becomes "erobic") as long as it is the same on both sides.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from kgcore.english.inflection import singular

MAX_LENGTH = 200  # characters; what is longer is a passage, not a name

_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma",
    "ς": "sigma", "τ": "tau", "υ": "upsilon", "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
_GREEK_WORDS = {word: word[0] for word in ("alpha", "beta", "gamma", "delta", "epsilon", "kappa", "lambda", "mu")}
_IRREGULAR = {
    "feet": "foot", "teeth": "tooth", "children": "child", "women": "woman", "men": "man", "mice": "mouse",
    "lenses": "lens", "calculi": "calculus", "bacteria": "bacterium", "metastases": "metastasis", "crises": "crisis",
    "diagnoses": "diagnosis", "fungi": "fungus", "stimuli": "stimulus", "phenomena": "phenomenon", "ova": "ovum",
    "biopsies": "biopsy", "vertebrae": "vertebra", "testes": "testis", "nuclei": "nucleus", "emboli": "embolus",
    "thrombi": "thrombus", "loaves": "loaf", "leaves": "leaf", "halves": "half", "knives": "knife",
    "ageing": "aging", "liquorice": "licorice", "aluminium": "aluminum", "neurone": "neuron", "neurones": "neuron",
    "manoeuvre": "maneuver", "saint": "st", "vit": "vitamin", "vits": "vitamin",
    "vitamina": "vitamin", "vitamine": "vitamin", "grey": "gray", "mould": "mold",
    "programme": "program", "haem": "heme", "draught": "draft", "plough": "plow", "diarrhoea": "diarrhea",
    "ssris": "ssri", "snris": "snri", "ppis": "ppi",
}  # fmt: skip
_ROMAN = {"ii": "2", "iii": "3", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
_ROMAN_AFTER = {"i": "1", "iv": "4", "v": "5", "x": "10", "xi": "11", "xii": "12", "xiii": "13"}
_ROMANS = frozenset((*_ROMAN, *_ROMAN_AFTER))
_COUNTED = frozenset("type stage grade class group factor phase form subtype".split())  # noqa: SIM905
_BRITISH = (
    (re.compile(r"[ao]e(?=[a-z])"), "e"),
    (re.compile(r"our(?=$|ed$|ing$|al$|less$|ite$)"), "or"),
    (re.compile(r"is(?=e$|ed$|es$|ing$|ation$|er$)"), "iz"),
    (re.compile(r"ys(?=e$|ed$|es$|ing$|er$)"), "yz"),
    (re.compile(r"(?<=[bt])re$"), "er"),
    (re.compile(r"ll(?=ing$|ed$|er$)"), "l"),
    (re.compile(r"sulph"), "sulf"),
    (re.compile(r"^leuc"), "leuk"),
)
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ`´′＇", "'"))
_POSSESSIVE = re.compile(r"'s\b|'(?=\s|$)|(?<=s)'")
_CAPITALS_PLURAL = re.compile(r"\b([A-Z][A-Za-z0-9]*[A-Z0-9])s\b")
_GREEK_LETTER = re.compile(f"[{''.join(_GREEK)}]")
_WORD = re.compile(r"[^\W_]+")
_DECIMAL = re.compile(r"(?<=\d)[.,](?=\d)")
_WANTED = re.compile(r"[a-z]")
# "25(OH)D" is one word, and so are "bis(7)-tacrine" and "calcium(2+)"
_RUNNING_WORD = re.compile(
    r"[^\W_]+(?:(?:['’]|\([A-Z][A-Za-z\d]{0,3}\)|\(\d[\d,]{0,4}\)-)[^\W_]+)*(?:\(\d?[+-]\))?(?:['’](?=\s|$))?"
)
LONGEST_RUN = 7  # words of running text that are looked up together
_SHORTEST_LONG = 2 * LONGEST_RUN + 1  # characters of one word more, each of a letter and parted by one


def normalize_text(text: str) -> str:
    """Return the text in NFKC without control, format and bidi characters, with single spaces and plain apostrophes."""
    if text.isascii() and text.isprintable():
        return " ".join(text[: MAX_LENGTH * 4].split())
    folded = unicodedata.normalize("NFKC", text[: MAX_LENGTH * 4]).translate(_APOSTROPHES)
    shown = (c for c in folded if c.isascii() or _shown(c))
    kept = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in shown)
    return " ".join(kept.split())


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[str, ...]:
    """Return the words of a name in the one spelling that all comparisons use, in order; () for what is no name."""
    text = normalize_text(text)
    if not text or len(text) > MAX_LENGTH:
        return ()
    lowered = _CAPITALS_PLURAL.sub(r"\1", text).casefold()
    if not lowered.isascii():
        lowered = _ascii(_GREEK_LETTER.sub(lambda m: f" {_GREEK[m[0]]} ", lowered))
    if "'" in lowered:
        lowered = _POSSESSIVE.sub("", lowered).replace("'", "")
    if _DECIMAL.search(lowered):
        lowered = _DECIMAL.sub("p", lowered)
    folded = [fold_word(word) for word in _WORD.findall(lowered)]
    if not _ROMANS.isdisjoint(folded):
        folded = [_number(word, folded[i - 1] if i else "", i == len(folded) - 1) for i, word in enumerate(folded)]
    return tuple(folded[1:] if len(folded) > 1 and folded[0] in ("the", "an") else folded)


def join_letters(words: tuple[str, ...]) -> str:
    """Return the words run together: what spaces and hyphens do not tell apart ("co q 10", "CoQ10")."""
    return "".join(words)


def word_spans(text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield where the words of running text stand, from `start` on; hyphens separate words, apostrophes do not."""
    return (m.span() for m in _RUNNING_WORD.finditer(text, start))


def long_name_front(name: str) -> str:
    """Return the first `LONGEST_RUN` words of a name that has more, run together; "" for any shorter name."""
    if len(name) < _SHORTEST_LONG:
        return ""
    spans = list(itertools.islice(word_spans(name[:MAX_LENGTH]), LONGEST_RUN + 1))
    return join_letters(tokens(name[: spans[-2][1]])) if len(spans) > LONGEST_RUN else ""


def greek_short(words: tuple[str, ...]) -> str:
    """Return `join_letters` with spelled Greek letters as one Latin letter ("nf kappa b" → "nfkb"), or "" if there
    are none.
    """
    short = tuple(_GREEK_WORDS.get(word, word) for word in words)
    return "" if short == words or len(join_letters(short)) < 3 else join_letters(short)


@lru_cache(maxsize=200_000)
def fold_word(word: str) -> str:
    """Return one lower-case word as singular and in American spelling."""
    if (irregular := _IRREGULAR.get(word)) is not None:
        return irregular
    if word[0].isdigit() and word[:-1].isdigit() and word[-1] == "s":
        return word[:-1]
    if not _WANTED.search(word):
        return word
    single = singular(word)
    if len(single) < 5:
        return _IRREGULAR.get(single, single)
    for pattern, plain in _BRITISH:
        single = pattern.sub(plain, single)
    return _IRREGULAR.get(single, single)


def _number(word: str, before: str, last: bool) -> str:
    if word in _ROMAN and (last or before in _COUNTED):
        return _ROMAN[word]
    return _ROMAN_AFTER.get(word, word) if before in _COUNTED else word


def _ascii(text: str) -> str:
    if text.isascii():
        return text
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _shown(char: str) -> bool:
    return unicodedata.category(char) not in ("Cf", "Cs", "Co", "Cn")
