"""Words for predicates that nothing describes, derived from their names. Pure.

The rules, in order; the first that fits decides. What a name says is never widened: words are added only to make it
English.

0. The name is the part behind a prefix (`biolink:treats`) or between double colons (`GNBR::T::Compound:Disease`), with
   capitals, `_` and `-` as spaces. A name with a sign of doubt or denial, or without a word, is left as it is.
1. A noun made from a verb, alone or behind what colours it, is that verb: `Positive_Correlation` → "is positively
   correlated with", `Drug_Interaction` → "has a drug interaction with".
2. `possible`, `potential` and the like before a verb are "may": `possible_cure_disease` → "may cure the disease";
   before a noun they stay: `possible_disease` → "points to the possible disease", "may mean" it.
3. A verb, perhaps behind `can` or `may`, takes the third person: `need` → "needs"; a noun behind it names what the
   object is: `need_medication` → "needs the medication", "calls for" it, and that is "given for" it;
   `can_check_disease` → "can check for the disease", which is "assessed with" it.
4. `has` and a noun: `has_symptom` → "has the symptom".
5. A noun with a preposition behind it: `symptom_of` → "is a symptom of". An adjective: `rich_in` → "is rich in". A
   participle: `caused_by` → "is caused by"; the other way round, that is "causes".
6. A noun alone: `symptom` → "has the symptom".
7. A past tense is told as what is so: `led_to` → "leads to", `caused` → "causes", `was_found_in` → "is found in";
   before a noun it colours it: `reduced_risk_of` → "is linked to reduced risk of". Two verbs stay two: "treats or
   prevents".
8. What is no English word (`P31`, `SIO_000628`), and what has brackets (`associatedWith(neg)`: is it denied?), is
   quoted: "has the relation P31 to".
9. What joins with a participle inside a name: `likely_associated_with` → "is likely associated with";
   `risk_affected_by` → "has a risk affected by"; `contraindicated_with_disease` → "is contraindicated with the
   disease". CTD's `increases^expression` → "increases the expression of".
10. `is` before a participle, a noun or an adjective is as if it were not there: `isTreatedBy`, `isRiskFactorFor`. What
   is said or thought "to" do something is no more than that: `suspectedToHelp` → "is suspected to help".
11. A noun with its participle behind it: `condition_treated` → "treats the condition" where who treats is plain,
   `side_effect_reported` → "has the reported side effect". A whole clause loses a subject that only says what kind of
   thing the edge's own is (`disease_may_have_finding` → "may have the finding"); any other is quoted
   (`withdrawal_causes`: "has the relation withdrawal causes to"), for what it says is not said of the edge's subject.
   Plural nouns are told of one object: `symptoms_and_signs` → "has the symptom or sign".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from kgcore.english.inflection import base_of_third, indefinite_article, participle, singular, third_person
from kgcore.english.words import rows_of, word_list
from kgcore.values.text import words_apart

PREPOSITIONS = frozenset(
    {"of", "for", "in", "to", "against", "on", "at", "with", "from", "by", "as", "into", "toward", "towards", "within",
     "between", "over", "like", "during", "about", "near", "upon", "under", "via", "than"}
)  # fmt: skip
_SIGN = re.compile(r"[!¬~^?*|/\\]|^\W*[-+=]")
_CODE = re.compile(
    r"\W*(?:[A-Za-z]{0,3}\d[\w.]*"
    r"|(?:rel|relation|predicate|property|prop|edge|link|type)[ _-]?\d+"
    r"|[A-Za-z]{1,8}[_:]\d{3,}|[a-z]|[B-DF-HJ-NP-TV-XZb-df-hj-np-tv-xz]{2,})\W*|.*[()\[\]{}<>].*"
)
_COPULAS = frozenset({"is", "are", "was", "were", "has", "have", "had", "does", "do", "been", "be", "not", "no"})
_CHECKS = frozenset({"check", "test", "screen", "look"})  # verbs whose object is what they are done "for"
# What is said of a check, and of what is checked with it; none of it says that anything is found.
_LOOK = ("assess", "evaluate", "examine", "investigate", "look for", "screen for", "test for", "check", "check for")
_LOOKING = (
    *(f"{form} {verb}" for form in ("can", "is used to", "helps to", "helps") for verb in (*_LOOK, "work up")),
    *("is used to diagnose", "is used to detect", "looks for", "screens for", "tests for"),
)
_LOOKED = (
    "checked", "checked for", "tested", "tested for", "assessed", "evaluated", "examined", "investigated",
    "screened for", "looked for", "worked up",
)  # fmt: skip
_LOOKED_AT = tuple(
    f"{form} {done} {by}"
    for form in ("is", "can be", "should be", "may be")
    for done in _LOOKED
    for by in ("with", "by", "using", "through", "on")
)
_SHOWN = frozenset({"symptom", "sign", "phenotype", "manifestation", "complaint"})
_SHOWN_AS = ("comes with", "goes along with", "goes with", "goes hand in hand with", "suffers from")
_MEDICINES = ("medication", "medicine", "drug")  # the same thing
QUOTED = "has the relation "  # what begins so quotes a predicate's name
_WANTING = frozenset({"need", "require"})  # verbs whose object is called by what it is needed as
_TREATED = ("treatment with", "therapy with", "treatment by")  # what is needed that a medicine is needed for
_CALLING_FOR = ("calls for", "demands", "necessitates", "warrants")  # what is said of whatever needs something
_MAYS = ("may", "might", "could", "can")
# What is said of a finding that makes one think of an illness; none of it says that it is there.
_MAY_INDICATE = (
    *(
        f"{may} {verb}"
        for may in _MAYS
        for verb in (
            "indicate", "suggest", "mean", "signal", "point to", "hint at", "be due to", "be a sign of",
            "be a symptom of", "be caused by", "be explained by", "come from", "stem from", "arise from",
            "be part of", "reflect",
        )
    ),
    "suggests", "hints at", "makes one think of", "raises the suspicion of", "raises the possibility of",
    "raises suspicion of", "is suggestive of", "is suspicious for",
)  # fmt: skip
# The same, said of the illness: what may be behind the finding.
_MAY_EXPLAIN = (
    *(
        f"{may} {verb}"
        for may in _MAYS
        for verb in (
            "cause", "explain", "be behind", "be the cause of", "be a cause of", "account for", "underlie",
            "be responsible for", "be the reason for", "produce", "lead to", "bring on",
        )
    ),
    *(
        f"is {the} {possible} {what}"
        for the in ("a", "one")
        for possible in ("possible", "potential", "conceivable")
        for what in (
            "cause of", "reason for", "explanation for", "explanation of", "diagnosis in", "diagnosis for",
            "diagnosis with", "source of", "culprit behind",
        )
    ),
    *(f"is a possibility {behind}" for behind in ("in", "with", "behind")),
    "is to be thought of in", "is to be considered in", "should be considered in", "must be considered in",
)  # fmt: skip
_ILLNESS = frozenset({"disease", "disorder", "condition", "illness", "diagnosis"})
_DETERMINED = PREPOSITIONS | {"the", "a", "an"}
# Adjectives that take a preposition: "rich in", "hazardous during".
_ADJECTIVE = re.compile(
    r"(?:due|different|rich|high|low|poor|safe|unsafe|bad|good|similar|prone|free|resistant|sensitive|specific|active|effective|toxic"
    r"|deficient|dependent|necessary|common|native|susceptible|allergic|first-line|second-line|third-line"
    r"|adjacent|proximal|distal|superior|inferior|lateral|medial|anterior|posterior|parallel|refractory|relevant"
    r"|\w+(?:ous|ful|less|able|ible))"
)
_LIKE = frozenset({"similar", "identical", "equivalent", "analogous", "homologous", "adjacent", "unrelated"})
_NO_NOUN = re.compile(r"^(?:an?|the|part|kind|type|not|one|(?:in)?dependent|.*(?:ive|ic|ed|able))$")
_ENDING = re.compile(
    r"(?:ed|own|ound)$|^(?:spread|made|given|taken|driven|seen|built|held|bound|led|lost|kept|eaten|broken|borne?|brought)$"
)
_HELPING = frozenset({"treat", "manage", "cure", "relieve", "palliate"})
_AS_DRUG = tuple(
    f"is {words} {preposition}"
    for words in (
        *("given", "prescribed", "used", "taken", "indicated", "administered", "a drug", "a medicine"),
        *("a medication", "an option", "a drug used", "a medicine used", "a medication used", "a drug given"),
    )
    for preposition in ("for", "in")
)
_AS_TEST = (
    "is a test for",
    *(f"is {v} {p}" for v in ("done", "ordered", "used", "performed", "carried out", "run") for p in ("for", "in")),
    *(f"is {a}part of the {w} {p}" for a in ("", "a ") for w in ("work-up", "workup") for p in ("for", "of", "in")),
    *(f"is part of the {w} {p}" for w in ("investigation", "evaluation", "diagnosis") for p in ("for", "of", "in")),
)
# What is said of a thing that something needs, by what it is needed as; none of it says that it helps.
_GIVEN = {
    **dict.fromkeys(("medication", "medicine", "drug", "treatment"), _AS_DRUG),
    **dict.fromkeys(("test", "tests", "examination", "investigation"), _AS_TEST),
}
_ALL_THE_SAME = re.compile(r"[\s_\-]+")
_LETTERS = 3
_TYPED = re.compile(r"^\w+(?::[A-Z][A-Za-z ]+){2}$")  # DRKG's "bioarx::HumGenHumGen:Gene:Gene"
_ACTION = re.compile(r"([a-z]+)\^([a-z][a-z ]*)")  # CTD's "decreases^expression"
_OBO = re.compile(r"(?:.*[/#:])?(RO|BFO)[_:](\d{7})")


@dataclass(frozen=True, slots=True)
class Derived:
    """Words for a predicate; `phrases` say the same, `inverse` says it object first; all stand between two names.

    `role` is what the object is to the subject where the name says so: "medication" for `need_medication`.
    """

    label: str
    phrases: tuple[str, ...] = ()
    inverse: tuple[str, ...] = ()
    role: str = ""


def local_name(name: str) -> str:
    """Return the part of a predicate's name that says what it is; "RO:0002434" for an OBO relation in any dress."""
    if found := _OBO.fullmatch(name):
        return f"{found[1]}:{found[2]}"
    parts = [p for p in name.split("::") if p]
    if len(parts) > 1:
        return parts[1].partition(":")[0] if _TYPED.search(parts[1]) else parts[1]
    return re.split(r"[/#]", name)[-1].rpartition(":")[2] if "://" in name else name.rpartition(":")[2]


