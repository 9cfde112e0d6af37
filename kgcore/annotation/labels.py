"""Where a label begins and what belongs to it, when brackets are missing or a type stands inside."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kgcore.english.context import (
    IS_FALSE,
    THE_IDEA_THAT,
    begins_relative_clause,
    denied_next,
    holds_verb,
    is_doubtful_behind,
    may_change_between,
    other_subject,
    overstating_words,
    read_words_before,
    words_after_aside,
)
from kgcore.english.cues import CueDirection, CueEffect, CueScope, find_cue
from kgcore.english.sentences import last_sentence, sentence_ends
from kgcore.english.words import word_list

REACH = 90  # characters that a label without an opening bracket may reach back
_MOST_WORDS = {"entity": 5, "relation": 10}
_WRAPPED = re.compile(
    r"(?:\*\*(?P<bold>[^*\n]{1,80})\*\*|(?<!\*)\*(?P<italic>[^*\n]{1,80})\*|__(?P<under>[^_\n]{1,80})__"
    r'|"(?P<quoted>[^"\n]{1,80})"|“(?P<curly>[^”\n]{1,80})”|`(?P<code>[^`\n]{1,80})`'
    r"|\((?P<round>[^()\n]{1,80})\)|\{(?P<brace>[^{}\n]{1,80})\}|<(?P<angle>[^<>\n]{1,80})>)\s*$"
)
# A full stop that ends no sentence: St. John's wort, vs. placebo, e.g. zinc.
_STOP = r"(?<!\bSt)(?<!\bDr)(?<!\bvs)(?<!e\.g)(?<!i\.e)\."
_BREAK = re.compile(rf"(?:{_STOP}|[;:!?])(?=\s)|,\s|[()\[\]\n\"“”|]")
_SENTENCE_END = re.compile(rf"(?:{_STOP}|[!?])\s|[:\n]")
CAMEL = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")
_BAR_BEHIND = re.compile(r"\|\s*(?P<type>[A-Za-z][\w/ ]{1,40}?)\s*$")
_TYPE_BEHIND = re.compile(r"\s*(?:[:,/-]\s+|\()\s*(?P<type>[A-Z][\w/ ]{2,40}?)\s*\)?\s*$")


def fold_name(name: str) -> str:
    """Fold a type's or predicate's name, so that "Dietary Supplement" and "DietarySupplement" are one."""
    return "".join(c for c in name.casefold() if c.isalnum())


def guess_label(before: str, *, relation: bool, known: str = "") -> tuple[int, int]:
    """Return (start, end) in `before` of the label that ends there; (n, n), n = len(before), when there is none.

    `known` is the label that the id already has: if the text ends with it, that is the stretch. Words in quotes,
    emphasis or other brackets are taken whole. Otherwise a relation takes all words since the last break, an entity
    those behind the last function word.
    """
    end = len(before.rstrip())
    reach = max(0, end - REACH)
    if known and before[:end].casefold().endswith(known.casefold()):
        return end - len(known), end
    if wrapped := _WRAPPED.search(before, reach):
        return wrapped.start(), wrapped.end()
    breaks = [m.end() for m in _BREAK.finditer(before, reach, end)]
    start = breaks[-1] if breaks else reach if reach == 0 else before.find(" ", reach) + 1
    return _words(before, start, end, relation=relation)


def _words(before: str, start: int, end: int, *, relation: bool) -> tuple[int, int]:
    found = list(re.finditer(r"\S+", before[start:end]))
    # "Dementia with Lewy bodies" right behind another annotation: a capital there begins a name, not a sentence.
    named = start == 0 and before[:1].isspace() and bool(found) and found[0][0][0].isupper()
    if not relation and not named:
        last = max((i for i, w in enumerate(found) if _is_function_word(w[0], i)), default=-1)
        found = found[last + 1 :]
    found = found[-_MOST_WORDS["relation" if relation else "entity"] :]
    if not found:
        return len(before), len(before)
    return start + found[0].start(), end


def _is_function_word(word: str, place: int) -> bool:
    """Capitals count only where a sentence may begin: "Huperzine A" is a name."""
    return (word if place else word.casefold()) in word_list("no part of a label")


def could_be_label(text: str) -> bool:
    """Whether an opening bracket so far back can still be the start of a label."""
    return 0 < len(text.strip()) <= REACH and len(text.split()) <= 8 and not _SENTENCE_END.search(text)


def split_type(label: str, types: frozenset[str]) -> tuple[str, str]:
    """Cut a type off a label: "fish oil|DietarySupplement", "fish oil (Dietary Supplement)", "fish oil: Drug".

    `types` are folded with `fold_name`. Without a bar, only a known type or a CamelCase word counts as one.
    """
    if "|" in label:
        name, _, rest = label.partition("|")
        rest = rest.strip(" |")
        if fold_name(name) in types and fold_name(rest) not in types:
            return rest, name.strip()
        return name, rest.split("|")[0].strip()
    behind = _TYPE_BEHIND.search(label)
    if (
        behind is not None
        and behind.start()
        and (fold_name(behind["type"]) in types or CAMEL.fullmatch(behind["type"]))
    ):
        return label[: behind.start()], behind["type"]
    return label, ""


def split_type_behind(before: str) -> tuple[str, str]:
    """Cut "|DietarySupplement" off words whose opening bracket is missing; return the rest and the type."""
    found = _BAR_BEHIND.search(before, max(0, len(before) - REACH))
    return (before[: found.start()], found["type"]) if found is not None else (before, "")


# --- The words around a relation's label that belong to what it says: "does not [prevent]", "[lowers] the
# risk of".

_CONTRACTED = re.compile(r"\w+n['’]t", re.IGNORECASE)
_DENYING = (CueEffect.DENIES, CueEffect.REFUTES)
REACH_AHEAD = 300  # characters before the subject in which a denial can stand
_MOST = 7  # words that may stand between a label and its object
_HERE = re.compile(r",\s|[;:]|\b(?:but|and|or|as well as)\b", re.IGNORECASE)  # what another clause ends with
_WORD = re.compile(r"[\w'’-]+")
_GENERIC = "|".join(sorted(word_list("generic noun")))
_PRONOUN = re.compile(
    rf"(?:^|[\s(])(it|they|(?:but )?(?:only )?the (?:former|latter)|(?:the|this|these|"
    rf"those) (?:{_GENERIC})s?(?: (?:itself|themselves|as a whole|too|also))?)$",
    re.IGNORECASE,
)
_TOPIC = re.compile(r"\W*(?:(?:and|but|so|also|yet)\s+)?(for|in|against)\s[^,;:]{2,80},\s", re.IGNORECASE)
# "… but failed to improve (*C*)", ", yet does not prevent (*C*)": what is denied is the next claim.
_DENIED_NEXT = re.compile(
    r"\s*,?\s*(?:but|yet)\s+(?:it\s+|they\s+)?(?:(?:has|have|had|did|does|do|is|are|was|were|could|can|may|might)"
    r"(?:\s+not|n['’]t|\s+never)|fail(?:s|ed)?\s+to|never)\b",
    re.IGNORECASE,
)
_NOT_THAT = re.compile(
    rf"{_DENIED_NEXT.pattern}(?:\s+(?!(?:so|that|this|it|them|trials?|stud(?:y|ies)|hold|true)\b|replicat|confirm|"
    r"reproduc)[\w'’-]+){1,6}\s+(?:the\s+)?",
    re.IGNORECASE,
)
_JOINS_ON = re.compile(r"\A\s*,?\s*as well as\s+(?=\w)", re.IGNORECASE)  # "… as well as guards against *C*"
_COPULA = re.compile(r"(?:is|are|was|were|remains?|has been|have been|stays?|became|becomes?)\b", re.IGNORECASE)
_POINTING_OBJECT = re.compile(r"(?<=\w)\s+(?:it|them|this|these|that)$", re.IGNORECASE)
_FLOATING = re.compile(r"^(?:all|both|each|either|any)\b\s*", re.IGNORECASE)  # said of the subjects alone
_ALL_OF_THEM = re.compile(
    r"\b(have|had|are|were|can|may|might|could|will|would|should|do|did) (?:all|each)\b(?! but\b)", re.IGNORECASE
)
# "nor [does it prevent]": a label in which the verb stands before its subject.
_NOR = re.compile(r"\b(?:nor|neither)\s*$", re.IGNORECASE)
_INVERTED = re.compile(
    r"(do|does|did|is|are|was|were|has|have|had|can|could|will|would) (?:it|they|he|she|this|these) (?=\w)",
    re.IGNORECASE,
)
# "the GEM trial, in which": where it was found, no part of what was.
_OF_A_STUDY = re.compile(
    r"\b(?:trials?|stud(?:y|ies)|reviews?|(?:meta-)?analys[ei]s|cohorts?|experiments?)\W*$", re.IGNORECASE
)
_WITH_WHICH = re.compile(r"(?:^|[\s,])(with|in|for|against|on|to) (?:which|whom)\b[^,;:.]*$", re.IGNORECASE)
_OF_WHICH = re.compile(
    r"(?:\s*,)?\s*(?:each|all|both|some|most|many|several|two|three) of (?:which|them|these)\b\s*", re.I
)
_SUCH_AS = re.compile(
    r"\s+(?:[\w-]+\s+){0,3}?(?:drugs|medicines|agents|conditions|diseases|disorders|symptoms|substances|compounds|"
    r"supplements|herbs|enzymes|proteins)\s+(?:such as|like|including|for example|"
    r"e\.g\.)\s*$", re.IGNORECASE)  # fmt: skip
# "support its use [in]", "recommend it [for]": what is said of the thing itself.
_USED = re.compile(r"\b(?:(?P<told>recommend\w*|advis\w+|prescrib\w+)|us(?:e|es|ed|ing))\b[^,;:.]*$", re.IGNORECASE)
_KIND_BEHIND = re.compile(r"\s+(?:(?:a|an|one of the|some of the)\s+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RelationPhrase:
    """A relation's whole phrase, and what the sentence around it adds: a denial, an open question, a doubt.

    `refuted`: it calls the whole false, a denial in the phrase included.
    """

    phrase: str
    denied: bool
    open: bool
    doubtful: bool
    refuted: bool = False


@dataclass(frozen=True, slots=True)
class LabelPlaces:
    """Where a relation's label stands, and what is named around it (characters)."""

    start: int
    end: int
    left: int  # where the mention before it ends (0: none)
    subject: int  # where the first mention of its clause starts
    right: int | None  # where its object starts, if that is the next mention
    stop: int  # where that object ends, else the label
    following: int  # where the mention behind starts, else the text ends
    ahead: str  # the words before the label, with "¤" for each letter of a name: none of those is grammar


