"""Cuts running text into the short runs of words that may be names. Pure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from kgcore.english.words import word_list
from kgcore.linking.lexicon import bag_key, concept, concepts, is_everyday, lexicon, styled, thesaurus
from kgcore.linking.linking import Hit
from kgcore.linking.lookup_keys import (
    EntityKind,
    KeyOrigin,
    LookupKey,
    front_probe,
    is_body_part,
    is_front,
    is_gene,
    kind_of,
    names_ailment,
    role_written_short,
    species_probe,
)
from kgcore.linking.names import LONGEST_RUN, fold_word, greek_short, join_letters, tokens, word_spans

Words = tuple[str, ...]

_BREAK = re.compile(r"[;:!?()\[\]{}\"“”\n•|]|[.,](?=\s|$)")
_BREAK_OF_LISTS = re.compile(r"[;:!?()\[\]{}\"“”\n•|]|\.(?=\s|$)")
_LONGEST_LISTED = 10  # words of a name with commas in it: "diabetes mellitus, permanent neonatal"
_SHORT_FORM = 2  # letters of an abbreviation whose full stop ends no sentence ("St.")


@dataclass(frozen=True, slots=True)
class Window:
    """A run of `length` words of a text: where it stands, as it is written, and as `names.tokens` has it."""

    start: int
    end: int
    length: int
    raw: str
    words: Words
    before: str  # the word right before it, as written, in the same clause
    after: str  # the word right after it


def word_windows(text: str) -> Iterator[Window]:
    """Yield all runs of up to `LONGEST_RUN` words that cross no mark of punctuation but commas."""
    for clause in _clauses(text, _BREAK):
        yield from _runs(text, clause, LONGEST_RUN)
    if ", " in text:
        for clause in _clauses(text, _BREAK_OF_LISTS):
            yield from (w for w in _runs(text, clause, _LONGEST_LISTED) if ", " in w.raw)


def _runs(text: str, clause: Sequence[tuple[int, int]], longest: int) -> Iterator[Window]:
    folded = [tokens(text[a:b]) for a, b in clause]
    for first in range(len(clause)):
        for length in range(1, min(longest, len(clause) - first) + 1):
            last = first + length - 1
            words = _joined(folded[first : last + 1])
            if words:
                start, end = clause[first][0], clause[last][1]
                yield Window(
                    start,
                    end,
                    length,
                    text[start:end],
                    words,
                    _at(text, clause, first - 1),
                    _at(text, clause, last + 1),
                )


def _clauses(text: str, breaks: re.Pattern[str]) -> list[list[tuple[int, int]]]:
    clauses: list[list[tuple[int, int]]] = [[]]
    end = 0
    for start, stop in word_spans(text):
        gap = text[end:start]
        short = bool(clauses[-1]) and end - clauses[-1][-1][0] <= _SHORT_FORM and gap.startswith(".")
        number = gap in (".", ",") and text[end - 1].isdigit() and text[start].isdigit()  # "22q11.2", "1,4-dioxane"
        if gap == ")-" and clauses[-1] and text[: clauses[-1][-1][0]].endswith("("):  # "(R)-flurbiprofen" is one name
            clauses[-1][-1] = (clauses[-1][-1][0] - 1, end)
            clauses[-1].append((start, stop))
            end = stop
            continue
        curie = gap == ":" and end - clauses[-1][-1][0] > 1 if clauses[-1] else False  # "MONDO:0005277" is one name
        if breaks.search(gap + " ") and not (short or number or curie):
            clauses.append([])
        clauses[-1].append((start, stop))
        end = stop
    return [clause for clause in clauses if clause]


def _joined(parts: list[Words]) -> Words:
    if len(parts) == 1:
        return parts[0]
    return tokens(" ".join(word for part in parts for word in part))


def _at(text: str, clause: Sequence[tuple[int, int]], index: int) -> str:
    return text[slice(*clause[index])] if 0 <= index < len(clause) else ""


# --- Which runs of words in a text may be taken for a name.

# Behind a name these make another thing of it.
CHANGING = (
    "deficiency", "receptor", "blocker", "toxicity", "overdose", "withdrawal", "poisoning", "allergy", "resistance",
    "overuse", "abuse", "intolerance", "hypersensitivity",
)  # fmt: skip
# Behind what is in them they are things of their own: a "coffee cup" is no "cup of coffee".
_VESSELS = frozenset({"cup", "mug", "glass", "bottle", "jar", "pot", "spoon", "filter", "can", "box", "bag", "packet"})
# Behind a part of the body, they make an illness or an operation of it.
_AILMENTS = frozenset(
    fold_word(word)
    for word in (
        "ache", "attack", "bleeding", "cancer", "carcinoma", "condition", "damage", "disease", "disorder", "failure",
        "fibrosis", "fracture", "infection", "inflammation", "injury", "pain", "problem", "stone", "surgery",
        "swelling", "syndrome", "transplant", "transplantation", "trouble", "tumor", "ulcer", "weakness",
    )
)  # fmt: skip
_BEFORE_PERSONS = frozenset({"dr", "prof", "professor", "mr", "mrs", "ms", "miss", "sir", "doctor", "by"})
_NEAR = 48  # characters in which what is told of a name stands before it
_OWNING = frozenset({"a", "my", "your", "her", "his"})
_INITIALISM = 5  # letters
_PLAIN_INITIALISM = 4  # letters of one that people write in lower case, too, and that is no word
_SHORTEST = 3
_ASKING = frozenset({"do", "does", "did", "can", "could", "will", "would", "may", "might"})
_ASKED_FOR = frozenset({"what", "which", "who", "that"})  # before the verb of a question
_VERBAL = ("ate", "ise", "ize", "ify")  # endings of verbs as they stand behind "does"
_BY_CONCEPT = frozenset("bc")  # first letters of keys that hold what words mean, in any wording


def window_probes(window: Window) -> tuple[LookupKey, ...]:
    """Return what a run of words is looked up under; () for runs that cannot be a name."""
    if species := species_probe(window.raw):
        return (species,)
    front = (front_probe(window.words),) if window.length == LONGEST_RUN else ()
    return (*_whole_probes(window), *front)


def _whole_probes(window: Window) -> tuple[LookupKey, ...]:
    edges = word_list("no edge of a name")
    in_one = len(window.words) > 1 and " " not in window.raw  # "Aβ" and "A-beta" begin with no article
    last = (
        window.words[-1] if window.words[-2:-1] and window.words[-2] in edges else ""
    )  # "colds in a", not "vitamin A"
    if not in_one and (window.words[0] in edges or window.words[-1] in edges - {"a"} or last == "a"):
        return ()
    everyday = len(window.words) == 1 and is_everyday(window.words[0]) and not window.raw[:2].isupper()
    if everyday and not _is_ill(window):
        return ()
    run = join_letters(window.words)
    if ", " in window.raw:
        return (LookupKey("f" + run, KeyOrigin.NAME),)
    found = [LookupKey("f" + run, KeyOrigin.NAME)]
    if short := greek_short(window.words):
        found.append(LookupKey("f" + short, KeyOrigin.NAME))
    if len(window.words) == 1 and window.words[0] in lexicon().meaning:
        found.append(LookupKey("b" + bag_key(concepts(window.words)), KeyOrigin.ORDER))  # "dizzy"
    if _may_be_reordered(window.words) and not _asks_with_verb(window):
        found.append(LookupKey("b" + bag_key(concepts(window.words)), KeyOrigin.ORDER))
    if names_ailment(window.words) or _is_eponym(window):
        found.append(LookupKey("h" + run, KeyOrigin.HEADLESS))
    for other in _others(window):
        found.append(LookupKey("f" + join_letters(other), KeyOrigin.GENERAL))
        found.append(LookupKey("b" + bag_key(concepts(other)), KeyOrigin.GENERAL))
        found.append(LookupKey("c" + bag_key(concepts(other)), KeyOrigin.GENERAL))
    return tuple(found)


def _is_eponym(window: Window) -> bool:
    """Say whether one capitalised word may stand for the illness of that name ("seizures in Dravet"): a verb, a joining
    word or nothing follows, so that it is no part of a longer name ("Lewy bodies"), and nobody is called so.
    """
    raw, after = window.raw, window.after.casefold()
    if len(window.words) != 1 or not (raw[0].isupper() and raw[1:].replace("'", "").replace("’", "").islower()):
        return False
    if len(window.words[0]) < _PLAIN_INITIALISM or window.before.casefold() in _BEFORE_PERSONS:
        return False
    verbs = word_list("verb of a predicate") | word_list("asked with can")
    return not after or after in word_list("no edge of a name") or bool({after, after.removesuffix("s")} & verbs)


def named_window(text: str, window: Window, hit: Hit) -> Window | None:
    """Return the words that a hit names: the window's own, or as many more as a long name has; None if it differs."""
    if not is_front(hit.probe):
        return window
    more = sum(1 for _ in word_spans(hit.text)) - LONGEST_RUN
    spans = list(itertools.islice(word_spans(text, window.end), more + 1))
    end = spans[more - 1][1] if len(spans) >= more else window.end
    words = tokens(text[window.start : end])
    if join_letters(words) != join_letters(tokens(hit.text)):
        return None
    after = text[slice(*spans[more])] if len(spans) > more and text[end : spans[more][0]].isspace() else ""
    return replace(window, end=end, length=LONGEST_RUN + more, raw=text[window.start : end], words=words, after=after)