def plain_predicate(name: str) -> str:
    """Return a predicate's name without prefix, case and separators: "biolink:treats" → "treats"."""
    return _ALL_THE_SAME.sub("", local_name(name).casefold())


def name_words(name: str) -> str:
    """Return a predicate's name as words in lower case: "need_medication" → "need medication"; "" where it has none."""
    return " ".join(words_apart(local_name(name)).replace("-", " ").lower().split())


@lru_cache(4096)
def derived(name: str) -> Derived | None:
    """Return words for a predicate by the rules above; None where its name is better left as it is."""
    local = local_name(name)
    if action := _ACTION.fullmatch(local):
        return Derived(f"{action[1]} the {action[2]} of", (f"{action[1]} {action[2]} of",))
    if _SIGN.search(name.replace("://", ":").replace("/", "")) or not local.strip():
        return None
    words = name_words(name)
    if "::" in name and len(local) <= _LETTERS:  # a theme of GNBR's
        return Derived(f"{QUOTED}{local} to")
    if _CODE.fullmatch(local) or not re.search(r"[a-z]{2}", words):
        return Derived(f"{QUOTED}{' '.join(local.split())} to")
    words = re.sub(r"\bco (?=[a-z])", "co-", words)
    parts = re.sub(r"\b(up|down|first|second|third) (?=regulat|line\b)", r"\1-", words).split()
    if re.fullmatch(r"co-\w+s", parts[0]):
        return Derived(" ".join((*parts, "with") if len(parts) == 1 else parts))
    if len(parts) == 1 and re.fullmatch(r"co-\w+ed", parts[0]):
        return Derived(f"is {parts[0]} with")
    if parts[-1] in _LIKE and (len(parts) == 1 or (len(parts) == 2 and parts[0].endswith("ly"))):
        return Derived(f"is {' '.join(parts)} to")
    if told := _told_in_a_clause(name, parts) or _done_to(parts):
        return told
    if told := _past(parts) or _either(parts) or _told_to(parts) or _joined(parts):
        return told
    if len(parts) > 2 and parts[0] == "is" and parts[-1] in PREPOSITIONS and not _COPULAS & set(parts[1:]):
        if parts[-1] not in ("of", "for") or _NO_NOUN.search(parts[1]) or _ADJECTIVE.fullmatch(parts[1]):
            return Derived(" ".join(parts), inverse=_active(parts[1:]))
        parts = parts[1:]  # "is pathogen of"
    if len(parts) > 3 and parts[0] == "is" and parts[2] in ("of", "for") and parts[-1] in _KIND_NOUNS:
        said = " ".join(parts[1:3])  # "is finding of disease"
        the = f"is {indefinite_article(said)} {said} the {' '.join(parts[3:])}"
        return Derived(the, (f"is {indefinite_article(said)} {said}", " ".join(parts)))
    if _COPULAS & set(parts[1:]) or parts[0] in _COPULAS - {"has"}:
        return None
    return _nominal(parts) or _possible(parts) or _verbal(parts) or _having(parts) or _prepositional(parts)


