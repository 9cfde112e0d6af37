"""Words on cards can be read (WCAG 2.2, AA) with Microsoft's own host configurations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from kgcore.values.reply import Reply
from tests.adapters.teams import golden
from tests.adapters.typical import folder, typical
from tests.adapters.web.test_contrast import contrast

__all__ = ["folder", "typical"]

Json = dict[str, Any]
# microsoft/AdaptiveCards, samples/HostConfig: of each style of container the ground, and the colours of text that cards
# of ours have: (default, subtle, accent), with what is half transparent laid on the ground.
SOFT = {"accent": "#C7DEF9", "good": "#CCFFCC", "attention": "#FFC5B2", "warning": "#FFE2B2"}
HOSTS: Mapping[str, Mapping[str, tuple[str, str, str, str]]] = {
    "microsoft-teams-light.json": {
        "default": ("#ffffff", "#252424", "#bf252424", "#6264a7"),
        "emphasis": ("#f9f8f7", "#252424", "#bf252424", "#6264a7"),
        **{style: (ground, "#252424", "#bf252424", "#6264a7") for style, ground in SOFT.items()},
    },
    "microsoft-teams-dark.json": {
        "default": ("#2d2c2c", "#ffffff", "#bfffffff", "#a6a7dc"),
        "emphasis": ("#292828", "#ffffff", "#bfffffff", "#a6a7dc"),
        **{style: (ground, "#201f1f", "#ff2d2c2c", "#a6a7dc") for style, ground in SOFT.items()},
    },
    "sample.json": {
        "default": ("#FFFFFF", "#000000", "#6f6f6f", "#0063B1"),
        "emphasis": ("#F9F9F9", "#000000", "#6f6f6f", "#2E89FC"),
        **{style: (ground, "#333333", "#EE333333", "#2E89FC") for style, ground in SOFT.items()},
    },
}


def runs(part: object, style: str = "default") -> Iterator[tuple[str, Json]]:
    """Yield every run of text with the style of the container that it stands in."""
    if isinstance(part, list):
        for one in part:
            yield from runs(one, style)
    elif isinstance(part, dict):
        style = part.get("style", style) if part.get("type") == "Container" else style
        if part.get("type") == "TextRun":
            yield style, part
        for one in part.values():
            yield from runs(one, style)


def laid(colour: str, ground: str) -> str:
    """Return a colour (#aarrggbb may be half transparent) as it looks on its ground."""
    if len(colour) == 7:
        return colour
    share = int(colour[1:3], 16) / 255
    pairs = [(int(colour[i + 2 : i + 4], 16), int(ground[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


@pytest.mark.parametrize("host", HOSTS)
def test_text_has_at_least_four_and_a_half_to_one(typical: Mapping[str, Reply], host: str) -> None:
    for name, reply in typical.items():
        for style, run in runs(golden.messages(reply)):
            assert run.get("color", "Default") in {"Default", "Accent"}, (name, run)
            ground, plain, subtle, accent = HOSTS[host][style]
            ink = accent if run.get("color") == "Accent" else subtle if run.get("isSubtle") else plain
            assert contrast(laid(ink, ground), ground) >= 4.5, (name, style, run)
