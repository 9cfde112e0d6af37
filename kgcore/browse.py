"""What is shown of an entity without a question: what it is, what lies around it, and the way to another. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kgcore.browsing.neighbours import listing
from kgcore.browsing.ways import joined
from kgcore.controls import View
from kgcore.drawing.palette import type_colour
from kgcore.language.english import clean, is_plural, listed
from kgcore.language.kinds import type_words
from kgcore.message import Action, Verb
from kgcore.model import Entity
from kgcore.reply import Block, Choice, Choices, EntityRef, Field, FieldKind, Form, Inline, Look, Plain, Text
from kgcore.thread import Turn
from kgcore.vocabulary import Vocabulary
from kgcore.wording import mid, start

MOST_IN_MENU = 60
LONGEST_ABOUT = 300  # characters of a description
LONGEST_QUESTION = 500
LONGEST_NAME = 200


def browse_blocks(turn: Turn, view: View, numbers: Mapping[str, int], vocabulary: Vocabulary) -> list[Block]:
    """Return the blocks of a browsing turn: words, types to unfold, where to go on, and forms."""
    if not turn.focus:
        return [Text((Plain("The graph no longer holds this entity."),))]
    blocks: list[Block] = [Text(_opening(turn, numbers))]
    if len(turn.focus) > 1:
        blocks += joined(turn, numbers, vocabulary)
    for index, (type, count) in enumerate(types_around(turn)):
        if group_of(turn, index) in view.opened and any(n.entity.type == type for n in turn.around):
            blocks += listing(turn, type, count, numbers, vocabulary)
    return [*blocks, *_choices(turn, view, numbers), *_forms(turn, numbers)]


def types_around(turn: Turn) -> tuple[tuple[str, int], ...]:
    """Return the types of what lies around the entity, with how many there are, most first; buttons count by it."""
    if turn.around_counts:
        return turn.around_counts
    known = Counter(n.entity.type for n in turn.around)
    return tuple(sorted(known.items(), key=lambda one: (-one[1], one[0])))


def group_of(turn: Turn, index: int) -> str:
    """Return what `View.opened` calls the neighbours of the type with that index; "" where there is none."""
    types = types_around(turn)
    return f"{turn.focus[0].id}|{types[index][0]}" if turn.focus and 0 <= index < len(types) else ""


def not_found(text: str, near: Sequence[Entity]) -> str:
    """Return a friendly refusal for a name that the graph does not know, with names that come near."""
    said = f"The graph has nothing called “{clean(text)[:LONGEST_NAME]}”."
    names = listed((f"“{start(e)}”" for e in near), "or")
    return f"{said} Did you mean {names}?" if names else f"{said} Try a shorter or another name."


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _opening(turn: Turn, numbers: Mapping[str, int]) -> tuple[Inline, ...]:
    centre = turn.focus[0]
    name = EntityRef(start(centre), numbers.get(centre.id, 0), centre.type, type_colour(centre.type))
    about = _about(centre)
    return (name, Plain(f"{_kind(centre)}. {f'{about} ' if about else ''}{_around(turn)}"))


def _kind(entity: Entity) -> str:
    if not entity.type:
        return ""
    several = is_plural(entity.name)
    kind = type_words(entity.type, several)
    return f" ({kind})" if several else f" (a{'n' if kind[:1] in 'aeiou' else ''} {kind})"


def _about(entity: Entity) -> str:
    words = clean(entity.description)
    if len(words) > LONGEST_ABOUT:
        words = words[:LONGEST_ABOUT].rpartition(" ")[0].rstrip(".,;:") + " …"
    return words if not words or words.endswith((".", "!", "?", "…")) else f"{words}."


def _around(turn: Turn) -> str:
    types = types_around(turn)
    total = sum(count for _, count in types)
    if not total:
        return "Nothing lies one step away from it in the graph."
    kinds = listed(of_type(type, count) for type, count in types)
    if total == 1:
        return f"One step away lies one thing: {kinds}."
    less = f" The {len(turn.around)} best documented are at hand here." if len(turn.around) < total else ""
    return f"One step away lie {total:,} things: {kinds}.{less}"


def of_type(type: str, count: int) -> str:
    """Return "12 disorders", "1 gene"; of no known type: "3 more"."""
    return f"{count:,} {type_words(type, count != 1) if type else 'more'}"


# ── what can be done ────────────────────────────────────────────────────────────────────────────────────────────────


def _choices(turn: Turn, view: View, numbers: Mapping[str, int]) -> Iterator[Choices]:
    kinds = []
    at_hand = {n.entity.type for n in turn.around}
    for index, (type, count) in enumerate(types_around(turn)):
        if type not in at_hand:
            continue
        on = group_of(turn, index) in view.opened
        action = str(Action(Verb.UNFOLD, turn.id, index))
        kinds.append(Choice(of_type(type, count), action, "fold away" if on else "list them", on=on))
    if kinds:
        yield Choices(tuple(kinds), title="What lies around it")
    others = [_onward(e, turn, numbers) for e in turn.focus[1:] if numbers.get(e.id)]
    menu = [
        _onward(n.entity, turn, numbers) for n in turn.around if numbers.get(n.entity.id) and n.entity not in turn.focus
    ]
    if others or menu:
        yield Choices(tuple(others), tuple(menu[:MOST_IN_MENU]), "Go on from")


def _onward(entity: Entity, turn: Turn, numbers: Mapping[str, int]) -> Choice:
    number = numbers[entity.id]
    hint = type_words(entity.type, False) if entity.type else ""
    return Choice(start(entity), str(Action(Verb.BROWSE, turn.id, number)), hint, number, Look.NORMAL)


def _forms(turn: Turn, numbers: Mapping[str, int]) -> Iterator[Form]:
    centre = turn.focus[0]
    other = Field("name", "To which entity?", FieldKind.TEXT, most=LONGEST_NAME, names=True)
    yield Form(f"Find the way from {mid(centre)} to …", (other,), "Find the way", str(Action(Verb.WAY, turn.id)))
    if number := numbers.get(centre.id):
        ask = Field("text", "Your question", FieldKind.TEXT, most=LONGEST_QUESTION)
        yield Form(f"Ask about {mid(centre)}", (ask,), "Ask", str(Action(Verb.ABOUT, turn.id, number)))