# ── rule 7 ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_PAST = {"was": "is", "were": "is", "had": "has", "led": "leads", "gave": "gives", "rose": "rises", "fell": "falls"}
_WITHOUT_PASSIVE = frozenset(
    "result progress develop contribute respond belong depend interact participate occur correlate appear".split()  # noqa: SIM905
)


def _past(parts: list[str]) -> Derived | None:
    first, rest = parts[0], parts[1:]
    if first in _PAST:
        return Derived(" ".join((_PAST[first], *rest))) if rest else None
    base = _verbs_by_past().get(first)
    if base is None:
        return None
    if not rest or (base in _WITHOUT_PASSIVE and rest[-1] in PREPOSITIONS):
        return Derived(" ".join((third_person(base), *rest)))
    if len(rest) == 2 and rest[1] in ("of", "in") and rest[0] not in PREPOSITIONS:
        words = " ".join(parts)
        changed = base in _CHANGING
        return Derived(f"is linked to {words}" if changed else f"is {indefinite_article(words)} {words}")
    return None


_CHANGING = frozenset(
    "reduce increase decrease lower raise elevate impair improve diminish enhance heighten alter".split()  # noqa: SIM905
)


@lru_cache(1)
def _verbs_by_past() -> dict[str, str]:
    verbs = (
        word_list("verb of a predicate") | word_list("verb of a name") | _WITHOUT_PASSIVE | {"improve", "slow", "ease"}
    )
    return {participle(verb): verb for verb in verbs if participle(verb).endswith("ed")}


