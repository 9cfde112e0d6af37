"""What a trial's comparison says of a proposed fact: its sign, instead of a mere relation. Pure.

"No significant difference in depression between zinc and placebo" is no cause and no treatment: it denies that zinc
treats depression. A sentence is read so only where it compares with no treatment, or gives a ratio with its interval,
and its effect is plain enough; against another treatment "less" and "no difference" say nothing of the one alone.
"""

from __future__ import annotations

import re
from dataclasses import replace

from kgcore.curation.articles import NamedSpan
from kgcore.curation.findings import is_time_to, reports_finding
from kgcore.curation.pairs import EntityKind, kind_of_type
from kgcore.curation.proposals import Proposal, ProposedEffect
from kgcore.library.effect import Effect, read_effect
from kgcore.vocabulary.vocabulary import Vocabulary

LEAST_OF_RESULT = 0.5  # of a score: what a trial compared, it reports
DOUBTED = 0.5  # of the score of a harm that its own sentence tells less of
# What is no treatment by itself: against another drug "no difference" denies nothing.
_NOTHING = re.compile(
    r"\b(?:placebo|sham|controls?|usual care|standard (?:of )?care|vehicle|saline|non-?users?|untreated"
    r"|no (?:treatment|intervention|supplementation|prophylaxis))\b",
    re.IGNORECASE,
)
_VERSUS = re.compile(r"\b(?:than|compared (?:with|to)|versus|vs|relative to)\b", re.IGNORECASE)
_BETTER = re.compile(r"\b(?:superior|improve\w*|better|effective|benefi\w+|recover\w*|remission)\b", re.IGNORECASE)
_NOT_BETTER = re.compile(
    r"\b(?:no|not) (?:\w+ )?(?:better|superior|more effective|effective|different)\b|\bdid not differ\b"
    r"|\bno (?:\w+ ){0,2}(?:differences?|effects?|benefits?|improvements?)\b|\bineffective\b",
    re.IGNORECASE,
)
_WORSE = re.compile(r"\b(?:wors\w+|adverse|side effects?|toxic\w*|harm\w*)\b", re.IGNORECASE)
_PEOPLE = r"(?:patients|subjects|participants|children|women|men|adults)\b"
_DONE = re.compile(r"procedure|intervention|treatment|therap|exercise|device|behavio", re.IGNORECASE)
_NUMBER = r"\d+(?:[.·]\d+)?"
_RATIO = re.compile(
    rf"\b(?:(?:hazard|odds|risk|rate) ratios?|relative risks?|a?(?:HR|OR|RR)|IRR)\b[^.;%]{{0,80}}?"
    rf"\b(?P<ratio>{_NUMBER})[\s,;(\[]{{1,3}}95 ?% (?:CI|confidence interval)s?"
    rf"\W{{0,4}}(?P<low>{_NUMBER})(?: ?(?:to|,|–|−) ?|-)(?P<high>{_NUMBER})",
    re.IGNORECASE,
)
_SHARE = re.compile(
    rf"\b(?P<percent>{_NUMBER}) ?%(?! (?:CI|confidence))|\b(?P<some>\d+) (?:of|out of) (?:the )?(?P<all>\d+)\b"
    r"|\b(?P<part>\d+)/(?P<whole>\d+)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(r";|,? (?:whereas|while|but)\b")
_SURE = re.compile(r"\bp ?[<=≤] ?0?[.·]0[0-4]", re.IGNORECASE)
_IN_EACH = re.compile(r"\b(?:occurred|developed|seen|observed|noted|reported|recorded|died|had)\b", re.IGNORECASE)
# What is said of an outcome, by what became of it, in words that a vocabulary reads; a disease is treated or caused.
_SAID = {
    EntityKind.DISEASE: {Effect.INCREASED: "causes", Effect.DECREASED: "treats", Effect.NO_DIFFERENCE: "treats"},
    EntityKind.OTHER: {Effect.INCREASED: "increases", Effect.DECREASED: "reduces", Effect.NO_DIFFERENCE: "affects"},
}
_EFFECTS = {
    Effect.INCREASED: ProposedEffect.INCREASED,
    Effect.DECREASED: ProposedEffect.DECREASED,
    Effect.NO_DIFFERENCE: ProposedEffect.UNKNOWN,
}


# A longer time to something is less of it.
_LATER = {Effect.INCREASED: Effect.DECREASED, Effect.DECREASED: Effect.INCREASED}


def trial_signed(proposal: Proposal, vocabulary: Vocabulary) -> Proposal:
    """Return a proposal about what acts on an outcome with the sign that its trial's comparison gives it."""
    sides = _sides(proposal)
    if sides is None or proposal.predicate not in _own(vocabulary):
        return proposal
    acts, outcome = sides
    if f"{acts.text}-induced" in proposal.sentence or not reports_finding(proposal.sentence):
        return proposal  # what became of it afterwards is another thing's doing
    if re.search(rf"{re.escape(outcome.text)} {_PEOPLE}", proposal.sentence):
        return proposal  # who was studied has it
    kind = kind_of_type(outcome.type)
    effect = _effect(proposal.sentence, acts, outcome)
    if effect is None:
        return _doubted(proposal, acts, outcome)
    read = vocabulary.read(_SAID[kind][effect])
    if not read.predicates:
        return proposal
    ends = (outcome, acts) if read.inverted else (acts, outcome)
    return replace(
        proposal,
        subject=ends[0],
        object=ends[1],
        predicate=read.predicates[0],
        negated=effect is Effect.NO_DIFFERENCE,
        effect=_EFFECTS[effect],
        score=max(proposal.score, LEAST_OF_RESULT),
    )


def _doubted(proposal: Proposal, acts: NamedSpan, outcome: NamedSpan) -> Proposal:
    """Return a harm with a lower score where its sentence tells of less of it than under something else."""
    if proposal.effect is not ProposedEffect.INCREASED or proposal.negated or not _VERSUS.search(proposal.sentence):
        return proposal
    less = read_effect(acts.text, "", outcome.text, proposal.sentence).likeliest is not Effect.INCREASED
    return replace(proposal, score=round(proposal.score * DOUBTED, 4)) if less else proposal


def _effect(sentence: str, acts: NamedSpan, outcome: NamedSpan) -> Effect | None:
    """Return what became of an outcome: less of a disease and better are one; what two readings tell apart is open."""
    sentence = _of_arm(sentence, acts.text)
    if ratios := list(_RATIO.finditer(sentence)):
        return _of_ratio(ratios[0]) if len(ratios) == 1 else None
    compared = _NOTHING.search(sentence)
    if compared is None:
        return None
    shares = _of_shares(sentence, acts.text, compared.start())
    if shares is not None:
        return shares
    disease = kind_of_type(outcome.type) is EntityKind.DISEASE
    if disease and _NOT_BETTER.search(sentence):
        return Effect.NO_DIFFERENCE
    if disease and _BETTER.search(sentence):
        return None if _WORSE.search(sentence) else Effect.DECREASED
    later = is_time_to(sentence[: max(0, sentence.find(outcome.text))])
    told_of = f"time to {outcome.text}" if later else outcome.text
    read = read_effect(acts.text, compared[0], told_of, sentence).decided
    if later:
        return _LATER.get(read) if read else None
    if read is not Effect.NO_DIFFERENCE and not disease and _BETTER.search(sentence):
        return None  # of a measure that is better, nobody says whether it is more or less
    return read


def _of_arm(sentence: str, acts: str) -> str:
    """Return a sentence without the parts that tell of the other arm alone: "…; with placebo it did not change"."""
    parts = _PARTS.split(sentence)
    own = [part for part in parts if acts in part]
    other = next((part for part in parts if acts not in part and _NOTHING.search(part)), None)
    if len(own) != 1 or other is None or _NOTHING.search(own[0]):
        return sentence
    return f"{own[0]} than {_NOTHING.search(other)[0]}"  # type: ignore[index]


def _of_ratio(found: re.Match[str]) -> Effect | None:
    ratio, low, high = (_value(found[name]) for name in ("ratio", "low", "high"))
    if not low <= ratio <= high:
        return None
    if low <= 1 <= high:
        return Effect.NO_DIFFERENCE
    return Effect.DECREASED if high < 1 else Effect.INCREASED


def _of_shares(sentence: str, acts: str, compared: int) -> Effect | None:
    """Return which of two arms had more of it, by the share of each, where p says that this is no chance."""
    shares, arm = list(_SHARE.finditer(sentence)), sentence.find(acts)
    if len(shares) != len(("acts", "nothing")) or not (_SURE.search(sentence) and _IN_EACH.search(sentence)):
        return None
    first, second = map(_share, shares)
    if arm > compared:
        first, second = second, first
    return None if first == second else Effect.DECREASED if first < second else Effect.INCREASED


def _share(found: re.Match[str]) -> float:
    if found["percent"]:
        return _value(found["percent"])
    some, all = (float(found[a] or found[b]) for a, b in (("some", "part"), ("all", "whole")))
    return 100 * some / all if all else 0.0


def _value(words: str) -> float:
    return float(words.replace("·", "."))


def _own(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the predicates that say of a thing and an outcome what a trial can turn: it helps, causes, relates."""
    said = ("treats", "causes", "prevents", "is associated with")
    return frozenset(name for words in said for name in vocabulary.read(words).predicates[:1]) | {"ASSOCIATED_WITH"}


def _sides(proposal: Proposal) -> tuple[NamedSpan, NamedSpan] | None:
    """Return what acts and what it acts on: a chemical or what is done to people, and a disease or what is measured."""
    ends = (proposal.subject, proposal.object)
    acting = [end for end in ends if kind_of_type(end.type) is EntityKind.CHEMICAL or _DONE.search(end.type)]
    outcomes = [end for end in ends if end not in acting and kind_of_type(end.type) in _SAID]
    return (acting[0], outcomes[0]) if len(acting) == len(outcomes) == 1 else None
