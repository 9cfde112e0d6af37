"""English that agrees: names inside a sentence, singular and plural, verbs, lists. Pure; knows no graph."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kgcore.english.inflection import base_of_third, plural_of, third_person
from kgcore.english.words import word_list
from kgcore.values.text import clean_line

CACHED = 4096  # names and verbs whose forms are remembered: a reply names the same few again and again
# Kinds of entity that are never species, whatever their Latin looks like.
_NO_SPECIES = re.compile(r"disease|disorder|symptom|phenotype|process|gene|protein|function|anatom|inheritance", re.I)
_GENUS = re.compile(r"[A-Z][a-z]+(?:a|us|um|is|o|on|ia|es|as|ax|ex|ix|yx)")
_EPITHET = re.compile(r"[a-z-]+(?:a|us|um|is|ii|ae|ans|ens|ense|oides|ifolium|ale)")
_SINGULAR_S = re.compile(
    r"(?:ss|us|is|os|gas|vas|las|bias|creas|monas|ananas|christmas|'s|’s|diabetes|herpes|rabies|scabies|caries|measles|mumps|rickets|ascites|biceps|"
    r"(?:gen|omics|genom|kine|kinet|dynam|phys|mathemat|econom|mechan|eth|pediatr|paediatr|geriatr|obstetr|aerob)(?:et)?ics)$"
)
_BRACKETED = re.compile(r"\([^()]*\)|\[[^][]*\]")
_HEAD_ENDS = re.compile(r"\s+(?:with|of|in|from|to|for|due|by|on|after|during|without|associated)\b.*|[,(;:].*")


@lru_cache(CACHED)
def name_inline(name: str, kind: str = "") -> str:
    """Return a name as it stands inside a sentence: lower case unless it is a proper name, a symbol or a species."""
    name = clean_line(name)
    first, _, rest = name.partition(" ")
    return name if _keeps_capital(first, rest, kind) else first[:1].lower() + name[1:]


def _keeps_capital(first: str, rest: str, kind: str) -> bool:
    letters = first.strip("([{'\"")
    if not letters[:1].isupper() or len(letters) == 1 or letters[1] in "-.":
        return True
    if re.fullmatch(r"[A-Z][a-z]{3,}-\d+", letters):
        return False
    if any(c.isupper() or c.isdigit() for c in letters[1:]) or re.search(r"['’]s?$", letters):
        return True
    if re.split(r"[-.'’]", letters.lower())[0] in word_list("proper name"):
        return True
    if (
        not rest and _SYMBOL.search(kind) and re.fullmatch(r"[A-Z][a-z]{1,3}", letters)
    ):  # a mouse's "Htt", not "Insulin"
        return True
    if _OF_SYNDROME.match(rest) and len(letters) > 3 and not _NO_EPONYM.search(letters):
        return True  # "Gillespie syndrome", not "metabolic syndrome"
    titles = [w for w in rest.split() if len(w) > 1]
    if titles and all(w.isalpha() and w.istitle() for w in titles):
        return True
    others = [w for w in rest.split() if len(w) > 3 and w.isalpha()]
    return bool(others) and (others[0].istitle() or _is_species(first, rest, kind))


_SYMBOL = re.compile(r"\bgene\b", re.IGNORECASE)
# What stands before "syndrome" and is no name: adjectives by their endings, and nouns of everyday.
_OF_SYNDROME = re.compile(r"syndrome\b", re.IGNORECASE)
_NO_EPONYM = re.compile(
    r"(?:ic|al|ous|ive|ed|ing|ar|ory|oid|ent|ant|ile|ism|ia|is|ion|ity|ure|ness|ment|um|ula|oma|th|se|in|ist|nce)$"
    r"|^(?:pain|fatigue|shock|stress|burnout|overlap|heart|liver|eye|hair|skin|foot|hand|leg|nerve|muscle|twin|baby)$",
    re.IGNORECASE,
)


def _is_species(first: str, rest: str, kind: str) -> bool:
    second = rest.partition(" ")[0]
    return bool(not _NO_SPECIES.search(kind) and _GENUS.fullmatch(first) and _EPITHET.fullmatch(second))


def capitalise(text: str) -> str:
    """Return the text as a sentence begins: a capital, unless the first word is a symbol such as p53 or mTOR."""
    first = text.split(" ", 1)[0]
    symbol = any(c.isupper() for c in first[1:]) or re.match(r"[a-z]{1,2}\d", first)
    return text if symbol or not text else text[0].upper() + text[1:]


@lru_cache(CACHED)
def is_plural(name: str) -> bool:
    """Tell whether a name takes a plural verb: "statins", "lutein and zeaxanthin", but not "type 2 diabetes"."""
    head = _HEAD_ENDS.sub("", clean_line(name))
    words = head.split() or [""]
    if len(words) in {3, 4} and words[-2] == "and":
        return True
    last = words[-1]
    if last.lower() in word_list("irregular plural") or re.fullmatch(r"[A-Z][A-Z0-9]+s", last):
        return True
    if not last.endswith("s") or len(last) < 4 or last.isupper():
        return False
    return not _SINGULAR_S.search(last.lower()[-14:]) or last.lower().endswith("biotics")


def plural(word: str) -> str:
    """Return the plural of a noun phrase by the regular rules: "process" → "processes", "body" → "bodies"."""
    if is_plural(word) and word.endswith("s"):
        return word
    return plural_of(word)


def join_words(items: Iterable[str], word: str = "and") -> str:
    """Join with commas and a last "and": "a, b and c"; three or more with commas or an "and" of their own:
    "a, x; b; and c".
    """
    parts = list(items)
    if len(parts) < 2:
        return "".join(parts)
    bare = [_BRACKETED.sub("", part) for part in parts]
    if len(parts) > 2 and any(", " in part or f" {word} " in part for part in bare):
        return f"{'; '.join(parts[:-1])}; {word} {parts[-1]}"
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def count_noun(n: int, noun: str) -> str:
    """Return "3 papers", "1 paper", "no papers"."""
    return f"{n or 'no'} {noun if n == 1 else plural(noun)}"


def number_noun(n: int, noun: str) -> str:
    """Return "1,300 papers", "1 paper", "0 papers", as reports and tables have it."""
    return f"{n:,} {noun if n == 1 else plural(noun)}"


def spell_number(n: int) -> str:
    """Return a small number as a word, as prose has it: "three"; from ten on in digits."""
    return ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")[n] if 0 <= n < 10 else str(n)


def ascii_fold(text: str) -> str:
    """Return the text in lower case without accents, to compare words."""
    flat = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in flat if not unicodedata.combining(c)).replace("’", "'")


# ── verbs ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_OF_NOUNS = re.compile(
    r"^(part|component|subclass|member|analog|analogue|form|kind|type|variant|subunit|ortholog|cause) of$"
)


_JOINED_VERB = re.compile(r"^(or|and) (\w+)(?![\w-])")  # "causes or contributes to"


@dataclass(frozen=True, slots=True)
class VerbWords:
    """A predicate's words taken apart: adverb ("directly "), base ("increase", "be", "have"), rest ("the risk of")."""

    adverb: str
    base: str
    rest: str

    @classmethod
    def of(cls, words: str) -> VerbWords:
        """Take apart the words of a predicate, whatever shape a graph gave them."""
        return _verb(words)

    def finite(self, *, plural: bool = False, negated: bool = False) -> str:
        """Return the verb as it follows a subject: "treats", "do not treat", "are not associated with"."""
        adverb, rest = f"{self.adverb} " if self.adverb else "", f" {self.rest}" if self.rest else ""
        if self.base in word_list("modal"):
            denied = "not" if self.base == "can" else " not"
            return f"{self.base}{denied if negated else ''} {adverb}{self.rest}".strip()
        if self.base == "be":
            copula = ("are" if plural else "is") + (" not" if negated else "")
            return " ".join(part for part in (copula, self.adverb, _many(self.rest) if plural else self.rest) if part)
        if negated:
            return f"{'do' if plural else 'does'} not {self.infinitive()}"
        return self.infinitive() if plural else f"{adverb}{third_person(self.base)}{rest}"

    def infinitive(self) -> str:
        """Return the verb without "to": "directly increase", "be associated with"."""
        rest = _JOINED_VERB.sub(lambda second: f"{second[1]} {base_of_third(second[2])}", self.rest)
        return " ".join(part for part in (self.adverb, self.base, rest) if part)

    def auxiliary(self, *, plural: bool = False) -> tuple[str, str]:
        """Return what opens a question and what follows its subject: ("Does", "treat"), ("Are", "associated with")."""
        if self.base in word_list("modal"):
            return capitalise(self.base), " ".join(part for part in (self.adverb, self.rest) if part)
        if self.base == "be":
            rest = _many(self.rest) if plural else self.rest
            return "Are" if plural else "Is", " ".join(part for part in (self.adverb, rest) if part)
        return "Do" if plural else "Does", self.infinitive()