def _either(parts: list[str]) -> Derived | None:
    if len(parts) != 3 or parts[1] not in ("or", "and"):
        return None
    first, second = base_of_third(parts[0]), base_of_third(parts[2])
    if not (_is_verb(first) and _is_verb(second)):
        return None
    return Derived(f"{third_person(first)} {parts[1]} {third_person(second)}")


# ── rule 9 ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_TOLD = re.compile(r"(?:\w+ed|known|shown|thought|found|seen|said|likely|able)")


def _told_to(parts: list[str]) -> Derived | None:
    """Return what "suspected to help" and "is known to cause" say; None for other names."""
    said = parts[1:] if parts[0] == "is" else parts
    if len(said) < 3 or said[1] != "to" or not _TOLD.fullmatch(said[0]) or _COPULAS & set(said[2:]):
        return None
    return Derived(f"is {' '.join(said)}") if said[2] not in {"the", "a", "an"} | PREPOSITIONS else None


_LIKELY = re.compile(r"likely|often|not|rarely|seldom|sometimes|usually|\w+ly")


def _joined(parts: list[str]) -> Derived | None:
    """Return what a participle within a name makes of it; None for names that have none."""
    at = next((n for n, word in enumerate(parts[:-1]) if _ENDING.search(word) and parts[n + 1] in PREPOSITIONS), -1)
    before, joined, behind = parts[:at], " ".join(parts[at : at + 2]), parts[at + 2 :]
    if at < 0 or not (before or behind) or _COPULAS & set(parts) or (before and _is_verb(before[0])):
        return None
    if before and not behind and all(map(_LIKELY.fullmatch, before)):
        return Derived(f"is {' '.join(parts)}")
    said = f"{indefinite_article(before[0])} {' '.join(before)} " if before else ""
    lead = f"is {said}" if not before or before[-1] in _KIND_NOUNS else f"has {said}"
    if before and not behind and not before[0].endswith("ly"):
        return Derived(f"{lead}{joined}")
    if len(behind) == 1 and (behind[0] in _KIND_NOUNS or (not before and _is_noun(behind[0]))):
        return Derived(f"{lead}{joined} the {behind[0]}", (f"{lead}{joined}",), () if before else _active(parts[:2]))
    return None


