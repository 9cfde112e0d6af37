"""Puts the papers of a statement that rests on very many in the order in which a few of them are to be listed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from itertools import zip_longest

from kgcore.english.study_designs import STRONGEST_FIRST, design_in_title
from kgcore.graph.embedded import tables

_PLACES = {design: place for place, design in enumerate(STRONGEST_FIRST)}
_TOGETHER = 5_000  # papers


def rank_papers_of(db: sqlite3.Connection, edges: Iterable[int]) -> None:
    """Put the papers of these edges first whose titles name the strongest designs, each with its sentence.

    Else they stay in their order, so that doing it twice changes nothing.
    """
    for number in edges:
        row = db.execute("SELECT publications, sentences FROM edges WHERE n=?", [int(number)]).fetchone()
        ids, said = tables.split_stored_papers(row[0]), tables.split_stored_list(row[1])
        place: dict[str, int] = {}
        for at in range(0, len(ids), _TOGETHER):
            found = tables.read_titles(db, ids[at : at + _TOGETHER])
            place |= {id: _PLACES.get(design_in_title(title), len(_PLACES)) for id, title in found.items()}
        cited = list(zip_longest(ids, said[: len(ids)], fillvalue=""))
        cited.sort(key=lambda one: place.get(one[0], len(_PLACES)))
        sentences = [sentence for _, sentence in cited] if any(said) else []
        texts = tables.without_scheme("|".join(id for id, _ in cited)), "|".join([*sentences, *said[len(ids) :]])
        db.execute("UPDATE edges SET publications=?, sentences=? WHERE n=?", [*texts, int(number)])
