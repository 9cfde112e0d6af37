"""What Biolink's qualifiers make of a relation: "affects", decreased, activity → "decreases the activity of".

A relation with qualifiers says something else than its bare predicate: read without them, "affects" is all that is
left of "causes decreased activity of", and "loss of function of A predisposes to B" becomes "A predisposes to B".
Qualifiers: https://biolink.github.io/biolink-model/association-examples-with-qualifiers/
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kgcore.ingest.contexts import context_words

_DIRECTIONS = {
    "increased": "increases",
    "upregulated": "increases",
    "decreased": "decreases",
    "downregulated": "decreases",
}
# Predicates that a direction of the object spells out; of any other, its words are a note.
_CHANGING = frozenset({"affects", "causes", "contributes_to", "regulates"})
_VAGUE = "biolink:related_to"  # all that a relation of a changed subject says of the subject itself
_SUBJECT = ("form_or_variant", "part", "derivative", "aspect", "direction")
_CONTEXT = ("population", "species", "sex", "onset", "disease", "anatomical", "severity", "temporal")
NAMES = frozenset(
    {
        "qualified_predicate",
        *(f"subject_{q}_qualifier" for q in (*_SUBJECT, "context", "species")),
        *(f"object_{q}_qualifier" for q in ("form_or_variant", "part", "derivative", "aspect", "direction", "context")),
        *(f"{q}_context_qualifier" for q in _CONTEXT),
        *(f"{q}_qualifier" for q in _CONTEXT),
    }
)


def is_qualified(columns: Iterable[str]) -> bool:
    """Whether any of these columns or members is a qualifier of Biolink's."""
    return any(name in NAMES for name in columns)


def with_qualifiers(predicate: str, said: Mapping[str, str]) -> tuple[str, str]:
    """Return the predicate that an edge states with its qualifiers, and a note for what no predicate can say.

    `said`: the edge's other members. A change of the object becomes the predicate's ("biolink:decreases_activity_of");
    where it is a change of the subject that acts, nothing but a relation is said of the subject itself.
    """
    contexts = [said.get(name) for q in _CONTEXT for name in (f"{q}_context_qualifier", f"{q}_qualifier")]
    notes = [words for written in contexts if written and (words := context_words(written))]
    if changed := [_words(said[name]) for q in reversed(_SUBJECT) if said.get(name := f"subject_{q}_qualifier")]:
        acts = _words(said.get("qualified_predicate") or predicate)
        return _VAGUE, "; ".join([f"{' '.join(changed)} of it {acts}{_of_object(said)}", *notes])
    aspect, direction = (said.get(f"object_{q}_qualifier", "").strip() for q in ("aspect", "direction"))
    does = _DIRECTIONS.get(direction)
    if not (aspect or direction) or (direction and does is None):
        return predicate, "; ".join(([_of_object(said).strip()] if direction else []) + notes)
    stated = said.get("qualified_predicate") or predicate
    if predicate.rpartition(":")[2] not in _CHANGING or stated.rpartition(":")[2] not in _CHANGING:
        return predicate, "; ".join([_of_object(said).strip(), *notes])
    name = f"{does or 'affects'}_{aspect}_of" if aspect else does or ""
    return f"biolink:{name}", "; ".join(notes)


def _of_object(said: Mapping[str, str]) -> str:
    words = [_words(said[name]) for q in ("direction", "aspect") if said.get(name := f"object_{q}_qualifier")]
    return f" {' '.join(words)}" if words else ""


def _words(written: str) -> str:
    """Return "loss of function" for "biolink:loss_of_function" and such."""
    return written.strip().rpartition("biolink:")[2].replace("_", " ")
