"""A stem with a gap ("which of these treats migraine?") → how an option and the stem's own name are related. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgcore.english.inflection import singular
from kgcore.english.reading import PhraseReader
from kgcore.english.words import AUXILIARY
from kgcore.values.model import Candidate

Spots = Sequence[tuple[int, int, tuple[Candidate, ...]]]

_MOST_WORDS = 40  # of a stem or statement that is taken apart without spotted names
_PHRASE_WORDS = 8
_TRIED = 6  # ways to take a sentence apart that are looked up
ABOUT = 4  # words between the gap and the phrase: "which of the following dietary supplements treats"


@dataclass(frozen=True, slots=True)
class Gap:
    """A relation with one end open: `name` is the other end as written; `first`: the gap is what stands first."""

    phrase: str
    name: str
    first: bool


@dataclass(frozen=True, slots=True)
class Parts:
    """A statement in three parts, as written; `whole`: they are all of it."""

    subject: str
    phrase: str
    object: str
    whole: bool = False


GAP = re.compile(
    r"(?:\b(?:which|what)(?: one| ones)?(?: of (?:the following|these|those|them"
    r"|the options)(?: below)?)?(?! (?:way|extent))"
    r"|\b(?:one|any|all|each|some) of (?:the following|these|those)|\ball (?:these|those)\b"
    r"|\b(?:the )?one (?:that|which)\b|_{2,}|\.{3,}|…|\[blank\]|\(blank\))",
    re.I,
)
_PADDING = re.compile(
    r"\b(?:(?:most|least|more|very) (?:likely|commonly|often|closely|probabl[ey])|likely|probably|commonly|typically"
    r"|usually|often|best|generally|currently|actually|really"
    r"|well[- ](?:known|documented|established|recogni[sz]ed|proven)"
    r"|(?:is|are|was|were|has been|have been|been)? ?(?<!-)(?:known|shown|reported|believed|thought|found|said"
    r"|demonstrated|proven|established)(?! (?:in|among|with)\b)"
    r"(?: (?:to be|to|as)\b)?"
    r"|according to (?:the )?(?:knowledge |current )?(?:graph|evidence|literature|papers|studies|data|research)"
    r"|in the (?:knowledge )?graph|based on (?:the )?(?:graph|evidence|literature)"
    r"|(?<= )(?:among|amongst|from|out of) (?:these|those|them|the following|the (?:options|choices)(?: below)?))\b,?",
    re.I,
)
_LED = re.compile(
    r"^(?:(?:people|patients|someone|somebody|those|individuals|persons?|adults|children) (?:with|who have|having"
    r"|suffering from)"
    r"|in (?:people|patients|those) with|in(?: cases? of)?|for|of|the|an?|about|regarding|taking|using|use of|use"
    r"|supplementation with"
    r"|treatment with)\s+",
    re.I,
)


def is_bare(lead: str) -> bool:
    """Tell whether words before a name change nothing of what is said of it: "taking", "the", "people with"."""
    return not _LED.sub("", f"{lead.strip()} ").strip() if lead.strip() else True


def read_gaps(stem: str, spots: Spots, words: PhraseReader) -> Iterator[Gap]:
    """Yield how the stem may relate its gap to its own name: around what was spotted, then with all that is left."""
    said = without_rank(unpadded(stem))
    names = sorted({stem[a:b] for a, b, meant in spots if meant}, key=len, reverse=True)
    for name in [n for n in names if n in said]:
        if gap := _around(said, name, words):
            yield gap
    yield from _unnamed(said, words)


_SEEN_IN = re.compile(
    r"\b(?:is|are|(?:can|may|would|might) be)(?: (?:often|commonly|typically|frequently|usually|also|sometimes))?"
    r" (?:seen|found|observed|present|noted|reported|encountered|expected|common)(?: in| with| among)"
    r"(?: (?:patients|people|those|individuals|children) with)?",
    re.I,
)
PRESENTS = "presents with"  # the words in which a disease has a sign


_OWNS = re.compile(
    r"(?<=\w) (?:has|have|had) (?!been\b|no\b|not\b|an? (?:\w+ )?(?:effect|role|risk|interaction)\b)", re.I
)


# Where a graph knows what a disease presents with, and of no causes, a disease causes its signs.
_CAUSES = re.compile(
    r"(?<=\w) (?:(?:can|may|might|will|often|usually|commonly|typically|sometimes) )*"
    r"(?:(does not|do not|doesn't|don't|cannot|never|can't) )?(?:also )?"
    r"(?:causes?|brings? on|leads? to|results? in|gives? (?:you|people|patients)|produces?"
    r"|makes? (?:you|people) (?:have|feel)) (?=\S)",
    re.I,
)


def _in_known_words(said: str, words: PhraseReader) -> str:
    """Return a statement that something has something, or is found in it, in words that the graph's predicates know."""
    verb = next((v for v in (PRESENTS, "contains") if _read(v, words)), "")
    if verb == PRESENTS and not _read("causes", words) and _CAUSES.search(said):
        return _CAUSES.sub(lambda m: f" {'never ' if m[1] else ''}{PRESENTS} ", said, count=1)
    found = _SEEN_IN.search(said)
    if found and verb == PRESENTS and not _read(found[0], words):
        return f"{said[found.end() :].strip()} {verb} {said[: found.start()].strip()}"
    return _OWNS.sub(f" {verb} ", said, count=1) if verb else said


