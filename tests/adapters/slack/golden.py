"""Golden payloads of typical replies; `make goldens` writes them anew."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from adapters.shared.condensing import Rest, is_long
from adapters.slack.blocks import figure_digest
from adapters.slack.condensing import rest_of_reply
from adapters.slack.render import render, render_pages
from kgcore.values.reply import Figure, Reply

FOLDER = Path(__file__).parents[2] / "golden" / "slack"
KEPT = ("map", "mixed", "placeholder", "settings", "supported", "why")


def path(name: str) -> Path:
    """The golden file of a typical reply."""
    return FOLDER / f"{name.replace(' ', '_')}.json"


def written(reply: Reply) -> str:
    """The messages of a reply whose pictures have been uploaded, as one text."""
    return json.dumps(rendered(reply), indent=1, ensure_ascii=False) + "\n"


def rendered(reply: Reply) -> list[dict[str, object]]:
    """The messages of a reply whose pictures have been uploaded."""
    pictures = {figure_digest(f): "F0000001" for f in reply.blocks if isinstance(f, Figure)}
    return [{"text": p.text, "blocks": list(p.blocks)} for p in render(reply, pictures, brief=True).posts]


def whole(reply: Reply) -> list[object]:
    """The messages of a reply, and all pages that its two buttons open."""
    if not is_long(reply):
        return [*rendered(reply)]
    pages: list[object] = []
    for part in (rest_of_reply(reply, rest) for rest in (Rest.EVIDENCE, Rest.MORE)):
        for page in range(20):
            made = render_pages(part, "More", "{}", page, "more:t:")[0]
            if made not in pages:
                pages.append(made)
    return [*rendered(reply), *pages]


def renew(replies: Mapping[str, Reply]) -> None:
    """Write all golden files."""
    for name in KEPT:
        path(name).write_text(written(replies[name]), encoding="utf-8")