_IS_A = re.compile(r"\b(?:is|are|was|were|be) (?:an?|the|one of the|known)?(?: [a-z-]+){0,2} ?$", re.IGNORECASE)
_ROLE_BEHIND = re.compile(
    r"[ -](?:inhibitor|blocker|antagonist|agonist|activator|inducer|stimulator|suppressor|modulator|ligand|binder"
    r"|substrate)s?(?=[.,;:!?)]|\s*$|\s+(?:and|but|that|which|used|in|for)\b)",
    re.IGNORECASE,
)


def _says_role(text: str, window: Window, hit: Hit) -> bool:
    """Say whether something is told to be an inhibitor, a ligand … of what is named: "*A* is a *PDE4* inhibitor"."""
    acted_on = is_gene(hit.entity.type) or kind_of(hit.entity.type) is EntityKind.SUBSTANCE
    before = text[max(0, window.start - _NEAR) : window.start]
    return acted_on and _IS_A.search(before) is not None and _ROLE_BEHIND.match(text, window.end) is not None


_HEAD_WITH = re.compile(
    r"(?:diseases?|disorders?|conditions?|syndromes?|illness(?:es)?|deficienc(?:y|ies)) with ", re.I
)


def is_name(window: Window, hit: Hit, text: str = "") -> bool:
    """Say whether what was found under these words may be meant by them, here."""
    if ", " in window.raw and ", " not in hit.text:
        return False  # "migraine, headache" is a list, and no migraine headache
    if hit.probe.via is not KeyOrigin.NAME and _HEAD_WITH.match(window.raw):
        return False  # "gum disease with Alzheimer's" names two things
    if window.after and _is_changed(window.after) and not _says_role(text, window, hit):
        return False
    if window.after and is_body_part(hit.entity.type) and fold_word(window.after.casefold()) in _AILMENTS:
        return False  # "heart disease" is no heart
    said_again = len(window.words) > 1 and window.after and fold_word(window.after.casefold()) in tokens(hit.text)
    if said_again and window.raw.casefold() != hit.text.casefold():
        return False  # "the disease Parkinson | disease": the name itself begins later
    if window.length == 1 and hit.probe.via is KeyOrigin.ORDER and not _may_be_felt(hit.entity.type):
        return False
    if hit.probe.key[0] in _BY_CONCEPT and hit.probe.via is not KeyOrigin.NAME and _is_initialism(hit.text):
        return False  # an initialism has no other wording: "the pain" is no ACHE
    if window.length > 1 and window.raw.casefold() == hit.text.casefold():
        return True  # "the pill" is a name of its own, "pill" is none
    if len(window.words) == 1 or len(join_letters(window.words)) <= _SHORTEST:
        return _single(window, hit)
    return True


