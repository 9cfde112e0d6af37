"""The DejaVu faces that matplotlib ships, and whether they have the signs that pictures need."""

from __future__ import annotations

from kgcore.errors import DrawingUnavailable

SIGNS = "✓✗⚖ℹ?…·"  # verdict icons and what labels are joined with


def check_fonts() -> str:
    """Return what was found, in words. Raises DrawingUnavailable where a face or a sign is missing."""
    try:
        from matplotlib.font_manager import findfont
        from matplotlib.ft2font import FT2Font
    except ImportError as exc:
        raise DrawingUnavailable("The fonts are missing.", mend="Install matplotlib, which brings them.") from exc
    file = findfont("DejaVu Sans", fallback_to_default=False)
    known = FT2Font(file).get_charmap()
    missing = [sign for sign in SIGNS if ord(sign) not in known]
    if missing:
        raise DrawingUnavailable(f"DejaVu Sans lacks {' '.join(missing)}.", mend="Install matplotlib 3.9 or later.")
    return f"DejaVu Sans with all of {' '.join(SIGNS)}"
