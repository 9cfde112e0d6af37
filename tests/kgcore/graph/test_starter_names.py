from __future__ import annotations

from collections import defaultdict

from kgcore.graph import starter_folder
from kgcore.linking.names import join_letters, tokens

ROWS = [line.split("\t") for line in (starter_folder() / "nodes.tsv").read_text(encoding="utf-8").splitlines()[1:]]


def test_every_entity_has_names_that_people_use() -> None:
    assert len(ROWS) == 274
    assert all(len(row) == 6 for row in ROWS)
    assert all(row[3] for row in ROWS)


def test_a_name_stands_for_one_entity() -> None:
    owners: dict[str, set[str]] = defaultdict(set)
    for id_, name, _, synonyms, *_ in ROWS:
        for text in (name, *synonyms.split("|")):
            owners[join_letters(tokens(text))].add(id_)
    assert [key for key, ids in owners.items() if len(ids) > 1] == []


def test_names_are_plain_text() -> None:
    for row in ROWS:
        names = row[3].split("|")
        assert len(set(names)) == len(names)
        assert all(name == " ".join(name.split()) and tokens(name) for name in names)
