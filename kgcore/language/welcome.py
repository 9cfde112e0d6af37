"""What people want more of: raising it is improving it. Pure."""

from __future__ import annotations

from kgcore.names import tokens

# Last words of names of functions and abilities.
_WELCOME = frozenset(
    [
        "function",
        "functions",
        "functioning",
        "memory",
        "cognition",
        "absorption",
        "strength",
        "performance",
        "control",
        "health",
        "quality",
        "wellbeing",
        "capacity",
        "endurance",
        "fitness",
        "mobility",
        "immunity",
        "vision",
        "acuity",
        "learning",
        "attention",
        "mood",
        "sleep",
        "recall",
        "hearing",
        "bioavailability",
        "plasticity",
        "neurogenesis",
        "flow",
        "perfusion",
        "recovery",
        "healing",
        "repair",
        "tolerance",
        "response",
    ]
)
_PAIRS = frozenset(
    {
        ("insulin", "sensitivity"),
        ("mineral", "density"),
        ("bone", "density"),
        ("hdl", "cholesterol"),
        ("muscle", "mass"),
    }
)
_BAD = frozenset(
    [
        "pain",
        "disease",
        "disorder",
        "syndrome",
        "cancer",
        "tumor",
        "tumour",
        "loss",
        "decline",
        "deficit",
        "impairment",
        "inflammatory",
        "stress",
        "drug",
        "allergic",
        "abnormal",
        "impaired",
        "poor",
    ]
)


def welcome(name: str) -> bool:
    """Tell whether more of what is so named is better, as far as its last words tell: "iron absorption", not "pain"."""
    words = tokens(name)
    if not words or not _BAD.isdisjoint(words[:-1]) or words[-1] in _BAD:
        return False
    return words[-1] in _WELCOME or words[-2:] in _PAIRS
