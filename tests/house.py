"""The house as its own imports show it: modules, rooms and the arrows between them; `make docs` draws it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("bot", "adapters", "kgcore")
LOOSE = {  # modules at the top of kgcore, drawn where they belong
    "kgcore.ports": "kgcore.ports",
    "kgcore.errors": "kgcore.values",
    "kgcore.commands": "kgcore.values",
    "kgcore.verdicts": "kgcore.values",
    "kgcore.assistant": "kgcore.turn",
    "adapters.port": "adapters.port",
}
COLOURS = {"bot": "#fdf3e1", "adapters": "#e6f1fb", "kgcore": "#e9f6ee"}


def module_name(path: Path) -> str:
    """Return a module's dotted name."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def sources() -> Mapping[str, Path]:
    """Return the path of each module, by name."""
    return {module_name(path): path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))}


@cache
def imports_of(module: str) -> frozenset[str]:
    """Return the modules of ours that a module imports when it is imported itself; not what its functions import."""
    tree = ast.parse(sources()[module].read_text(encoding="utf-8"))
    named = (node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module and not node.level)
    found = {f"{node.module}.{alias.name}" for node in named for alias in node.names}
    return frozenset(m for name in found if (m := _module_of(name)) and m != module)


def _module_of(name: str) -> str | None:
    return name if name in sources() else (parent if (parent := name.rpartition(".")[0]) in sources() else None)


def room_of(module: str) -> str:
    """Return the room in which a module stands: a folder of kgcore or adapters, or bot."""
    return LOOSE.get(module) or ".".join(module.split(".")[: 1 if module.startswith("bot") else 2])


def arrows(modules: Mapping[str, Set[str]]) -> dict[str, set[str]]:
    """Return, for each room, the rooms that it imports from."""
    found: dict[str, set[str]] = {}
    for module, imported in modules.items():
        room = room_of(module)
        found.setdefault(room, set()).update(r for i in imported if (r := room_of(i)) != room and "." in r)
    return {room: others for room, others in found.items() if "." in room or room == "bot"}


def circle_in(graph: Mapping[str, Set[str]]) -> list[str]:
    """Return the members of some circle of a graph, the first again at the end; none where there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def house() -> dict[str, frozenset[str]]:
    """Return the modules that each module imports."""
    return {module: imports_of(module) for module in sources()}


def docstring(path: Path) -> str:
    """Return the first paragraph of a module's docstring on one line."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split())


def rooms_table() -> str:
    """Return every room with what it is for and its modules, as the folders have them."""
    lines = ["| room | what lies there | modules |", "|---|---|---|"]
    for folder in _folders():
        inner = [p.stem for p in sorted(folder.glob("*.py")) if p.stem != "__init__"]
        inner += [f"{p.name}/" for p in sorted(folder.iterdir()) if (p / "__init__.py").exists()]
        what = docstring(folder / "__init__.py").replace("|", "¦")
        lines.append(f"| `{folder.relative_to(ROOT).as_posix()}/` | {what} | {', '.join(inner)} |")
    return "\n".join(lines) + "\n"


def _folders() -> Iterator[Path]:
    yield ROOT / "bot"
    for package in ("adapters", "kgcore"):
        yield from sorted(p for p in (ROOT / package).iterdir() if (p / "__init__.py").exists())


def picture() -> str:
    """Return the rooms and their imports as DOT: an arrow says "knows"; what another arrow implies is left out."""
    drawn = _reduced(arrows(house()))
    lines = [
        "// Made by `make docs` from the code's own imports.",
        "digraph evigraph {",
        '  rankdir=TB; nodesep=0.18; ranksep=0.42; pad=0.2; bgcolor=white; fontname="DejaVu Sans";',
        '  node [shape=box, style="rounded,filled", color="#9aa5b1", fontname="DejaVu Sans", fontsize=13];',
        '  edge [color="#5a6672", arrowsize=0.6];',
    ]
    rooms = sorted({*drawn, *(other for others in drawn.values() for other in others)})
    for package in PACKAGES:
        inner = [
            f'"{r}" [label="{r.rpartition(".")[2]}", fillcolor="{COLOURS[package]}"];' for r in rooms if _in(r, package)
        ]
        lines += [f"  subgraph cluster_{package} {{", f'    label="{package}/"; color="#cfd6dd"; style=rounded;']
        lines += [f"    {line}" for line in inner] + ["  }"]
    lines += [f'  "{room}" -> "{other}";' for room in sorted(drawn) for other in sorted(drawn[room])]
    return "\n".join([*lines, "}"]) + "\n"


def _in(room: str, package: str) -> bool:
    return room.split(".", maxsplit=1)[0] == package


def _reduced(graph: Mapping[str, Set[str]]) -> dict[str, set[str]]:
    """Return the graph without the arrows that a longer way makes superfluous; the graph has no circles."""

    @cache
    def reached(node: str) -> frozenset[str]:
        direct = graph.get(node, frozenset())
        return frozenset(direct).union(*(reached(other) for other in direct)) if direct else frozenset()

    def needed(others: Set[str]) -> set[str]:
        return {o for o in others if not any(o in reached(p) for p in others if p != o)}

    return {node: needed(others) for node, others in graph.items()}
