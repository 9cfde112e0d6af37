"""What "18 of 47 explored" means. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import zip_longest

from kgcore.english.agreement import capitalise, count_noun, join_words
from kgcore.exploration.exploration import branch_ends, goal_nodes, path_to_turn
from kgcore.presentation.claims import badge_of
from kgcore.presentation.parts import opening_words
from kgcore.presentation.summary import GatheredClaim, claim_key, gather_claims
from kgcore.values.message import Action, Verb
from kgcore.values.model import Claim, Entity, Neighbourhood
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Field,
    FieldKind,
    Figure,
    Form,
    Look,
    Notice,
    Option,
    Plain,
    Reply,
    Steps,
    StepView,
    Table,
    Text,
    Tone,
)
from kgcore.values.thread import Exploration, Turn
from kgcore.verdicts import Badge, Verdict
from kgcore.vocabulary.types import type_words
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_at_start, name_in_sentence

MOST_NAMES = 3  # of what the goal lies around
FEW_LEFT = 3  # examples of what is left
UNNAMED = ""  # the type of what the graph's best-documented neighbours do not include


def progress_subject(exploration: Exploration) -> str:
    """Return what the figures are of: "of the entities linked to vitamin E and Alzheimer's disease"; "" if nothing."""
    names = _roots(exploration, {})
    return f"of the entities linked to {names}" if names else ""


def progress_panel(
    exploration: Exploration, around: Mapping[str, Neighbourhood], entities: Mapping[str, Entity]
) -> Reply:
    """Return what the figures mean; `around` holds the roots' neighbourhoods, `entities` what is known by id."""
    known = {m.entity.id: m.entity for n in around.values() for m in n.best} | dict(entities)
    whole = goal_nodes(exploration, around)
    named = {id for step in exploration.steps for id in step.named}
    blocks: list[Block] = [Text((Plain(said),)) for said in _sentences(exploration, whole, named, known)]
    if whole:
        best = [m.entity.id for root in exploration.roots if root in around for m in around[root].best]
        blocks.append(_table(whole, named, known, best))
        blocks.append(
            Notice("Something counts as explored once an answer has made a claim about it, whatever the verdict.")
        )
    return Reply("", "", tuple(blocks), private=True)


def _sentences(
    exploration: Exploration, whole: Set[str], named: set[str], known: Mapping[str, Entity]
) -> Iterable[str]:
    roots = _roots(exploration, known)
    if not roots:
        yield "No question so far names anything in the graph, so there is nothing to measure."
        return
    yield (
        f"The goal is every entity linked to {roots} in the graph. Around these, because the first question or a "
        "later one that somebody typed names them; clicking a suggestion does not add new topics."
    )
    done = len(whole & named)
    if not whole:
        yield "Nothing is left of it."
    elif done == len(whole):
        yield f"There {_are(len(whole))}, and answers of this thread speak of {'all of them' if done > 1 else 'it'}."
    else:
        left = len(whole) - done
        speak = f"answers of this thread speak of {done or 'none'} of them"
        yield f"There {_are(len(whole))}; {speak}, {left} {'is' if left == 1 else 'are'} left."
    yield from _dismissed(exploration)


def _are(n: int) -> str:
    return f"{'is' if n == 1 else 'are'} {count_noun(n, 'such thing')}"


def _dismissed(exploration: Exploration) -> Iterable[str]:
    gone = {id for d in exploration.dismissed for id in d.nodes}
    if exploration.dismissed:
        times, one = len(exploration.dismissed), len(gone) == 1
        whose = "its" if times == 1 else "their"
        things = f"; {whose} {count_noun(len(gone), 'entity')} no longer {'counts' if one else 'count'}" if gone else ""
        yield f"{capitalise(count_noun(times, 'suggestion'))} {'was' if times == 1 else 'were'} dismissed{things}."
    types = dict.fromkeys(type_words(b.type) for b in exploration.barred if b.type)
    if types:
        yield f"Suggestions of {join_words(types, 'or')} are switched off here, so they do not count."
    if any(b.predicate for b in exploration.barred):
        yield "Nor do entities that only an unwanted kind of relation leads to."


def _roots(exploration: Exploration, known: Mapping[str, Entity]) -> str:
    entities = {e.id: e for e in exploration.entities} | dict(known)
    names = [name_in_sentence(entities[id]) for id in exploration.roots if id in entities]
    more = len(names) - MOST_NAMES
    return join_words(names if more < 2 else [*names[:MOST_NAMES], f"{more} more"])


