"""The price table: the one that ships, or the operator's own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kgcore.errors import ConfigError
from kgcore.values.budget import Price, parse_prices

SHIPPED = Path(__file__).with_name("prices.tsv")


def read_prices(own: Path | None = None) -> Mapping[str, Price]:
    """Return the prices that ship, and those of the operator's own table in their place. Raises ConfigError."""
    found: dict[str, Price] = {}
    for path in (SHIPPED, own):
        if path is None:
            continue
        try:
            found |= parse_prices(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ConfigError(f"{path}: {error}.", hint="Write, for example: my-model, tab, 0.15, tab, 0.60") from None
        except OSError as error:
            raise ConfigError(f"{path} cannot be read: {error.strerror}.", hint="Check EVIGRAPH_PRICES.") from None
    return found
