"""Names in a stem: what is called twice is one thing, and a bracket around a name stays whole."""

from __future__ import annotations

import pytest

from kgcore.reasoning.loose_stems import NAME, masked_names
from kgcore.values.model import Candidate, Entity, Match


@pytest.mark.parametrize(
    ("said", "name", "masked"),
    [
        ("Xanthine dehydrogenase (XDH) is blocked by", "XDH", f"{NAME} is blocked by"),
        ("Acetylcholinesterase (ACHE) is blocked by", "ACHE", f"{NAME} is blocked by"),
        ("Transferrin (XDH) is blocked by", "XDH", f"Transferrin ({NAME}) is blocked by"),
        ("A drug of old age (XDH) is blocked by", "XDH", f"A drug of old age ({NAME}) is blocked by"),
        ("An enzyme (XDH) is blocked by", "XDH", f"An enzyme ({NAME}) is blocked by"),
    ],
)
def test_a_short_name_in_brackets_is_what_stands_before_it(said: str, name: str, masked: str) -> None:
    meant = Candidate(Entity(id="1", name=name, type="Gene"), 1.0, Match.EXACT)
    at = said.index(name)
    assert masked_names(said, [(at, at + len(name), (meant,))]) == (masked, (name,))
