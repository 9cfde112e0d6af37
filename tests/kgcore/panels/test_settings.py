from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.message import Click, Person, Place
from kgcore.panels.settings import (
    CHANNEL,
    PERSON,
    UNSET,
    Scopes,
    Settings,
    chosen,
    dumps,
    effective,
    loads,
    saved,
    settings_panel,
)
from kgcore.tasks import Detail
from tests.kgcore.panels.made import forms, said

MODELS = ("small", "large")


def sent(**fields: str) -> Click:
    values = tuple((name, (value,)) for name, value in fields.items())
    return Click("e", Place("web", "", "c", "t"), Person("u"), "kg1:set:t1:0", values)


def test_the_person_counts_before_the_channel_and_the_channel_before_the_default() -> None:
    channel = Settings(Detail.FULL, "large")
    assert effective(Settings(), channel, Detail.NORMAL) == channel
    assert effective(Settings(Detail.BRIEF), channel, Detail.NORMAL) == Settings(Detail.BRIEF, "large")
    assert effective(Settings(), Settings(), Detail.NORMAL) == Settings(Detail.NORMAL)


@given(st.builds(Settings, st.none() | st.sampled_from(Detail), st.sampled_from(("", *MODELS))))
def test_settings_survive_the_store(settings: Settings) -> None:
    assert loads(dumps(settings)) == settings


@given(st.text() | st.sampled_from(("[" * 1500, '{"detail": 7, "model": []}', "null", "1", '{"model": "\\u0000"}')))
def test_what_cannot_be_read_counts_as_not_chosen(text: str) -> None:
    assert isinstance(loads(text), Settings)
    assert loads("not json") == loads(None) == loads('{"detail": "huge"}') == Settings()


@pytest.mark.parametrize("model", ["no such model", "", "*" * 10_000])
def test_a_model_that_is_not_offered_is_not_chosen(model: str) -> None:
    assert chosen(sent(detail="brief", model=model), MODELS, Settings(model="small")) == Settings(Detail.BRIEF, "small")


def test_unsetting_leaves_it_to_the_wider_scope() -> None:
    assert chosen(sent(detail=UNSET, model=UNSET), MODELS, Settings(Detail.FULL, "large")) == Settings()


def test_there_is_a_form_for_each_scope_that_shows_what_is_set() -> None:
    panel = settings_panel("t1", Scopes(Settings(Detail.BRIEF), Settings(model="large")), MODELS)
    mine, ours = forms(panel).values()
    assert (mine.action, ours.action) == (f"kg1:set:t1:{PERSON}", f"kg1:set:t1:{CHANNEL}")
    assert [f.value for f in mine.fields] == [("brief",), (UNSET,)]
    assert [f.value for f in ours.fields] == [(UNSET,), ("large",)]


def test_without_models_the_panel_says_who_answers() -> None:
    panel = settings_panel("t1", Scopes(Settings(), Settings()), ())
    assert [len(f.fields) for f in forms(panel).values()] == [1, 1]
    assert "the graph alone" in said(panel)


def test_saving_is_confirmed_in_words() -> None:
    assert saved(Settings(Detail.BRIEF), PERSON) == "Saved: from now on your answers come brief."
    assert saved(Settings(), CHANNEL) == "Saved: from now on answers in this channel are as long as is set elsewhere."
