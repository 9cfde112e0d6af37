"""What people and channels have set, and what counts of it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kgcore.values.settings import (
    HouseRules,
    Listen,
    ScopeSettings,
    effective_rules,
    effective_settings,
    from_json,
    to_json,
)
from kgcore.values.tasks import Detail

MODELS = ("small", "large")


def test_the_person_counts_before_the_channel_and_the_channel_before_the_default() -> None:
    channel = ScopeSettings(Detail.FULL, "large")
    assert effective_settings(ScopeSettings(), channel, Detail.NORMAL) == channel
    assert effective_settings(ScopeSettings(Detail.BRIEF), channel, Detail.NORMAL) == ScopeSettings(
        Detail.BRIEF, "large"
    )
    assert effective_settings(ScopeSettings(), ScopeSettings(), Detail.NORMAL) == ScopeSettings(Detail.NORMAL)


@given(
    st.builds(
        ScopeSettings,
        st.none() | st.sampled_from(Detail),
        st.sampled_from(("", *MODELS)),
        st.none() | st.sampled_from(Listen),
        st.booleans(),
    )
)
def test_settings_survive_the_store(settings: ScopeSettings) -> None:
    assert from_json(to_json(settings)) == settings


@given(st.text() | st.sampled_from(("[" * 1500, '{"detail": 7, "model": []}', "null", "1", '{"model": "\\u0000"}')))
def test_what_cannot_be_read_counts_as_not_chosen(text: str) -> None:
    assert isinstance(from_json(text), ScopeSettings)
    assert from_json("not json") == from_json(None) == from_json('{"detail": "huge"}') == ScopeSettings()


def test_in_a_place_the_thread_counts_before_the_channel_and_only_channels_let_outsiders_in() -> None:
    thread = ScopeSettings(listen=Listen.OFFER, outsiders=True)
    assert effective_rules(thread, ScopeSettings(listen=Listen.ALWAYS)) == HouseRules(Listen.OFFER)
    assert effective_rules(ScopeSettings(), ScopeSettings(listen=Listen.ALWAYS, outsiders=True)) == HouseRules(
        Listen.ALWAYS, True
    )
    assert effective_rules(ScopeSettings(), ScopeSettings()) == HouseRules(Listen.ADDRESSED)
