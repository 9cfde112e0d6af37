"""A look-up in the library as every surface shows it: each paper's buttons, its sentence, and what was retracted."""

from __future__ import annotations

import io
import json

from rich.console import Console

from adapters.discord.layout import lay_out_reply
from adapters.slack.render import render as slack_render
from adapters.teams.card import render as teams_render
from adapters.teams.scene import CardContext
from adapters.web.render import render_reply
from adapters.web.sharing import without_controls
from bot.picks import numbered_choices
from bot.terminal import ReplyStyle, print_reply
from kgcore.library.model import Article, Hit, Passage, Status
from kgcore.library.views import hit_view, library_heading, paper_choices, search_form
from kgcore.values.reply import Choice, Papers, Reply
from tests.adapters.discord.rig import components

LABELS = [c.label for c in paper_choices("n", 0)]


def found(count: int = 5) -> Reply:
    """Return five papers of the library, the last of them retracted."""
    views = []
    for n in range(count):
        status = Status.RETRACTED if n == count - 1 else Status.CURRENT
        article = Article((f"PMID:{n + 1}",), f"Paper number {n + 1}", journal="J", year=2000 + n, status=status)
        view = hit_view(Hit(article, 1.0, ("title: paper",)), [Passage(article.id, "Results", f"Sentence {n}.")])
        views.append(type(view)(view.paper, view.bears, "", paper_choices("note01", n)))
    blocks = (library_heading("paper", 9, 50), Papers(tuple(views), 1, 9), search_form("note02"))
    return Reply("", "paper", blocks, private=True)


def test_slack_shows_buttons_under_every_paper() -> None:
    (post,) = slack_render(found(), {}).posts
    sent = json.dumps(post.blocks)
    for label in LABELS:
        assert sent.count(f'"{label}"') == 5
    assert sent.count('"strike": true') == 1


def test_discord_shows_a_menu_under_every_paper_in_one_message() -> None:
    (page,) = lay_out_reply(found())
    sent = json.dumps(components(page))
    for label in LABELS:
        assert sent.count(f'"{label}"') == 5
    assert sent.count("~~") == 2


def test_teams_shows_buttons_under_every_paper() -> None:
    sent = json.dumps(teams_render(found(), CardContext()))
    for label in LABELS:
        assert sent.count(f'"title": "{label}"') == 5
    assert sent.count('"strikethrough": true') == 1


def test_the_page_shows_buttons_and_a_shared_page_does_not() -> None:
    ((_, _), (_, papers), *_) = render_reply(found(), "thread01").blocks
    for label in LABELS:
        assert papers.count(f">{label}</button>") == 5
    assert papers.count("<s>") == 1
    assert "note01" not in str(render_reply(without_controls(found()), "thread01").blocks)


def test_the_terminal_numbers_what_can_be_done_with_every_paper() -> None:
    out = io.StringIO()
    print_reply(found(), Console(file=out, width=140, color_system=None), ReplyStyle())
    shown = out.getvalue()
    assert "1 Passages" in shown
    assert "25 Save" in shown
    (first, *_, last) = [pick for pick in numbered_choices(found()) if isinstance(pick, Choice)]
    assert (first.label, last.label, last.action) == ("Passages", "Save", "kg1:keep-paper:note01:4")
