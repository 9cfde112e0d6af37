"""The keys under which names are kept. Pure.

A key is a letter for its form and the words in that form: f run together, b as a bag of concepts, c the core (without
form, salt, "therapy", "level"), p compounds taken apart, h an eponym without "disease", i initials, g the abbreviated
name of a species, l the first words of a name that is longer than the runs of words that are looked up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache, lru_cache

from kgcore.english.inflection import singular
from kgcore.english.words import word_list
from kgcore.linking.lexicon import (
    bag_key,
    compound_parts,
    concept,
    concepts,
    is_everyday,
    lexicon,
    strip_wrapping,
    thesaurus,
)
from kgcore.linking.names import greek_short, join_letters, long_name_front, normalize_text, tokens

Words = tuple[str, ...]


class EntityKind(StrEnum):
    """What an entity is, as far as its type tells: it decides which words a name of it may carry besides."""

    SUBSTANCE = "substance"
    CONDITION = "condition"
    OTHER = "other"


_SUBSTANCES = (
    "drug", "supplement", "chemical", "food", "compound", "molecule", "substance", "nutrient", "medic", "vitamin",
    "herb", "plant", "pharma", "action", "treatment", "therapy", "procedure", "intervention", "device", "product",
    "metabolite", "ingredient",
)  # fmt: skip
_CONDITIONS = "disease disorder phenotyp symptom syndrome sign finding condition".split()  # noqa: SIM905
# What an importer adds to tell namesakes apart: a type, an identifier, the vocabulary.
_TAG = re.compile(
    r"\s*\((?:[a-z ]+|[A-Za-z]+:[\w.]+|DOID|MESH|GO|HPO?|MONDO|CHEBI|UMLS|OMIM|ORPHA|NCIT|EFO|UBERON|SNOMED(?:CT)?"
    r"|MEDDRA|ICD-?\d*|HGNC|MAXO|MEDIC|PTS)\)\s*$"
)
MOST_INITIALS = 7
JOINING = frozenset("of the and in with to for by or due from".split())  # noqa: SIM905


@lru_cache(maxsize=1024)
def kind_of(type: str) -> EntityKind:
    """Return what an entity of this type is."""
    lowered = type.casefold()
    if any(word in lowered for word in _SUBSTANCES):
        return EntityKind.SUBSTANCE
    return EntityKind.CONDITION if any(word in lowered for word in _CONDITIONS) else EntityKind.OTHER


_GENES = re.compile(r"gene(?!ral)|gngm|protein|aapp|enzyme|receptor|transcript|peptide", re.IGNORECASE)
_BODY = re.compile(r"anatom|\bbody|bpoc|organ\b|organ ?part|tissue", re.IGNORECASE)


def is_gene(type: str) -> bool:
    """Say whether entities of this type are genes or what they make, whose symbols look like any initialism."""
    return _GENES.search(type) is not None


def is_body_part(type: str) -> bool:
    """Say whether entities of this type are parts of the body, which their diseases are named after."""
    return _BODY.search(type) is not None


def name_keys(name: str, type: str, primary: bool) -> Iterator[str]:
    """Yield the keys under which a name (or synonym) of an entity of this type is found."""
    words = tokens(name)
    if not words:
        return
    found = concepts(words)
    key = bag_key(found)
    yield "f" + join_letters(words)
    yield "b" + key
    if short := greek_short(words):
        yield "f" + short
    if front := long_name_front(name):
        yield _FRONT + front
    split = [compound_parts(word) or concept(word) for word in words]
    if any(isinstance(part, tuple) for part in split):
        yield "p" + bag_key(_kept(tuple(c for part in split for c in (part if isinstance(part, tuple) else (part,)))))
    if species := _BINOMIAL.fullmatch(name):
        yield _species_key(species)
    if "(" in name and (plain := tokens(untagged(name))) and plain != words:
        yield "c" + bag_key(concepts(plain))
    for other in (*bracketed(name, type), *_by_class(name)):
        yield "f" + join_letters(tokens(other))
        yield "b" + bag_key(concepts(tokens(other)))
    core = _name_core(found, kind_of(type))
    if core and bag_key(core) != key:
        yield "c" + bag_key(core)
    if _is_head(words[-1]) and names_ailment(words[:-1]):
        yield "h" + join_letters(words[:-1])
    if primary and (letters := initials_of(name)):
        yield "i" + letters


_FRONT = "l"


def front_probe(words: Words) -> LookupKey:
    """Return what the first words of a longer name are looked up under."""
    return LookupKey(_FRONT + join_letters(words), KeyOrigin.NAME)


def is_front(key: LookupKey) -> bool:
    """Say whether a key finds names by their first words only, so that the rest is still to be compared."""
    return key.key.startswith(_FRONT)


_SPECIES = r"(?P<species>[a-z]{3,}(?:us|um|a|ae|i|is|e|ens|ans))"
_BINOMIAL = re.compile(rf"(?P<genus>[A-Z])[a-z]{{2,}} {_SPECIES}")
_ABBREVIATED = re.compile(rf"(?P<genus>[A-Z])\. ?{_SPECIES}(?: (?:extracts?|leaf|root|seeds?|oil|supplements?))?")


def _species_key(found: re.Match[str]) -> str:
    """Return the key of a species by the letter of its genus: "Allium sativum", "A. sativum"."""
    return f"g{found['genus'].casefold()}{found['species']}"


def species_probe(text: str) -> LookupKey | None:
    """Return what the abbreviated name of a species is looked up under: "A. sativum"; None for any other text."""
    found = _ABBREVIATED.fullmatch(text)
    return LookupKey(_species_key(found), KeyOrigin.GENERAL) if found else None


_BRACKETED = re.compile(r"(?P<front>[^()]{3,}?)\s+\((?P<inside>[^()]{2,40})\)\s*")
_BY_CLASS = re.compile(r"EC \d+(?:\.(?:\d+|-)){1,3}\s+\((?P<enzyme>[^()]{3,60})\)\s+(?P<role>[a-z][a-z -]{3,40})")
_OTHER_NAME = re.compile(  # a trade name, or a procedure in one word
    r"[A-Z][a-z]{3,}(?:-[A-Z][a-z]{3,})?|[a-z]{4,}(?:grams?|graphy|scopy|metry|ectomy|plasty)"
)
_TOLD_APART = ("protein", "rna", "mrna", "mouse", "rat", "human", "family", "complex", "pathway")


def bracketed(name: str, type: str) -> tuple[str, ...]:
    """Return both names where a name carries a second one in brackets at its end; () for any other bracket.

    "alprazolam (Xanax)", "extrapyramidal symptoms (EPS)", but not "MAPT (Protein)" nor "tau (Ser396)".
    """
    found = _BRACKETED.fullmatch(name)
    if found is None:
        return ()
    front, inside = found["front"], found["inside"]
    if is_initialism_of(inside, front) or _has_initials(inside, front) or _says_it_again(inside, front):
        return front, inside
    general = word_list("general node") | word_list("generic noun") | {*_TOLD_APART, *tokens(type)}
    told_apart = inside.casefold() in general or kind_of(inside) is not EntityKind.OTHER
    other = _OTHER_NAME.fullmatch(inside) and not is_everyday(inside.casefold()) and not told_apart
    return (front, inside) if other and " " not in inside else ()


def _by_class(name: str) -> tuple[str, ...]:
    """Return what a role is called without its enzyme's number: "EC 3.1.1.7 (acetylcholinesterase) inhibitor"."""
    found = _BY_CLASS.fullmatch(name)
    return (f"{found['enzyme']} {found['role']}",) if found else ()


