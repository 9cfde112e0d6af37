"""Who speaks: names as they are shown and compared. Pure; a name is untrusted text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from kgcore.language.english import clean

LONGEST = 40  # characters of a name that are shown
NOBODY = "Somebody"
_ORDINARY = re.compile(r"[\w.'’@ -]+")


def speakers(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names as they are shown, each person (whatever the case and the spaces) in one spelling: the first."""
    seen: dict[str, str] = {}
    return tuple(seen.setdefault(_same(name), shown(name)) for name in names)


def shown(name: str) -> str:
    """Return a name on one line, without control characters, not too long."""
    tidy = clean(name)
    return (tidy if len(tidy) <= LONGEST else tidy[: LONGEST - 1].rstrip() + "…") or NOBODY


def in_words(name: str) -> str:
    """Return a name as it stands in a sentence: in quotation marks where it might be taken for part of it."""
    return name if _ORDINARY.fullmatch(name) else f"“{re.sub('[“”]', '', name)}”"


def _same(name: str) -> str:
    return clean(unicodedata.normalize("NFKC", name)).casefold()
