"""Golden fragments of the page: `python -m tests.adapters.web.golden` writes them anew from typical replies."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from adapters.web.render import render_reply
from kgcore.reply import Reply
from tests.servers import web_script

FOLDER = Path(__file__).parents[2] / "golden" / "web"


def replies() -> dict[str, Reply]:
    """Typical replies by the name of their golden file."""
    whole = list(web_script.answer("turn0001", "Can vitamin E slow the progression of Alzheimer's disease?"))
    return {
        "looking": whole[0],
        "writing": whole[len(whole) // 2],
        "answered": whole[-1],
        "stopped": web_script.stopped(whole[len(whole) // 2]),
        "compared": list(web_script.answer("turn0002", "Compare vitamin E and ginkgo"))[-1],
        "outside": next(web_script.answer("turn0003", "Something outside the graph")),
        "no picture": replace(whole[-1], blocks=(replace(web_script.figure(2), svg=""),)),
    }


def written(reply: Reply) -> str:
    """The reply's fragments as one text."""
    snapshot = render_reply(reply, "thread01")
    return "".join(f"<!-- {key} -->\n{html}\n\n" for key, html in snapshot.blocks)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, reply in replies().items():
        (FOLDER / f"{name.replace(' ', '_')}.html").write_text(written(reply), encoding="utf-8")
