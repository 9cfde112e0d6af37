"""Drawing in a process of its own: a crash, a hang or a hostile graph costs one picture, never the bot."""

from __future__ import annotations

import contextlib
import itertools
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from anyio import BrokenWorkerProcess, CapacityLimiter, fail_after, move_on_after, to_process

from kgcore.drawing.picture import Picture, RenderedPicture
from kgcore.drawing.tables import ProfilePicture, TablePicture
from kgcore.drawing.words import Drawable
from kgcore.drawing.worker import begin_worker, draw_chart_in_worker, draw_in_worker, drawn_as, stay
from kgcore.errors import DrawingError, DrawingUnavailable

T = TypeVar("T")
LIBRARIES = "libx11-6 libxext6 libxrender1 libglib2.0-0"
BEGIN_SECONDS = 30.0  # for a new worker: it loads the program's main module, which takes long on a busy machine
END_SECONDS = 0.05  # in which a worker that is to end takes its last order
CHART_SECONDS = 25.0  # for a chart: what draws it is loaded with the first one, and looks for fonts then
_LEFTOVERS = 20  # answers at most that a worker may still have to give
MEND = f"On Debian or Ubuntu: apt-get install -y {LIBRARIES}"

# What a drawing function may raise besides DrawingError, and what sending a picture and its answer may.
_FAILURES = (
    ArithmeticError,
    AttributeError,
    EOFError,
    ImportError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    TypeError,
    ValueError,
    pickle.PickleError,
)


class Renderer:
    """Draws pictures one after the other in a warm worker process, which ends with the event loop.

    `draw` is what the worker runs: a function of a module (it travels by name), which is given `png=False` where no PNG
    is wanted. `seconds` is the time limit for one picture, `begin` the one for starting a worker.
    """

    def __init__(
        self,
        draw: Callable[..., RenderedPicture] = draw_in_worker,
        seconds: float = 10.0,
        begin: float = BEGIN_SECONDS,
    ) -> None:
        self._draw = draw
        self._seconds = seconds
        self._begin = begin
        self._begun = False  # whether a worker waits that has loaded what drawing needs
        self._numbers = itertools.count(1)
        self._one = CapacityLimiter(1)
        self._closed = False

    @property
    def busy(self) -> bool:
        """Whether a picture is being drawn just now, so that another would have to wait."""
        return self._one.borrowed_tokens > 0

    async def chart(self, chart: TablePicture | ProfilePicture) -> RenderedPicture:
        """Return a table or a profile as PNG, without SVG. Raises DrawingError."""
        seconds = max(self._seconds, CHART_SECONDS)
        return await self._drawn(draw_chart_in_worker, chart, seconds)

    async def render(self, picture: Drawable, *, png: bool = True) -> RenderedPicture:
        """Return the picture as PNG (at most 1024 × 1024; b"" where none is wanted: it is half of the work) and SVG.

        Raises DrawingError where this picture cannot be drawn, DrawingUnavailable where none can. The worker is
        replaced when it crashed or took too long.
        """
        draw = self._draw if png else partial(self._draw, png=False)
        return await self._drawn(draw, picture, self._seconds)

    async def _drawn(self, draw: Callable[[T], RenderedPicture], told: T, seconds: float) -> RenderedPicture:
        if self._closed:
            raise DrawingError("Drawing has been shut down.")
        try:
            async with self._one:
                begun, self._begun = self._begun, False
                if not begun:
                    with fail_after(self._begin):
                        await to_process.run_sync(begin_worker, cancellable=True)
                with fail_after(seconds):
                    drawn = await self._answered(draw, told)
                self._begun = True
                return drawn
        except TimeoutError as exc:
            raise DrawingError("The picture took too long to draw.") from exc
        except BrokenWorkerProcess as exc:
            raise DrawingError("The drawing process broke down.") from exc
        except DrawingUnavailable as exc:
            raise DrawingUnavailable(exc.message, hint=exc.hint or MEND) from exc
        except _FAILURES as exc:
            raise DrawingError("The picture could not be drawn.") from exc

    async def _answered(self, draw: Callable[[T], RenderedPicture], told: T) -> RenderedPicture:
        """Return what the worker answers to this order, and to no other: a picture is one thread's own."""
        number = next(self._numbers)
        try:
            answer = await to_process.run_sync(drawn_as, number, draw, told, cancellable=True)
            if isinstance(answer, tuple) and answer[0] == number:
                return answer[1]
        except DrawingError:
            raise
        except _FAILURES:
            await _end_worker()
            raise
        await _end_worker()
        raise DrawingError("The drawing process answered something else.")

    async def warm(self) -> None:
        """Start the worker now, so that the first picture does not wait for it; what is missing is told then."""
        with contextlib.suppress(DrawingError):
            await self.render(Picture(()))

    async def close(self) -> None:
        """Draw nothing more, and end a worker that waits. A worker that is drawing still ends with the loop."""
        self._closed = True
        if self._begun and not self.busy:
            self._begun = False
            await _end_worker()


async def _end_worker() -> None:
    """Kill the worker that waits, so that nothing that it still has to say is taken for the next picture's answer.

    It is given something long and cancelled, since a worker that ends by itself may be reaped twice, which asyncio
    tells on the terminal.
    """
    for _ in range(_LEFTOVERS):  # each answer may be one that was left over
        with move_on_after(END_SECONDS) as ended:
            try:
                await to_process.run_sync(stay, cancellable=True)
            except BrokenWorkerProcess:
                return
            except _FAILURES:
                continue
        if ended.cancelled_caught:
            return


def why_unavailable() -> str | None:
    """Return None where pictures can be drawn, else one line that mends it. Starts a process; takes a moment."""
    probe = [sys.executable, "-c", "import graphviz; from pygraphviz import graphviz"]
    try:
        done = subprocess.run(probe, capture_output=True, timeout=60, check=False)  # noqa: S603  (our own words)
    except (OSError, subprocess.TimeoutExpired) as exc:
        return f"No process can be started for drawing: {exc}"
    if done.returncode == 0:
        return None
    return installation_hint(done.stderr.decode("utf-8", "replace"))


def installation_hint(errors: str) -> str:
    """Return the one line that mends what kept Python from importing Graphviz; `errors` is what Python printed."""
    reason = errors.strip().rpartition("\n")[2]
    return MEND if ".so" in reason else f"Reinstall the pictures' packages (pip install pygraphviz): {reason}"
