"""What people read of a test question: the answer first, then each option with its verdict. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from kgcore.english.agreement import count_noun
from kgcore.reasoning.choices import ChoiceQuestion, Option, Role
from kgcore.reasoning.deciding import Ruling
from kgcore.reasoning.statements import StatementQuestion
from kgcore.values.decision import UNDECIDED
from kgcore.values.model import Claim, Entity, Mark, Mention, Paragraph, count_papers
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import article_before_object, relation_words

CANNOT = "This cannot be decided here."
_FIRST_REF = 1


@dataclass(frozen=True, slots=True)
class Written:
    """Paragraphs, and the claims that stand in them, in reading order."""

    paragraphs: tuple[Paragraph, ...]
    claims: tuple[Claim, ...]


_for, _against = attrgetter("edges_for"), attrgetter("edges_against")


def evidence_words(claims: Sequence[Claim]) -> str:
    """Return "2 papers", "1 paper for, 2 against" or "no paper given"."""
    for_, against = (count_papers([e for c in claims for e in some(c)]) for some in (_for, _against))
    if for_ and against:
        return f"{count_noun(for_, 'paper')} for, {against} against"
    if for_ or against:
        return count_noun(for_ or against, "paper")
    return "no paper given" if any(c.edges_for or c.edges_against for c in claims) else "no evidence"


def own_words(claim: Claim, vocabulary: Vocabulary) -> str:
    """Return a claim alone, by its names as they were written: "vitamin E does not treat Alzheimer's disease"."""
    triple = claim.triple
    if claim.predicate is None or claim.overstates:
        denied = "not: " if triple.negated else ""
        return f"{triple.subject.text} {denied}{triple.relation} {triple.object.text}"
    left, right = (
        candidate.entity if candidate else Entity(mention.text, mention.text, "")
        for mention, candidate in ((claim.subject_mention, claim.subject), (claim.object_mention, claim.object))
    )
    predicate = vocabulary.get(claim.predicate)
    words = relation_words(predicate, left, right, negated=claim.negated)
    behind = article_before_object(predicate, right)
    return f"{claim.subject_mention.text} {words} {behind}{claim.object_mention.text}"


def _differ(claims: Sequence[Claim]) -> bool:
    """Whether some of a statement's claims hold and others do not."""
    return {Verdict.SUPPORTED, Verdict.CONTRADICTED} <= {c.verdict for c in claims}


def statement_answer(
    question: StatementQuestion, claims: Sequence[Claim], ruling: Ruling, vocabulary: Vocabulary
) -> Written:
    """Return "True ✓ (2 papers). …" and what it rests on; of several claims each in its own words."""
    lines = _Lines()
    answer = ruling.decision.answer
    # Where a part of it is left open, the claim that holds is told in its own words: no ✓ stands beside the whole.
    part = answer == UNDECIDED and len(claims) == 1 and claims[0].verdict in (Verdict.SUPPORTED, Verdict.CONTRADICTED)
    if answer == UNDECIDED:
        itself = len(claims) == 1 and not part  # one claim says why itself
        lines.plain(CANNOT if itself else f"{CANNOT} {ruling.why}".strip())
    else:
        said = "it is false" if answer == "true" else "it is true"
        lead = f"{answer.capitalize()}, {said}" if question.denied else answer.capitalize()
        bearing = [c for c in claims if c.verdict is Verdict.CONTRADICTED] if _differ(claims) else claims
        in_part = " Part of what is said holds, and part of it does not." if _differ(claims) else ""
        lines.plain(f"{lead} {bearing[0].verdict.icon} ({evidence_words(bearing)}).{in_part}")
    for claim in claims:
        if len(claims) > 1 or part:
            lines.claim("It says: ", own_words(claim, vocabulary), claim)
        else:
            lines.claim("The statement: ", f"“{question.statement}”", claim)
    return lines.written()


