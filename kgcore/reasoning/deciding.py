"""From verdicts on an answer's claims to what can be decided of a test question. Pure.

The graph decides what it has evidence for; nothing is guessed: an option that is merely not in the graph counts as
"not found", which rules it out only beside another that the graph supports, or where "none of these" is on offer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kgcore.reasoning.choices import ChoiceQuestion, Option, Role
from kgcore.reasoning.statements import StatementQuestion, ranks
from kgcore.values.decision import UNDECIDED, Decision, DecisionKind
from kgcore.values.model import Claim, Edge, Reason
from kgcore.verdicts import Verdict


class Standing(StrEnum):
    """How something stands in the graph."""

    HOLDS = "holds"
    FAILS = "fails"  # the graph says otherwise
    DISPUTED = "disputed"  # the graph says both, or evidence that comes near is no proof
    NOT_FOUND = "not found"
    UNKNOWN = "unknown"  # a name is not in the graph, or the words were not understood


_UNKNOWN = frozenset(
    {
        Reason.SUBJECT_NOT_IN_GRAPH,
        Reason.OBJECT_NOT_IN_GRAPH,
        Reason.NEITHER_IN_GRAPH,
        Reason.GRAPH_UNREACHABLE,
        Reason.SAME_ENTITY,
    }
)
_NEAR = frozenset({Reason.MATCHED_BY_MEANING, Reason.NEIGHBOUR_FOR, Reason.OVERSTATES, Reason.QUALIFIED})


def claim_standing(claim: Claim) -> Standing:
    """Return how one claim stands."""
    match claim.verdict:
        case Verdict.SUPPORTED:
            return Standing.HOLDS
        case Verdict.CONTRADICTED:
            return Standing.FAILS
        case Verdict.MIXED:
            return Standing.DISPUTED
        case _:
            if claim.reason in _UNKNOWN:
                return Standing.UNKNOWN
            return Standing.DISPUTED if claim.reason in _NEAR else Standing.NOT_FOUND


def together(claims: Sequence[Claim]) -> Standing:
    """Return how a statement stands that makes all these claims; UNKNOWN where it makes none."""
    found = {claim_standing(c) for c in claims}
    for standing in (Standing.FAILS, Standing.UNKNOWN, Standing.DISPUTED, Standing.NOT_FOUND):
        if standing in found:
            return standing
    return Standing.HOLDS if found else Standing.UNKNOWN


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was decided and why, in words; `labels` are the options that the answer names, none where undecided."""

    decision: Decision
    labels: tuple[str, ...] = ()
    why: str = ""


_BY_WEIGHT = (Standing.HOLDS, Standing.FAILS, Standing.DISPUTED, Standing.NOT_FOUND, Standing.UNKNOWN)


