"""Which sentences may not stand uncorrected, what the graph says instead, and how a new wording takes their place."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from kgcore.annotation.arguments import ParagraphDraft
from kgcore.annotation.resolve import annotation_problems, connected_ids, resolve_mentions
from kgcore.english.sentences import sentence_at, sentence_ends
from kgcore.evidence.findings import fact_sentence, known_entities
from kgcore.values.model import Claim, Mark, Mention, Paragraph, Reason
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

_ASSENT = re.compile(
    r"\s*(?:yes|yep|yeah|no|absolutely|definitely|certainly|of course|sure|indeed|great news|good news)\b"
    r"[^.!?:\n]{0,24}[.!:]+\s*",
    re.IGNORECASE,
)
_DECLINES = re.compile(
    r"\W*[^.!?\n]{0,80}?\b(?:i|we)\b(?:['’](?:m|re)| am| are)? ?(?:very |really )?"
    r"(?:can(?:no|['’])t|can not|could(?:n['’]| no)t|won['’]t|will not|would rather not|(?:not |un)able to"
    r"|not allowed to|(?:must|have to) (?:decline|refuse)|decline|refuse"
    r"|(?:do not|don['’]t) feel comfortable)\b(?! (?:find|see|locate))",
    re.IGNORECASE,
)
# A sentence that says why there will be no answer: of who speaks and what they may, cannot or do not know; of a rule;
# of whom else to ask. An answer of nothing but these declines, wherever in it the refusal stands.
_ANSWERS = r"(?:answer|help|assist|provide|discuss|give|offer|talk)"
_EXCUSES = re.compile(
    rf"\b(?:(?:i|we(?=[^.!?\n]{{0,40}}\b{_ANSWERS}))\b[^.!?\n]{{0,60}}?(?:n['’]t|\b(?:not|cannot|unable|never|only|just"
    r"|no|neither|sorry|apologi[sz]e|regret|declin(?:e|ing)|refus(?:e|ing)|lack))\b"
    r"|(?:my|our|content|safety|usage) (?:guidelines?|polic(?:y|ies)|rules?|instructions?|programming|principles)"
    r"|(?:beyond|outside|against|not within|not in) (?:of )?(?:my|our|what (?:i|we)|the scope)"
    r"|not (?:something|a (?:topic|question|subject)) (?:that )?(?:i|we)\b"
    r"|not (?:be )?(?:appropriate|possible|right) for (?:me|us)|no comment|sorry|apologies"
    r"|(?:request|question|topic) (?:is|was|has been) (?:refused|blocked|declined|not allowed)"
    r"|ne sais pas|n[ãa]o posso)\b|^\W*refused\W*$",
    re.IGNORECASE,
)
_ASK_OTHERS = re.compile(
    r"\b(?:consult|see|speak|talk|ask|contact|seek|reach|call|visit)\b[^.!?\n]{0,60}\b(?:doctor|physician|pharmacist"
    r"|professional|provider|advice|clinician|nurse|specialist)s?\b[^.!?\n]{0,20}$"
    r"|\b(?:doctor|physician|pharmacist|professional)s? (?:should|can|may|must) be (?:asked|consulted)\b",
    re.IGNORECASE,
)
# What a sentence still says behind its declining: "…, but aspirin reduces fever", "…: trials disagree".
_THOUGH = re.compile(r"(?:[,;:—–]|\s-\s)\s*(?:(?:but|however|yet|though|because|since|as|and)\b,?\s*)*", re.IGNORECASE)
_OF_TALK = re.compile(
    r"\b(?:i|we|you|your|yours|me|my|us|our|please|sorry|request|question|topic|medical|advice|help with|assist\w*"
    r"|anything|something|somebody|someone|instead|safety)\b",
    re.IGNORECASE,
)
_TOLD_WORDS = 3  # of a clause that tells something
_LOOKED = re.compile(r"\b(?:find|found|see|saw|locate|evidence|stud(?:y|ies)|trials?|papers?)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_CLIPPED = frozenset(("m", "re", "s", "t", "ve", "ll", "d", "don", "won", "isn", "aren", "doesn", "couldn", "wouldn"))
LONGEST_TALK = 120  # characters of an answer that says nothing, where the graph has something to say
LONGEST_REFUSAL = 600  # characters; what says more than that says something
FACTS = 3  # what the graph says instead, at most


@dataclass(frozen=True, slots=True)
class _Declining:
    """The rows of the table: words of talk, words that say nothing by themselves, and excuses in other languages."""

    talk: frozenset[str]
    little: frozenset[str]
    foreign: re.Pattern[str]


@cache
def _declining() -> _Declining:
    rows: dict[str, list[str]] = {"talk": [], "little": [], "excuse": []}
    for line in files("kgcore.annotation").joinpath("declining.tsv").read_text(encoding="utf-8").splitlines():
        row, _, words = line.partition("\t")
        if row in rows:
            rows[row] += words.split()
    foreign = re.compile(rf"\b(?:{'|'.join(rows['excuse'])})", re.IGNORECASE)
    return _Declining(frozenset(rows["talk"]), frozenset(rows["little"]), foreign)


@dataclass(frozen=True, slots=True)
class FaultySentence:
    """A sentence (characters `start` to `end` of a paragraph) that claims what the graph denies or does not go so far.

    `claims` are indexes into the turn's claims.
    """

    paragraph: int
    start: int
    end: int
    claims: tuple[int, ...]


def lack_of(paragraphs: Sequence[Paragraph], *, evidence: bool) -> str:
    """Return why what a model wrote to the end is no answer, "" where it is one.

    Talk that claims nothing is none where the graph has evidence.
    """
    if not has_words(paragraphs):
        return "The language model wrote no words."
    if is_refusal(paragraphs):
        return "The language model would not answer this."
    return "The language model made no claim that could be checked." if evidence and is_empty_talk(paragraphs) else ""


def has_words(paragraphs: Sequence[Paragraph]) -> bool:
    """Whether an answer has any letter: line feeds, rules and brackets are nothing to read."""
    return any(c.isalpha() for p in paragraphs for c in p.text)


def is_refusal(paragraphs: Sequence[Paragraph]) -> bool:
    """Whether an answer only says that there is none: it claims nothing, and begins with declining or only declines."""
    text = " ".join(p.text for p in paragraphs).strip()
    if len(text) > LONGEST_REFUSAL or any(p.triples for p in paragraphs):
        return False
    ends = list(sentence_ends(text))
    cut = [text[a:b].strip(" .!?") for a, b in itertools.pairwise((0, *ends, len(text)))]
    sentences = [sentence for sentence in cut if sentence]
    excused = [_is_talk(s) or (_excuses(s) and not _LOOKED.search(s)) for s in sentences]
    only = all(mine or _ASK_OTHERS.search(s) or _says_little(s) for mine, s in zip(excused, sentences, strict=True))
    if not sentences or any(_still_tells(one) for one in sentences):
        return False
    return bool(_DECLINES.match(text)) or (only and any(excused))


def _excuses(sentence: str) -> bool:
    return bool(_EXCUSES.search(sentence) or _declining().foreign.search(sentence))


def _is_talk(sentence: str) -> bool:
    """Whether a sentence is of nothing but asking and answering: "That is best left to doctors"."""
    return _says_little(sentence) and not _words(sentence).isdisjoint(_declining().talk)


def _says_little(sentence: str) -> bool:
    table = _declining()
    return _words(sentence) <= table.talk | table.little


def _words(sentence: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORDS.findall(sentence)) - _CLIPPED


def _still_tells(sentence: str) -> bool:
    """Whether a clause behind the first says something that is neither of who speaks and asks, nor whom else to ask."""
    _, *others = _THOUGH.split(sentence)
    return any(
        len(clause.split()) >= _TOLD_WORDS
        and not (_OF_TALK.search(clause) or _excuses(clause) or _ASK_OTHERS.search(clause) or _says_little(clause))
        for clause in others
    )


def is_empty_talk(paragraphs: Sequence[Paragraph]) -> bool:
    """Whether an answer is a few words that claim nothing ("Hello!"), so that there is nothing to check in it."""
    text = " ".join(p.text for p in paragraphs)
    return len(text) <= LONGEST_TALK and not any(p.triples for p in paragraphs)


def needs_correction(claim: Claim) -> bool:
    """Whether a claim may not stand without the graph's own words beside it."""
    return claim.verdict is Verdict.CONTRADICTED or (claim.overstates and claim.reason is Reason.OVERSTATES)