def choice_answer(
    question: ChoiceQuestion,
    claims: Mapping[str, Sequence[Claim]],
    whole: Sequence[Claim],
    ruling: Ruling,
    vocabulary: Vocabulary,
) -> Written:
    """Return the option that is right, then every option with its verdict and evidence."""
    lines = _Lines()
    chosen = [o for o in question.options if o.label in ruling.labels]
    if not chosen:
        lines.plain(f"{CANNOT} {ruling.why}".strip())
    else:
        bearing = [c for o in chosen for c in _behind(o, question, claims, whole)]
        names = "; ".join(f"{o.label}) {o.text}" for o in chosen)
        behind = f" {bearing[0].verdict.icon} ({evidence_words(bearing)})" if bearing else ""
        lines.plain(f"{names}{behind}. {ruling.why}".strip())
    for claim in whole:
        words = own_words(claim, vocabulary) if _differ(whole) else question.stem
        lines.claim("The question itself: ", words, claim)
    for option in question.named:
        _option(lines, option, claims.get(option.label, ()), vocabulary)
    return lines.written()


def known_between(question: ChoiceQuestion, known: Mapping[str, Sequence[Claim]], vocabulary: Vocabulary) -> Written:
    """Return what a graph has between the names of a question and each option, where its words were not understood."""
    lines = _Lines()
    lines.plain(f"{CANNOT} I did not understand every word of the question. Between what it names and the options:")
    for option in question.named:
        for claim in known.get(option.label, ()):
            lines.claim(f"{option.label}) ", own_words(claim, vocabulary), claim)
        if not known.get(option.label):
            lines.plain(f"{option.label}) {option.text}: the graph has nothing that joins them.")
    return lines.written()


def _behind(
    option: Option, question: ChoiceQuestion, claims: Mapping[str, Sequence[Claim]], whole: Sequence[Claim]
) -> list[Claim]:
    """Return the claims that an answer rests on; none for one that rests on what the graph does not have."""
    match option.role:
        case Role.YES | Role.NO:
            return list(whole)
        case Role.SOME | Role.ALL:
            of = option.of or tuple(o.label for o in question.named)
            return [] if question.negative else [c for label in of for c in claims.get(label, ())]
        case _:
            return list(claims.get(option.label, ()))


def _option(lines: _Lines, option: Option, claims: Sequence[Claim], vocabulary: Vocabulary) -> None:
    if not claims:
        lines.plain(f"{option.label}) {option.text}: not understood, so it was not checked.")
    for claim in claims:
        words = own_words(claim, vocabulary) if _differ(claims) else option.text
        lines.claim(f"{option.label}) ", words, claim)


class _Lines:
    """Paragraphs as they are put together, with the marks of their claims."""

    def __init__(self) -> None:
        self._paragraphs: list[Paragraph] = []
        self._claims: list[Claim] = []

    def plain(self, text: str) -> None:
        self._paragraphs.append(Paragraph(" ".join(text.split())))

    def claim(self, lead: str, words: str, claim: Claim) -> None:
        """Add "A) magnesium: supported (2 papers)." with the claim behind its verdict."""
        number = len(self._claims) + _FIRST_REF
        said = claim.verdict.label.lower()
        evidence = f" ({evidence_words([claim])})" if claim.edges_for or claim.edges_against else ""
        head = f"{lead}{words}"
        text = f"{head}: {said}{evidence}."
        if claim.verdict not in (Verdict.SUPPORTED, Verdict.CONTRADICTED) and claim.why:
            text = f"{text} {claim.why}"
        subject, object = f"N{2 * number - 1}", f"N{2 * number}"
        place = Mark(len(head) + 2, len(head) + 2 + len(said), f"R{number}")
        triple = claim.triple
        marks = [*_marks(text[: len(head)], len(lead), (triple.subject, subject), (triple.object, object)), place]
        triple = replace(
            triple,
            subject=replace(triple.subject, ref=subject),
            object=replace(triple.object, ref=object),
            ref=place.ref,
            paragraph=len(self._paragraphs),
            start=place.start,
            end=place.end,
        )
        self._claims.append(replace(claim, triple=triple))
        self._paragraphs.append(Paragraph(text, tuple(marks), (triple,)))

    def written(self) -> Written:
        return Written(tuple(self._paragraphs), tuple(self._claims))


def _marks(head: str, start: int, *ends: tuple[Mention, str]) -> list[Mark]:
    """Return where the names of a claim stand in the words of its option, in order, none over another."""
    found: list[Mark] = []
    for mention, ref in ends:
        at = head.lower().find(mention.text.lower(), start) if mention.text else -1
        end = at + len(mention.text)
        if at >= 0 and end <= len(head) and all(end <= m.start or m.end <= at for m in found):
            found.append(Mark(at, end, ref))
    return sorted(found, key=lambda m: m.start)