def _table(whole: Set[str], named: set[str], known: Mapping[str, Entity], best: Sequence[str]) -> Table:
    types: dict[str, list[str]] = {}
    for id in sorted(whole):
        types.setdefault(known[id].type if id in known else UNNAMED, []).append(id)
    place = {id: n for n, id in reversed(list(enumerate(best)))}
    rows = []
    for type, ids in sorted(types.items(), key=lambda t: (t[0] == UNNAMED, -len(t[1]), t[0])):
        left = sorted((id for id in ids if id not in named), key=lambda id: place.get(id, len(best)))
        examples = [name_in_sentence(known[id]) for id in left if id in known][:FEW_LEFT]
        heading = capitalise(type_words(type)) if type else "Others, less documented"
        rows.append((heading, str(len(ids) - len(left)), str(len(left)), ", ".join(examples)))
    return Table(("What", "Explored", "Left", "Best documented of what is left"), tuple(rows))


# --- Where a thread has been: its steps, its branches, and two branches side by side.


def steps_block(turns: Sequence[Turn], here: str, most: int = 0) -> Steps:
    """Return the steps in the order of asking; `here` is the id of the turn that the next question goes on from.

    With `most`, at most so many, others folded away: the latest, and where they are not among these, the one that
    people are at and those that led to it.
    """
    number = {t.id: n for n, t in enumerate(turns, 1)}
    shown = set(number.values())
    if most and len(turns) > most:
        way = [number[t.id] for t in path_to_turn(turns, here)]
        latest = range(len(turns) - most + 1, len(turns) + 1)
        near = [] if number.get(here, 0) in latest else way[-(most // 2) :]
        shown = {*near, *latest[len(near) :]}
    on_the_way = {t.id for t in path_to_turn(turns, here)}
    return Steps(
        tuple(
            StepView(
                number[t.id],
                t.question,
                str(Action(Verb.STEP, t.id)),
                number.get(t.parent, 0),
                t.id == here,
                t.id not in on_the_way,
                verdict_counts((t,)),
                chip_counts((t,)),
            )
            for t in turns
            if number[t.id] in shown
        ),
        len(turns) - len(shown),
    )


def verdict_counts(turns: Sequence[Turn]) -> tuple[tuple[Verdict, int], ...]:
    """Return how many of the claims that count came out how, in the verdicts' order; none that is zero."""
    counts = Counter(claim.verdict for turn in turns for _, claim in turn.counted)
    return tuple((v, counts[v]) for v in Verdict if counts[v])


def chip_counts(turns: Sequence[Turn]) -> tuple[tuple[Badge, int], ...]:
    """Return the same as readers see it: own sentences are told apart from checked ones; every icon comes once."""
    counts = Counter(_chip(claim) for turn in turns for _, claim in turn.counted)
    return tuple((b, counts[b]) for b in Badge if counts[b])


def _chip(claim: Claim) -> Badge:
    badge = badge_of(claim)
    return badge if badge.own else claim.verdict.badge


def step_id(turns: Sequence[Turn], value: str) -> str:
    """Return the id of the step with that number, as a form sends it; "" where there is none."""
    known = value.isascii() and value.isdecimal() and len(value) < 7 and 0 < int(value) <= len(turns)
    return turns[int(value) - 1].id if known else ""


def steps_panel(turns: Sequence[Turn], here: str, tree: Figure | Table | None) -> Reply:
    """Return the steps, the picture of the branches, and what can be done with them."""
    if not turns:
        return Reply("", "", (Notice("Nothing has been asked here yet."),), private=True)
    blocks: list[Block] = [Text((Plain(_where(turns, here)),)), steps_block(turns, here)]
    ends = branch_ends(turns)
    if tree is not None and len(ends) > 1:
        blocks.append(tree)
    if len(ends) > 1:
        blocks.append(_compare(turns, ends, here))
    summary = Choice("Summarise the whole thread", str(Action(Verb.SUMMARY, here or turns[-1].id)), look=Look.SUBTLE)
    blocks.append(Choices((summary,)))
    return Reply("", "", tuple(blocks), private=True)


def _where(turns: Sequence[Turn], here: str) -> str:
    at = next((n for n, t in enumerate(turns, 1) if t.id == here), 0)
    if not at:
        return f"{len(turns)} steps so far." if len(turns) > 1 else "One step so far."
    if len(turns) == 1:
        return "You are at the first step. Whatever you ask next goes on from here."
    back = " Go to any step: its answer is shown again, and the next question goes on from there."
    return f"You are at step {at} of {len(turns)}.{back}"


def _compare(turns: Sequence[Turn], ends: Sequence[str], here: str) -> Form:
    number = {t.id: str(n) for n, t in enumerate(turns, 1)}
    question = {t.id: t.question for t in turns}
    options = tuple(Option(number[id], f"… to step {number[id]}: {opening_words(question[id])}") for id in ends)
    left = next((id for id in ends if any(t.id == here for t in path_to_turn(turns, id))), ends[0])
    right = next(id for id in reversed(ends) if id != left)
    fields = (
        Field("left", "This branch", FieldKind.ONE, options, (number[left],)),
        Field("right", "beside this one", FieldKind.ONE, options, (number[right],)),
    )
    return Form("Compare two branches", fields, "Compare", str(Action(Verb.COMPARE, here or turns[-1].id)))


# --- Two branches of a thread side by side.

SAME = "Choose two different branches; these two are one and the same."
GONE = "These branches are no longer here. Open the list of steps again."


def compare_branches(turns: Sequence[Turn], left: str, right: str, vocabulary: Vocabulary) -> tuple[Block, ...]:
    """Return two branches side by side, from where they part; `left` and `right` are the ids of their last turns."""
    ways = path_to_turn(turns, left), path_to_turn(turns, right)
    if not all(ways):
        return (Notice(GONE, Tone.WARNING),)
    shared = {t.id for t in ways[0]} & {t.id for t in ways[1]}
    own = tuple(tuple(t for t in way if t.id not in shared) for way in ways)
    if not all(own):
        return (Notice(SAME, Tone.INFO),)
    number = {t.id: n for n, t in enumerate(turns, 1)}
    names = tuple(f"To step {number[way[-1].id]}" for way in ways)
    blocks: list[Block] = [Text((Plain(_common([number[t.id] for t in turns if t.id in shared])),))]
    blocks += (_questions(own, number, names), _verdicts(own, names))
    blocks += _things(own, names)
    blocks += _both_judge(own, names, vocabulary)
    return tuple(blocks)


def _common(steps: Sequence[int]) -> str:
    if not steps:
        return "The two branches have no step in common."
    are = f"Step {steps[0]} is" if len(steps) == 1 else f"Steps {join_words(map(str, steps))} are"
    return f"{are} common to both; below is what came after."


def _questions(own: Sequence[Sequence[Turn]], number: Mapping[str, int], names: Sequence[str]) -> Table:
    left, right = ([f"{number[t.id]}. {opening_words(t.question, 200)}" for t in way] for way in own)
    return Table(tuple(names), tuple(zip_longest(left, right, fillvalue="")), "Questions")


def _verdicts(own: Sequence[Sequence[Turn]], names: Sequence[str]) -> Table:
    left, right = (dict(chip_counts(way)) for way in own)
    rows = tuple((f"{v.icon} {v.label}", str(left.get(v, 0)), str(right.get(v, 0))) for v in Badge)
    return Table(("Claims", *names), tuple(r for r in rows if r[1:] != ("0", "0")), "Claims by verdict")


def _things(own: Sequence[Sequence[Turn]], names: Sequence[str]) -> list[Block]:
    left, right = (_named(way) for way in own)
    columns = (
        [name for id, name in left.items() if id not in right],
        [name for id, name in left.items() if id in right],
        [name for id, name in right.items() if id not in left],
    )
    rows = tuple(zip_longest(*columns, fillvalue=""))
    heads = (f"Only {names[0].lower()}", "In both", f"Only {names[1].lower()}")
    return [Table(heads, rows, "What they name")] if rows else []


def _named(way: Iterable[Turn]) -> dict[str, str]:
    """Return the names of the entities that questions and claims of a branch name, by id."""
    sides = (
        e
        for turn in way
        for e in (*turn.focus, *(s.entity for _, c in turn.counted for s in (c.subject, c.object) if s))
    )
    return {e.id: name_at_start(e) for e in sides}


def _both_judge(own: Sequence[Sequence[Turn]], names: Sequence[str], vocabulary: Vocabulary) -> list[Block]:
    left, right = ({claim_key(g.claim, vocabulary): g for g in gather_claims(way, vocabulary)} for way in own)
    rows = tuple((g.words, _verdict(g), _verdict(right[key])) for key, g in left.items() if key in right)
    return [Table(("Claim", *names), rows, "Claims that both make")] if rows else []


def _verdict(claim: GatheredClaim) -> str:
    badge = badge_of(claim.claim)
    return f"{badge.icon} {badge.label}"
