"""Golden fragments of the page: `make goldens` writes them anew from typical replies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from adapters.web.render import render_reply
from kgcore.values.message import Click, Command, Person, Place
from kgcore.values.reply import Reply
from tests.servers import web_acts, web_script

FOLDER = Path(__file__).parents[2] / "golden" / "web"

TURNS = (("turn0001", "One?"), ("turn0002", "Two?"), ("turn0003", "Three?"))
HERE = Place("web", "", "local", "thread01")


def _panel(action: str) -> Reply:
    click = Click("1", HERE, Person("local"), action)
    (reply,) = web_acts.clicked(click, web_acts.Explored(), TURNS)
    assert isinstance(reply, Reply)
    return reply


def _settings() -> Reply:
    (reply,) = web_acts.commanded(Command("1", HERE, Person("local"), "settings"), web_acts.Explored(), TURNS)
    assert isinstance(reply, Reply)
    return reply


KEPT = ("answered", "compared", "explored", "looking", "mapped", "node panel", "settings panel")


def replies() -> dict[str, Reply]:
    """Typical replies by name; those in KEPT have a golden file."""
    whole = list(web_script.answer("turn0001", "Can vitamin E slow the progression of Alzheimer's disease?"))
    return {
        "looking": whole[0],
        "writing": whole[len(whole) // 2],
        "answered": whole[-1],
        "stopped": web_script.stopped(whole[len(whole) // 2]),
        "compared": list(web_script.answer("turn0002", "Compare vitamin E and ginkgo"))[-1],
        "outside": next(web_script.answer("turn0003", "Something outside the graph")),
        "explored": web_acts.shown(whole[-1], web_acts.Explored(here="turn0002"), TURNS),
        "outline": web_acts.shown(whole[-1], web_acts.Explored(each=True, outline=True), TURNS[:1]),
        "mapped": web_acts.mapped("turn0004", "Map: Ann: Vitamin E helps. | Ben: It does not."),
        **{f"{verb} panel": _panel(f"kg1:{verb}:turn0001:1") for verb in ("node", "picture", "steps", "summary")},
        "settings panel": _settings(),
        "no picture": replace(whole[-1], blocks=(replace(web_script.figure(2), svg=""),)),
    }


def written(reply: Reply) -> str:
    """The reply's fragments as one text."""
    snapshot = render_reply(reply, "thread01")
    return "".join(f"<!-- {key} -->\n{html}\n\n" for key, html in snapshot.blocks)


def renew() -> None:
    """Write all golden files."""
    made = replies()
    for name in KEPT:
        (FOLDER / f"{name.replace(' ', '_')}.html").write_text(written(made[name]), encoding="utf-8")