# "Is one of the symptoms of" says "is a symptom of".
_ONE_OF = re.compile(
    r"\b(?P<be>is|are|was|were|be) (?:one of|some of|among) the (?:(?:main|most|common|typical|usual|known|classic"
    r"|important|frequent|several|many|chief|key|cardinal) )*(?P<noun>[a-z]+s(?: effects)?)(?= (?:of|for)\b)",
    re.I,
)


def unpadded(stem: str) -> str:
    """Return a stem without words that only surround what it says ("according to the evidence", "most likely")."""
    said = _ONE_OF.sub(lambda m: f"{m['be']} a {singular(m['noun'])}", _PADDING.sub(" ", stem))
    return " ".join(said.split()).strip(" ?.:,;")


_RANK = re.compile(
    r"\b(?:(?:first[- ]line|preferred|(?:most )?appropriate|(?:most )?suitable|most effective|(?:gold )?standard)"
    r" (?=[a-z]+\b)| of (?:first )?choice\b)",
    re.I,
)


def without_rank(stem: str) -> str:
    """Return a stem that asks for "the drug of choice for" or "the first-line drug in" as one that asks for a drug."""
    return " ".join(_RANK.sub(" ", stem).split())


def _around(said: str, name: str, words: PhraseReader) -> Gap | None:
    at = said.find(name)
    lead, tail = said[:at].strip(), said[at + len(name) :].strip(" ,")
    before, behind = list(GAP.finditer(lead)), list(GAP.finditer(tail))
    if before:
        return _gap_before(lead[: before[-1].start()].strip(), lead[before[-1].end() :].strip(), name, tail, words)
    if behind and not tail[: behind[0].start()].strip(" ,.:;"):
        wished = _wished(lead, words)
        return Gap(wished, name, first=True) if wished else _gap_for(tail[behind[0].end() :].strip(), name, words)
    end = behind[0].start() if behind else len(tail)
    return _gap_behind(lead, name, tail[:end].strip(" :,"), tail[behind[0].end() :].strip() if behind else "", words)