def relation_phrase_at(text: str, label: str, at: LabelPlaces) -> RelationPhrase:
    """Read the words around the label text[at.start:at.end]."""
    at, label = _behind_pronoun(text, _behind_which(text, at)), _POINTING_OBJECT.sub("", label)
    gap = text[at.left : at.start]
    front, doubtful = _before_label(last_sentence(gap), gap, label) if at.left else (_front(gap), False)
    behind_label = text[at.end : at.right] if at.right is not None and at.right >= at.end else ""
    turned = _INVERTED.match(label) if _NOR.search(gap) else None
    if turned:
        front, label, doubtful = f"{turned[1]} not", label[turned.end() :], False
    if used := _use_before(text[max(0, at.start - REACH_AHEAD) : at.start], label):
        front = used
    ahead = text[max(0, at.start - REACH_AHEAD) : at.start]
    back = _back(behind_label, label) or _relative_preposition(at.ahead, label)
    back = back or (_topic_preposition(last_sentence(ahead), label) if at.right is None else "")
    before = last_sentence(text[max(0, at.subject - REACH_AHEAD) : at.subject])
    before = _NOR.sub("", before) if turned else before
    rest = _sentence(text, at.stop)
    own = _JOINS_ON.sub(" and ", rest[: at.following - at.stop])
    denies = _denies_next(text, at, rest, own)
    own = "" if denies == "another" else own
    opening = read_words_before(before)
    denied = opening.denied or find_cue(before, CueScope.WORDS, *_DENYING, direction=CueDirection.FORWARD) is not None
    denied |= text[at.end : at.end + 1].isspace() and _denied_at_once(text[at.end : at.end + REACH_AHEAD])
    doubtful |= denies == "itself" or (opening.doubtful and not denied) or is_doubtful_behind(own)
    doubtful |= rest.rstrip(" \n\"'”’)").endswith("?")
    doubtful |= (not back and may_change_between(behind_label)) or denied_next(
        text[at.stop + len(rest) :][:REACH_AHEAD].lstrip()
    )
    phrase = " ".join(" ".join((_FLOATING.sub("", front), label, back, overstating_words(own))).split())
    phrase = _ALL_OF_THEM.sub(r"\1", phrase)
    open = find_cue(before, CueScope.WORDS, CueEffect.DOUBTS, direction=CueDirection.FORWARD) is not None
    doubtful |= open or find_cue(label, CueScope.SENTENCE, CueEffect.SUPPOSES) is not None  # "may or may not"
    false = THE_IDEA_THAT.fullmatch(before) is not None and IS_FALSE.search(rest) is not None
    refuted = opening.refuted or _refuted_before(before) or false
    doubtful &= not false
    return RelationPhrase(phrase, denied, opening.hedged or open, doubtful, refuted)


