"""People in danger come first: what they write is answered before anything is looked up, kept or drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from kgcore.presentation.danger import answer_to_danger, country_of
from kgcore.question.danger import danger_in
from kgcore.reasoning.choices import is_case_of_a_test, is_test_of_nobody
from kgcore.values.danger import Danger
from kgcore.values.message import Change, Click, Command, CommandQuery, Incoming, LiteratureQuery, Message, Query
from kgcore.values.reply import Reply

OWN_WORDS = ("ask", "check", "browse", "literature", "map")  # commands behind whose names people write in own words
READ_BACK = ("check", "map")  # commands that read what people have said to each other
LONG = 200  # characters that are read beside what else goes on: these take some twenty milliseconds
FIELDS = ("text", "reason", "question", "words")  # fields of forms in which they do


async def first_of_all(event: Incoming, country: str = "") -> Reply | None:
    """Return the answer to somebody in danger, or None. `country` is the one that was set for everybody.

    Where others are, too, it is for the person alone.
    """
    found = await danger_told(event)
    if found is None:
        return None
    return answer_to_danger(found, country_of(country, event.person.locale), private=event.place.shared)


async def first_of_a_query(query: Query, country: str = "") -> Reply | None:
    """Return the answer to somebody in danger who asked on the spot, or None."""
    match query:
        case CommandQuery(command):
            return await first_of_all(command, country)
        case LiteratureQuery(place, text):
            found = await danger_of(text)
            return answer_to_danger(found, country_of(country), private=place.shared) if found else None
        case _:
            return None


async def danger_told(event: Incoming, *, beside: bool = False) -> Danger | None:
    """Return the danger that the words of an event tell of, or None; long ones, and all with `beside`, are read beside
    what else goes on.
    """
    return await _first(_danger_of, _texts_of(event), beside=beside)


def danger_by_rules(event: Incoming) -> Danger | None:
    """Return the danger that a rule tells of in an event, in a tenth of the time, or None."""
    return next(filter(None, (danger_in(text, guessed=False) for text in _texts_of(event))), None)


def _texts_of(event: Incoming) -> list[str]:
    match event:
        case Message():
            return [event.text, event.quote]
        case Command():
            said = [one.text for one in event.said] if event.name in READ_BACK else []
            return [event.text, *said] if event.name in OWN_WORDS else []
        case Click():
            return [" ".join(event.field(name)) for name in FIELDS]
        case Change():
            return [event.text]


def _danger_of(text: str) -> Danger | None:
    found = danger_in(text)
    if found and is_test_of_nobody(text):  # whose words weigh as those of people do, for all that nobody is meant
        found = danger_in(text, guessed=False)
    return None if found is Danger.EMERGENCY and is_case_of_a_test(text) else found


async def danger_of(*texts: str) -> Danger | None:
    """Return the first danger that texts tell of, or None; what is long is read beside what else goes on."""
    return await _first(danger_in, texts)


async def _first(read: Callable[[str], Danger | None], texts: Sequence[str], *, beside: bool = False) -> Danger | None:
    def look() -> Danger | None:
        return next(filter(None, map(read, texts)), None)

    return await asyncio.to_thread(look) if beside or sum(map(len, texts)) > LONG else look()