def _is_noun(word: str) -> bool:
    return (
        word.isalpha()
        and not (_is_verb(word) or word in PREPOSITIONS or _ADJECTIVE.fullmatch(word))
        and (not word.endswith(("ly", "ed")) and singular(word) == word)
    )


_KIND_NOUNS = _ILLNESS | {
    *(
        "gene",
        "protein",
        "drug",
        "chemical",
        "compound",
        "phenotype",
        "variant",
        "pathway",
        "tissue",
        "food",
        "procedure",
    ),
    *("organism", "cell", "process", "symptom", "finding", "organ", "substance", "pathogen"),
}


# ── rule 11 ─────────────────────────────────────────────────────────────────────────────────────────────────────────

_FINITE = frozenset({"has", "plays", "may", "can", "might", "could", "should", "must"})
_BARE = frozenset({"avoid", "treat", "prevent", "inhibit", "require", "induce", "give", "take", "reduce", "suppress"})
_ALSO_NOUNS = frozenset(
    {"targets", "effects", "results", "tests", "uses", "drives", "signals", "presents", "processes"}
)


def _told_in_a_clause(name: str, parts: list[str]) -> Derived | None:
    """Return what a whole clause says: "gene plays role in process"; None for what is none."""
    at = next((n for n, word in enumerate(parts) if n and (word in _FINITE or _is_third_person(word))), 0)
    if len(parts) > 2 and parts[-1] in _BARE and not at and parts[-2] not in {"to", "or", "and", "not", *_COPULAS}:
        at = len(parts) - 1
    before, behind = parts[:at], parts[at:]
    lead = before[0] if before else ""
    if not at or _COPULAS & set(before) or before[-1] in PREPOSITIONS | {"or", "and"}:
        return None
    if (
        lead.endswith("ly")
        or lead in PREPOSITIONS
        or _is_verb(lead)
        or _ENDING.search(lead)
        or lead.startswith("possib")
    ):
        return None
    if set(before) <= _KIND_NOUNS and len(behind) > 1:
        told = derived("_".join(behind)) or _of_its_kind(behind)
        return Derived(told.label, (*told.phrases, " ".join(parts)), told.inverse, told.role)
    if len(behind) > 1 and behind[-1] in PREPOSITIONS and len(before) == 1 and behind[0] not in _FINITE:
        return None  # "deficiency leads to"
    return Derived(f"{QUOTED}{' '.join(local_name(name).split())} to")


def _of_its_kind(behind: list[str]) -> Derived:
    verb, rest = behind[:1], behind[1:]
    if rest[0] == "have" and len(rest) > 1:
        verb, rest = [*verb, "have"], ["the", *rest[1:]]
    elif rest[0] == "role":
        rest = ["a", *rest]
    if len(rest) > 2 and rest[-1] in _KIND_NOUNS and rest[-2] in PREPOSITIONS:
        bare = " ".join((*verb, *rest[:-1]))
        return Derived(f"{bare} the {rest[-1]}", (bare,))
    return Derived(" ".join((*verb, *rest)))