def any_of(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Return the claim that decides, of several any of which would do; one in doubt where some hold and some fail."""
    held = {e.id for c in claims if together([c]) is Standing.HOLDS for e in c.edges_for}
    # "inhibits" and "stimulates" may both be meant by "target": the edge for the one is against the other
    told = [c for c in claims if not (c.edges_against and held.issuperset(e.id for e in c.edges_against))]
    by_standing = {together([c]): c for c in reversed(told)}
    if Standing.HOLDS in by_standing and (
        doubt := by_standing.get(Standing.DISPUTED) or by_standing.get(Standing.FAILS)
    ):
        return (doubt,) if together([doubt]) is Standing.DISPUTED else ()
    return next(((by_standing[s],) for s in _BY_WEIGHT if s in by_standing), ())


def edge_ids(claims: Iterable[Claim]) -> tuple[str, ...]:
    """Return the ids of the edges that decide claims, each once."""
    edges: Iterable[Edge] = (e for c in claims for e in (*c.edges_for, *c.edges_against))
    return tuple(dict.fromkeys(e.id for e in edges))


# What a test question may ask beyond any edge: which comes first or compares, how something comes about.
_RANKED = re.compile(
    r"\b(?:most|least)\W*$"
    r"|\b(?:most|least) (?!(?:likely|probabl[ey]|useful|helpful|beneficial|(?<=most )(?:against|for|in\b)"
    r"|(?:often|commonly|frequently|widely) (?:associated|linked|implicated|connected|blamed|reported|used|prescribed)"
    r"|appropriate|suitable|consistent|suggestive|indicative|characteristic|closely|akin|similar|alike|patients|people"
    r"|correct|(?<=most )(?:at risk|prone|susceptible|vulnerable)"
    r"|(?:consistent|strong|clear|reliab|firm|direct|frequent|notab|convincing|robust|regular|famous|notorious"
    r"|typical)ly (?:linked|associated|connected|tied|implicated|blamed|reported|used|prescribed|given|related|known)"
    r"|of (?:the following|these|those|them|the options)|accurate|plausible|compatible)\b)[a-z]+"
    r"|\b(?:cheap|strong|weak|earli|lat|fast|saf|long|short|high|low|great|larg|small|bigg|rar|common|old"
    r"|new|quick|mild|gentl|wors)(?:e?st)\b"
    r"|\b(?:second|third|last)[- ]line\b"
    r"|\b(?<!other )(?<!rather )(?!other|rather|older|younger)(?:more|less|better|worse|[a-z]{3,}er) than\b",
    re.I,
)
# Where one option alone is supported, it is what comes first of them.
_FIRST_OF_OPTIONS = re.compile(
    r"\bmost (?:often|commonly|frequently|usually|typically|widely)(?= [a-z]+(?:ed|en|s|wn)\b)|\bfirst[- ]line\b"
    r"|\bgold[- ]standard\b|\bpreferred\b|\bmost (?=(?:common|frequent|usual|typical|serious|feared|important"
    r"|notable|effective)\b)",
    re.I,
)
# "Which one resembles it the most?" asks which comes nearest: the only one that is like it at all.
_NEAREST = re.compile(
    r"\b(?P<like>resembl\w+|(?:is|looks?) like|(?:is|are) similar to)(?P<it> [^.,;?!]{1,80}?) (?:the )?most(?=\W*$)",
    re.I,
)
_FIRST_OF_ALL = re.compile(r"\bfirst[- ]line\b|\bof (?:first )?choice\b|\bgold[- ]standard\b|\bpreferred\b", re.I)
_HOW = re.compile(
    r"\b(?:by|via|through) (?:(?:the|its|their|an?) )?(?:[a-z]+ly )?"
    r"(?!(?:taking|using|eating|drinking|adding|giving|having|being|doing|supplementing)\b)"
    r"(?:[a-z]{3,}ing\b(?! of the following)|(?:inhibition|activation|blockade|stimulation|suppression|modulation)\b"
    r"|(?=[^,.;?]{1,40}\b(?:pathways?|mechanisms?|signall?ing|axis|cascade)\b))",
    re.I,
)
_QUANTITY = re.compile(
    r"\b(?:how (?:many|much|often|long|fast|soon|far)|(?:in )?(?:what|which) (?:year|decade|century|dose|dosage|age"
    r"|percentage|proportion|share|fraction|number|amount|country|frequency))\b",
    re.I,
)
_DATED = re.compile(
    r"\b(?:first|originally|initially|last|once) (?:used|introduced|described|discovered|isolated|approved|made"
    r"|tried|given"
    r"|synthesi[sz]ed|licen[sc]ed|marketed|sold|tested|reported|noticed|observed|prescribed)\b"
    r"|\b(?:in|since|before|until|by|around|from) (?:the )?(?:early |late |mid-?)?(?:1[4-9]|20)\d\d(?:'?s)?\b"
    r"|\bcentur(?:y|ies)\b|\bdecades?\b|\bancient\b|\bprehistor\w*|\bbefore (?:all|any|every) (?:the )?others?\b",
    re.I,
)
_PORTION = re.compile(
    r"\b(?:half|(?:(?:one|two|three|a|an) )?(?:thirds?|quarters?|fifths?|tenths?)|majority|minority|\d+ ?(?:%"
    r"|percent|per cent)"
    r"|(?:one|two|three|four|nine|\d+) (?:in|out of) (?:two|three|four|five|ten|a hundred|\d+)|most|nearly all"
    r"|almost all)"
    r" (?:of )?(?:the |all |those )?(?:people|patients|users|women|men|children|adults|cases|sufferers|subjects"
    r"|participants)\b",
    re.I,
)
SAYS_NOT_HOW = "It does not say how."
NO_QUANTITY = "It has no numbers, doses or dates."


def _beyond(said: str) -> str:
    """Return what of a test question no edge tells, in a sentence; "" where there is nothing of the kind."""
    if _RANKED.search(said) or _FIRST_OF_ALL.search(said):
        return RANKS_NOTHING
    return SAYS_NOT_HOW if _HOW.search(said) else NO_QUANTITY if _DATED.search(said) or _PORTION.search(said) else ""


RANKS_NOTHING = "It does not say which comes first among others."


def rule_statement(question: StatementQuestion, claims: Sequence[Claim]) -> Ruling:
    """Return whether a statement is true."""
    standing = together(claims)
    if standing not in (Standing.HOLDS, Standing.FAILS):
        return Ruling(Decision(DecisionKind.TRUE_FALSE, UNDECIDED), why=_undecided_why(standing, claims))
    beyond = RANKS_NOTHING if ranks(question.statement) else _beyond(_without_names(question.statement, claims))
    if standing is Standing.HOLDS and beyond:
        why = " ".join(dict.fromkeys(c.why for c in claims if c.why))
        return Ruling(Decision(DecisionKind.TRUE_FALSE, UNDECIDED), why=f"{why} {beyond}".strip())
    answer = "true" if (standing is Standing.HOLDS) is not question.denied else "false"
    return Ruling(Decision(DecisionKind.TRUE_FALSE, answer, edge_ids(claims)))


def _without_names(said: str, claims: Iterable[Claim]) -> str:
    """Return a text without the names that are related in it: "by hearing loss" does not say by what deed."""
    for name in {end.text for c in claims for end in (c.triple.subject, c.triple.object)}:
        said = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "X", said, flags=re.I) if name else said
    return said


def _undecided_why(standing: Standing, claims: Sequence[Claim]) -> str:
    if not claims:
        return "The statement could not be read as a relation between two things that the graph knows."
    if standing is Standing.DISPUTED and any(c.verdict is Verdict.MIXED for c in claims):
        return "The graph has evidence for it and against it."
    return " ".join(dict.fromkeys(c.why for c in claims if c.why))


def rule_choice(question: ChoiceQuestion, claims: Mapping[str, Sequence[Claim]], whole: Sequence[Claim]) -> Ruling:
    """Return which option is right. `claims` by label; `whole` are those of the stem, for options like "yes"."""
    if any(o.role in (Role.YES, Role.NO) for o in question.options) and whole:
        return _yes_no(question, whole)
    standings = {o.label: together(claims.get(o.label, ())) for o in question.named}
    chosen, why = _chosen(question, standings)
    if not chosen and (mixed := _told_of_by_some(question, standings, claims)):
        standings |= dict.fromkeys(mixed, Standing.HOLDS)
        chosen, why = _chosen(question, standings)[0], f"Papers disagree on {_listed(mixed)}."
    if not chosen and (open_option := _with_role(question, Role.OPEN)):
        chosen, why = (open_option.label,), ""
    if not chosen:
        return Ruling(Decision(DecisionKind.CHOICE, UNDECIDED), why=why)
    held = _labelled(standings, Standing.HOLDS)
    told = [c for found in claims.values() for c in found]
    if held and (
        beyond := NO_QUANTITY
        if _QUANTITY.search(question.stem)
        else _beyond(_without_names(_unranked(question.stem), told))
    ):
        why = f"Of the options the graph supports {_listed(held)} as far as it goes. {beyond}"
        return Ruling(Decision(DecisionKind.CHOICE, UNDECIDED), why=why)
    if held == chosen and (joined := _joined_otherwise(question, claims, chosen)):
        why = f"The graph relates {_listed(joined)} to it in another way, which may be meant as well."
        return Ruling(Decision(DecisionKind.CHOICE, UNDECIDED), why=why)
    bearing = [c for o in question.named for c in claims.get(o.label, ()) if _bears(question, chosen, o.label)]
    return Ruling(Decision(DecisionKind.CHOICE, ", ".join(chosen), edge_ids(bearing)), chosen, why)


def _unranked(stem: str) -> str:
    """Return a stem without what asks for the first of its options: where one alone is supported, it is."""
    return _NEAREST.sub(r"\g<like>\g<it>", _FIRST_OF_ALL.sub(" ", _FIRST_OF_OPTIONS.sub(" ", stem)))


def _told_of_by_some(
    question: ChoiceQuestion, standings: Mapping[str, Standing], claims: Mapping[str, Sequence[Claim]]
) -> tuple[str, ...]:
    """Return the options that some papers speak for and some against, where these count as what fits: the only one
    that any paper speaks for, or, where what does not fit is asked for, all of them.
    """
    mixed = tuple(k for k, found in claims.items() if found and all(c.verdict is Verdict.MIXED for c in found))
    others = {s for label, s in standings.items() if label not in mixed}
    plain = not question.listed and all(o.role is Role.NAMED for o in question.options)
    alone = question.negative or (len(mixed) == 1 and others <= {Standing.NOT_FOUND, Standing.FAILS})
    return mixed if plain and alone else ()


_LOOSE = frozenset({"ASSOCIATED_WITH", "CORRELATED_WITH", "COEXISTS_WITH"})
_OTHERWISE = frozenset({Reason.OTHER_PREDICATE, Reason.OTHER_DIRECTION})


def _joined_otherwise(
    question: ChoiceQuestion, claims: Mapping[str, Sequence[Claim]], chosen: Sequence[str]
) -> tuple[str, ...]:
    """Return which other options "is linked to" may mean as well, where "both" or "all of these" is on offer."""
    loose = all(c.predicate in _LOOSE for label in chosen for c in claims.get(label, ()))
    if question.listed or not loose or not any(o.role in (Role.ALL, Role.SOME) for o in question.options):
        return ()
    others = (o.label for o in question.named if o.label not in chosen)
    return tuple(label for label in others if any(c.reason in _OTHERWISE for c in claims.get(label, ())))


def undecided_for(added: str, kind: DecisionKind = DecisionKind.CHOICE) -> Ruling:
    """Return that a question is left open because of words that no evidence speaks of."""
    why = f"The question says more than the graph does: “{added}”."
    return Ruling(Decision(kind, UNDECIDED), why=why)


def _bears(question: ChoiceQuestion, chosen: Sequence[str], label: str) -> bool:
    if question.negative or any(o.role is not Role.NAMED for o in question.options if o.label in chosen):
        return True
    return label in chosen


def _with_role(question: ChoiceQuestion, role: Role) -> Option | None:
    return next((o for o in question.options if o.role is role), None)


def _yes_no(question: ChoiceQuestion, whole: Sequence[Claim]) -> Ruling:
    standing = together(whole)
    wanted = {Standing.HOLDS: Role.YES, Standing.FAILS: Role.NO}.get(standing, Role.OPEN)
    if question.negative and wanted is not Role.OPEN:
        wanted = Role.NO if wanted is Role.YES else Role.YES
    option = _with_role(question, wanted)
    if option is None:
        return Ruling(Decision(DecisionKind.CHOICE, UNDECIDED), why=_undecided_why(standing, whole))
    return Ruling(Decision(DecisionKind.CHOICE, option.label, edge_ids(whole)), (option.label,))


def _chosen(question: ChoiceQuestion, standings: Mapping[str, Standing]) -> tuple[tuple[str, ...], str]:
    """Return the labels of the answer (none: undecided), and why where that needs words."""
    if not standings:
        return (), "None of the options names anything."
    if all(s is Standing.UNKNOWN for s in standings.values()):
        return (), "The graph does not know what the question or its options name, or its words were not understood."
    return _odd_ones(question, standings) if question.negative else _fitting(question, standings)


def _labelled(standings: Mapping[str, Standing], *wanted: Standing) -> tuple[str, ...]:
    return tuple(label for label, s in standings.items() if s in wanted)


def _fitting(question: ChoiceQuestion, standings: Mapping[str, Standing]) -> tuple[tuple[str, ...], str]:
    right = _labelled(standings, Standing.HOLDS)
    every, none = _with_role(question, Role.ALL), _with_role(question, Role.NONE)
    if question.coded and (row := _whole_row(question, standings)):
        return (row,), ""
    fits = [o for o in question.options if o.role is Role.SOME and set(o.of) == set(right)]
    some = fits[0] if fits else None
    if right and len(right) == len(standings) and every:
        return (every.label,), ""
    left_open = (Standing.DISPUTED, Standing.UNKNOWN, *((Standing.NOT_FOUND,) if question.judged else ()))
    if question.listed and (open_ := _labelled(standings, *left_open)):
        return (), f"The graph does not settle {_listed(open_)}."
    if len(fits) > 1:
        return (), f"{_listed(right)} hold, and the graph does not tell whether the one explains the other."
    if some and (len(right) > 1 or question.listed):
        return (some.label,), ""
    if question.listed and right:
        return (), f"The graph supports {_listed(right)}, and no option says just that."
    if len(right) == 1 or (right and question.several):
        return right, ""
    if right:
        return (), f"The graph supports more than one option: {_listed(right)}."
    near = _labelled(standings, Standing.DISPUTED)
    if near:
        return (), f"What the graph has on {_listed(near)} comes near, but does not settle it."
    unknown = _labelled(standings, Standing.UNKNOWN)
    if none and not unknown:
        return (none.label,), "The graph has nothing that supports any of the other options."
    if against := _labelled(standings, Standing.FAILS):
        others = ", and supports none of the others" if len(against) < len(standings) else ""
        return (), f"The graph speaks against {_listed(against)}{others}."
    if unknown:
        return (), f"Nothing in the graph supports any option, and it does not know {_listed(unknown)}."
    return (), "Nothing in the graph supports any of the options."


def _whole_row(question: ChoiceQuestion, standings: Mapping[str, Standing]) -> str:
    """Return the option all of whose pairs hold, where each other one has a pair that the graph does not have."""
    lacking = {label for label, s in standings.items() if s in (Standing.NOT_FOUND, Standing.FAILS)}
    left = [o for o in question.options if o.role is Role.SOME and not lacking.intersection(o.of)]
    whole = len(left) == 1 and all(standings[pair] is Standing.HOLDS for pair in left[0].of)
    return left[0].label if whole else ""


def _odd_ones(question: ChoiceQuestion, standings: Mapping[str, Standing]) -> tuple[tuple[str, ...], str]:
    right, wrong = _labelled(standings, Standing.HOLDS), _labelled(standings, Standing.FAILS)
    if question.listed:
        some = next((o for o in question.options if o.role is Role.SOME and set(o.of) == set(wrong)), None)
        if some and len(right) + len(wrong) == len(standings):
            return (some.label,), ""
        return (), "The graph does not tell of each item of the list whether it holds."
    if len(wrong) == 1 or (wrong and question.several):
        return wrong, ""
    every, none = _with_role(question, Role.ALL), _with_role(question, Role.NONE)
    if none and len(right) == len(standings):
        return (none.label,), ""
    if every and not right and len(wrong) == len(standings):
        return (every.label,), ""
    left = tuple(label for label in standings if label not in right)
    if len(left) == 1 and right and standings[left[0]] in (Standing.NOT_FOUND, Standing.FAILS):
        return left, "The graph supports every other option, and has nothing that supports this one."
    if not left:
        return (), "The graph supports every option."
    return (), f"The graph does not tell which of {_listed(left)} it is: not found is not untrue."


def _listed(labels: Sequence[str]) -> str:
    return labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"