def _has_initials(short: str, long: str) -> bool:
    """Tell whether each letter of a short form begins a word of the long one, whatever its case: "Cbc"."""
    first = [word[0].casefold() for word in re.findall(r"[^\W\d_]+", long) if word not in ("of", "and", "the", "for")]
    return len(first) > 2 and short.isalpha() and list(short.casefold()) == first


def _says_it_again(inside: str, front: str) -> bool:
    """Tell whether brackets hold the name in plainer words: "Kidney function tests (Kidney function test)".

    A word of them may be the initials of the name's, "X-ray computed tomography (Scan ct)", or one of its words cut
    short, "Ophthalmic examination (Eye exam)"; of a test all words but the last may be the name's own.
    """
    words, others = tokens(inside), tokens(front)
    if len(words) > 1 and words[-1] in _TESTED and words[:-1] == others[: len(words) - 1]:
        return True  # "Hemoglobin A1c measurement (Hemoglobin a1c test)"
    plain = len(words) in (2, 3) and all(len(w) > 1 or w == "x" for w in words) and not re.search(r"\d", inside)
    clipped = any(len(w) >= _CLIPPED and o.startswith(w) and o != w for w in words for o in others)
    alike = {singular(w) for w in words} & {singular(w) for w in others}
    first = "".join(word[0] for word in others)
    abbreviated = any(len(w) > 1 and w in first and not is_everyday(w) for w in words if w not in others)
    again = abbreviated or clipped or any(len(w) > 2 for w in alike)
    return plain and inside[:1].isupper() and inside[1:].islower() and again


