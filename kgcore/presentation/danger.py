"""What somebody in danger is told, with the numbers of their country: short, and nothing else beside it. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import assert_never

from kgcore.values.danger import Danger
from kgcore.values.reply import Plain, Reply, Strong, Text

ANYWHERE = "112, 911, 999 or 000, whichever works where you are"
HELPLINES = "findahelpline.com lists free helplines in your country"


@dataclass(frozen=True, slots=True)
class Numbers:
    """Whom to call in one country, as shown; "" where there is no number for the whole country."""

    emergency: str
    poison: str = ""
    crisis: str = ""


def answer_to_danger(danger: Danger, country: str = "", *, private: bool = True) -> Reply:
    """Return the answer; `country` is what `country_of` found. `private`: for the person alone."""
    texts = _texts(danger, numbers_for(country))
    first, *rest = texts
    return Reply("", "", (Text((Strong(first),)), *(Text((Plain(t),)) for t in rest)), private=private, danger=danger)


def country_of(setting: str, locale: str = "") -> str:
    """Return the country whose numbers count: the one that was set, else that of the person's locale ("en-GB").

    "" where neither names one whose numbers are known.
    """
    region = re.search(r"[-_]([A-Za-z]{2})\b", locale)
    found = (setting.strip().upper(), region[1].upper() if region else "")
    return next((c for c in found if c in known_countries()), "")


def numbers_for(country: str) -> Numbers:
    """Return whom to call in a country; what works in many where it is not known."""
    return known_countries().get(country, Numbers(ANYWHERE))


@cache
def known_countries() -> Mapping[str, Numbers]:
    """Return the numbers by country."""
    text = files("kgcore.presentation").joinpath("emergency_numbers.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    return {country: Numbers(*numbers) for country, *numbers, _ in rows[1:]}


def _texts(danger: Danger, numbers: Numbers) -> tuple[str, ...]:
    crisis = f"call {numbers.crisis}" if numbers.crisis else f"call a crisis line: {HELPLINES}"
    poison = f"call the poison centre now: {numbers.poison}" if numbers.poison else f"call {numbers.emergency} now"
    match danger:
        case Danger.SELF_HARM:
            return (
                "Please don't stay alone with this. If you or somebody else may act on it, call "
                f"{numbers.emergency} now, or go to the nearest emergency department.",
                f"To talk with somebody at any hour, {crisis}. If something has already been taken or done, call the "
                "emergency number now, even if you feel well.",
                "Put tablets, blades and other means out of reach, and tell somebody you trust so that they can be "
                "with you. I am a program that looks things up in research papers; a person can help you now.",
            )
        case Danger.EMERGENCY:
            return (
                f"This may be an emergency. Call {numbers.emergency} now, and do what they tell you.",
                "Do not drive yourself, do not wait to see whether it passes, and take nothing unless they or a doctor "
                "say so. If somebody is not breathing, start chest compressions; press firmly on heavy bleeding; use a "
                "prescribed adrenaline pen at once.",
                "I look things up in research papers and cannot judge this. Please call first.",
            )
        case Danger.POISONING:
            return (
                f"This may be a poisoning. Please {poison}, even if there are no symptoms yet. Call "
                f"{numbers.emergency} if the person is drowsy, has a fit, breathes badly or cannot be woken.",
                "Do not make anybody vomit, and do not take anything to counter it. Keep the packet at hand: what, how "
                "much and when is what they will ask.",
                f"If it was taken on purpose, it is just as urgent, and nobody will blame you: {crisis}.",
            )
        case _:
            assert_never(danger)
