"""Kinds of a thing by their names: "Ehlers-Danlos syndrome, type I" is one of Ehlers-Danlos. Pure."""

from __future__ import annotations

import re

from kgcore.values.model import Entity


def is_kind(entity: Entity, name: str) -> bool:
    """Tell whether an entity is called a kind: "osteoarthritis", "hepatitis B", "Ehlers-Danlos syndrome, type I", but
    not "nausea of pregnancy".
    """
    own, kind = " ".join(entity.name.split()), re.escape(name)
    if re.search(rf"\b(?:of|in|for|with|and|or|from) {kind}s?$", own, re.IGNORECASE):
        return False
    which = r"(?:, .+|,?[ -](?:type )?(?:[a-z]|\d{1,2}[a-z]{0,2}|[ivx]+))"
    called = rf".+{kind}s?|{kind}{which}|{kind}s? (?:syndrome|disease|disorder){which}?"
    return bool(re.fullmatch(called, own, re.IGNORECASE))
