"""English that agrees: names inside a sentence, singular and plural, verbs, lists. Pure; knows no graph."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

CACHED = 4096  # names and verbs whose forms are remembered: a reply names the same few again and again
# Names of people and places that head a name of medicine, and genera; they keep their capital anywhere.
_PROPER = frozenset(
    """addison african alport alzheimer american angelman asian asperger barrett becker behçet bell brugada
    burkitt candida charcot chinese clostridioides clostridium creutzfeldt crohn cushing dravet
    duchenne down dupuytren ebola ehlers epstein escherichia european ewing fabry fallot fanconi
    friedreich gaucher gilbert graves guillain hashimoto helicobacter hirschsprung hodgkin
    huntington indian japanese kaposi kawasaki klebsiella klinefelter korean korsakoff lactobacillus
    lewy lyme lynch marfan mediterranean mendelian meniere ménière menkes mycobacterium nordic
    noonan paget parkinson pick plasmodium pompe prader pseudomonas raynaud rett reye saint
    salmonella sjogren sjögren st staphylococcus stevens streptococcus tourette toxoplasma turner
    wernicke western williams wilson wolff zika""".split()  # noqa: SIM905
)
# Kinds of entity that are never species, whatever their Latin looks like.
_NO_SPECIES = re.compile(r"disease|disorder|symptom|phenotype|process|gene|protein|function|anatom|inheritance", re.I)
_GENUS = re.compile(r"[A-Z][a-z]+(?:a|us|um|is|o|on|ia|es|as|ax|ex|ix|yx)")
_EPITHET = re.compile(r"[a-z-]+(?:a|us|um|is|ii|ae|ans|ens|ense|oides|ifolium|ale)")
_SINGULAR_S = re.compile(
    r"(?:ss|us|is|os|[^aeiou]as|ias|eas|'s|’s|diabetes|herpes|rabies|scabies|caries|measles|mumps|rickets|ascites|biceps|"
    r"(?:gen|omics|genom|kine|kinet|dynam|phys|mathemat|econom|mechan|eth|pediatr|paediatr|geriatr|obstetr|aerob)(?:et)?ics)"
)
_PLURAL = frozenset(
    {
        "bacteria",
        "mitochondria",
        "species",
        "criteria",
        "media",
        "people",
        "men",
        "women",
        "children",
        "teeth",
        "feet",
        "mice",
        "data",
    }
)
_HEAD_ENDS = re.compile(r"\s+(?:with|of|in|from|to|for|due|by|on|after|during|without|associated)\b.*|[,(;:].*")
_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+")


def clean(text: str) -> str:
    """Return the text on one line, without control and direction characters."""
    return " ".join(_UNSEEN.sub(" ", text).split())


@lru_cache(CACHED)
def inline(name: str, kind: str = "") -> str:
    """Return a name as it stands inside a sentence: lower case unless it is a proper name, a symbol or a species."""
    name = clean(name)
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
    if re.split(r"[-.'’]", letters.lower())[0] in _PROPER:
        return True
    others = [w for w in rest.split() if len(w) > 3 and w.isalpha()]
    return bool(others) and (all(w.istitle() for w in others) or _is_species(first, rest, kind))


def _is_species(first: str, rest: str, kind: str) -> bool:
    second = rest.partition(" ")[0]
    return bool(not _NO_SPECIES.search(kind) and _GENUS.fullmatch(first) and _EPITHET.fullmatch(second))


def capital(text: str) -> str:
    """Return the text as a sentence begins: a capital, unless the first word is a symbol such as p53 or mTOR."""
    first = text.split(" ", 1)[0]
    symbol = any(c.isupper() for c in first[1:]) or re.match(r"[a-z]{1,2}\d", first)
    return text if symbol or not text else text[0].upper() + text[1:]


@lru_cache(CACHED)
def is_plural(name: str) -> bool:
    """Tell whether a name takes a plural verb: "statins", "lutein and zeaxanthin", but not "type 2 diabetes"."""
    head = _HEAD_ENDS.sub("", clean(name))
    words = head.split() or [""]
    if len(words) in {3, 4} and words[-2] == "and":
        return True
    last = words[-1]
    if last.lower() in _PLURAL or re.fullmatch(r"[A-Z][A-Z0-9]+s", last):
        return True
    if not last.endswith("s") or len(last) < 4 or last.isupper():
        return False
    return not _SINGULAR_S.search(last.lower()[-14:]) or last.lower().endswith("biotics")


def plural(word: str) -> str:
    """Return the plural of a noun phrase by the regular rules: "process" → "processes", "body" → "bodies"."""
    if is_plural(word) and word.endswith("s"):
        return word
    if re.search(r"[^aeiou]y$", word):
        return word[:-1] + "ies"
    if re.search(r"(?:sis)$", word):
        return word[:-2] + "es"
    return word + ("es" if re.search(r"(?:s|x|z|ch|sh)$", word) else "s")


def listed(items: Iterable[str], word: str = "and") -> str:
    """Join with commas and a last "and": "a, b and c"."""
    parts = list(items)
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}" if parts else ""


def counted(n: int, noun: str) -> str:
    """Return "3 papers", "1 paper", "no papers"."""
    return f"{n or 'no'} {noun if n == 1 else plural(noun)}"


def number(n: int, noun: str) -> str:
    """Return "1,300 papers", "1 paper", "0 papers", as reports and tables have it."""
    return f"{n:,} {noun if n == 1 else plural(noun)}"


def spelled(n: int) -> str:
    """Return a small number as a word, as prose has it: "three"; from ten on in digits."""
    return ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")[n] if 0 <= n < 10 else str(n)


def ascii_fold(text: str) -> str:
    """Return the text in lower case without accents, to compare words."""
    flat = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in flat if not unicodedata.combining(c)).replace("’", "'")


# ── verbs ───────────────────────────────────────────────────────────────────────────────────────────────────────────

_MODALS = frozenset({"can", "could", "may", "might", "must", "shall", "should", "will", "would"})
_BASES = frozenset(
    """act activate affect alter augment bind block cause contain control correlate damage decrease disrupt
    downregulate encode enhance express include increase indicate induce inhibit interact involve
    lead lower metabolize modulate phosphorylate precede predict predispose prevent produce promote
    protect raise reduce regulate relieve resemble secrete stimulate suppress target transport treat
    trigger upregulate worsen""".split()  # noqa: SIM905
)
_OF_NOUNS = re.compile(
    r"^(part|component|subclass|member|analog|analogue|form|kind|type|variant|subunit|ortholog|cause) of$"
)


@dataclass(frozen=True, slots=True)
class Verb:
    """A predicate's words taken apart: adverb ("directly "), base ("increase", "be", "have"), rest ("the risk of")."""

    adverb: str
    base: str
    rest: str

    @classmethod
    def of(cls, words: str) -> Verb:
        """Take apart the words of a predicate, whatever shape a graph gave them."""
        return _verb(words)

    def finite(self, *, plural: bool = False, negated: bool = False) -> str:
        """Return the verb as it follows a subject: "treats", "do not treat", "are not associated with"."""
        adverb, rest = f"{self.adverb} " if self.adverb else "", f" {self.rest}" if self.rest else ""
        if self.base in _MODALS:
            return f"{self.base}{' not' if negated else ''} {adverb}{self.rest}".strip()
        if self.base == "be":
            copula = ("are" if plural else "is") + (" not" if negated else "")
            return " ".join(part for part in (copula, self.adverb, _many(self.rest) if plural else self.rest) if part)
        if negated:
            return f"{'do' if plural else 'does'} not {adverb}{self.base}{rest}"
        return f"{adverb}{self.base if plural else _third(self.base)}{rest}"

    def infinitive(self) -> str:
        """Return the verb without "to": "directly increase", "be associated with"."""
        return " ".join(part for part in (self.adverb, self.base, self.rest) if part)

    def auxiliary(self, *, plural: bool = False) -> tuple[str, str]:
        """Return what opens a question and what follows its subject: ("Does", "treat"), ("Are", "associated with")."""
        if self.base in _MODALS:
            return capital(self.base), " ".join(part for part in (self.adverb, self.rest) if part)
        if self.base == "be":
            rest = _many(self.rest) if plural else self.rest
            return "Are" if plural else "Is", " ".join(part for part in (self.adverb, rest) if part)
        return "Do" if plural else "Does", self.infinitive()


