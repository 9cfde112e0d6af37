"""Golden payloads: `make goldens` writes them anew from typical replies."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from adapters.discord.layout import files_to_upload, lay_out_reply
from kgcore.values.message import Click, Command, Person, Place
from kgcore.values.model import Paper
from kgcore.values.reply import Choice, Choices, Papers, PaperView, Plain, Reply, Text
from tests.adapters.discord.rig import components
from tests.adapters.discord.scripted import ASK, MERGE, REASON
from tests.servers import web_acts, web_script

FOLDER = Path(__file__).parents[2] / "golden" / "discord"
TURNS = (("turn0001", "One?"), ("turn0002", "Two?"), ("turn0003", "Three?"))
HERE = Place("web", "", "local", "thread01")
QUESTION = "Can vitamin E slow the progression of Alzheimer's disease?"


def _panel(action: str) -> Reply:
    (reply,) = web_acts.clicked(Click("1", HERE, Person("local"), action), web_acts.Explored(), TURNS)
    assert isinstance(reply, Reply)
    return reply


def _settings() -> Reply:
    (reply,) = web_acts.commanded(Command("1", HERE, Person("local"), "settings"), web_acts.Explored(), TURNS)
    assert isinstance(reply, Reply)
    return reply


def _literature() -> Reply:
    papers = tuple(
        PaperView(Paper(f"PMID:{n}", f"The *common* cold, part {n}", "J", 2000 + n, f"https://a.example/{n}"), bears)
        for n, bears in enumerate(((("+", "Zinc treats colds"),), (("−", "Zinc prevents colds"),)), 1)
    )
    share = Choices((Choice("Next", "kg1:page:note01:1"), Choice("Share to channel", "kg1:share:note01:0")))
    return Reply("", "zinc", (Text((Plain("2 papers on zinc."),)), Papers(papers, 1, 7), share), private=True)


KEPT = (
    "answered", "compared", "explored", "literature", "looking", "mapped", "node_panel", "reason", "settings_panel",
)  # fmt: skip


def replies() -> dict[str, Reply]:
    """Typical replies by name; those in KEPT have a golden file."""
    whole = list(web_script.answer("turn0001", QUESTION))
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
        **{f"{verb}_panel": _panel(f"kg1:{verb}:turn0001:1") for verb in ("node", "picture", "steps", "summary")},
        "settings_panel": _settings(),
        "literature": _literature(),
        "reason": Reply("", "", (REASON, ASK, MERGE), private=True),
        "no_picture": replace(whole[-1], blocks=(web_script.figure(2),)),
    }


def written(name: str, reply: Reply) -> str:
    """The messages of a reply as they are sent, but for the files' bytes."""
    pages = lay_out_reply(reply, "kg1:node:turn0001:1", files=name != "no_picture")
    shown = [
        {
            "components": components(page),
            "files": [{"name": f.filename, "description": f.description} for f in files_to_upload(page)],
        }
        for page in pages
    ]
    return json.dumps(shown, ensure_ascii=False, indent=1) + "\n"


def renew() -> None:
    """Write all golden files."""
    made = replies()
    for name in KEPT:
        (FOLDER / f"{name}.json").write_text(written(name, made[name]), encoding="utf-8")