_TESTED = frozenset({"test", "tests"})
_CLIPPED = 4  # letters of a word that is another one cut short


def is_initialism_of(short: str, long: str) -> bool:
    """Tell whether a short form abbreviates a name: its letters stand in it in order, the first at its beginning.

    The rule is that of Schwartz and Hearst (2003); short forms are two to ten letters, most of them capitals.
    """
    letters = [c.casefold() for c in short if c.isalnum()]
    if not 2 <= len(letters) <= 10 or sum(c.isupper() or c.isdigit() for c in short) * 2 < len(letters):
        return False
    at = len(long)
    text = long.casefold()
    for n, letter in reversed(list(enumerate(letters))):
        at -= 1
        while at >= 0 and (text[at] != letter or (n == 0 and at > 0 and text[at - 1].isalnum())):
            at -= 1
        if at < 0:
            return False
    return at == 0


def _kept(found: Words) -> Words:
    """Return concepts without joining words, unless nothing else is there."""
    return tuple(c for c in found if not lexicon().is_a(c, "stop")) or found


def headless_key(name: str) -> tuple[str, Words] | None:
    """Return the key of an eponym without "disease" or "syndrome", and its words; None where it is no eponym."""
    words = tokens(untagged(name))
    if not words or not _is_head(words[-1]):
        return None
    rest = tuple(word for word in words if not _is_head(word))
    if not rest or rest == words or words[: len(rest)] != rest or len(rest) > 3:
        return None
    capitals = {w for run in re.findall(r"[^\W\d_]+", normalize_text(name)) if run[0].isupper() for w in tokens(run)}
    if any(len(w) < 3 or w in ordinary_words() or not any(c.startswith(w) for c in capitals) for w in rest):
        return None
    return "h" + join_letters(rest), rest


_AILMENT = re.compile(
    r"[a-z]{2,}(?:lepsy|emia|penia|osis|itis|iasis|pathy|plegia|algia|phobia|philia|sthenia|trophy|ectasia|oma|pnea|porosis"
    r"|rexia|mania|mentia|phrenia|uria|cytosis)|bipolar|borderline|schizoaffective"
)


def names_ailment(words: Words) -> bool:
    """Say whether words name what somebody is ill with, with or without "disease" behind them: "epilepsy syndrome"."""
    return bool(words) and _AILMENT.fullmatch(words[-1]) is not None


@lru_cache(maxsize=200_000)
def _is_head(word: str) -> bool:
    return lexicon().is_a(concept(word), "disease")


@cache
def ordinary_words() -> frozenset[str]:
    """Return the words that general names use otherwise than before "disease", "syndrome" and the like."""
    table = thesaurus()
    return frozenset(
        word
        for group in table.groups
        for words in group
        if len(group) == 1 or (len(words) > 1 and not any(lexicon().is_a(c, "disease") for c in concepts(words)))
        for word in words
    )


def initials_of(name: str) -> str:
    """Return the first letters of a name of several words ("body mass index" → "bmi"), or ""."""
    words = [w for w in tokens(untagged(name)) if w not in JOINING]
    if not 2 < len(words) <= MOST_INITIALS:
        return ""
    return "".join(word if word.isdigit() else word[0] for word in words)


def untagged(name: str) -> str:
    """Return the name without what an importer put behind it, in brackets, to tell namesakes apart."""
    return _TAG.sub("", name) if name.endswith(")") else name