def _may_be_felt(type: str) -> bool:
    """Say whether an entity of this type may be told of by another word of its kind: "dizzy", "tired"."""
    return kind_of(type) is not EntityKind.SUBSTANCE and not is_gene(type) and not is_body_part(type)


def _is_changed(after: str) -> bool:
    """Say whether the word behind a name makes another thing of it: "zinc toxicity", not "is zinc toxic"."""
    word = fold_word(after.casefold())
    return not word.endswith(("ic", "ous")) and concept(word) in _changing()


@cache
def _changing() -> frozenset[str]:
    return frozenset(concept(fold_word(word)) for word in CHANGING)


def is_opaque(window: Window) -> bool:
    """Say whether these words are the known name of one thing, in which no shorter name is to be seen."""
    return len(window.words) > 1 and join_letters(window.words) in thesaurus().by_flat  # "an SSRI" is one word


def _is_ill(window: Window) -> bool:
    """Say whether an everyday adjective stands for an illness: "colds", "a cold" with no noun behind it."""
    raw, after = window.raw.casefold(), window.after.casefold()
    return raw == "colds" or (
        raw == "cold" and window.before.casefold() in _OWNING and after in word_list("no noun behind a name")
    )


def _may_be_reordered(words: tuple[str, ...]) -> bool:
    """Say whether words may be a name in another order: no lists, no repetitions, no joining words at the ends."""
    found = [concept(word) for word in words]
    ends_stop = lexicon().is_a(found[0], "stop") or lexicon().is_a(found[-1], "stop")
    verbs = word_list("verb of a predicate") | word_list("verb of a name")
    states = any(word in verbs or word.removesuffix("s") in verbs for word in words[1:-1])  # "B vitamins lower lipids"
    joins = states or bool({"and", "or", "for"} & set(words)) or words[-1].removesuffix("s") in _VESSELS
    joins |= words[0] in ("out", "off", "away")  # "out of work" is no "working out"
    return len(words) > 1 and not ends_stop and len(set(found)) == len(found) and not joins


