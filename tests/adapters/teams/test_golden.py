"""Typical replies look as they did, and as Teams takes them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from adapters.teams.claims import verdict_summary
from adapters.teams.limits import BUTTONS_SEEN, CLAIMS_OPEN, MESSAGE_BYTES
from kgcore.values.reply import Claims, Papers, Reply, Text
from tests.adapters.teams import golden
from tests.adapters.typical import folder, typical
from tests.servers.teams import counted
from tests.servers.teams_schema import faults, walk, words

__all__ = ["folder", "typical"]


def test_typical_replies_look_as_they_did(typical: Mapping[str, Reply]) -> None:
    for name, reply in typical.items():
        kept = golden.path(name).read_text(encoding="utf-8")
        assert json.loads(golden.written(reply)) == json.loads(kept), f"{name}: make goldens renews it"


def test_typical_replies_are_cards_of_the_schema_in_one_message(typical: Mapping[str, Reply]) -> None:
    assert len(typical) >= 10
    for name, reply in typical.items():
        (message,) = golden.messages(reply)
        (card,) = [a["content"] for a in message["attachments"]]
        assert faults(card) == [], name
        assert counted(json.dumps(message).encode()) < MESSAGE_BYTES, name
        assert "text" not in message, name


def test_every_button_that_reaches_us_has_a_verb(typical: Mapping[str, Reply]) -> None:
    """Neither the published schema nor the SDK asks for it, but without it a press goes nowhere."""
    found = 0
    for reply in typical.values():
        for button in buttons(golden.messages(reply)):
            found += 1
            assert re.fullmatch(r"[a-z-]+", button["verb"]), button
    for reply in typical.values():
        found += len(buttons(golden.messages(reply, brief=False)))
    for kept in golden.FOLDER.glob("*.json"):
        assert all(button["verb"] for button in buttons(json.loads(kept.read_text(encoding="utf-8")))), kept.name
    assert found > 100


def buttons(messages: object) -> list[dict[str, Any]]:
    return [e for e in walk(messages) if e.get("type") == "Action.Execute"]


def test_every_word_of_an_answer_and_every_verdict_stands_in_the_card(typical: Mapping[str, Reply]) -> None:
    for name, reply in typical.items():
        text = "\n".join(words(m["attachments"][0]["content"]) for m in golden.messages(reply, brief=False))
        for claim in (c for b in reply.blocks if isinstance(b, Claims) for c in b.claims):
            assert f"{claim.number} {claim.chip.icon} {claim.chip.label}" in text, name
            if sum(len(b.claims) for b in reply.blocks if isinstance(b, Claims)) <= CLAIMS_OPEN:  # else in its dialog
                assert claim.why in text, name
                assert all(fact.words in text for fact in claim.evidence), name
                assert all(q.words in text for fact in claim.evidence for q in fact.quotes), name


def test_an_answer_is_one_message_of_a_line_a_claim_and_what_it_leaves_out_opens_from_two_buttons(
    typical: Mapping[str, Reply],
) -> None:
    for name in ("supported", "mixed", "unsure"):
        reply = typical[name]
        (message,) = golden.messages(reply)
        card = message["attachments"][0]["content"]
        claims = [c for b in reply.blocks if isinstance(b, Claims) for c in b.claims]
        text, opened = words(card), golden.dialogs(reply)
        shown = [item for item in card["body"] if item.get("style")]
        assert len([s for s in shown if "columns" in str(s)]) == len(claims), name
        for claim in claims:
            assert f"{claim.number} {claim.chip.icon} {claim.chip.label}" in text, name
            assert claim.why not in text, name
            assert claim.why in words(opened["evidence"]), name
        assert [b["title"] for b in _pressed({"body": card["body"]})][-2:] == ["Evidence", "More"], name
        assert "explored" not in text, name
        assert "explored" in words(opened["more"]), name
        assert not any(e.get("title") == "✕" for e in walk(card)), name


def test_a_map_is_its_findings_and_one_table(typical: Mapping[str, Reply]) -> None:
    (message,) = golden.messages(typical["map"])
    card, opened = message["attachments"][0]["content"], golden.dialogs(typical["map"])
    assert sum(e.get("type") == "Table" for e in walk(card)) == 1
    assert "3 claims checked: 1 ✗ Contradicted · 2 ✓ Supported." in words(card)
    said = [b.plain for b in typical["map"].blocks if isinstance(b, Text)]
    assert said
    assert not any(text in words(card) for text in said)
    assert "What is said of each pair" in words(opened["evidence"])


def test_many_claims_are_folded_by_verdict_and_each_is_reached_by_two_presses(typical: Mapping[str, Reply]) -> None:
    many = [r for r in typical.values() if sum(len(b.claims) for b in r.blocks if isinstance(b, Claims)) > CLAIMS_OPEN]
    assert many
    for reply in many:
        (message,) = golden.messages(reply)
        card = message["attachments"][0]["content"]
        (block,) = [b for b in reply.blocks if isinstance(b, Claims)]
        shown = "\n".join(words(item) for item in seen(card))
        assert verdict_summary(block) in shown
        assert sum(e.get("title") == "More …" for e in walk(card)) == len(block.claims)
        for chip in {c.chip for c in block.claims}:
            assert f"{chip.icon} {chip.label} ({sum(c.chip is chip for c in block.claims)})" in shown


def test_at_most_ten_buttons_are_in_sight(typical: Mapping[str, Reply]) -> None:
    for name, reply in typical.items():
        if reply.private and not any(isinstance(b, Papers) for b in reply.blocks):  # papers are shared, panels are not
            continue
        for message in golden.messages(replace(reply, private=False)):
            card = message["attachments"][0]["content"]
            titles = [b.get("title") for item in seen(card) for b in _pressed(item)]
            assert len(titles) <= BUTTONS_SEEN, (name, titles)


def seen(card: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what of a card is shown before anything is unfolded."""

    def shown(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: shown(v) for k, v in value.items()}
        if isinstance(value, list):
            return [shown(v) for v in value if not (isinstance(v, dict) and v.get("isVisible") is False)]
        return value

    found: list[dict[str, Any]] = shown(card["body"])
    return found


def _pressed(item: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the buttons in sight: rows that are pressed as a whole, and buttons that no small menu hides."""
    rows = [e["selectAction"] for e in walk(item) if e.get("selectAction", {}).get("type") == "Action.Execute"]
    sets = [a for e in walk(item) if e.get("type") == "ActionSet" for a in e["actions"] if a.get("mode") != "secondary"]
    return rows + sets
