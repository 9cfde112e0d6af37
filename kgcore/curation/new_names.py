"""Names of diseases and drugs that a graph lacks, told by their own words alone: endings and heads of names. Pure.

Few and sure, for what is found becomes a new entity once a reviewer accepts a fact about it. Endings of drugs are the
stems of WHO's International Nonproprietary Names (WHO/EMP/RHT/TSN/2018.1); those of diseases are Greek and Latin.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from kgcore.curation.articles import NamedSpan
from kgcore.curation.layer import TEAM_ENTITY
from kgcore.curation.names import is_part_of_more
from kgcore.curation.pairs import EntityKind, kind_of_type
from kgcore.english.initialisms import defined
from kgcore.linking.names import tokens

MOST_WORDS = 4  # of a name
_NEAR = 4  # spans before a place that may reach into it
LEAST_LETTERS = 7  # of a word that is known by its ending
_WORD = re.compile(r"[^\W\d_][\w'’]*(?:-[^\W_][\w'’]*)*")
_DRUG = re.compile(
    r"\w+(?:statin|prils?|sartans?|olols?|mab|tinib|virs?|azoles?|cillins?|mycins?|cyclines?|oxetines?|prazoles?"
    r"|dipines?|gliptins?|gliflozins?|glitazones?|parin|caine|zepam|zolam|triptans?|setron|platin|taxel|rubicin"
    r"|dronate|floxacins?|profen|parib|grel|xaban|gatran|lukast|terol|tropium|sone|solone|barbital|barbitone|triptyline"
    r"|peridone|apine|azosin|semide|thiazides?|orphan|orphine|curonium|fentanil|lamide|bicin|trexate|stigmine)",
    re.IGNORECASE,
)
_ILL = re.compile(
    r"\w+(?:itis|omas?|osis|oses|a?emias?|opath(?:y|ies)|algias?|plegias?|rrh(?:o?ea|age|agia)|penias?|megaly|dynia"
    r"|ectasis|cele|spasms?|iasis|ismus|paresis|parkinsonism|sclerosis|arrhythmias?|tachycardia|bradycardia|fibrillation"
    r"|hypertension|hypotension|thrombosis|embolism|infarction|isch(?:a)?emia|neuroses|edemas?|oedemas?|phasia|kinesias?"
    r"|thyroidism|natr(?:a)?emia|obesity|anorexia|epilepsy|migraines?|seizures|delirium|dementia|psoriasis|asthma)",
    re.IGNORECASE,
)
_HEADS = frozenset(
    "disease diseases syndrome syndromes disorder disorders cancer cancers tumor tumors tumour tumours infection "  # noqa: SIM905
    "infections failure deficiency fracture fractures stroke ulcer ulcers palsy dystrophy atrophy insufficiency "
    "impairment dysfunction pain fibrosis incontinence injury injuries hemorrhage stenosis prolapse hernia apnea "
    "apnoea diabetes hepatitis pneumonia reflux aneurysm aneurysms malignancy malignancies retention "
    "constipation anemia anaemia angina edema oedema".split()
)
_BODY = frozenset(
    "heart breast lung liver kidney bone skin blood prostate colon bowel brain artery vein muscle nerve hip knee "  # noqa: SIM905
    "back chest eye ear bladder stomach pancreas thyroid joint tooth spine cell fat sleep mood panic anxiety "
    "vitamin iron folate acute chronic type major small non-small non-small-cell low high post-traumatic "
    "age-related drug-induced end-stage foot hand shoulder disc valve duct gland node tract wound airway".split()
)
_ADJECTIVE = re.compile(r"\w+(?:al|ic|ar|ary|ory|ous|oid|eal|ive|ian|ile)", re.IGNORECASE)
_EVALUATING = frozenset(
    "several additional clinical typical atypical final initial total medical surgical critical similar "  # noqa: SIM905
    "particular general special specific other various serious previous obvious possible potential partial actual "
    "annual usual normal abnormal individual original historical statistical academic public dramatic basic "
    "economic hospital trial basal minimal maximal optimal overall control subsequent necessary primary secondary "
    "ordinary preliminary significant positive negative active relative respective effective extensive massive "
    "progressive prospective retrospective successive comparative further single regular numerous dangerous "
    "practical numerical animal human maternal international national regional local central social sexual rural "
    "mean".split()
)
_NO_NAME = frozenset(
    "diagnosis prognosis hypnosis osmosis mitosis meiosis apoptosis symbiosis anastomosis metastasis homeostasis "  # noqa: SIM905
    "analysis basis crisis emphasis thesis synthesis hypothesis dosis hypnoses diagnoses prognoses genome genomes "
    "chromosome chromosomes aroma diploma academia media bohemia reservoirs empathy sympathy "
    "homeopathy osteopathy naturopathy allopathy person reason season lesson capitol symbol protocol protocols "
    "control controls alcohol patrol idol gasoline therapeutics hemostasis necrosis stoma somas chemotherapies".split()
)


def new_names(text: str, known: Collection[NamedSpan], types: Iterable[str]) -> Iterator[NamedSpan]:
    """Yield names of diseases and drugs that stand in a text where no known one does, and short forms of them.

    Each has the first of the graph's types that fits, and the id that an entity of this name has in a team's layer;
    without such a type nothing is yielded.
    """
    type_of = _types(types)
    taken = sorted({(n.start, n.end) for n in known})
    found = [
        (start, end, type_of[kind])
        for start, end, kind in _told_by_words(text)
        if kind in type_of and not is_part_of_more(text, start, end)
    ]
    spans = [NamedSpan(a, b, text[a:b], type, new_id(text[a:b])) for a, b, type in found if _is_free(a, b, taken)]
    yield from spans
    by_name = {span.id: span for span in spans}
    meant = {short: span for short, long in defined(text).items() if (span := by_name.get(new_id(long))) is not None}
    for word in _WORD.finditer(text) if meant else ():
        if (span := meant.get(word[0])) is not None and _is_free(*word.span(), taken):
            yield NamedSpan(*word.span(), word[0], span.type, span.id)


def new_id(name: str) -> str:
    """Return the id that an entity of a name that the graph lacks gets: the same name is the same entity."""
    words = [w.removesuffix("s") if len(w) > 4 and not w.endswith(("ss", "is", "us")) else w for w in tokens(name)]
    return TEAM_ENTITY + "-".join(words)


def _types(types: Iterable[str]) -> Mapping[EntityKind, str]:
    found: dict[EntityKind, str] = {}
    for type in types:
        plain = type.lower()
        if plain in ("drug", "chemical", "disease", "chemicalentity", "smallmolecule", "compound"):
            found.setdefault(kind_of_type(type), type)
    for type in types:
        found.setdefault(kind_of_type(type), type)
    return {kind: found[kind] for kind in (EntityKind.CHEMICAL, EntityKind.DISEASE) if kind in found}


def _told_by_words(text: str) -> Iterator[tuple[int, int, EntityKind]]:
    words = list(_WORD.finditer(text))
    for at, word in enumerate(words):
        low = word[0].lower()
        if low in _NO_NAME or low.startswith("anti"):
            continue
        if _is_drug(low):
            yield *word.span(), EntityKind.CHEMICAL
            continue
        alone = len(low) >= LEAST_LETTERS and _ILL.fullmatch(low) is not None
        if not alone and low not in _HEADS:
            continue
        first = _first_of(text, words, at)
        follows = at + 1 < len(words) and text[word.end() : words[at + 1].start()] == " "
        if follows and (words[at + 1][0].lower() in _HEADS or _ILL.fullmatch(words[at + 1][0])):
            continue  # the head comes later
        if alone or first < at:
            yield words[first].start(), word.end(), EntityKind.DISEASE


def _is_drug(word: str) -> bool:
    return len(word) >= LEAST_LETTERS and "-" not in word and _DRUG.fullmatch(word) is not None


def _first_of(text: str, words: list[re.Match[str]], at: int) -> int:
    """Return the first word of the name that a word ends."""
    first = at
    while first > 0 and at - first < MOST_WORDS - 1:
        before = words[first - 1]
        low = before[0].lower()
        if text[before.end() : words[first].start()] != " " or not _qualifies(low):
            break
        first -= 1
    return first


def _qualifies(word: str) -> bool:
    return word not in _EVALUATING and (word in _BODY or word in _HEADS or _ADJECTIVE.fullmatch(word) is not None)


def _is_free(start: int, end: int, taken: Sequence[tuple[int, int]]) -> bool:
    """Whether nothing stands there, of spans in order that overlap each other hardly."""
    at = bisect_left(taken, (end,))
    return all(e <= start for _, e in taken[max(0, at - _NEAR) : at])