def _asks_with_verb(window: Window) -> bool:
    """Say whether a word is what a question says of the others: "does A phosphorylate …", "what activates A"."""
    if window.before.casefold() in _ASKED_FOR:
        verbs, first = word_list("verb of a predicate"), window.words[0]
        return first in verbs or first.removesuffix("s") in verbs
    return window.before.casefold() in _ASKING and window.words[-1].endswith(_VERBAL)


def _others(window: Window) -> tuple[tuple[str, ...], ...]:
    short = len(join_letters(window.words)) < _INITIALISM
    if window.length == 1 and (roles := tuple(role_written_short(window.raw))):
        return (*thesaurus().others(window.words), *roles)
    short = short and not (_is_symbol(window.raw) or _is_said_short(window.raw))
    if short or join_letters(window.words) not in thesaurus().by_flat:
        return styled(window.words)
    return thesaurus().others(window.words)


# Initialisms of four letters that are names of their own where they are written in lower case.
_NAMES_TOO = frozenset({"nash", "gaba", "sert", "mela", "acto"})


def _is_said_short(raw: str) -> bool:
    """Whether a word of four letters is how people write a known initialism: "afib", "copd"."""
    if len(raw) != _PLAIN_INITIALISM or not raw.islower() or raw in _NAMES_TOO or _is_word(raw):
        return False
    return sum(c.isupper() for c in thesaurus().written.get((raw,), "")) > 1


def _is_word(raw: str) -> bool:
    """Whether a lower-case word is one of English, whatever initialism it looks like: "cognitive load"."""
    return is_everyday(raw) or raw in word_list("initialism that is a word too")


def _is_symbol(raw: str) -> bool:
    return raw[:2].isupper() or (raw[:1].isalpha() and (raw[1:].isdigit() or raw[1:2] == "-"))  # "p53", "b12", "p-tau"


# Three consonants in lower case are no word ("hrt"), unless they are short for an everyday one.
_UNSPEAKABLE = re.compile(
    r"(?!hrs|yrs|wks|mth|mgs|kgs|mls|lbs|cms|pts|pls|plz|thx|tks|btw|msg|nvm|ppl|nth|hmm|wtf|bcs|bcz|frm|wth|tmr|bpm|rpm|ppm|ppb)"
    r"[bcdfghjklmnpqrstvwxz]{3}"
).fullmatch


def _single(window: Window, hit: Hit) -> bool:
    raw, stored = window.raw, hit.text
    if stored.isupper() and raw.islower() and raw in word_list("initialism that is a word too"):
        return False  # "cognitive load" is no late-onset Alzheimer's disease
    if len(raw) < _SHORTEST and not (len(raw) == 2 and _is_short_name(raw, stored)):
        return False
    if _is_initialism(stored) and hit.probe.via is KeyOrigin.NAME:
        spoken = len(stored.removesuffix("s")) >= _PLAIN_INITIALISM or (len(raw) == _SHORTEST and _UNSPEAKABLE(raw))
        if raw.islower() and spoken and not is_everyday(raw):
            return raw.removesuffix("s") == stored.casefold().removesuffix("s")  # "an ssri"
        mixed = raw.upper() == stored and sum(c.isupper() for c in raw) * 2 > len(raw)  # "mTOR", which is MTOR
        same = raw.removesuffix("s") == stored.removesuffix("s")
        return same or mixed or (len(stored) >= _INITIALISM and raw.isupper())
    if _is_ill(window):
        return True
    return not (is_everyday(window.words[0]) or lexicon().is_a(concepts(window.words)[0], "stop", "form", "degree"))


def _is_short_name(raw: str, stored: str) -> bool:
    """Whether two letters are the name that is stored: in capitals, or as it is capitalised there ("Bt", no "At")."""
    same = raw == stored and raw[0].isupper() and raw.casefold() not in word_list("no edge of a name")
    known = raw.isupper() and thesaurus().written.get((raw.casefold(),)) == raw  # "AD", as Alzheimer's is written short
    return (
        known or (raw.isupper() and stored.isupper()) or _is_uncased(raw) or (same and not is_everyday(raw.casefold()))
    )


def _is_uncased(text: str) -> bool:
    """Whether the letters know no capitals: in such a script (Chinese, Japanese, Korean) two are a word."""
    return text.isalpha() and text.lower() == text.upper()


def _is_initialism(text: str) -> bool:
    return len(text) <= _INITIALISM and sum(c.isupper() for c in text) * 2 >= len(text) and " " not in text
