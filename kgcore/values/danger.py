"""What somebody in danger may be in danger of."""

from __future__ import annotations

from enum import StrEnum


class Danger(StrEnum):
    """A danger to somebody's life that is answered before anything else."""

    SELF_HARM = "self-harm"
    EMERGENCY = "emergency"
    POISONING = "poisoning"