def faulty_sentences(paragraphs: Sequence[Paragraph], claims: Sequence[Claim]) -> tuple[FaultySentence, ...]:
    """Return the sentences to correct, in reading order; claims of one sentence together.

    A mere "Yes!" before the first sentence of a paragraph belongs to it, and goes with it.
    """
    found: dict[tuple[int, int, int], list[int]] = {}
    for number, claim in enumerate(claims):
        if needs_correction(claim):
            text = paragraphs[claim.triple.paragraph].text
            start, end = sentence_at(text, claim.triple.start)
            start = 0 if _ASSENT.fullmatch(text[:start]) else start
            found.setdefault((claim.triple.paragraph, start, end), []).append(number)
    return tuple(FaultySentence(*place, tuple(numbers)) for place, numbers in sorted(found.items()))


def contradicting_facts(claims: Sequence[Claim], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return what the graph says instead, a plain sentence per edge with what it rests on, best documented first."""
    said: dict[str, int] = {}
    for claim in claims:
        known = known_entities(claim)
        for edge in (*claim.edges_against, *claim.edges_near):
            said.setdefault(f"{fact_sentence(edge, known, vocabulary)}.", edge.cited)
    return tuple(sorted(said, key=lambda one: -said[one])[:FACTS])


_PREAMBLE = re.compile(
    r"\A\s*(?:(?:sure|certainly|of course|okay|ok|absolutely|yes)[,!.]?\s*)?"
    r"(?:(?:here(?:'s|’s| is| are)|this is|below is)\b[^\n:]{0,80}:|"
    r"(?:the |my )?(?:new|rewritten|corrected|revised|rephrased|updated)(?: sentence| version| paragraph)?\s*:)\s*",
    re.IGNORECASE,
)


def without_preamble(text: str) -> str:
    """Return a new wording without "Here is the rewritten sentence:" before it, and without quotes around it."""
    plain = _PREAMBLE.sub("", text, count=1).strip()
    quoted = len(plain) > 1 and plain[0] in '"“' and plain[-1] in '"”'
    return plain[1:-1].strip() if quoted else plain


def keeps_claims(before: Sequence[Claim], after: Sequence[Claim], vocabulary: Vocabulary) -> bool:
    """Whether a new wording keeps each claim that needed no correction, and brings in none of its own.

    `before` are all claims of the sentence. A claim is kept with its predicate, its direction, its denial and its
    qualifiers, and no less hedged. What is said in place of the faulty ones is what the graph supports, or the same
    relation between the same two.
    """
    faulty = {_statement(c, vocabulary) for c in before if needs_correction(c)}
    kept = [c for c in before if not needs_correction(c)]
    known = {frozenset(_ends(c)) for c in before}
    known |= {frozenset((e.subject, e.object)) for c in before for e in (*c.edges_against, *c.edges_near)}

    def belongs(new: Claim) -> bool:
        upheld = new.verdict in (Verdict.SUPPORTED, Verdict.MIXED) and frozenset(_ends(new)) in known
        return upheld or _statement(new, vocabulary) in faulty or any(_keeps(c, new, vocabulary) for c in kept)

    return all(any(_keeps(c, new, vocabulary) for new in after) for c in kept) and all(map(belongs, after))


def _keeps(old: Claim, new: Claim, vocabulary: Vocabulary) -> bool:
    same = (_statement(old, vocabulary), old.negated) == (_statement(new, vocabulary), new.negated)
    return same and old.hedged <= new.hedged and _qualified(old) == _qualified(new)


def _statement(claim: Claim, vocabulary: Vocabulary) -> tuple[Collection[str], str | None]:
    """Return what a claim relates, and how; of a symmetric predicate without a direction."""
    ends = _ends(claim)
    symmetric = claim.predicate is not None and vocabulary.symmetric(claim.predicate)
    return frozenset(ends) if symmetric else ends, claim.predicate


def _qualified(claim: Claim) -> frozenset[str]:
    return frozenset(q.words.casefold() for q in claim.triple.qualifiers.said)


def _ends(claim: Claim) -> tuple[str, str]:
    subject, object_ = (
        side.entity.id if side is not None else mention.text.casefold()
        for side, mention in ((claim.subject, claim.subject_mention), (claim.object, claim.object_mention))
    )
    return subject, object_


def replace_sentence(paragraph: Paragraph, start: int, end: int, new: Paragraph) -> Paragraph:
    """Put a new sentence, with its marks and triples, where the old one stood; what stands after moves along."""
    shift = len(new.text) - (end - start)
    marks = [m for m in paragraph.marks if m.end <= start]
    marks += [Mark(m.start + start, m.end + start, m.ref) for m in new.marks]
    marks += [Mark(m.start + shift, m.end + shift, m.ref) for m in paragraph.marks if m.start >= end]
    triples = [t for t in paragraph.triples if t.start < start]
    index = paragraph.triples[0].paragraph if paragraph.triples else 0
    triples += [replace(t, paragraph=index, start=t.start + start, end=t.end + start) for t in new.triples]
    triples += [replace(t, start=t.start + shift, end=t.end + shift) for t in paragraph.triples if t.start >= end]
    text = paragraph.text[:start] + new.text + paragraph.text[end:]
    return Paragraph(text, tuple(marks), tuple(triples))


# --- Decides whether a model's correction of a paragraph may stand in its place.

_ENTITY = re.compile(r"([$＄]\s?)[Nn][\s_-]?(\d{1,4})(?!\w)")
_WORD = re.compile(r"[^\W_]{4,}")
_LEEWAY = 60  # characters by which a correction may be shorter, or that of a short paragraph longer
_SHARE = 0.5  # of the words of each sentence, and of the names, that must still be there


def is_accepted_correction(
    old: ParagraphDraft, new: ParagraphDraft, drafts: Sequence[ParagraphDraft], index: int, known: Mapping[str, Mention]
) -> bool:
    """Whether the correction still says the same and has fewer problems than the original."""
    if not new.named or not new.stated or not _same_meaning(old, new):
        return False
    return _faults(new, drafts, index, known) < _faults(old, drafts, index, known)


def _faults(draft: ParagraphDraft, drafts: Sequence[ParagraphDraft], index: int, known: Mapping[str, Mention]) -> int:
    together = (*drafts[:index], draft, *drafts[index + 1 :])
    names = resolve_mentions(together, known)
    return len(annotation_problems(draft, names, connected_ids(together, names)))


def _same_meaning(old: ParagraphDraft, new: ParagraphDraft) -> bool:
    """Whether a correction says what the paragraph says, sentence by sentence: what was read once does not vanish."""
    before, after = (" ".join(text.split()) for text in (old.text, new.text))
    if not len(before) - _LEEWAY <= len(after) <= len(before) / _SHARE + _LEEWAY:
        return False
    now = set(_WORD.findall(after.casefold()))
    names = {n.text.casefold() for n in old.named if n.sure}
    still = [n for n in names if n in after.casefold()]
    return len(still) >= len(names) * _SHARE and all(_keeps_words(one, now) for one in _sentences(before))


def _sentences(text: str) -> Iterator[str]:
    ends = [*sentence_ends(text), len(text)]
    return (text[start:end] for start, end in itertools.pairwise([0, *ends]))


def _keeps_words(sentence: str, now: Collection[str]) -> bool:
    words = set(_WORD.findall(sentence.casefold()))
    return sum(word in now for word in words) >= len(words) * _SHARE


def renumber_entities(
    raw: str, old: ParagraphDraft, before: Sequence[ParagraphDraft], foreign: Collection[str], free: int
) -> str:
    """Give new numbers to the entities that a correction introduces where a later paragraph uses the same ones.

    Ids of the paragraph itself, or of those before it, keep their meaning. `free` is the first number never used.
    """
    own = {m[2].lstrip("0") for m in _ENTITY.finditer(old.raw)}
    own |= {n.ref[1:] for d in before for n in d.named}
    clashing = dict.fromkeys(m[2] for m in _ENTITY.finditer(raw) if m[2] not in own and f"N{int(m[2])}" in foreign)
    numbers = {n: str(free + i) for i, n in enumerate(clashing)}
    return _ENTITY.sub(lambda m: f"{m[1]}N{numbers.get(m[2], m[2])}", raw)
