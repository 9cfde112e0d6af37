from __future__ import annotations

import re

import pytest

from kgcore.presentation.settings import (
    CHANNEL,
    PERSON,
    UNSET,
    SettingsScopes,
    graph_panel,
    read_settings_form,
    settings_confirmation,
    settings_panel,
)
from kgcore.values.message import Click, Person, Place
from kgcore.values.settings import ScopeSettings
from kgcore.values.tasks import Detail
from tests.kgcore.presentation.made import forms, said

MODELS = ("small", "large")


def sent(**fields: str) -> Click:
    values = tuple((name, (value,)) for name, value in fields.items())
    return Click("e", Place("web", "", "c", "t"), Person("u"), "kg1:set:t1:0", values)


@pytest.mark.parametrize("model", ["no such model", "", "*" * 10_000])
def test_a_model_that_is_not_offered_is_not_chosen(model: str) -> None:
    assert read_settings_form(sent(detail="brief", model=model), MODELS, ScopeSettings(model="small")) == ScopeSettings(
        Detail.BRIEF, "small"
    )


def test_unsetting_leaves_it_to_the_wider_scope() -> None:
    assert (
        read_settings_form(sent(detail=UNSET, model=UNSET), MODELS, ScopeSettings(Detail.FULL, "large"))
        == ScopeSettings()
    )


def test_there_is_a_form_for_each_scope_that_shows_what_is_set() -> None:
    panel = settings_panel(
        "t1", SettingsScopes(ScopeSettings(Detail.BRIEF), ScopeSettings(model="large"), shared=True, admin=True), MODELS
    )
    mine, ours, _ = forms(panel).values()
    assert (mine.action, ours.action) == (f"kg1:set:t1:{PERSON}", f"kg1:set:t1:{CHANNEL}")
    assert [f.value for f in mine.fields] == [("brief",), (UNSET,)]
    assert [f.value for f in ours.fields] == [(UNSET,), ("large",), (UNSET,), ("no",)]


def test_who_is_alone_is_not_told_of_channels() -> None:
    panel = settings_panel("t1", SettingsScopes(ScopeSettings(), ScopeSettings()), MODELS, ("ours", "theirs"))
    assert [form.title for form in forms(panel).values()] == ["For you", "The graph"]
    assert not re.search("channel|everybody", said(panel))
    chosen = graph_panel("t1", ScopeSettings(), ("ours", "theirs"), shared=False)
    assert "as usual" in said(chosen)
    assert not re.search("channel|everybody", said(chosen))


def test_without_models_the_panel_says_who_answers() -> None:
    panel = settings_panel("t1", SettingsScopes(ScopeSettings(), ScopeSettings()), ())
    assert [len(f.fields) for f in forms(panel).values()] == [1]
    assert "the graph alone" in said(panel)


def test_saving_is_confirmed_in_words() -> None:
    assert settings_confirmation(ScopeSettings(Detail.BRIEF), PERSON) == "Saved: from now on your answers come brief."
    assert settings_confirmation(ScopeSettings(), CHANNEL) == "Saved: from now on answers here are as long as usual."