def _gap_before(ahead: str, between: str, name: str, tail: str, words: PhraseReader) -> Gap | None:
    """Read "which of these (supplements) treats {name}", "which of these does {name} treat"."""
    one = _IS_ONE.fullmatch(f"{between} {name}") and not _OF_ANOTHER.search(between)
    if not tail and one and (phrase := _read("is a", words)):
        return Gap(phrase, name, first=True)  # "all of these are cholinesterase inhibitors"
    turned = re.search(rf"\b({AUXILIARY})\b(?: not)?(?: (?:the|an?|taking|using))*$", between, re.I)
    if turned and (tail or turned[1].lower() in ("is", "are", "was", "were")):
        preposition = _preposition(ahead)
        copula = "is " if turned[1].lower() in ("is", "are", "was", "were") else ""
        verb = " ".join(f"{copula}{tail} {preposition}".split())
        if phrase := _read(verb, words, 1):
            return Gap(phrase, name, first=False)
    parts = _KIND_AND_VERB.sub("", between).split()
    for skipped in range(min(ABOUT, len(parts)) + 1):
        if _DONE_TO_IT.search(" ".join(parts[:skipped])) or _BY_SOMEBODY.match(" ".join(parts[max(skipped - 1, 0) :])):
            break
        if phrase := _read(_without_article(" ".join(parts[skipped:])), words):
            return Gap(phrase, name, first=True)
    if _SEEN_IN.search(between) and (phrase := _read(PRESENTS, words)):
        return Gap(phrase, name, first=False)
    return None


_OF_ANOTHER = re.compile(
    r"\b(?:of|for|to|in|with|against|on|by|from)\b", re.I
)  # "is a complication of": not what it is
_IS_ONE = re.compile(r"(?:[\w-]+ ){0,2}?(?:(?:are|were)|(?:is|was)(?= an? )) .+", re.I)  # "which disease is an X"
# "Which remedy raises the risk of": a kind of thing before a verb of its own says no relation.
_KIND_AND_VERB = re.compile(
    r"^(?:[\w-]+ ){0,3}?(?:remedy|treatment|therapy|medicine|drug|medication|supplement|cause|trigger|inhibitor|symptom"
    r"|sign|condition|disease|disorder|illness|factor|food|herb|vitamin|mineral|substance|compound|agent|product|gene"
    r"|protein|enzyme|receptor|hormone|process|nutrient|beverage|chemical|plant|molecule|infection|deficiency) "
    r"(?:below |listed |here )?(?:that |which )?(?=(?!is\b|was\b|has\b|does\b)[a-z]{3,}s\b)",
    re.I,
)
# What is done to what is asked for is no word about its kind: "is absorbed better in" is not "better in".
# Somebody does it, and not what is asked of: "would you give", other than "do you think treats".
_BY_SOMEBODY = re.compile(r"(?:you|we|i|they) (?!think|believe|know|say|expect|suppose|guess|reckon|would)", re.I)
_DONE_TO_IT = re.compile(
    r"\b(?:is|are|was|were|been|being|gets?|got) (?:\w+ly )?(?!(?:us|bas|call|nam|classifi|accept|prescrib|giv"
    r"|tak)(?:ed|en)\b)"
    r"\w{3,}(?:ed|en)$",
    re.I,
)
_PREPOSITIONS = frozenset("for to with from in by of on against at".split())  # noqa: SIM905


def _preposition(ahead: str) -> str:
    """Return the preposition that a question begins with: "with" of "with which of these does …"."""
    last = ahead.rpartition(" ")[2].lower()
    return last if last in _PREPOSITIONS else ""


def _gap_behind(lead: str, name: str, between: str, rest: str, words: PhraseReader) -> Gap | None:
    """Read "{name} treats which of these", "a symptom of {name} is …", "a complication of {name} therapy is …"."""
    between = re.sub(r"^(?:therapy|treatment|use|intake|administration)(?= |$) ?", "", between, flags=re.I)
    if re.fullmatch(rf"(?:{AUXILIARY}|include|includes|:|)", between, re.I) and lead and not _LED.fullmatch(f"{lead} "):
        noun = re.sub(r"^(?:an?|the|one|another|common|typical|frequent|known|main) ", "", lead, flags=re.I)
        noun = re.sub(r"^(?:an?|the|one|another|common|typical|frequent|known|main) ", "", noun, flags=re.I)
        for said in _heads(noun):
            if phrase := _read(f"is a {said}", words) or _read(f"is {said}", words) or _read(f"is the {said}", words):
                return Gap(phrase, name, first=True)
    if not _LED.sub("", f"{lead} ").strip() and _SEEN_IN.fullmatch(between) and (phrase := _read(PRESENTS, words)):
        return Gap(phrase, name, first=True)  # "a rash is found in patients with"
    if re.match(rf"^{AUXILIARY}\b", lead, re.I) and (phrase := _read(between, words)):
        return Gap(phrase, name, first=False)
    if lead and not _LED.match(f"{lead} ") and between:
        return None
    for said in (between, f"{between} {rest}".strip() if len(rest.split()) < 3 else ""):
        if phrase := _read(_without_article(said), words):
            return Gap(phrase, name, first=False)
    return None