def _is_third_person(word: str) -> bool:
    base = base_of_third(word)
    return base != word and word not in _ALSO_NOUNS and _is_verb(word)


_ACTS_ON = frozenset({"treated", "affected", "inhibited", "caused", "prevented", "diagnosed", "encoded", "measured"})


def _done_to(parts: list[str]) -> Derived | None:
    """Return what a noun says that has its participle behind it, and a plural that stands for one of several."""
    plain = not (set(parts) & (PREPOSITIONS | _COPULAS)) and not parts[0].endswith("ly") and not _is_verb(parts[0])
    if len(parts) > 1 and plain and re.search(r"\w{2}ed$", parts[-1]) and not _ENDING.search(parts[0]):
        noun, done, words = " ".join(parts[:-1]), parts[-1], f"has the {' '.join(parts)}"
        if done in _ACTS_ON:
            return Derived(f"{third_person(_verbs_by_past().get(done, done.removesuffix('ed')))} the {noun}", (words,))
        return Derived(f"has the {done} {noun}", (words,))
    if len(parts) == 3 and parts[1] in ("and", "or") and all(w.endswith("s") for w in (parts[0], parts[2])):
        one, other = singular(parts[0]), singular(parts[2])
        if (one, other) != (parts[0], parts[2]) and not (_is_verb(one) and _is_verb(other)):
            return Derived(f"has the {one} or {other}", (f"has the {' '.join(parts)}",))
    return None


# ── rule 1 ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _nominal(parts: list[str]) -> Derived | None:
    made = _made_from_verbs().get(parts[-1])
    if made is None or len(parts) > 2 or parts[0] in _COPULAS or base_of_third(parts[0]) in _WANTING:
        return None
    if len(parts) == 1:
        return Derived(made)
    adverb = {"positive": "positively", "negative": "negatively", "direct": "directly", "inverse": "inversely"}.get(
        parts[0], f"{parts[0]}ly" if parts[0].endswith(("al", "ive")) else parts[0].removesuffix("ic") + "ically"
    )
    adverb = adverb if parts[0].endswith(("al", "ive", "ic", "ect", "erse")) else ""
    first, _, rest = made.partition(" ")
    if adverb and first == "is":
        return Derived(f"is {adverb} {rest}", (f"has a {' '.join(parts)} with",))
    if adverb:
        return Derived(f"{adverb} {made}")
    return Derived(
        f"has {indefinite_article(parts[0])} {' '.join(parts)} {made.rpartition(' ')[2] if ' ' in made else 'of'}"
    )


def _made_from_verbs() -> dict[str, str]:
    rows = (row for row in rows_of("words.tsv") if row[0] == "noun made from a verb")
    pairs = (pair.partition(":") for row in rows for pair in row[1].split("|"))
    return {noun: words for noun, _, words in pairs}


def kind_of_object(name: str) -> str:
    """Return what a predicate's name calls its object: "medication" for `need_medication`, "disease" for
    `possible_disease` and `can_check_disease`; "" where it does not call it anything that is a kind of thing.
    """
    told = derived(name)
    noun = (told.role or told.label.rpartition(" the ")[2].removeprefix("possible ")) if told else ""
    return noun if noun.rpartition(" ")[2] in {*_KIND_NOUNS, *_MEDICINES, *_DONE} and " of " not in noun else ""


def kinds_of_ends(name: str) -> tuple[str, str]:
    """Return what sort of thing a predicate's name makes of its subject and of its object, "" where of none: what has a
    symptom, or needs a medicine, is a disease, and so is what something is a treatment for.
    """
    told = derived(name)
    if told is None:
        return "", ""
    of = kind_of_object(name)
    if told.role and told.role.rpartition(" ")[2] in _SIDE and told.role.partition(" ")[0] in _UNWANTED:
        return "drug", told.role
    if of and (of.rpartition(" ")[2] in _SHOWN or (told.role and of.rpartition(" ")[2] in {*_MEDICINES, *_DONE})):
        return "disease", of
    if cured := _FOR_AN_ILL.fullmatch(told.label):
        return cured["what"] or "", "disease"
    return ("disease" if told.label in _OF_AN_ILL else ""), of


