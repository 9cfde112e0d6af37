"""Entity types in words, both ways: what to call a type, and which types a person's word means."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import lru_cache

from kgcore.english.agreement import CACHED, plural
from kgcore.values.model import Entity
from kgcore.values.text import clean_line

# What people call a type whose own name reads badly.
_CALLED = {
    "disease": "disorder",
    "diseaseorphenotypicfeature": "disorder",
    "dietarysupplement": "supplement",
    "smallmolecule": "small molecule",
    "chemicalentity": "chemical",
    "chemicalsubstance": "chemical",
    "phenotypicfeature": "phenotype",
    "inheritance": "mode of inheritance",
    "clinicalcourse": "clinical course",
    "microrna": "microRNA",
    "grossanatomy": "part of the body",
    "anatomicalentity": "part of the body",
    "anatomy": "part of the body",
    "activity": "protein activity",
    "transport": "transport process",
    "organismtaxon": "organism",
}
_DRUG = "drug|medication|pharmaceutical|smallmolecule"
# What drugs are among where a graph has no type for them.
_DRUGLIKE = "compound|chemical|substance|medicalaction|treatment|therap"
# Words for a type, and fragments of the type names that they mean, compared without case and punctuation.
_MEANT = (
    (
        r"supplements?|nutraceuticals?|herbs?|herbal(?: \w+)?|vitamins?|minerals?|nutrients?|remed(?:y|ies)",
        "supplement|herb|nutrient",
    ),
    (
        r"drugs?|medications?|medicines?|pharmaceuticals?|meds?|pills?|tablets?",
        _DRUG,
    ),
    (
        r"diseases?|disorders?|conditions?|illness(?:es)?|ailments?|syndromes?",
        "disease|disorder|condition|ailment|illness|malad",
    ),
    (r"symptoms?|signs?|complaints?|phenotypes?|features?", "symptom|phenotyp"),
    (r"genes?|proteins?|enzymes?|receptors?|targets?", "gene|protein"),
    (r"(?:gene(?:tic)? )?(?:mutations?|variants?|polymorphisms?|alleles?)", "variant|mutation|polymorphism|allele"),
    (r"foods?|drinks?|beverages?|diets?", "food|beverage|^diets?$"),
    (r"mi(?:cro)?rnas?", "microrna"),
    (r"chemicals?|compounds?|substances?|molecules?", "chemical|substance|compound|molecule"),
    (r"(?:parts? of the body|body parts?|organs?|tissues?|anatom(?:y|ies)|places?)", "anatom|organ|tissue"),
    (
        r"(?:(?:medical|diagnostic|lab(?:oratory)?|blood|clinical) )*"
        r"(?:tests?|testing|exam(?:ination)?s?|investigations?|scans?|screenings?|check-?ups?)",
        "test|examination|diagnosticprocedure",
    ),
    (r"germs?|pathogens?|microbes?|microorganisms?|bacteri(?:a|um)|virus(?:es)?", "pathogen|bacteri|virus|microb"),
    (r"vaccines?|vaccinations?|jabs?|immuni[sz]ations?", "vaccine"),
    (r"process(?:es)?|functions?|pathways?|mechanisms?", "process|pathway|activity|function"),
)


def _split(type: str) -> list[str]:
    plain = clean_line(type).rpartition(":")[2]
    parts = re.split(r"[/|]", plain)
    return [
        re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_\s]+", " ", part).strip() for part in parts if part
    ]


@lru_cache(CACHED)
def type_words(type: str, plural_form: bool = True) -> str:
    """Return an entity type as a reader says it: "Gene/Protein" → "genes or proteins", "Disease" → "disorders"."""
    called = [_call(part) for part in _split(type)] or ["thing"]
    return " or ".join(plural_type(c) if plural_form else c for c in called)


def _call(part: str) -> str:
    known = _CALLED.get(re.sub(r"[^a-z]", "", part.lower()))
    return known or " ".join(w if w.isupper() and len(w) > 1 else w.lower() for w in part.split())


_POSTMODIFIED = re.compile(r" (?:of|for|in|used|found|with) ")


def plural_type(words: str) -> str:
    """Return the plural of what a type, or the noun of a predicate, is called: "modes of inheritance"."""
    head, joined = words, ""
    if found := _POSTMODIFIED.search(words):
        head, joined = words[: found.start()], words[found.start() :]
    return f"{' or '.join(map(plural, head.split(' or ')))}{joined}"


def types_meant(words: str, types: Iterable[str]) -> tuple[str, ...]:
    """Return the graph's types that a person's noun phrase means ("herbs": supplements), none where it means none."""
    said = " ".join(words.lower().split())
    own = [t for t in types if said and said in _own_words(t)]
    if own:
        return tuple(own)
    fragments = _fragments_meant(said)
    found = _with_fragments(types, fragments or "")
    return found or (_with_fragments(types, _DRUGLIKE) if fragments == _DRUG else ())


def _with_fragments(types: Iterable[str], fragments: str) -> tuple[str, ...]:
    return tuple(t for t in types if fragments and re.search(fragments, re.sub(r"[^a-z]", "", t.lower())))


_ACTED_ON = re.compile(r"process|gene|protein|pathway|chemical|molecul|function|activity", re.IGNORECASE)


def is_acted_on(type: str) -> bool:
    """Tell whether things of a type are what explains an effect: genes, proteins, chemicals, processes."""
    return _ACTED_ON.search(type) is not None


# Of these nothing else in a graph is a kind: where it has none, it has to say so.
_APART = (
    (r"pathways?|biological process(?:es)?", "Pathway", r"process|pathway|activity|function|mechanism"),
    (r"genes?|proteins?|enzymes?|receptors?", "Gene", r"gene|protein|enzyme|receptor|target"),
    (r"foods?|beverages?", "Food", r"food|beverage|diet"),
    (r"symptoms?|signs?|phenotypes?", "Symptom", r"symptom|sign|phenotyp|patholog|clinical|finding|feature|effect"),
    (r"(?:parts? of the body|body parts?|organs?|tissues?|anatom(?:y|ies))", "Anatomy", r"anatom|organ|tissue|body"),
)


def type_lacked(words: str, types: Collection[str]) -> tuple[str, ...]:
    """Return the type that a noun phrase asks for where a graph that tells its types apart has nothing like it."""
    if len(set(types)) < 2 or not any(is_type_word(type_words(t)) for t in types):
        return ()  # a graph whose types are words of its own may have what is asked for under one of them
    said = " ".join(words.lower().split())
    for pattern, type, near in _APART:
        if re.fullmatch(pattern, said):
            known = any(re.search(near, re.sub(r"[^a-z]", "", t.lower())) for t in types)
            return () if known else (type,)
    return ()


def is_type_word(words: str) -> bool:
    """Tell whether a noun phrase is one that people use for a type, whether or not the graph has it."""
    return _fragments_meant(" ".join(words.lower().split())) is not None


@lru_cache(CACHED)
def _fragments_meant(said: str) -> str | None:
    """Return what stands in the names of the types that people call so; None where it is no word for a type."""
    return next((fragments for pattern, fragments in _MEANT if re.fullmatch(pattern, said)), None)


@lru_cache(CACHED)
def _own_words(type: str) -> frozenset[str]:
    parts = [part.lower() for part in _split(type)]
    return frozenset((type_words(type), type_words(type, False), *parts, *map(plural, parts)))


def is_condition(entity: Entity) -> bool:
    """Whether an entity is a state that people have, by its type."""
    plain = "".join(c for c in entity.type.casefold() if c.isalpha())
    return any(word in plain for word in ("disease", "disorder", "symptom", "phenotypicfeature", "condition"))


_GOES_ON = re.compile(r"(?:[pts]ion|uptake|[ty]sis|phagy|[a-z]ing)$", re.IGNORECASE)


def goes_on(entity: Entity) -> bool:
    """Whether "inhibits" and "reduces" say the same of it: of what goes on ("iron absorption"), not of a state ("brain
    atrophy").
    """
    return _GOES_ON.search(entity.name) is not None and not is_condition(entity)
