"""The registry of verdicts is whole, and it is the only place that knows how a verdict looks."""

from __future__ import annotations

import ast
import io
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from adapters.discord.layout import lay_out_reply
from adapters.slack.render import render as slack_render
from adapters.teams.card import render as teams_render
from adapters.teams.claims import STYLE
from adapters.teams.scene import CardContext
from adapters.web.render import Page, render_colours, render_page, render_reply
from bot.terminal import ReplyStyle, print_reply
from kgcore.drawing.canvas import legend_entries
from kgcore.drawing.dot import edge_label
from kgcore.drawing.palette import contrast
from kgcore.drawing.picture import Picture, PictureEdge, PictureNode
from kgcore.drawing.words import edge_table
from kgcore.exploration.exploration import exploration_of
from kgcore.presentation.replies import help_panel
from kgcore.presentation.summary import summary_markdown
from kgcore.values.reply import Claims, ClaimView, Plain, Reply, Text
from kgcore.verdicts import ROWS, Badge, Basis, Verdict, VerdictStyle, VerdictTone
from tests.adapters.discord.rig import components
from tests.kgcore.presentation.made import FIRST, HELPS, WORDS

ROOT = Path(__file__).resolve().parents[1]
REGISTRY = ROOT / "kgcore" / "verdicts.py"
# A list of checks ticks what works and what does not; that is no verdict on a claim.
TICKS = ROOT / "bot" / "examine.py"


def claimed(verdict: Verdict) -> Reply:
    return Reply("turn0001", "Why?", (Claims((ClaimView(1, verdict, (Plain("Zinc treats colds"),), "Because."),)),))


def slack(verdict: Verdict) -> str:
    return json.dumps([list(p.blocks) for p in slack_render(claimed(verdict), {}).posts], ensure_ascii=False)


def discord(verdict: Verdict) -> str:
    return json.dumps([components(page) for page in lay_out_reply(claimed(verdict))], ensure_ascii=False)


def teams(verdict: Verdict) -> str:
    return json.dumps(teams_render(claimed(verdict), CardContext()), ensure_ascii=False)


def terminal(verdict: Verdict) -> str:
    out = io.StringIO()
    print_reply(claimed(verdict), Console(file=out, width=100), ReplyStyle())
    return out.getvalue()


def picture(verdict: Verdict) -> Picture:
    return Picture(
        (PictureNode(1, "Zinc", "Drug"), PictureNode(2, "Colds", "Disease")),
        (PictureEdge((1,), 1, 2, "treats", verdict, 1),),
    )


def table(verdict: Verdict) -> str:
    return str(edge_table(picture(verdict)).rows)


def helped(verdict: Verdict) -> str:
    return "".join(i.text for b in help_panel().blocks if isinstance(b, Text) for i in b.inlines)


def reported(verdict: Verdict) -> str:
    turn = replace(FIRST, claims=(replace(HELPS, verdict=verdict),))
    return summary_markdown((turn,), exploration_of((turn,)), WORDS, "")


SURFACES: Mapping[str, Callable[[Verdict], str]] = {
    "slack": slack, "discord": discord, "teams": teams, "terminal": terminal, "table": table, "help": helped,
    "report": reported,
}  # fmt: skip


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_a_row_that_is_filled(verdict: Verdict) -> None:
    row = ROWS[verdict]
    assert len(row.icon) == len(row.drawn) == 1
    assert all((row.verb, row.short, row.meaning, row.terminal, row.sign, row.rank))
    assert 0 <= row.open_question <= 1
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in colours(row))


@pytest.mark.parametrize("badge", Badge)
def test_every_badge_has_a_row_that_is_filled_and_legible(badge: Badge) -> None:
    row = badge.row
    assert all((row.icon, row.label, row.meaning, row.terminal, row.sign))
    assert contrast(row.light.text, "#ffffff") >= 4.5
    assert contrast(row.light.text, row.light.ground) >= 4.5
    assert contrast(row.dark.text, row.dark.ground) >= 4.5