_JUDGING = 2  # words before a noun that only judge it: "a feared late complication of"
_CHANGES = re.compile(  # words before a noun that turn what it says, or that belong to another name
    r"(?:un|in|im|il|ir|non|dis|mis|anti|ex|pre|post|sub)\w+|(?:former|failed|fake|false|wrong|no|not|never|less|least"
    r"|fewer?|potential|possible|suspected|alleged|supposed|proposed|experimental|rejected|offending|causative|provoking|guilty|of|for|in|on|to|by|with|from"
    r"|at|as|and|or|than|is|are|was|were|does|do|can|has|have)",
    re.I,
)


def _heads(noun: str) -> Iterator[str]:
    """Yield a noun with what it takes, as it stands and then without the words before it that only judge it."""
    yield noun
    parts = noun.split()
    for skipped in range(1, min(_JUDGING, len(parts) - 1) + 1):
        if _CHANGES.fullmatch(parts[skipped - 1]):
            return
        yield " ".join(parts[skipped:])


def _gap_for(said: str, name: str, words: PhraseReader) -> Gap | None:
    """Read "for {name}, which of these is effective?", "I have {name}. What would help?"."""
    parts = re.sub(rf"^((?:[\w-]+ )*?)(?:{_MODAL}) ", r"\1", said, flags=re.I).split()
    for skipped in range(min(ABOUT, len(parts))):
        for preposition in ("for", "with", "in", "against", ""):
            if phrase := _read(" ".join((*parts[skipped:], preposition)), words):
                return Gap(phrase, name, first=True)
    return None


_WISHED = re.compile(r"\b(?:wants?|wishes|wish|hopes?|hoping|trying|tries|try|aims?|needs?|in order|^) ?to (.+)$", re.I)


def _wished(lead: str, words: PhraseReader) -> str:
    """Return the relation of "to cause {name}, which of these would you take?"; "" for other leads."""
    said = _WISHED.search(lead)
    return _read(said[1], words) if said else ""


_MODAL = "would|could|should|can|may|might|will|does"


_BEFORE_NAME = re.compile(
    r" (?:taking|using|patients with|people with|(?:an?|the)"
    r"(?: (?:[\w-]+ ){0,2}(?:drug|medicine|supplement|herb|compound|gene|protein|enzyme|receptor|transporter|channel"
    r"|kinase|hormone|molecule|disease|disorder|condition|symptom|sign))?)$",
    re.I,
)


def _without_article(said: str) -> str:
    """Drop what leads to a name: "binds the gene" before "ABCB1"."""
    return _BEFORE_NAME.sub("", said)


def _read(phrase: str, words: PhraseReader, least: int = 1) -> str:
    """Return the phrase where the graph's predicates can say it; of one with a verb too many, what is left."""
    said = phrase.strip(" ,:;")
    if len(said.split()) < least or not re.search(r"[a-z]", said, re.I):
        return ""
    return said if words.read(said).predicates else ""


