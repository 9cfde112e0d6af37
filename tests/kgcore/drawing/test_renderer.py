"""Drawing happens in a process of its own, which may break."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kgcore.drawing.picture import Picture, PictureNode
from kgcore.drawing.renderer import Renderer, installation_hint, why_unavailable
from kgcore.errors import DrawingError
from tests.kgcore.drawing.misbehaving import greedy, pid, wayward
from tests.kgcore.drawing.samples import EVERYTHING

ROOT = Path(__file__).resolve().parents[3]


def told(what: str) -> Picture:
    return Picture((PictureNode(1, what),))


async def test_a_picture_is_drawn_in_another_process_which_stays_warm() -> None:
    renderer = Renderer(pid)
    first, second = [(await renderer.render(told(""))).svg for _ in range(2)]
    assert first == second != str(os.getpid())


async def test_the_real_thing_comes_back_whole() -> None:
    drawn = await Renderer().render(EVERYTHING)
    assert drawn.png.startswith(b"\x89PNG")
    assert drawn.svg.startswith("<svg")
    sizes = [int.from_bytes(drawn.png[at : at + 4], "big") for at in (16, 20)]
    assert sizes == [drawn.width, drawn.height]


async def test_a_picture_that_is_shown_as_svg_is_not_drawn_as_png() -> None:
    renderer = Renderer()
    whole, light = await renderer.render(EVERYTHING), await renderer.render(EVERYTHING, png=False)
    assert light == replace(whole, png=b"")


@pytest.mark.parametrize("what", ["abort", "exit", "gorge", "refuse", "bug", "stdout", "answer"])
async def test_a_failure_costs_one_picture(what: str) -> None:
    renderer = Renderer(wayward)
    with pytest.raises(DrawingError):
        await renderer.render(told(what))
    assert (await renderer.render(told("fine"))).svg.isdigit()


async def test_a_hanging_picture_is_given_up_and_its_process_ended() -> None:
    before = (await Renderer(pid).render(told(""))).svg
    with pytest.raises(DrawingError, match="too long"):
        await Renderer(wayward, seconds=0.3).render(told("hang"))
    assert (await Renderer(wayward).render(told("fine"))).svg != before
    assert not alive(int(before))


async def test_a_worker_that_does_not_begin_is_given_up_and_the_next_picture_begins_another() -> None:
    renderer = Renderer(pid, begin=0.001)
    with pytest.raises(DrawingError, match="too long"):
        await renderer.render(told(""))
    assert (await Renderer(pid).render(told(""))).svg.isdigit()


async def test_the_event_loop_goes_on_while_a_picture_is_drawn() -> None:
    hanging = asyncio.create_task(Renderer(wayward, seconds=0.4).render(told("hang")))
    turns = 0
    while not hanging.done():
        await asyncio.sleep(0.01)
        turns += 1
    assert turns >= 5
    with pytest.raises(DrawingError):
        await hanging


async def test_a_closed_renderer_draws_no_more() -> None:
    renderer = Renderer(pid)
    await renderer.close()
    with pytest.raises(DrawingError):
        await renderer.render(told(""))


async def test_closing_ends_the_worker_that_waits() -> None:
    renderer = Renderer(pid)
    worker = int((await renderer.render(told(""))).svg)
    await renderer.close()
    assert not alive(worker)


async def test_the_real_worker_may_not_take_all_memory() -> None:
    with pytest.raises(DrawingError):
        await Renderer(greedy).render(EVERYTHING)


def test_this_machine_can_draw() -> None:
    assert why_unavailable() is None


def test_missing_libraries_come_with_the_line_that_mends_it() -> None:
    error = "Traceback …\nImportError: libXrender.so.1: cannot open shared object file: No such file or directory\n"
    assert installation_hint(error).endswith("apt-get install -y libx11-6 libxext6 libxrender1 libglib2.0-0")
    assert "\n" not in installation_hint("Traceback …\nModuleNotFoundError: No module named 'pygraphviz'\n")


PROGRAM = """
import asyncio, sys
from kgcore.drawing.renderer import Renderer
from tests.kgcore.drawing.misbehaving import pid
from tests.kgcore.drawing.samples import EVERYTHING, PAIR

async def main() -> None:
    drawn = await Renderer().render(EVERYTHING)
    assert drawn.png.startswith(b"\\x89PNG"), drawn
    print((await Renderer(pid).render(PAIR)).svg, flush=True)
    if "stay" in sys.argv:
        await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(main())
"""


def program(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start a real program with `python -m`."""
    package = folder / "drawer"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(PROGRAM, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}
    return subprocess.Popen(
        [sys.executable, "-m", "drawer", *arguments], cwd=folder, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def test_a_program_draws_and_leaves_no_process_behind(tmp_path: Path) -> None:
    output, errors = program(tmp_path).communicate(timeout=60)
    assert not errors
    assert gone(int(output))


def test_a_killed_program_takes_its_idle_worker_with_it(tmp_path: Path) -> None:
    """The worker reads the end of its input once the program is gone."""
    running = program(tmp_path, "stay")
    assert running.stdout is not None
    worker = int(running.stdout.readline())
    running.kill()
    running.communicate(timeout=60)
    assert gone(worker)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[:1]


def gone(process: int) -> bool:
    """Wait a little until a process has ended."""
    for _ in range(200):
        if not alive(process):
            return True
        time.sleep(0.05)
    return False
