"""A mapped conversation in words and tables: where people agree, where they contradict each other or the papers. Pure.

The wording is neutral: who says what, and what the graph says of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from kgcore.conversation.positions import (
    Discussion,
    Position,
    SpeakerClaim,
    collect_statements,
    group_by_pair,
    relation_stems,
    word_stems,
)
from kgcore.conversation.transcript import in_words
from kgcore.english.agreement import count_noun, join_words
from kgcore.evidence.findings import edges_shown, fact_sentence, known_entities
from kgcore.values.model import Candidate, Claim, Edge, Entity, Mention, count_papers
from kgcore.values.reply import Table
from kgcore.values.text import clean_line, shorten
from kgcore.values.thread import Turn
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import (
    article_before_object,
    name_at_start,
    name_in_sentence,
    papers_count,
    predicate_verb,
)
from kgcore.vocabulary.wording import relation_words as finite

# --- What people say, and what the graph says of it, in neutral words.

_LONGEST = 80  # characters of a mention that the graph does not know
_MOST_NAMES = 5
_HEDGES = frozenset({"perh", "poss", "prob"})


def claim_clause(claim: Claim, vocabulary: Vocabulary) -> str:
    """Return what a claim says as it stands after "that": in the graph's words where its own are these, else quoted."""
    if not is_plain(claim, vocabulary):
        words = clean_line(f"{claim.triple.subject.text} {claim.triple.relation} {claim.triple.object.text}")
        reading = vocabulary.read(claim.triple.relation)
        perhaps = "perhaps " if claim.hedged and not reading.hedged else ""
        unsaid = "it is not so that " if claim.negated and not reading.negated else ""
        return f"{perhaps}{unsaid}“{shorten(words, 2 * _LONGEST)}”"
    subject, object = claim_ends(claim)
    predicate = vocabulary.get(claim.predicate or "")
    return (
        f"{name_in_sentence(subject)} {relation_in_words(claim, vocabulary)} "
        f"{article_before_object(predicate, object)}{name_in_sentence(object)}"
    )


def relation_in_words(claim: Claim, vocabulary: Vocabulary) -> str:
    """Return only what a claim says between its ends: "does not prevent", "may treat"."""
    if not is_plain(claim, vocabulary):
        denied = claim.negated and not vocabulary.read(claim.triple.relation).negated
        return f"{'not ' if denied else ''}“{shorten(clean_line(claim.triple.relation), _LONGEST)}”"
    subject, object = claim_ends(claim)
    predicate = vocabulary.get(claim.predicate or "")
    if claim.hedged:
        return f"may {'not ' if claim.negated else ''}{predicate_verb(predicate, object).infinitive()}"
    return finite(predicate, subject, object, negated=claim.negated)


def is_plain(claim: Claim, vocabulary: Vocabulary) -> bool:
    """Whether somebody used the graph's own words for what they say, so that it can be told without quoting."""
    if claim.predicate is None or claim.overstates or claim.inverted:
        return False
    return relation_stems(claim) - _HEDGES == word_stems(vocabulary.get(claim.predicate).words)


def claim_ends(claim: Claim) -> tuple[Entity, Entity]:
    """Return a claim's ends; what the graph does not know goes by its words."""
    return _side(claim.subject_mention, claim.subject), _side(claim.object_mention, claim.object)


def pair_in_words(claim: Claim) -> str:
    """Return the two things that a claim is about: "Vitamin E – Alzheimer's disease"."""
    return " – ".join(name_at_start(side) for side in claim_ends(claim))


def describe_clash(talk: Discussion, vocabulary: Vocabulary) -> str:
    """Return who says what where positions contradict each other, and what the graph says of each."""
    told = [talk.positions[i] for i in sorted({i for both in talk.clashes for i in both})]
    speakers = list(dict.fromkeys(p.speakers for p in told))
    if len(speakers) == 1:
        also = join_words(f"that {_said(p, vocabulary)}" for p in told)
        return f"{join_people(speakers[0])} {_verb(told[0], 'say')} both {also}. {verdict_sentence(told)}"
    return f"{'; '.join(_says(p, vocabulary) for p in told)}. {verdict_sentence(told)}"


