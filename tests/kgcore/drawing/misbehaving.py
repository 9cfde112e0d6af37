"""Drawing functions that go wrong, to be run in a real worker process."""

from __future__ import annotations

import os
import pickle
import time

from kgcore.drawing.picture import Picture, RenderedPicture
from kgcore.drawing.words import Drawable
from kgcore.drawing.worker import draw_in_worker
from kgcore.errors import DrawingError


def pid(picture: Drawable) -> RenderedPicture:
    """Tell which process draws."""
    return RenderedPicture(b"", str(os.getpid()), 1, 1)


def greedy(picture: Drawable) -> RenderedPicture:
    """Draw for real, and then take two gigabytes."""
    drawn = draw_in_worker(picture)
    return RenderedPicture(bytes(2 << 30), drawn.svg, drawn.width, drawn.height)


def wayward(picture: Drawable) -> RenderedPicture:
    """Do what the name of the first node says."""
    match picture.nodes[0].name if isinstance(picture, Picture) and picture.nodes else "":
        case "abort":
            os.abort()
        case "exit":
            os._exit(3)
        case "hang":
            time.sleep(600)
        case "gorge":
            raise MemoryError
        case "refuse":
            raise DrawingError("no")
        case "bug":
            raise KeyError("bug")
        case "stdout":
            os.write(1, b"RETURN 3\nxyz")
        case "answer":
            told = pickle.dumps(RenderedPicture(b"", "another's", 1, 1))
            os.write(1, b"RETURN %d\n%s" % (len(told), told))
            time.sleep(0.05)
    return pid(picture)
