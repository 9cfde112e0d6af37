"""Turns that were saved under the fields' earlier names are read as they were meant."""

from __future__ import annotations

import json

from kgcore.store.schema import TURN
from kgcore.values.actions import RecommendationKind
from kgcore.values.model import Claim, Mention, Reason, Triple
from kgcore.values.thread import Recommendation, Turn
from kgcore.verdicts import Verdict


def test_a_turn_saved_before_the_fields_were_renamed_means_the_same() -> None:
    triple = Triple(Mention("colds"), "are cured by", Mention("zinc"))
    claim = Claim(triple, Verdict.UNSURE, Reason.OVERSTATES, "", inverted=True, overstates=True)
    asked = Recommendation("Why?", "", RecommendationKind.NODE, "zinc", "colds", inverted=True)
    turn = Turn("t1", "thread", "Does zinc cure colds?", claims=(claim,), recommendations=(asked,))
    now = TURN.dump_json(turn).decode()
    before = now.replace('"inverted":', '"turned":').replace('"overstates":', '"says_more":')
    assert before != now
    assert json.loads(now)["claims"][0]["reason"] == "says_more"
    assert TURN.validate_json(before) == TURN.validate_json(now) == turn