def _denies_next(text: str, at: LabelPlaces, rest: str, own: str) -> str:
    """Return of what the words up to the next name deny something: "another" ("treats *B* but failed to improve *C*"),
    "itself" where that is one of the claim's own names; "" where they deny nothing.
    """
    if at.following - at.stop >= len(rest) or at.right is None or not _DENIED_NEXT.match(own):
        return ""
    if any(
        text.startswith(name, at.following) for name in (text[at.right : at.stop], text[at.subject : at.left]) if name
    ):
        return "itself"
    return "another" if _NOT_THAT.fullmatch(own) else ""


def _use_before(before: str, label: str) -> str:
    """Return the verb of a label that is a mere preposition: "is used" for "support its use [in]"."""
    found = _USED.search(last_sentence(before)) if label.casefold() in ("for", "in", "against") else None
    return "" if found is None else "is recommended" if found["told"] else "is used"


def _relative_preposition(gap: str, label: str) -> str:
    """Return the preposition that a relative clause has before its subject: "with" in "with which it [interacts]"."""
    found = _WITH_WHICH.search(gap)
    last = label.rpartition(" ")[2].casefold()
    if found is None or _OF_A_STUDY.search(gap[: found.start() + 1]):
        return ""
    return found[1] if last not in word_list("preposition behind a label") else ""


