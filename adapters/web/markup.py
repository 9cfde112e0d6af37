"""The page's templates: loaded once, everything escaped."""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from adapters.web import text


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the templates; they are not looked at again once they are loaded."""
    made = Environment(
        loader=PackageLoader("adapters.web"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=text.finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # else every macro looks at its file's time again
    )
    made.globals["spaced"] = text.spaced
    return made


def macro(template: str, name: str, *values: object) -> Markup:
    """Return what a template's macro makes of the values."""
    found = getattr(environment().get_template(template).module, name)
    result: Markup = found(*values)
    return result