@lru_cache(CACHED)
def _verb(words: str) -> VerbWords:
    tokens = _as_verb(clean_line(words.replace("_", " ")) or "is connected with").split()
    at = 1 if len(tokens) > 1 and tokens[0].endswith("ly") else 0
    base, rest = base_of_third(tokens[at]), " ".join(tokens[at + 1 :])
    bare = base == "have" and rest and not re.match(r"(?:an?|the|no|been|evidence|potential|affinity) ", rest)
    return VerbWords(" ".join(tokens[:at]), base, f"the {rest}" if bare else rest)


def _many(rest: str) -> str:
    """Turn "a form of" into "forms of"."""
    return re.sub(
        r"^an? ((?:[\w-]+ ){0,3}?[\w-]+) (of|for|in|associated with)\b", lambda f: f"{plural(f[1])} {f[2]}", rest
    )


def _as_verb(words: str) -> str:
    first = words.partition(" ")[0]
    if first in word_list("modal") or first in {"is", "are", "has", "have", "does"}:
        return words
    if _OF_NOUNS.match(words):
        return f"is {words}" if words.startswith("part") else f"is a {words}"
    if re.search(r"(?:ed|en|own|ound|ing)$", first) and re.search(r" (?:with|to|by|in|from|for|as|of|at)$", words):
        return f"is {words}"
    if base_of_third(first) in word_list("verb of a predicate") or base_of_third(first) != first:
        return words
    if first.endswith("ly") and " " in words:
        participle = words.partition(" ")[2]
        return f"is {words}{'' if ' ' in participle else ' with'}" if re.match(r"\w+ed\b", participle) else words
    return (
        f"is {words}"
        if re.match(r"(?:in|at|on|near|upstream|downstream|homologous|orthologous|similar) ", words)
        else f"has {words}"
    )
