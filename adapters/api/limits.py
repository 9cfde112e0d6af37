"""The numbers of the API, as data."""

from __future__ import annotations

from typing import Final

LONGEST_BODY: Final = 1_000_000  # bytes of a request; as for a line of a batch
A_MINUTE: Final = 120  # requests of one token
BURST: Final = 30  # of them at once
PREFIX: Final = "/api/v1"
