"""What the ids that a file of articles gives mean in the graph: what the graph has is not entered a second time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from kgcore.curation.articles import NamedSpan
from kgcore.curation.names import is_name, is_product_type
from kgcore.curation.pairs import EntityKind, kind_of_type
from kgcore.linking.linking import Ranking
from kgcore.ports import KnowledgeGraph
from kgcore.values.model import Entity, Match, Mention

_MOST_NAMES = 4  # of one id that are looked up: those used most
_SHORT = 5  # letters of a short form, by which other articles mean other things
_MESH = re.compile(r"[CD]\d{6,9}")
_SURE = frozenset({Match.EXACT, Match.SYNONYM, Match.SPELLING})  # "salts of A" are not A
_SPELT = {"msh": "mesh", "entrez": "ncbigene", "entrezgene": "ncbigene", "ncbi": "ncbigene"}


async def entities_meant(graph: KnowledgeGraph, names: Iterable[NamedSpan]) -> Mapping[str, str]:
    """Return the graph's ids for ids of a file that the graph does not have itself.

    As iDISK standardises: by the identifier, by name and preferred name, then by similarity, within a type that fits;
    what another identifier of the same vocabulary tells apart stays apart, and what is left out of the answer is new.
    Raises GraphError.
    """
    said: dict[str, Counter[str]] = {}
    types: dict[str, str] = {}
    for name in names:
        if name.id:
            said.setdefault(name.id, Counter())[name.text] += 1
            types.setdefault(name.id, name.type)
    written = {id: _written(id, types[id]) for id in said}
    known = await graph.entities({*said, *filter(None, written.values())})
    found = {id: curie for id, curie in written.items() if id not in known and curie in known}
    left = [id for id in said if id not in known and id not in found]
    asked = [(id, text) for id in left for text, _ in said[id].most_common(_MOST_NAMES) if is_name(text)]
    rankings = await graph.rank([Mention(text, types[id]) for id, text in asked]) if asked else ()
    by_id: dict[str, list[tuple[str, Ranking]]] = {}
    for (id, text), ranking in zip(asked, rankings, strict=True):
        by_id.setdefault(id, []).append((text, ranking))
    taken = set(found.values())
    for id in sorted(by_id, key=lambda one: -said[one].total()):  # of two that a name would fit, the one named most
        meant = _meant(by_id[id], written[id], types[id])
        if meant is not None and meant.id not in taken:
            found[id] = meant.id
            taken.add(meant.id)
    return found


def _meant(rankings: Sequence[tuple[str, Ranking]], written: str, type: str) -> Entity | None:
    """Return what is meant by the names of one id, the most used first; an entity of the same id before all others."""
    fit: list[Entity] = []
    for text, ranking in rankings:
        for candidate in ranking.candidates:
            ids = [_folded(x) for x in (candidate.entity.id, *candidate.entity.xrefs)]
            if written and _folded(written) in ids:
                return candidate.entity
            told_apart = written and any(_prefix(i) == _prefix(_folded(written)) for i in ids)
            short = len(text) <= _SHORT and text[:2].isupper()
            sure = ranking.linked and candidate.match in _SURE and not short
            if sure and not told_apart and fits(candidate.entity.type, type):
                fit.append(candidate.entity)
    return fit[0] if fit else None


def fits(type: str, other: str) -> bool:
    """Whether two types may hold the same sort of thing: drugs and supplements may, drugs and diseases not."""
    if type.casefold() == other.casefold():
        return True
    if is_product_type(type) or is_product_type(other):
        return False
    kind = kind_of_type(type)
    return kind is not EntityKind.OTHER and kind is kind_of_type(other)


def _written(id: str, type: str) -> str:
    """Return an id of a file with its vocabulary before it; "" where that is not told."""
    if _MESH.fullmatch(id):
        return f"MESH:{id}"
    if id.isdecimal() and kind_of_type(type) is EntityKind.GENE:
        return f"NCBIGene:{id}"
    return id if ":" in id else ""


def _folded(id: str) -> str:
    prefix, mark, rest = id.casefold().partition(":")
    return f"{_SPELT.get(prefix, prefix)}{mark}{rest}"


def _prefix(id: str) -> str:
    return id.partition(":")[0] if ":" in id else id
