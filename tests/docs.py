"""The parts of the docs that are made from registries: `make docs` renews them, and a test says that they are fresh.

A page holds a part between `<!-- begin NAME -->` and `<!-- end NAME -->`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from bot.schemas import fields_table, schema_names
from kgcore.commands import COMMANDS, ArgumentKind, CommandSurface, commands_on
from kgcore.drawing.pipeline import open_graphviz
from kgcore.ingest.formats import all_formats
from tests.attack.attacks import attacks
from tests.house import picture, rooms_table
from tests.prompts import prompts_shown
from tests.sentences import sentences_shown

ROOT = Path(__file__).resolve().parents[1]
DOT = ROOT / "docs" / "pictures" / "architecture.dot"  # the SVG beside it is drawn from it
_PART = re.compile(r"(<!-- begin ([a-z-]+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def commands_table() -> str:
    """Return every command with what it does, who may, and where it is found."""
    head = "| command | what it does | who may | where |\n|---|---|---|---|\n"
    lines = (
        (f"`{row.usage}`", row.words, row.who.value, ", ".join(s.value for s in CommandSurface if s in row.surfaces))
        for row in COMMANDS
    )
    return head + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def grouped_commands() -> str:
    """Return the commands below `/evigraph`, with what stands behind them."""
    typed = (
        f"`{row.name} {row.argument.name.upper()}`"
        if row.argument and row.argument.takes is not ArgumentKind.MESSAGES
        else f"`{row.name}`"
        for row in commands_on(CommandSurface.GROUP)
    )
    return f"`/evigraph` knows {', '.join(typed)}.\n"


def formats_table() -> str:
    """Return every format in which graphs come, with its shape and what is kept of it."""
    head = "| `--format` | shape | what is kept besides names, types and relations |\n|---|---|---|\n"
    return head + "".join(f"| `{f.name}` | {f.shape} | {f.keeps} |\n" for f in all_formats())


def attacks_table() -> str:
    """Return every attack with what holds it and the tests that make it again."""
    found = ""
    for about, rows in groupby(attacks(), key=lambda attack: attack.about):
        found += f"\n### {about}\n\n| attack | what holds it | tests |\n|---|---|---|\n"
        found += "".join(f"| {row.words} | {row.held_by} | {_named(row.tests)} |\n" for row in rows)
    return f"{found}\n"


def _named(tests: Sequence[str]) -> str:
    """Return tests by their files: those of one file behind its name."""
    by_file = groupby(sorted(test.split("::") for test in tests), key=lambda parts: parts[0])
    return "; ".join(f"`{file}`: {', '.join(_in_words(name) for _, name in parts)}" for file, parts in by_file)


def _in_words(test: str) -> str:
    return test.removeprefix("test_").replace("_", " ")


def batch_records() -> str:
    """Return what goes into every batch and what comes out."""
    return f"\n{fields_table(schema_names())}\n"


PARTS: Mapping[str, Callable[[], str]] = {
    "commands": commands_table,
    "grouped-commands": grouped_commands,
    "graph-formats": formats_table,
    "batch-records": batch_records,
    "rooms": rooms_table,
    "prompts": prompts_shown,
    "sentences": sentences_shown,
    "attacks": attacks_table,
}


def pages() -> tuple[Path, ...]:
    """Return the pages that may hold made parts."""
    return (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))


def renewed(text: str) -> str:
    """Return a page with all its made parts as they have to be. Raises KeyError for a part that nobody makes."""
    return _PART.sub(lambda found: f"{found[1]}{PARTS[found[2]]()}{found[3]}", text)


def parts_in(text: str) -> tuple[str, ...]:
    """Return the names of the made parts of a page."""
    return tuple(found[2] for found in _PART.finditer(text))


def main() -> None:
    """Renew every page and the picture of the house, and say what has changed."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        if (new := renewed(text)) != text:
            page.write_text(new, encoding="utf-8")
            print(page.relative_to(ROOT))
    if not DOT.exists() or DOT.read_text(encoding="utf-8") != picture():
        DOT.write_text(picture(), encoding="utf-8")
        DOT.with_suffix(".svg").write_bytes(open_graphviz().render(picture(), "dot", "svg"))
        print(DOT.relative_to(ROOT))


if __name__ == "__main__":
    main()