def test_what_was_written_from_the_graph_has_no_mark_of_a_verdict() -> None:
    assert {b for b in Badge if not b.mark} == {Badge.REPORTED, Badge.NO_EFFECT, Badge.DISPUTED}
    assert not {b.icon for b in Badge if b.own} & {row.icon for row in ROWS.values()}


@pytest.mark.parametrize(
    "what", [lambda r: r.icon, lambda r: r.sign, lambda r: r.light.line, lambda r: r.light.text, lambda r: r.terminal],
    ids=["icon", "sign", "line", "text", "terminal"],
)  # fmt: skip
def test_no_two_verdicts_look_the_same(what: Callable[[VerdictStyle], str]) -> None:
    assert len({what(row) for row in ROWS.values()}) == len(Verdict)


def test_what_a_row_may_say_is_understood_wherever_it_is_read() -> None:
    assert set(STYLE) == set(VerdictTone)
    assert {row.basis for row in ROWS.values()} == set(Basis)


@pytest.mark.parametrize("verdict", Verdict)
@pytest.mark.parametrize("surface", SURFACES)
def test_every_surface_shows_every_verdict_with_its_icon(surface: str, verdict: Verdict) -> None:
    assert verdict.icon in SURFACES[surface](verdict)


@pytest.mark.parametrize("verdict", Verdict)
def test_the_page_draws_every_verdict_says_what_it_means_and_colours_it(verdict: Verdict) -> None:
    row = verdict.row
    ((_, claim),) = render_reply(claimed(verdict), "thread01").blocks
    assert f'href="#i-{verdict.value}"' in claim
    assert f"v-{verdict.value}" in claim
    page = render_page(Page("thread01", "event0001", "", ()))
    assert f'<symbol id="i-{verdict.value}" viewBox="0 0 16 16">{row.sign}</symbol>' in page
    assert row.meaning in page
    assert 'href="/verdicts.css"' in page
    light, dark = render_colours().split("@media")
    assert f"--{verdict.value}: {row.light.text};" in light
    assert f"--{verdict.value}-soft: {row.light.ground};" in light
    assert f"--{verdict.value}: {row.dark.text};" in dark
    assert f"--{verdict.value}-soft: {row.dark.ground};" in dark
    assert f".v-{verdict.value} {{ color: var(--{verdict.value})" in dark


@pytest.mark.parametrize("verdict", Verdict)
def test_pictures_draw_every_verdict_in_its_colour_with_its_icon(verdict: Verdict) -> None:
    shown, row = picture(verdict), verdict.row
    assert f'COLOR="{row.light.text}"' in edge_label(shown.edges[0])
    assert row.drawn in edge_label(shown.edges[0])
    assert f"{row.drawn} {verdict.label.lower()}" in [e.text for group in legend_entries(shown) for e in group]


# ── nowhere else ────────────────────────────────────────────────────────────────────────────────────────────────────


def colours(row: VerdictStyle) -> tuple[str, ...]:
    return row.light.line, row.light.text, row.light.ground, row.dark.text, row.dark.ground


def strings(path: Path) -> str:
    """All that a program's strings say, docstrings excepted."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    prose = {id(n.body[0].value) for n in ast.walk(tree)
             if isinstance(n, documented) and n.body and isinstance(n.body[0], ast.Expr)}  # fmt: skip
    found = (n for n in ast.walk(tree) if isinstance(n, ast.Constant) and id(n) not in prose)
    return "\n".join(n.value for n in found if isinstance(n.value, str))


SOURCES = [
    path
    for package in ("kgcore", "bot", "adapters")
    for path in sorted((ROOT / package).rglob("*"))
    if path.suffix in {".py", ".html", ".css", ".js", ".svg"} and path not in (REGISTRY, TICKS)
]


@pytest.mark.parametrize("path", SOURCES, ids=[str(p.relative_to(ROOT)) for p in SOURCES])
def test_no_other_file_says_how_a_verdict_looks(path: Path) -> None:
    text = strings(path) if path.suffix == ".py" else path.read_text(encoding="utf-8")
    icons = {row.icon for row in ROWS.values()} - {"?"}  # a question mark also ends sentences
    known = icons | {colour for row in ROWS.values() for colour in colours(row)}
    assert not [sign for sign in sorted(known) if sign in text.lower()]
