"""When the bot answers what was not said to it, and who may read along. Pure."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum

from kgcore.values.tasks import Detail
from kgcore.values.text import clean_line

_ASKING = re.compile(
    r"(?:and |but |so |ok,? |also |then )?(?:what|which|who|why|how|when|where|is|are|does|do|did|can|could|would|"
    r"should|has|have|tell me|explain|compare|show|list|give|sum up|summari[sz]e)\b",
    re.IGNORECASE,
)


class Listen(StrEnum):
    """Which messages are answered in a thread that the bot was called into."""

    ADDRESSED = "addressed"  # those that are said to it
    ALWAYS = "always"  # all that ask something
    OFFER = "offer"  # to those it offers an answer first


def looks_like_question(text: str) -> bool:
    """Whether a message that was not said to us reads like a question at all: thanks and small talk are left alone."""
    words = text.strip()
    return "?" in words or _ASKING.match(words) is not None


# --- What people, channels and threads have set: how long answers are, who writes them and when one is given.

LONGEST_NAME = 200  # characters of a model's or graph's name
_LONGEST = 2_000  # characters of what is stored


@dataclass(frozen=True, slots=True)
class ScopeSettings:
    """What one scope has chosen; None and "" leave it to the next wider one."""

    detail: Detail | None = None
    model: str = ""
    listen: Listen | None = None
    outsiders: bool = False
    graph: str = ""  # of those on offer; a thread keeps the one that it began with


NOTHING_CHOSEN = ScopeSettings()


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What counts in a place: which messages are answered, and whether people from outside may read answers."""

    listening: Listen = Listen.ADDRESSED
    outsiders: bool = False


def effective_rules(thread: ScopeSettings, channel: ScopeSettings) -> HouseRules:
    """Return what counts: the thread's choice, else the channel's, else only what is addressed is answered."""
    return HouseRules(thread.listen or channel.listen or Listen.ADDRESSED, channel.outsiders)


def effective_settings(person: ScopeSettings, channel: ScopeSettings, default: Detail) -> ScopeSettings:
    """Return what counts: the person's choice, else the channel's, else the default (a model may stay "")."""
    return ScopeSettings(person.detail or channel.detail or default, person.model or channel.model)


def to_json(settings: ScopeSettings) -> str:
    """Return the settings as the store keeps them."""
    chosen = {"detail": settings.detail.value if settings.detail else "", "model": settings.model}
    listen = settings.listen.value if settings.listen else ""
    return json.dumps({**chosen, "listen": listen, "outsiders": settings.outsiders, "graph": settings.graph})


def from_json(text: str | None) -> ScopeSettings:
    """Return the settings that a text holds; what cannot be read counts as not chosen."""
    try:
        found = json.loads(text or "") if len(text or "") <= _LONGEST else {}
    except (ValueError, RecursionError):
        return ScopeSettings()
    found = found if isinstance(found, dict) else {}
    outsiders = found.get("outsiders") is True
    detail, listen = detail_named(found.get("detail")), listen_named(found.get("listen"))
    return ScopeSettings(detail, _named(found.get("model")), listen, outsiders, _named(found.get("graph")))


def detail_named(value: object) -> Detail | None:
    """Return the length of that name; None where there is none."""
    return next((d for d in Detail if d.value == value), None)


def listen_named(value: object) -> Listen | None:
    """Return which messages are answered, by its name; None where there is none."""
    return next((one for one in Listen if one.value == value), None)


def _named(value: object) -> str:
    return clean_line(value) if isinstance(value, str) and len(value) <= LONGEST_NAME else ""
