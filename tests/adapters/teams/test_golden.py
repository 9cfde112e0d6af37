"""Typical replies look as they did, and as Teams takes them."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from adapters.teams.limits import MESSAGE_BYTES
from kgcore.reply import Claims, Reply
from tests.adapters.teams import golden
from tests.adapters.typical import folder, typical
from tests.servers.teams_schema import faults, words

__all__ = ["folder", "typical"]


def test_typical_replies_look_as_they_did(typical: Mapping[str, Reply], request: pytest.FixtureRequest) -> None:
    if any(type(p).__name__ == "Renew" for p in request.config.pluginmanager.get_plugins()):
        golden.renew(typical)
    for name, reply in typical.items():
        kept = golden.path(name).read_text(encoding="utf-8")
        assert json.loads(golden.written(reply)) == json.loads(kept), (
            f"{name}: -m tests.adapters.teams.golden renews it"
        )


def test_typical_replies_are_cards_of_the_schema_in_one_message(typical: Mapping[str, Reply]) -> None:
    assert len(typical) >= 10
    for name, reply in typical.items():
        (message,) = golden.messages(reply)
        (card,) = [a["content"] for a in message["attachments"]]
        assert faults(card) == [], name
        assert len(json.dumps(message, ensure_ascii=False).encode()) < MESSAGE_BYTES, name
        assert "text" not in message, name


def test_every_word_of_an_answer_and_every_verdict_stands_in_the_card(typical: Mapping[str, Reply]) -> None:
    for name, reply in typical.items():
        text = "\n".join(words(m["attachments"][0]["content"]) for m in golden.messages(reply))
        for claim in (c for b in reply.blocks if isinstance(b, Claims) for c in b.claims):
            assert f"{claim.number} {claim.verdict.icon} {claim.verdict.label}" in text, name
            assert claim.why in text, name
            assert all(fact.words in text for fact in claim.evidence), name
            assert all(q.words in text for fact in claim.evidence for q in fact.quotes), name