@cache
def _unspecific() -> frozenset[str]:
    return frozenset(lexicon().meaning.values()) - {"iron"}


def _name_core(found: Words, kind: EntityKind) -> Words:
    """Return what is left of a stored name: treatments lose "agent therapy", measured things "blood … level"."""
    classes = lexicon().classes
    kept = found
    if kind is EntityKind.SUBSTANCE:
        while len(kept) > 1 and (kept[-1] in classes["treatment"] or kept[-1] in classes["form"]):
            kept = kept[:-1]
        kept = kept[1:] if len(kept) > 1 and kept[0] in classes["treatment"] else kept
        if len(kept) == 1 and kept[0] in _unspecific():
            return found  # "gene therapy" is no gene, "speech therapy" no speech
    if classes["measure"].isdisjoint(kept) and "circul" not in kept:
        return kept
    rest = tuple(c for c in kept if c not in classes["measure"] and c != "circul")
    return rest if sum(c not in classes["polar"] for c in rest) > 1 else kept


# --- The keys under which a mention is looked for.


class KeyOrigin(Enum):
    """How a probe came from the mention; the best first."""

    NAME = 0  # the same letters and digits
    ORDER = 1  # the same concepts in any order
    GENERAL = 2  # another general name of the same thing
    REWRITTEN = 3  # "low B12" for "vitamin B12 deficiency"
    CORE = 4  # without form, dose, salt, degree
    HEADLESS = 5  # "Marfan's" for "Marfan syndrome"
    PARTS = 6  # "enlargement of the spleen" for "splenomegaly"
    INITIALS = 7


@dataclass(frozen=True, slots=True)
class LookupKey:
    """A key to look up; `kind` limits it to entities of that kind; `dropped` counts the words left out."""

    key: str
    via: KeyOrigin
    kind: EntityKind | None = None
    dropped: int = 0


_DROPPED = {
    EntityKind.SUBSTANCE: ("form", "part", "salt", "eat", "measure", "treatment"),
    EntityKind.CONDITION: ("degree", "episode", "measure"),
    EntityKind.OTHER: ("measure", "gene", "degree"),
}
_DOSE = re.compile(
    r"\b\d+(?:[.,]\d+)?\s*(?:mg|mcg|µg|μg|ug|g|kg|iu|i\.u\.|ml|%|units?|micrograms?|milligrams?|grams?)(?:\s*/\s*\w+)?(?!\w)|"
    r"\b(?:high|low|standard|mega|moderate)[- ]?doses?\b(?: of)?|\b(?:high|low)[- ]potency\b|"
    r"\b(?:slow|extended|sustained|modified|delayed|immediate|controlled|prolonged)[- ]release\b|"
    r"\bover[- ]the[- ]counter\b|\bnewly[- ]diagnosed\b|\bnew[- ]onset\b|\blong[- ]term\b|\bshort[- ]term\b|"
    r"\b\w+-(?:lowering|reducing|thinning|relieving|fighting|boosting|controlling)(?= )|"
    r"\b(?:once|twice|three times)?[- ]?(?:daily|a day|per day|weekly|a week|per week)\b|\bb\.?i\.?d\.?(?!\w)",
    re.IGNORECASE,
)
_VITAMIN = re.compile(r"[bdk]\d{1,2}")
_ADJECTIVES = (
    ("emic", "emia"), ("plegic", "plegia"), ("cephalic", "cephaly"), ("otic", "osis"), ("itic", "itis"),
    ("tonic", "tonia"), ("pathic", "pathy"), ("algic", "algia"), ("axic", "axia"), ("phasic", "phasia"),
    ("pneic", "pnea"), ("penic", "penia"), ("megalic", "megaly"), ("dystrophic", "dystrophy"),
)  # fmt: skip
_DEFINED = re.compile(r"\s*(?P<long>[^()]{3,80}?)\s+\((?P<short>[^()\s]{2,10})\)\s*")  # "body mass index (BMI)"
_LONGEST_SHORT_FORM = 4  # letters
_LOOKED_UP = 40  # probes of one mention at most: hostile mentions stay cheap


@lru_cache(maxsize=1024)  # what an answer names is looked up as the question, as its claims and as what follows
def keys_of_mention(mention: str) -> tuple[LookupKey, ...]:
    """Return all that a mention is to be looked up under, best first; () where it cannot be a name."""
    words = tokens(mention)
    return probes_of(words, mention) if words else ()