def describe_agreement(position: Position, vocabulary: Vocabulary) -> str:
    """Return what several people say alike, and what the graph says of it."""
    return (
        f"{join_people(position.speakers)} agree that "
        f"{_said(position, vocabulary)}. {_typical(position, vocabulary).why}"
    )


def describe_dispute(position: Position, vocabulary: Vocabulary) -> str:
    """Return what somebody says that papers stand against."""
    return f"{_says(position, vocabulary)}. {_typical(position, vocabulary).why}"


def _says(position: Position, vocabulary: Vocabulary) -> str:
    return f"{join_people(position.speakers)} {_verb(position, 'say')} that {_said(position, vocabulary)}"


def _said(position: Position, vocabulary: Vocabulary) -> str:
    return f"{claim_clause(_typical(position, vocabulary), vocabulary)} ({claim_numbers(position.numbers)})"


def position_words(position: Position, vocabulary: Vocabulary) -> str:
    """Return who says what between the two things: "Ann and Ben: does not prevent"."""
    return f"{join_people(position.speakers)}: {relation_in_words(_typical(position, vocabulary), vocabulary)}"


def _typical(position: Position, vocabulary: Vocabulary) -> Claim:
    """Return the claim that tells a position best: in plain words, else the first."""
    found = [s.claim for s in position.statements]
    return next((c for c in found if is_plain(c, vocabulary)), found[0])


def verdict_sentence(positions: Sequence[Position]) -> str:
    """Return "The graph contradicts claim 1 (1 paper) and supports claim 2 (3 papers)."."""
    by_verdict: dict[Verdict, list[int]] = {}
    edges: dict[Verdict, list[Edge]] = {}
    for statement_ in (s for p in positions for s in p.statements):
        verdict = statement_.claim.verdict
        by_verdict.setdefault(verdict, []).append(statement_.number)
        edges.setdefault(verdict, []).extend((*statement_.claim.edges_for, *statement_.claim.edges_against))
    papers = {verdict: count_papers(some) for verdict, some in edges.items()}
    parts = (
        f"{v.row.verb} {claim_numbers(numbers)}{f' ({papers_count(papers[v])})' if papers[v] else ''}"
        for v, numbers in by_verdict.items()
    )
    return f"The graph {join_words(parts)}."


def claim_numbers(numbers: Iterable[int]) -> str:
    """Return "claim 3" or "claims 1, 4 and 7"."""
    found = [str(n) for n in numbers]
    return f"claim{'s' if len(found) > 1 else ''} {join_words(found)}"


def join_people(names: Sequence[str]) -> str:
    """Return "Ann", "Ann and Ben", or, of many, the first and how many more."""
    if len(names) <= _MOST_NAMES:
        return join_words(in_words(name) for name in names)
    return join_words([*(in_words(n) for n in names[: _MOST_NAMES - 1]), f"{len(names) - _MOST_NAMES + 1} others"])


def _verb(position: Position, base: str) -> str:
    return base if len(position.speakers) > 1 else f"{base}s"


def _side(mention: Mention, candidate: Candidate | None) -> Entity:
    if candidate is not None:
        return candidate.entity
    words = shorten(clean_line(mention.text), _LONGEST) or "?"
    return Entity(words, words, mention.type or "")


MOST_FINDINGS = 10
MOST_ROWS = 20
MOST_FACTS = 2  # of one pair, in the table
PEACE = "No two people contradict each other in what could be read, and no claim goes against the graph's papers."


