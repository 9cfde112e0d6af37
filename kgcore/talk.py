"""A mapped conversation in words and tables: where people agree, where they contradict each other or the papers. Pure.

The wording is neutral: who says what, and what the graph says of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from kgcore.evidence.facts import edges_shown, fact, known_entities
from kgcore.language.english import counted
from kgcore.model import Claim, Verdict
from kgcore.reply import Table
from kgcore.talking import sentences
from kgcore.talking.lines import parse_messages
from kgcore.talking.positions import Position, Statement, Talk, statements, talks
from kgcore.thread import Turn
from kgcore.vocabulary import Vocabulary

__all__ = ["findings", "parse_messages", "tables"]

MOST_FINDINGS = 10
MOST_ROWS = 20
MOST_FACTS = 2  # of one pair, in the table
PEACE = "No two people contradict each other in what could be read, and no claim goes against the graph's papers."


def findings(turn: Turn, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return what is worth telling about a conversation, a sentence or two each, the most telling first."""
    found = [sentence for talk in talks(statements(turn), vocabulary) for sentence in _told(talk, vocabulary)]
    if not found:
        return (PEACE,) if turn.counted else ()
    left = len(found) - MOST_FINDINGS
    rest = (f"The table shows {left} more.",) if left > 0 else ()
    return (*found[:MOST_FINDINGS], *rest)


def _told(talk: Talk, vocabulary: Vocabulary) -> Iterator[str]:
    clashing = {i for both in talk.clashes for i in both}
    if clashing:
        yield sentences.clash(talk, vocabulary)
    for position in (p for i, p in enumerate(talk.positions) if i not in clashing):
        if len(position.speakers) > 1:
            yield sentences.agreement(position, vocabulary)
        elif position.disputed:
            yield sentences.disputed(position, vocabulary)


# ── tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def tables(turn: Turn, vocabulary: Vocabulary) -> tuple[Table, ...]:
    """Return who made how many claims of which verdict, and what is said of each pair of things."""
    said = statements(turn)
    return (_speakers(turn, said), _pairs(talks(said, vocabulary), vocabulary)) if said else ()


def _speakers(turn: Turn, said: Sequence[Statement]) -> Table:
    messages = Counter(turn.speakers)
    made: dict[str, Counter[Verdict]] = {name: Counter() for name in messages}
    for statement in said:
        made.setdefault(statement.speaker, Counter())[statement.claim.verdict] += 1
    busiest = sorted(made, key=lambda name: -made[name].total())
    rows = [_row(name, [name], messages, made) for name in busiest[:MOST_ROWS]]
    if len(busiest) > MOST_ROWS:
        rest = busiest[MOST_ROWS:]
        rows.append(_row(counted(len(rest), "other"), rest, messages, made))
    columns = ("Speaker", "Messages", "Claims", *(f"{v.icon} {v.label}" for v in Verdict))
    return Table(columns, tuple(rows), "Who says what, and what the graph says of it")


def _row(
    label: str, names: Sequence[str], messages: Counter[str], made: dict[str, Counter[Verdict]]
) -> tuple[str, ...]:
    total = sum((made[name] for name in names), Counter[Verdict]())
    sent = sum(messages[name] for name in names)
    return (label, *(str(n) for n in (sent, total.total(), *(total[v] for v in Verdict))))


def _pairs(found: Sequence[Talk], vocabulary: Vocabulary) -> Table:
    rows = tuple(_pair(talk, vocabulary) for talk in found[:MOST_ROWS])
    more = f" ({MOST_ROWS} of {len(found)} pairs)" if len(found) > MOST_ROWS else ""
    return Table(("About", "Who says what", "The graph"), rows, f"What is said of each pair{more}")


def _pair(talk: Talk, vocabulary: Vocabulary) -> tuple[str, str, str]:
    said = "; ".join(f"{sentences.position_words(p, vocabulary)} ({_numbers(p)})" for p in talk.positions)
    return sentences.pair(talk.positions[0].statements[0].claim), said, _graph(talk, vocabulary)


def _graph(talk: Talk, vocabulary: Vocabulary) -> str:
    claims = [(s.number, s.claim) for p in talk.positions for s in p.statements]
    verdicts = ", ".join(f"{icon} {', '.join(map(str, numbers))}" for icon, numbers in _by_icon(claims).items())
    facts = dict.fromkeys(fact(e, known_entities(c), vocabulary) for _, c in claims for e in edges_shown(c))
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