def probes_of(words: Words, mention: str) -> tuple[LookupKey, ...]:
    """Return the probes of these words; `mention` is the text that they come from (for doses and initialisms)."""
    best: dict[str, LookupKey] = {}
    for probe in _all(words, mention):
        best.setdefault(probe.key + (probe.kind or ""), probe)
        if len(best) >= _LOOKED_UP:
            break
    return tuple(best.values())


def _all(words: Words, mention: str) -> Iterator[LookupKey]:
    yield from _plain(words, KeyOrigin.NAME, KeyOrigin.ORDER)
    bare = strip_wrapping(words[1:] if words[0] == "a" and len(words) > 1 else words)
    if bare != words:
        yield from _plain(bare, KeyOrigin.CORE, KeyOrigin.CORE)
        yield from _general(words, KeyOrigin.GENERAL)  # "Aβ" begins with no article
    if not _is_plain_word(mention, bare):
        yield from _general(bare, KeyOrigin.GENERAL)
    for other in (*_rewritten(bare), *role_written_short(mention)):
        yield from _plain(other, KeyOrigin.REWRITTEN, KeyOrigin.REWRITTEN)
        yield from _general(other, KeyOrigin.REWRITTEN)
    yield from _headless(bare)
    yield from _cores(bare, mention)
    yield LookupKey("p" + bag_key(concepts(bare)), KeyOrigin.PARTS)
    if species := species_probe(mention.strip()):
        yield species
    if (own := _DEFINED.fullmatch(mention)) and is_initialism_of(own["short"], own["long"]):
        yield from _plain(tokens(own["long"]), KeyOrigin.GENERAL, KeyOrigin.GENERAL)
    if _is_initialism(mention) and not thesaurus().knows(words):
        yield LookupKey("i" + join_letters(words), KeyOrigin.INITIALS)


def _plain(
    words: Words, same: KeyOrigin, order: KeyOrigin, kind: EntityKind | None = None, dropped: int = 0
) -> Iterator[LookupKey]:
    yield LookupKey("f" + join_letters(words), same, kind, dropped)
    if short := greek_short(words):
        yield LookupKey("f" + short, same, kind, dropped)
    key = bag_key(concepts(words))
    yield LookupKey("b" + key, order, kind, dropped)
    yield LookupKey("c" + key, KeyOrigin.CORE if order is KeyOrigin.ORDER else order, kind, dropped + 1)


def _general(words: Words, via: KeyOrigin, kind: EntityKind | None = None, dropped: int = 0) -> Iterator[LookupKey]:
    for other in thesaurus().others(words):
        yield from _plain(other, via, via, kind, dropped)


def _rewritten(words: Words) -> Iterator[Words]:
    if any(_VITAMIN.fullmatch(w) and (i == 0 or words[i - 1] != "vitamin") for i, w in enumerate(words)):
        yield tuple(x for w in words for x in (("vitamin", w) if _VITAMIN.fullmatch(w) else (w,)))
    found = concepts(words)
    if len(found) > 1 and found[0] in ("low", "deficiency"):
        other = "deficiency" if found[0] == "low" else "low"
        rest = tuple(w for w in words if concept(w) != found[0] and w not in JOINING)
        yield (*rest, other)
        if rest and _VITAMIN.fullmatch(rest[0]):
            yield ("vitamin", *rest, other)
    yield from _replaced(words)
    if len(words) == 1:
        for adjective, noun in _ADJECTIVES:
            if words[0].endswith(adjective) and len(words[0]) > len(adjective) + 2:
                yield (words[0].removesuffix(adjective) + noun,)


def _is_plain_word(mention: str, words: Words) -> bool:
    """Say whether a lower-case word only looks like a known short form: "age" is no AGE, "chat" no ChAT."""
    if len(words) != 1 or not mention.islower() or not (is_everyday(words[0]) or words[0] in lexicon().meaning):
        return False
    return sum(c.isupper() for c in thesaurus().written.get(words, "")) > 1