def _unnamed(said: str, words: PhraseReader) -> Iterator[Gap]:
    """Read a stem by its words alone: the name is all that stands behind, or before, those of a relation."""
    found = list(GAP.finditer(said))
    if not found or len(said.split()) > _MOST_WORDS:
        return
    ahead, after = said[: found[-1].start()].strip(), said[found[-1].end() :].strip()
    turned = re.match(rf"(?:[\w-]+ ){{0,{ABOUT}}}?({AUXILIARY})\b(.*)$", after, re.I)
    if turned and turned[1].lower() not in ("has", "have"):
        copula = "is " if turned[1].lower() in ("is", "are", "was", "were") else ""
        preposition = _preposition(ahead)
        for name, phrase in _splits(turned[2].split()):
            if read := _read(f"{copula}{phrase} {preposition}", words):
                yield Gap(read, _named(name), first=False)
                break
    parts = _KIND_AND_VERB.sub("", after).split()
    readable = (
        (start - end, start, " ".join(parts[start:end]), " ".join(parts[end:]))
        for start in range(min(ABOUT + 1, len(parts)))
        for end in range(start + 1, min(start + _PHRASE_WORDS, len(parts) - 1) + 1)
        if not _DONE_TO_IT.search(" ".join(parts[:start])) and _read(" ".join(parts[start:end]), words)
    )
    yield from (Gap(phrase, _named(name), first=True) for _, _, phrase, name in sorted(readable)[:_TRIED])
    if not after:
        backward = ((name, _read(phrase, words)) for name, phrase in _splits(ahead.split()))
        yield from (Gap(phrase, _named(name), first=False) for name, phrase in backward if phrase)


def _splits(parts: Sequence[str]) -> Iterator[tuple[str, str]]:
    for at in range(1, len(parts)):
        if len(parts) - at <= _PHRASE_WORDS:
            yield " ".join(parts[:at]), " ".join(parts[at:])


def _named(name: str) -> str:
    return _LED.sub("", name.strip(" ,:;?.")).strip()


# Words that belong to the relation, so that no name ends or begins with them beside it.
_JOINING = frozenset(
    [
        *("is", "are", "was", "were", "be", "been", "being", "by", "of", "to", "for", "with", "in", "on", "at", "from"),
        *(
            "as",
            "not",
            "no",
            "does",
            "do",
            "did",
            "can",
            "could",
            "may",
            "might",
            "will",
            "would",
            "has",
            "have",
            "had",
        ),
        *("never", "that", "which", "and", "or", "who", "it", "against"),
    ]
)


def statement_parts(statement: str, spots: Spots, words: PhraseReader) -> Iterator[Parts]:
    """Yield ways to take a statement apart: between two spotted names, then around any words that say a relation."""
    said = re.sub(r"^(?:does|do|did|can|could|may|might|will|would) ", "", unpadded(statement), flags=re.I)
    names = [statement[a:b] for a, b, meant in sorted(spots, key=lambda s: s[:2]) if meant]
    inside = [(said.find(n), n) for n in names if n in said]
    if len(inside) == 2 and inside[0][0] + len(inside[0][1]) <= inside[1][0]:
        (first, a), (second, b) = inside
        lead, tail = said[:first].strip(), said[second + len(b) :].strip(" ,.")
        between = _without_article(said[first + len(a) : second].strip())
        if not _LED.sub("", f"{lead} ").strip() and not tail and _read(between, words):
            yield Parts(a, between, b)
    parts = said.split()
    if len(parts) > _MOST_WORDS:
        return
    readable = [
        (end - start, start, end)
        for start in range(1, len(parts) - 1)
        for end in range(start + 1, min(start + _PHRASE_WORDS, len(parts) - 1) + 1)
        if _read(" ".join(parts[start:end]), words)
    ]
    if (other := _in_known_words(said, words)) != said and (not readable or _SEEN_IN.search(said)):
        yield from statement_parts(other, (), words)
        return
    for _, start, end in sorted(readable, key=lambda r: (-r[0], r[1]))[:_TRIED]:
        subject, object = _named(" ".join(parts[:start])), _named(" ".join(parts[end:]))
        joined = parts[start - 1].lower() in _JOINING or parts[end].lower() in _JOINING
        if subject and object and not joined:
            yield Parts(subject, " ".join(parts[start:end]), object, whole=True)