@lru_cache(CACHED)
def _verb(words: str) -> Verb:
    tokens = _as_verb(clean(words.replace("_", " ")) or "is connected with").split()
    at = 1 if len(tokens) > 1 and tokens[0].endswith("ly") else 0
    base, rest = _base(tokens[at]), " ".join(tokens[at + 1 :])
    bare = base == "have" and rest and not re.match(r"(?:an?|the|no|been) ", rest)
    return Verb(" ".join(tokens[:at]), base, f"the {rest}" if bare else rest)


def _many(rest: str) -> str:
    """Turn "a form of" into "forms of"."""
    return re.sub(r"^an? ((?:\w+ )?\w+) (of|for)\b", lambda found: f"{plural(found[1])} {found[2]}", rest)


def _as_verb(words: str) -> str:
    first = words.partition(" ")[0]
    if first in _MODALS or first in {"is", "are", "has", "have", "does"}:
        return words
    if _OF_NOUNS.match(words):
        return f"is {words}" if words.startswith("part") else f"is a {words}"
    if re.search(r"(?:ed|en|own|ound|ing)$", first) and re.search(r" (?:with|to|by|in|from|for|as|of|at)$", words):
        return f"is {words}"
    if _base(first) in _BASES or (first.endswith("s") and not first.endswith("ss")):
        return words
    if first.endswith("ly") and " " in words:
        participle = words.partition(" ")[2]
        return f"is {words}{'' if ' ' in participle else ' with'}" if re.match(r"\w+ed\b", participle) else words
    return (
        f"is {words}"
        if re.match(r"(?:in|at|on|near|upstream|downstream|homologous|orthologous|similar) ", words)
        else f"has {words}"
    )


def _base(verb: str) -> str:
    irregular = {"is": "be", "are": "be", "be": "be", "has": "have", "have": "have", "does": "do", "goes": "go"}
    if verb in irregular:
        return irregular[verb]
    if not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb[:-2] if re.search(r"(?:ss|sh|ch|x|zz)es$", verb) else verb[:-1]


def _third(base: str) -> str:
    irregular = {"have": "has", "do": "does", "go": "goes"}
    return irregular.get(base) or (base[:-1] + "ies" if re.search(r"[^aeiou]y$", base) else _add_s(base))


def _add_s(base: str) -> str:
    return base + ("es" if re.search(r"(?:s|x|z|ch|sh)$", base) else "s")
