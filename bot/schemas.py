"""JSON schemas, and the tables of docs/formats.md, from the types of the records themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import TypeAdapter

from bot.batch_forms import FORMS
from bot.record_types import ErrorRow
from bot.record_types_papers import AbstractIn, ProposalRow

_COMMANDS = {  # those that are not "NAME --batch"
    "verify": "verify",
    "identifiers": "identifiers",
    "predict": "kg predict --batch",
    "passages": "literature --batch --passages",
    "stance": "literature --batch --stance",
    "curate": "curate read",
}
_READ = "curate"  # reads files of articles as well as rows, so it is no batch form
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_names() -> Mapping[str, str]:
    """Return the names of all schemas, with what each is of."""
    return {form.name: form.words for form in FORMS.values()} | {_READ: "facts that articles state"}


def schema_of(name: str, *, rows_in: bool = False) -> dict[str, Any]:
    """Return the schema of the rows that a batch form writes, or of those that it reads. Raises KeyError."""
    row: Any
    if name == _READ:
        row = AbstractIn if rows_in else ProposalRow | ErrorRow
    else:
        row = FORMS[name].row_in if rows_in else FORMS[name].row_out
    adapter: TypeAdapter[Any] = TypeAdapter(row)
    title = f"evigraph {name}: a row {'in' if rows_in else 'out'}"
    return {"$schema": DIALECT, "title": title, **adapter.json_schema()}


def field_rows(name: str, *, rows_in: bool) -> Iterator[tuple[str, str, list[tuple[str, str, str]]]]:
    """Yield for every kind of object in a form's rows its name, what it is, and its fields: name, type and meaning."""
    found = schema_of(name, rows_in=rows_in)
    kinds = found.get("$defs", {})
    if "properties" in found:
        yield _described(name, found)
    reached = [ref for one in found.get("anyOf", ()) if (ref := one.get("$ref", "").rpartition("/")[2])]
    for kind in [*reached, *(k for k in kinds if k not in reached)]:
        yield _described(kind, kinds[kind])


def _described(name: str, kind: Mapping[str, Any]) -> tuple[str, str, list[tuple[str, str, str]]]:
    needed = kind.get("required", ())
    fields = [
        (f"`{key}`" if key in needed else f"`{key}`, optional", type_words(field), field.get("description", ""))
        for key, field in kind["properties"].items()
    ]
    return name, kind.get("description", kind["title"]), fields


def type_words(field: Mapping[str, Any]) -> str:
    """Return a field's type in words: "string or null", "list of objects"."""
    if "anyOf" in field:
        return " or ".join(dict.fromkeys(type_words(one) for one in field["anyOf"]))
    if "$ref" in field or "allOf" in field:
        return "object"
    kind = field.get("type", "anything")
    if kind == "array":
        return f"list of {_plural(type_words(field.get('items', {})))}"
    return str(kind)


def _plural(words: str) -> str:
    return words if words == "anything" else " or ".join(f"{word}s" for word in words.split(" or "))


def fields_table(names: Iterable[str]) -> str:
    """Return the tables of some forms for the docs: what goes in, what comes out; each kind of object once."""
    parts: list[str] = []
    told = {"ErrorRow"}  # the same everywhere
    for name in names:
        command = _COMMANDS.get(name, f"{name} --batch")
        parts.append(f"### `evigraph {command}`: {schema_names()[name]}\n")
        for rows_in in (True, False):
            for kind, words, fields in field_rows(name, rows_in=rows_in):
                if kind not in told:
                    parts.append(_table(f"{'In: ' if rows_in else ''}{words}", fields))
                    told.add(kind)
    return "\n".join(parts)


def _table(words: str, fields: Iterable[tuple[str, str, str]]) -> str:
    rows = "".join(f"| {key} | {kind} | {meaning.replace('|', chr(92) + '|')} |\n" for key, kind, meaning in fields)
    return f"{words}\n\n| field | type | meaning |\n|---|---|---|\n{rows}"
