"""A chart of how well sets of questions were answered: a bar with its 95 % interval for every group and arm."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from kgcore.reasoning.scoring import Score

_HEIGHT, _LEAST, _WIDTH = 0.42, 2.0, 8.0  # inches
_RIGHT, _UNDECIDED, _WRONG = "#2f7d4f", "#b8b8b8", "#b3402e"


def accuracy_chart(scores: Sequence[Score], kind: str = "png") -> bytes:
    """Return the chart as a picture ("png" or "svg"). Raises ValueError where there is nothing to show."""
    from matplotlib.figure import Figure  # takes its time

    if not scores:
        raise ValueError("there are no scores to draw")
    figure = Figure(figsize=(_WIDTH, _LEAST + _HEIGHT * len(scores)), layout="constrained")
    axes = figure.subplots()
    places = list(range(len(scores)))[::-1]
    right = [100 * s.right for s in scores]
    undecided = [100 * s.undecided for s in scores]
    errors = [[100 * (s.right - s.low) for s in scores], [100 * (s.high - s.right) for s in scores]]
    axes.barh(places, right, color=_RIGHT, label="right", xerr=errors, ecolor="#222222", capsize=3)
    rest = [min(u, 100 - r) for u, r in zip(undecided, right, strict=True)]
    axes.barh(places, rest, left=right, color=_UNDECIDED, label="said to be undecided")
    wrong = [100 * s.wrong for s in scores]
    axes.barh(places, wrong, left=[r + u for r, u in zip(right, rest, strict=True)], color=_WRONG, label="wrong")
    axes.set_yticks(places, [f"{s.arm}: {s.group} ({s.questions})" for s in scores])
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the questions, with 95 % intervals of what is right")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=3, frameon=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    out = BytesIO()
    figure.savefig(out, format=kind, dpi=150)
    return out.getvalue()
