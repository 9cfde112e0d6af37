"""Pictures made to fit: at most 1024 pixels a side, and as a palette where they travel inside the message."""

from __future__ import annotations

import io
from typing import Final

from PIL import Image

from adapters.teams.limits import PICTURE_BYTES, PICTURE_SIDE

# Tried in turn, (share of the side, colours): colours go first, for lines and words live on pixels.
_TRIED: Final = ((1.0, 256), (1.0, 64), (1.0, 16), (0.8, 32), (0.6, 32), (0.45, 16))
_PIXELS: Final = 40_000_000  # a drawing of ours is far smaller; what is larger is not opened


def fit_picture(png: bytes) -> bytes | None:
    """Return the picture with at most 1024 pixels a side, as it is where it fits; None where it is no picture."""
    picture = _opened(png)
    if picture is None:
        return None
    if max(picture.size) <= PICTURE_SIDE:
        return png
    return _png(_scaled(picture, PICTURE_SIDE / max(picture.size)))


def shrink_picture(png: bytes, most: int = PICTURE_BYTES) -> bytes | None:
    """Return the picture as a palette PNG of at most `most` bytes; None where that cannot be or it is no picture."""
    picture = _opened(png)
    if picture is None:
        return None
    flat = _scaled(_flat(picture), min(1.0, PICTURE_SIDE / max(picture.size)))
    for share, colours in _TRIED:
        scaled = _scaled(flat, share)
        made = _png(scaled.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE))
        if len(made) <= most:
            return made
    return None


def _opened(png: bytes) -> Image.Image | None:
    try:
        picture = Image.open(io.BytesIO(png), formats=("PNG",))
        if picture.width * picture.height > _PIXELS:
            return None
        picture.load()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return picture


def _flat(picture: Image.Image) -> Image.Image:
    """Put it on white: a palette has no half-transparent colours."""
    rgba = picture.convert("RGBA")
    ground = Image.new("RGBA", rgba.size, "white")
    return Image.alpha_composite(ground, rgba).convert("RGB")


def _scaled(picture: Image.Image, factor: float) -> Image.Image:
    if factor >= 1:
        return picture
    if picture.mode == "P":
        picture = picture.convert("RGBA")
    width, height = (max(1, round(side * factor)) for side in picture.size)
    return picture.resize((width, height), Image.Resampling.LANCZOS)


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