def _topic_preposition(ahead: str, label: str) -> str:
    """Return the preposition of an object that stands first, for a label that says what something is to it.

    "For" in "For *migraine*, *magnesium* [is a good choice]".
    """
    found = _TOPIC.match(ahead)
    says = _COPULA.match(label) is not None and label.rpartition(" ")[2] not in word_list("preposition behind a label")
    return found[1].casefold() if found and says else ""


def _refuted_before(before: str) -> bool:
    return find_cue(before, CueScope.WORDS, CueEffect.REFUTES, direction=CueDirection.FORWARD) is not None


def _behind_pronoun(text: str, at: LabelPlaces) -> LabelPlaces:
    """Return the places with a pronoun that is the subject ("it", "the herb") as the mention before the label."""
    gap = last_sentence(text[at.left : at.start])
    front = _front(gap)
    found = _PRONOUN.search(gap.rstrip().removesuffix(front).rstrip())
    if found is None:
        return at
    start = at.start - len(gap) + found.start(1)
    return replace(at, left=start + len(found[1]), subject=start)


def _behind_which(text: str, at: LabelPlaces) -> LabelPlaces:
    """Return the places with "each of which" behind a mention as a part of that mention."""
    found = _OF_WHICH.match(text, at.left, at.start) if at.left else None
    return replace(at, left=found.end()) if found else at


def _denied_at_once(behind_label: str) -> bool:
    return find_cue(behind_label, CueScope.MENTION, CueEffect.DENIES, direction=CueDirection.BACKWARD) is not None


def _before_label(here: str, gap: str, label: str) -> tuple[str, bool]:
    """Return the words between a subject and a label that belong to the label's phrase, and whether others matter."""
    front = _whole(gap) if _lacks_its_verb(label) else _front(gap)
    left = here.removesuffix(" ").removesuffix(front)
    if begins_relative_clause(left):
        return front, False
    if other_subject(left):
        return front, True
    if carried := words_after_aside(left, front):
        return " ".join(f"{carried} {front}".split()), False
    clause = _HERE.split(left)[-1]
    if may_change_between(clause) or holds_verb(clause):
        whole = _HERE.split(here)[-1]
        return (whole, False) if len(whole.split()) <= _MOST else (front, True)
    return front, False


def _sentence(text: str, at: int) -> str:
    """Return the rest of the sentence from a place on, its mark included."""
    end = next(sentence_ends(text, at), len(text))
    return text[at : end + 1]


def _front(gap: str) -> str:
    words = gap.split()
    n = len(words)
    while n and (words[n - 1].casefold() in word_list("before a label") or _CONTRACTED.fullmatch(words[n - 1])):
        n -= 1
    return " ".join(words[n:])


def _lacks_its_verb(label: str) -> bool:
    """Whether the label begins in the middle of a phrase: "the risk of", "for"."""
    first = label.partition(" ")[0].casefold()
    return any(first in word_list(name) for name in ("determiner", "preposition behind a label", "noun of a relation"))


def _whole(gap: str) -> str:
    words = gap.split()
    return " ".join(words) if len(words) <= _MOST and all(_WORD.fullmatch(w) for w in words) else ""


def _back(gap: str, label: str) -> str:
    gap = _SUCH_AS.sub("", gap)
    words = gap.split()
    if label.rpartition(" ")[2].casefold() in ("is", "are", "was", "were") and _KIND_BEHIND.fullmatch(gap):
        return "a"
    if not words or len(words) > _MOST or not all(_WORD.fullmatch(w) for w in words):
        return ""
    while words and words[-1].casefold() in word_list("determiner"):
        words.pop()
    leads_on = bool(label) and label.rsplit(maxsplit=1)[-1].casefold() in word_list("leads on")
    if may_change_between(gap):
        return " ".join(gap.split())
    leads_on |= bool(words) and words[-1].casefold() in word_list("preposition behind a label")
    return " ".join(words) if words and leads_on else ""