_ROLES = {"i": "inhibitor", "r": "receptor"}
_SHORT_ROLE = re.compile(r"(?P<of>(?=\w*[A-Z]\w*[A-Z])[A-Za-z0-9-]*[A-Z0-9])(?P<role>[iIR])s?")


def role_written_short(mention: str) -> Iterator[Words]:
    """Yield what a short form with a role at its end stands for: "HDACi", "AChEIs" (inhibitors), "NMDARs" (receptors).

    Only where what is inhibited or received is known by its short form itself.
    """
    found = _SHORT_ROLE.fullmatch(normalize_text(mention))
    words = tokens(found["of"]) if found else ()
    if found and thesaurus().knows(words):
        role = _ROLES[found["role"].casefold()]
        yield (*words, role)
        yield from ((*other, role) for other in thesaurus().others(words))


def _replaced(words: Words) -> Iterator[Words]:
    """Yield the words with a known part under its first general name ("systolic BP", "Mediterranean way of eating")."""
    known = thesaurus()
    for length in range(len(words) - 1, 0, -1):
        for start in range(len(words) - length + 1):
            part = words[start : start + length]
            if length == 1 and len(part[0]) > _LONGEST_SHORT_FORM:
                continue
            for group in known.by_flat.get(join_letters(part), ())[:2]:
                if (name := known.groups[group][0]) != part:
                    yield (*words[:start], *name, *words[start + length :])


def _headless(words: Words) -> Iterator[LookupKey]:
    rest = tuple(w for w in words if not lexicon().is_a(concept(w), "disease"))
    if rest:
        yield LookupKey("h" + join_letters(rest), KeyOrigin.HEADLESS)


def _cores(words: Words, mention: str) -> Iterator[LookupKey]:
    """Yield the probes of the mention without the words that an entity of a kind may carry."""
    undosed = _undosed(mention) or words
    if undosed and undosed != words:
        yield from _plain(undosed, KeyOrigin.CORE, KeyOrigin.CORE, EntityKind.SUBSTANCE, 1)
        yield from _plain(undosed, KeyOrigin.CORE, KeyOrigin.CORE, EntityKind.CONDITION, 1)
    for kind, droppable in _DROPPED.items():
        kept = _core(undosed, droppable)
        if kept and kept != undosed and not (kind is EntityKind.SUBSTANCE and _treats_it(undosed, kept)):
            dropped = len(undosed) - len(kept)
            yield from _plain(kept, KeyOrigin.CORE, KeyOrigin.CORE, kind, dropped)
            yield from _general(kept, KeyOrigin.CORE, kind, dropped)
            for other in _rewritten(kept):
                yield from _plain(other, KeyOrigin.CORE, KeyOrigin.CORE, kind, dropped)


def _undosed(mention: str) -> Words:
    """Return the words without doses, or () if there are none."""
    if not _DOSE.search(mention):
        return ()
    words = tokens(_DOSE.sub(" ", mention))
    return strip_wrapping(words[1:] if len(words) > 1 and words[0] in JOINING else words)


def _core(words: Words, droppable: tuple[str, ...]) -> Words:
    """Drop listed words from the end, then from the head; salts only from the end (sodium selenite is no selenite)."""
    table = lexicon()
    kept = list(words)
    tails = tuple(name for name in droppable if name != "degree")
    while len(kept) > 1 and (table.is_a(concept(kept[-1]), *tails) or kept[-1] in JOINING):
        kept.pop()
    heads = tuple(name for name in droppable if name not in ("salt", "part", "gene", "eat", "episode"))
    while len(kept) > 1 and table.is_a(concept(kept[0]), *heads):
        kept.pop(0)
    return () if len(kept) == 1 and table.is_a(concept(kept[0]), *droppable, "degree") else tuple(kept)


def _treats_it(words: Words, kept: Words) -> bool:
    """Say whether the dropped words name a medicine against what is kept ("cholesterol tablets")."""
    table = lexicon()
    dropped = set(concepts(words)) - set(concepts(kept))
    return any(table.is_a(c, "drugs") for c in dropped) and any(table.is_a(c, "goal") for c in concepts(kept))


def _is_initialism(mention: str) -> bool:
    text = normalize_text(mention).rstrip("s")
    return 2 < len(text) <= MOST_INITIALS and " " not in text and sum(c.isupper() for c in text) > 1
