"""What "18 of 47 explored" means. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from kgcore.explore import goal
from kgcore.language.english import capital, counted, listed
from kgcore.language.kinds import type_words
from kgcore.model import Entity, Neighbourhood
from kgcore.reply import Block, Notice, Plain, Reply, Table, Text
from kgcore.thread import Exploration
from kgcore.wording import mid

MOST_NAMES = 3  # of what the goal lies around
FEW_LEFT = 3  # examples of what is left
UNNAMED = ""  # the type of what the graph's best-documented neighbours do not include


def about(exploration: Exploration) -> str:
    """Return what the figures are of: "of what lies one step from vitamin E and Alzheimer's disease"; "" if nothing."""
    names = _roots(exploration, {})
    return f"of what lies one step from {names}" if names else ""


def progress_panel(
    exploration: Exploration, around: Mapping[str, Neighbourhood], entities: Mapping[str, Entity]
) -> Reply:
    """Return what the figures mean; `around` holds the roots' neighbourhoods, `entities` what is known by id."""
    known = {m.entity.id: m.entity for n in around.values() for m in n.best} | dict(entities)
    whole = goal(exploration, around)
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
        yield "Nothing has been asked yet that the graph knows, so there is nothing to measure."
        return
    yield (
        f"The goal is what lies one step from {roots} in the graph. Around these, because the first question or a "
        "later one that somebody typed names them; a suggestion that was clicked does not widen the goal."
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
    return f"{'is' if n == 1 else 'are'} {counted(n, 'such thing')}"


def _dismissed(exploration: Exploration) -> Iterable[str]:
    gone = {id for d in exploration.dismissed for id in d.nodes}
    if exploration.dismissed:
        things = f": {counted(len(gone), 'thing')} no longer {'counts' if len(gone) == 1 else 'count'}" if gone else ""
        times = len(exploration.dismissed)
        yield f"{capital(counted(times, 'suggestion'))} {'was' if times == 1 else 'were'} dismissed{things}."
    types = dict.fromkeys(type_words(b.type) for b in exploration.barred if b.type)
    if types:
        yield f"Nobody wants to see {listed(types, 'or')} suggested here, so they do not count."
    if any(b.predicate for b in exploration.barred):
        yield "Things that only an unwanted kind of relation leads to do not count either."


def _roots(exploration: Exploration, known: Mapping[str, Entity]) -> str:
    entities = {e.id: e for e in exploration.entities} | dict(known)
    names = [mid(entities[id]) for id in exploration.roots if id in entities]
    more = len(names) - MOST_NAMES
    return listed(names if more < 2 else [*names[:MOST_NAMES], f"{more} more"])


def _table(whole: Set[str], named: set[str], known: Mapping[str, Entity], best: Sequence[str]) -> Table:
    types: dict[str, list[str]] = {}
    for id in sorted(whole):
        types.setdefault(known[id].type if id in known else UNNAMED, []).append(id)
    place = {id: n for n, id in reversed(list(enumerate(best)))}
    rows = []
    for type, ids in sorted(types.items(), key=lambda t: (t[0] == UNNAMED, -len(t[1]), t[0])):
        left = sorted((id for id in ids if id not in named), key=lambda id: place.get(id, len(best)))
        examples = [mid(known[id]) for id in left if id in known][:FEW_LEFT]
        heading = capital(type_words(type)) if type else "Others, less documented"
        rows.append((heading, str(len(ids) - len(left)), str(len(left)), ", ".join(examples)))
    return Table(("What", "Explored", "Left", "Best documented of what is left"), tuple(rows))