_SIDE, _UNWANTED = frozenset({"effect", "event", "reaction"}), frozenset({"side", "adverse"})
_FOR_AN_ILL = re.compile(
    r"(?:is an? (?:\w+ )?(?P<what>treatment|therapy|drug|medicine|medication|remedy|vaccine|cure)"
    r"|(?:may |can )?(?:treats?|cures?|palliates?|protects?)|is (?:indicated|prescribed|used to treat))"
    r"(?: for| against)?"
)
_OF_AN_ILL = frozenset({"is diagnosed by", "is diagnosed with", "is treated by", "is treated with"})
_DONE = (
    "test",
    "examination",
    "exam",
    "treatment",
    "therapy",
    "vaccine",
    "supplement",
)  # done, or given


# ── rules 2 and 3 ───────────────────────────────────────────────────────────────────────────────────────────────────


def _possible(parts: list[str]) -> Derived | None:
    if len(parts) < 2 or parts[0] not in word_list("possible"):
        return None
    if _is_verb(parts[1]):
        return _verbal(["may", *parts[1:]])
    if parts[-1] in PREPOSITIONS:
        return Derived(f"is {indefinite_article(parts[0])} {' '.join(parts)}")
    weaker, behind = (_MAY_INDICATE, _MAY_EXPLAIN) if parts[-1] in _ILLNESS else ((), ())
    noun = " ".join((*parts[:-1], singular(parts[-1])))
    said = f"has the {noun}", f"has the {' '.join(parts)}", "points to", *weaker
    return Derived(f"points to the {noun}", said, behind)


def _verbal(parts: list[str]) -> Derived | None:
    modal, rest = ([parts[0]], parts[1:]) if parts[0] in word_list("modal") else ([], parts)
    adverb, rest = ([rest[0]], rest[1:]) if len(rest) > 1 and rest[0].endswith("ly") else ([], rest)
    acts = len(rest) > 2 and rest[-1] in PREPOSITIONS and base_of_third(rest[0]) != rest[0]  # "impairs absorption of"
    goes = len(rest) == 3 and rest[1] in PREPOSITIONS and rest[2] in _KIND_NOUNS and base_of_third(rest[0]) != rest[0]
    if not rest or not (_is_verb(rest[0]) or (modal and rest[0].isalpha()) or acts or goes):
        return None
    base = base_of_third(rest[0])
    verb = " ".join((*modal, *adverb, base if modal else third_person(base)))
    behind = rest[1:]
    if not behind:
        return Derived(verb)
    if behind[-1] in PREPOSITIONS or behind[0] in PREPOSITIONS or behind[0] in {"the", "a", "an"}:
        bare = behind[0] in _DETERMINED or behind[0].endswith("stream")  # "acts upstream of"
        the = ("the",) if behind[-1] == "of" and len(behind) > 1 and not bare else ()
        if len(behind) == 2 and behind[0] in PREPOSITIONS and behind[1] in _KIND_NOUNS:  # "goes with food"
            return Derived(f"{verb} {behind[0]} the {behind[1]}", (" ".join((verb, *behind)), f"{verb} {behind[0]}"))
        return Derived(" ".join((verb, *the, *behind)), (" ".join((verb, *behind)),) if the else ())
    noun, what = " ".join(behind), " for" if base in _CHECKS else ""
    if base in _WANTING and not modal and not adverb:
        return _wanting(base, noun)
    new = base not in word_list("verb of a predicate")  # one that no other predicate is known by
    alone = (f"{verb}{what}", verb) if new else ()
    able = (f"{third_person(base)}{what} the {noun}", f"{third_person(base)}{what}") if new and modal == ["can"] else ()
    used = (f"is used to {base}", f"is used to {base}{what}") if able and what else ()
    used = (*used, *_LOOKING) if able and base in _CHECKS else used
    passive = (f"is {participle(base)} for", f"is {participle(base)} in") if new and not (modal or adverb) else ()
    passive = (*passive, *_LOOKED_AT) if able and base in _CHECKS else passive
    return Derived(f"{verb}{what} the {noun}", tuple(dict.fromkeys((f"{verb} {noun}", *alone, *able, *used))), passive)


