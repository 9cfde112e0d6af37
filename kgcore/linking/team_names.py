"""Names that a team gives to entities: a table beside the graph that wins over the graph's own names. Pure.

The file is UTF-8, tab-separated, with the header `name entity note`: what people say, the id of the entity that they
mean, and a remark for whoever reads the file. A name may stand in several rows: then it may mean any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgcore.errors import InputError
from kgcore.linking.names import MAX_LENGTH, join_letters, normalize_text, tokens

FILE = "names.tsv"
_HEADER = ("name", "entity", "note")
_SHORT_FORM = 6  # letters of an initialism at most: lower case, it may be a word


@dataclass(frozen=True, slots=True)
class NameRow:
    """One line: what is said, the id of what is meant, a remark."""

    name: str
    entity: str
    note: str = ""


def read_names(text: str, where: str = FILE) -> tuple[NameRow, ...]:
    """Return the rows of a table; raises InputError naming the first bad line and how to mend it."""
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    if not any(lines):
        return ()
    if tuple(cell.strip().casefold() for cell in lines[0].split("\t"))[:2] != _HEADER[:2]:
        raise InputError("has no header.", where=f"{where}:1", hint="Its first line is name<TAB>entity<TAB>note.")
    rows = []
    for number, line in enumerate(lines[1:], 2):
        if line.strip():
            cells = [cell.strip() for cell in line.split("\t")]
            if not 2 <= len(cells) <= 3 or not cells[1]:
                hint = "Write what is said, a tab, and the id of the entity."
                raise InputError(f"has {len(cells)} cells.", where=f"{where}:{number}", hint=hint)
            if not is_name(cells[0]):
                raise InputError(
                    "has no name that could be said.", where=f"{where}:{number}", hint="Mend or remove it."
                )
            rows.append(NameRow(*cells))
    return tuple(dict.fromkeys(rows))


def is_name(text: str) -> bool:
    """Say whether a text can be a name: it has letters, and is no passage."""
    return bool(tokens(text)) and len(text) <= MAX_LENGTH and "\t" not in text and "\n" not in text


def names_text(rows: Iterable[NameRow]) -> str:
    """Return the table as a file has it, in the order of the names."""
    ordered = sorted(rows, key=lambda row: (row.name.casefold(), row.entity))
    return "".join("\t".join(cells) + "\n" for cells in (_HEADER, *((r.name, r.entity, r.note) for r in ordered)))


@dataclass(frozen=True, slots=True)
class TeamNames:
    """The names by their letters: whom each may mean, and how it is written."""

    meant: Mapping[str, tuple[str, ...]]
    written: Mapping[str, str]

    @classmethod
    def of(cls, rows: Sequence[NameRow]) -> TeamNames:
        """Gather the rows of a table."""
        meant: dict[str, dict[str, None]] = {}
        written: dict[str, str] = {}
        for row in rows:
            key = join_letters(tokens(row.name))
            meant.setdefault(key, {})[row.entity] = None
            written.setdefault(key, row.name)
        return cls({key: tuple(ids) for key, ids in meant.items()}, written)

    def of_mention(self, text: str) -> tuple[str, ...]:
        """Return the ids of what a mention means; () where the table does not say. "who" is no WHO."""
        key = join_letters(tokens(text))
        written = self.written.get(key)
        if written is None or (_is_initialism(written) and normalize_text(text).islower()):
            return ()
        return self.meant[key]

    def beginning(self, text: str) -> tuple[str, ...]:
        """Return the ids of entities with a name that begins so."""
        begun = normalize_text(text).casefold()
        found = (key for key, name in self.written.items() if begun and name.casefold().startswith(begun))
        return tuple(dict.fromkeys(id for key in found for id in self.meant[key]))


def _is_initialism(name: str) -> bool:
    return len(name) <= _SHORT_FORM and sum(c.isupper() for c in name) > 1