def conversation_findings(turn: Turn, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return what is worth telling about a conversation, a sentence or two each, the most telling first."""
    found = [
        sentence for talk in group_by_pair(collect_statements(turn), vocabulary) for sentence in _told(talk, vocabulary)
    ]
    if not found:
        return (PEACE,) if turn.counted else ()
    left = len(found) - MOST_FINDINGS
    rest = (f"The table shows {left} more.",) if left > 0 else ()
    return (*found[:MOST_FINDINGS], *rest)


def _told(talk: Discussion, vocabulary: Vocabulary) -> Iterator[str]:
    clashing = {i for both in talk.clashes for i in both}
    if clashing:
        yield describe_clash(talk, vocabulary)
    for position in (p for i, p in enumerate(talk.positions) if i not in clashing):
        if len(position.speakers) > 1:
            yield describe_agreement(position, vocabulary)
        elif position.disputed:
            yield describe_dispute(position, vocabulary)


# ── tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def conversation_tables(turn: Turn, vocabulary: Vocabulary) -> tuple[Table, ...]:
    """Return who made how many claims of which verdict, and what is said of each pair of things."""
    said = collect_statements(turn)
    return (_speakers(turn, said), _pairs(group_by_pair(said, vocabulary), vocabulary)) if said else ()


def _speakers(turn: Turn, said: Sequence[SpeakerClaim]) -> Table:
    messages = Counter(turn.speakers)
    made: dict[str, Counter[Verdict]] = {name: Counter() for name in messages}
    for statement in said:
        made.setdefault(statement.speaker, Counter())[statement.claim.verdict] += 1
    busiest = sorted(made, key=lambda name: -made[name].total())
    rows = [_row(name, [name], messages, made) for name in busiest[:MOST_ROWS]]
    if len(busiest) > MOST_ROWS:
        rest = busiest[MOST_ROWS:]
        rows.append(_row(count_noun(len(rest), "other"), rest, messages, made))
    columns = ("Speaker", "Messages", "Claims", *(f"{v.icon} {v.label}" for v in Verdict))
    return Table(columns, tuple(rows), "Who says what, and what the graph says of it")


def _row(
    label: str, names: Sequence[str], messages: Counter[str], made: dict[str, Counter[Verdict]]
) -> tuple[str, ...]:
    total = sum((made[name] for name in names), Counter[Verdict]())
    sent = sum(messages[name] for name in names)
    return (label, *(str(n) for n in (sent, total.total(), *(total[v] for v in Verdict))))


def _pairs(found: Sequence[Discussion], vocabulary: Vocabulary) -> Table:
    rows = tuple(_pair(talk, vocabulary) for talk in found[:MOST_ROWS])
    more = f" ({MOST_ROWS} of {len(found)} pairs)" if len(found) > MOST_ROWS else ""
    return Table(("About", "Who says what", "The graph"), rows, f"What is said of each pair{more}")


def _pair(talk: Discussion, vocabulary: Vocabulary) -> tuple[str, str, str]:
    said = "; ".join(f"{position_words(p, vocabulary)} ({_numbers(p)})" for p in talk.positions)
    return pair_in_words(talk.positions[0].statements[0].claim), said, _graph(talk, vocabulary)


def _graph(talk: Discussion, vocabulary: Vocabulary) -> str:
    claims = [(s.number, s.claim) for p in talk.positions for s in p.statements]
    verdicts = ", ".join(f"{icon} {', '.join(map(str, numbers))}" for icon, numbers in _by_icon(claims).items())
    facts = dict.fromkeys(fact_sentence(e, known_entities(c), vocabulary) for _, c in claims for e in edges_shown(c))
    told = list(facts)[:MOST_FACTS]
    more = [f"{len(facts) - MOST_FACTS} more"] if len(facts) > MOST_FACTS else []
    return f"{verdicts}: {'; '.join([*told, *more])}" if told else verdicts


def _by_icon(claims: Sequence[tuple[int, Claim]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for number, claim in claims:
        found.setdefault(claim.verdict.icon, []).append(number)
    return found


def _numbers(position: Position) -> str:
    return ", ".join(map(str, position.numbers))
