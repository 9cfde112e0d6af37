"""The platforms: a package each. A new one is found by its `PLATFORM`; nothing else has to name it."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from adapters.port import Platform


@cache
def platforms() -> tuple[Platform, ...]:
    """Return what the packages of this folder declare, by name."""
    packages = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__) if module.ispkg)
    declared = (getattr(package, "PLATFORM", None) for package in packages)
    return tuple(sorted((p for p in declared if isinstance(p, Platform)), key=lambda p: p.name))