def _wanting(base: str, noun: str) -> Derived:
    """Return what a name says that calls its object by what it is needed as: `need_medication`."""
    verbs = [*(third_person(one) for one in dict.fromkeys((base, *sorted(_WANTING)))), *_CALLING_FOR]
    called = dict.fromkeys((noun, *(_MEDICINES if noun in _MEDICINES else ())))
    treated = _TREATED if noun in _MEDICINES else ()
    wants = (*(f"{the}{n}" for n in called for the in ("the ", "")), *treated)
    said = (f"{verb}{what}" for verb in verbs for what in (*(f" {want}" for want in wants), ""))
    passive = [f"is {participle(one)} {behind}" for one in dict.fromkeys((base, *_WANTING)) for behind in ("for", "in")]
    label, *phrases = said
    head = noun.rpartition(" ")[2]  # "is a test for" says no more than "is a medical test for"
    nouns = (noun, head, *(_MEDICINES if head in _MEDICINES else ()))
    return Derived(
        label,
        tuple(phrases),
        tuple(dict.fromkeys((*passive, *chain(*map(_as_role, nouns)), *_GIVEN.get(head, ())))),
        noun,
    )


def _as_role(noun: str) -> tuple[str, ...]:
    """Return what is said of an object that is a noun of its subject: "is a medication for"."""
    return tuple(f"is {the} {noun} {of}" for the in (indefinite_article(noun), "the") for of in ("of", "for"))


def _is_verb(word: str) -> bool:
    return base_of_third(word) in word_list("verb of a predicate") | word_list("verb of a name")


# ── rules 4 to 6 ────────────────────────────────────────────────────────────────────────────────────────────────────


def _having(parts: list[str]) -> Derived | None:
    if parts[0] != "has" or len(parts) < 2 or parts[-1] in PREPOSITIONS:
        return None
    noun = " ".join(parts[1:])
    return Derived(
        f"has the {noun}",
        (f"has {indefinite_article(noun)} {noun}", *(_SHOWN_AS if parts[-1] in _SHOWN else ())),
        _as_role(noun),
        noun,
    )


def _prepositional(parts: list[str]) -> Derived | None:
    words = " ".join(parts)
    if words in ("after", "before", "during", "within", "under"):
        return Derived(f"occurs {words}")
    if parts[0] == "has" or parts[0] in PREPOSITIONS:
        return None
    if parts[-1] not in PREPOSITIONS:
        if parts[0].endswith("s") and base_of_third(parts[0]) != parts[0]:
            return None  # a verb in the third person that nobody listed
        return None if len(parts) == 1 and _ENDING.search(parts[0]) else _having(["has", *parts])
    if _ENDING.search(parts[0]) or parts[0].endswith("ly"):
        return Derived(f"is {words}", inverse=_active(parts))
    if _ADJECTIVE.fullmatch(parts[0]):
        alone = len(parts) == 2 or parts[1] in PREPOSITIONS
        return Derived(f"is {words}" if alone else f"is {indefinite_article(words)} {words}")
    if any(_is_verb(base_of_third(w)) and base_of_third(w) != w for w in parts[1:]):
        return Derived(words)  # "deficiency leads to"
    if len(parts) > 1 and (base_of_third(parts[0]) == parts[0]):
        return Derived(f"is {words}" if parts[0] in {"part", "similar"} else f"is {indefinite_article(words)} {words}")
    return None


def _active(parts: list[str]) -> tuple[str, ...]:
    """Return what "treated with" or "triggered by" says, seen from the other end: "treats", "triggers"."""
    verbs = _HELPING if parts[1:] == ["with"] else word_list("verb of a predicate") | word_list("verb of a name")
    found = [verb for verb in verbs if participle(verb) == parts[0]] if parts[1:] in (["with"], ["by"]) else []
    return tuple(third_person(verb) for verb in found[:1])
