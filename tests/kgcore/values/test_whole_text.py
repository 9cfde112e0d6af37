"""Half characters, which JSON can carry and nothing can keep, never come further than the event that brings them."""

from __future__ import annotations

from dataclasses import astuple, replace
from pathlib import Path

import pytest

from kgcore.store.sqlite import SqliteStore
from kgcore.values.message import Click, Command, Incoming, Message, Person, Place, Said

ODD = "zinc \uda03 \udcff ☃ 💊"
WHOLE = "zinc \ufffd \ufffd ☃ 💊"
PLACE, PERSON = Place("web", "", "local", "t1"), Person("u1", ODD, locale=ODD)
EVENTS: list[Incoming] = [
    Message("e1", PLACE, PERSON, ODD, quote=ODD),
    Click("e2", PLACE, PERSON, ODD, ((ODD, (ODD, "plain")),)),
    Command("e3", PLACE, PERSON, "map", ODD, (Said(ODD, ODD),)),
    Message(ODD, Place("web", ODD, ODD, ODD), PERSON, "plain"),
]


@pytest.mark.parametrize("event", EVENTS, ids=[type(e).__name__ for e in EVENTS])
async def test_an_event_with_half_characters_is_kept_and_comes_back(tmp_path: Path, event: Incoming) -> None:
    store = SqliteStore(tmp_path / "s.db")
    assert await store.keep(event)
    (found,) = await store.pending()
    await store.close()
    assert found == event
    assert "\uda03" not in str(astuple(found))
    assert WHOLE in str(astuple(found))


def test_what_is_whole_stays_as_it_is() -> None:
    message = Message("e1", PLACE, Person("u1"), "Zinc ☃ 💊 \u202e\u00ad")
    assert message.text == "Zinc ☃ 💊 \u202e\u00ad"
    assert replace(message, text=ODD).text == WHOLE


def test_no_part_of_a_place_can_pass_for_several() -> None:
    """Other programs name threads as they like: none may lead into another channel, or break what reads keys."""
    place = Place("api", "", "notebook", "a\x1fb")
    assert place.key.split("\x1f")[:3] == ["api", "", "notebook"]
    assert len(place.key.split("\x1f")) == 4
    assert place == Place(*place.key.split("\x1f"))
