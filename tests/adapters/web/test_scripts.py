"""The page's scripts import each other by names that exist, and never in a circle."""

from __future__ import annotations

import re
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from importlib.resources import files

import pytest

SCRIPTS = {
    script.name: script.read_text(encoding="utf-8")
    for script in files("adapters.web").joinpath("static").iterdir()
    if script.name.endswith(".js")
}
_IMPORT = re.compile(r"^import\s+(?:\{([^}]*)\}\s+from\s+)?\"\./([\w.-]+)\";", re.MULTILINE)
_EXPORT = re.compile(r"^export\s+(?:async\s+)?(?:function|const|let|class)\s+(\w+)", re.MULTILINE)


def imported(text: str) -> dict[str, set[str]]:
    """Return the names that a script imports, by the script that they come from."""
    return {where: {n.strip() for n in names.split(",") if n.strip()} for names, where in _IMPORT.findall(text)}


def circle_among(scripts: Mapping[str, str]) -> list[str]:
    """Return the scripts of some circle of imports, the first again at the end; none where there is no circle."""
    try:
        TopologicalSorter({name: imported(text) for name, text in scripts.items()}).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_scripts_import_each_other_in_a_circle() -> None:
    assert circle_among(SCRIPTS) == []


def test_a_circle_would_be_found() -> None:
    scripts = {
        "a.js": 'import { b } from "./b.js";\nimport { d } from "./d.js";',
        "b.js": 'import {\n  c,\n} from "./c.js";',
        "c.js": 'import "./a.js";',
        "d.js": "",
    }
    assert set(circle_among(scripts)) == {"a.js", "b.js", "c.js"}


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_imports_what_others_export_and_it_uses(name: str) -> None:
    text = SCRIPTS[name]
    assert len(_IMPORT.findall(text)) == len(re.findall(r"^import\b", text, re.MULTILINE)), "an import nobody can read"
    rest = _IMPORT.sub("", text)
    for where, names in imported(text).items():
        assert names <= set(_EXPORT.findall(SCRIPTS[where])), where
        assert all(re.search(rf"\b{one}\b", rest) for one in names), where
