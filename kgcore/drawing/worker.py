"""What the drawing process runs. Graphviz is loaded here and nowhere else, so that the bot's own process never is."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kgcore.drawing.picture import RenderedPicture
from kgcore.errors import DrawingError

if TYPE_CHECKING:
    from kgcore.drawing.tables import ProfilePicture, TablePicture
    from kgcore.drawing.words import Drawable

T = TypeVar("T")
_MEMORY = 512 << 20  # bytes of address space for drawing; a picture takes about a fifth
_LONGEST = 30  # seconds after which a process that nobody waits for ends itself


def begin_worker() -> None:
    """Load what drawing needs; what cannot be loaded is told by the drawing itself."""
    with contextlib.suppress(Exception):
        import kgcore.drawing.pipeline  # noqa: F401  (for its side: Graphviz is loaded)


def drawn_as(number: int, draw: Callable[[T], RenderedPicture], told: T) -> tuple[int, RenderedPicture]:
    """Draw, and say which of the orders this is: what a library prints may look like an answer on the same pipe."""
    return number, draw(told)


def stay() -> None:
    """Wait to be killed: the answers of this process can no longer be told from what else it printed."""
    time.sleep(_LONGEST)


def draw_in_worker(picture: Drawable, *, png: bool = True) -> RenderedPicture:
    """Draw with this process's limits in place: little memory, little time, no chatter on stderr. Without `png`: as
    SVG alone.

    Raises DrawingError for a picture that cannot be drawn, DrawingUnavailable where none can.
    """
    from kgcore.drawing.pipeline import draw_picture

    return _limited(lambda: draw_picture(picture, png=png))


def draw_chart_in_worker(chart: TablePicture | ProfilePicture) -> RenderedPicture:
    """Draw a table or a profile under the same limits. Raises DrawingError."""
    from kgcore.drawing.tables import draw_chart

    return _limited(lambda: draw_chart(chart))


def _limited(draw: Callable[[], RenderedPicture]) -> RenderedPicture:
    _limit_process()
    signal.alarm(_LONGEST)
    try:
        return draw()
    except (MemoryError, RecursionError) as exc:
        raise DrawingError("The picture is too large to be drawn.") from exc
    finally:
        signal.alarm(0)


@cache
def _limit_process() -> None:
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 2)  # Graphviz writes its remarks there; they may quote names
    os.close(silence)
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = _address_space() + _MEMORY
    with contextlib.suppress(ValueError, OSError):  # systems that refuse have no such limit
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def _address_space() -> int:
    """Return what this process has taken already, in bytes: the program's main module is imported here, too."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except OSError:
        return _MEMORY
