"""The sentences that the program can say, gathered from the templates in its code, for docs/sentences.md."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("kgcore", "adapters", "bot")
# What is written for machines: statements to databases, prompts (docs/prompts.md has them), schemas, styles.
_FOR_MACHINES = re.compile(
    r"kgcore/(?:llm/prompts|llm/scripted|graph/neo4j/\w*cypher|store/|library/embedded/|graph/embedded/names|english/"
    r"|ingest/polarity|linking/lookup_keys|library/design|ingest/articles/pubmed)"
    r"|adapters/(?:web/(?:static|templates)|shared/manifest)|bot/(?:schemas|record_types\w*)\.py"
)
_SHORTEST = 3  # words of a sentence; two where it ends like one
_JOINING = re.compile(
    r"(?<![\w’-])(?:the|a|an|is|are|was|to|of|in|for|and|or|not|no|as|that|it|what|by|with|this|here|who|on|at)\b|[,:]",
    re.I,
)
_WORD = re.compile(r"[A-Za-z][a-z'’-]*")
_MARKUP = re.compile(
    r"\(\?[:<=!P]|\\[bsSdwW]|\[\^|\]\+|\)\*|\|\w+\||^\W*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|MATCH|UNWIND|CALL|WITH|MERGE|"
    r"RETURN|WHERE|PRAGMA|ALTER|DROP|OPTIONAL|ORDER BY|AND|ON|FROM|FOR|VALUES|SET)\b|[{};]\s*$|^[<&]|=\"|</|://\S*$"
    r"|;\s+\w+=|'none'|\[pt\]|\[mh\]|\?[:!]|\w\?\||\)\?|\{task\.|sans-serif|^a \w+:\w+$|^\w+:\w+ …"
)


def sentences_shown() -> str:
    """Return all sentences by room and module, as Markdown; "…" stands for what is put in."""
    shown = []
    for room, some in groupby(_sentences(), key=lambda found: found[0].rpartition("/")[0]):
        lines = [f"- {text}" for text in dict.fromkeys(text for _, text in some)]
        shown.append(f"\n### {room}/\n\n" + "\n".join(lines) + "\n")
    return "".join(shown)


def _sentences() -> Iterator[tuple[str, str]]:
    for room in ROOMS:
        paths = sorted((ROOT / room).rglob("*.py"), key=lambda p: (str(p.parent), p.name))
        for path in paths:
            name = path.relative_to(ROOT).as_posix()
            if not _FOR_MACHINES.search(name):
                yield from ((name, text) for text in _said_in(ast.parse(path.read_text("utf-8"))))


def _said_in(tree: ast.Module) -> Iterator[str]:
    left_out = {id(node) for node in _unsaid(tree)}
    for node in ast.walk(tree):
        if id(node) in left_out or not isinstance(node, ast.Constant | ast.JoinedStr):
            continue
        text = _template(node)
        if text is not None and _is_sentence(text):
            yield " ".join(text.split())


def _unsaid(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield docstrings, parts of f-strings, patterns, log messages and tests of what stands in a text."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                yield node.value
            case ast.JoinedStr():
                yield from node.values
                for part in node.values:
                    yield from (n for n in ast.walk(part) if isinstance(n, ast.Constant))
            case ast.Call(func=ast.Attribute(attr=("compile" | "info" | "debug" | "warning" | "exception" | "error"))):
                yield from (n for arg in node.args for n in ast.walk(arg))
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"))) | ast.Compare():
                yield from ast.walk(node)
            case _:
                pass


def _template(node: ast.Constant | ast.JoinedStr) -> str | None:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    return "".join(str(p.value) if isinstance(p, ast.Constant) else "…" for p in node.values)


def _is_sentence(text: str) -> bool:
    words = _WORD.findall(text)
    ended = text.rstrip(')”"').endswith((".", "?", "!", "…", ":"))
    if ("\n\n" in text and len(text) > 600) or _MARKUP.search(text) or "  " in text.strip():
        return False
    if len(words) > _SHORTEST and not (ended or _JOINING.search(text)):
        return False  # a list of words
    spoken = any(w.islower() and len(w) > 1 for w in words)
    return spoken and " " in text.strip() and len(words) >= (2 if ended else _SHORTEST) and "_" not in text
