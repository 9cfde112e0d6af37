"""Names, types and ids of BEL terms as PyBEL's JSON has them.

https://language.bel.bio/language/reference/2.1.0/functions/ and https://pybel.readthedocs.io/en/latest/reference/struct/
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

_SHORT = {
    "Abundance": "a",
    "Gene": "g",
    "RNA": "r",
    "miRNA": "m",
    "Protein": "p",
    "Pathology": "path",
    "BiologicalProcess": "bp",
    "Complex": "complex",
    "Composite": "composite",
    "Reaction": "rxn",
    "Population": "pop",
}
_TYPES = {
    "Abundance": "Chemical",
    "miRNA": "MicroRNA",
    "Pathology": "Disease",
    "Composite": "Combination",
    "Population": "Population",
}
_FORMS = {
    "Ph": "phosphorylated", "Ac": "acetylated", "Ub": "ubiquitinated", "Me": "methylated", "Glyco": "glycosylated",
    "Sumo": "SUMOylated", "Ox": "oxidized",
    "OGlyco": "O-glycosylated", "NGlyco": "N-glycosylated", "Hy": "hydroxylated",
    "Palm": "palmitoylated", "Farn": "farnesylated", "NO": "nitrosylated", "Nitro": "nitrated",
}  # fmt: skip
_ACTIVITIES = {
    "kin": "kinase", "cat": "catalytic", "tscript": "transcriptional", "pep": "peptidase", "phos": "phosphatase",
    "gtp": "GTP-binding", "tport": "transport", "chap": "chaperone", "ribo": "ribosylation", "gap": "GAP", "gef": "GEF",
}  # fmt: skip
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Term:
    """A BEL term: `bel` is how BEL writes it, and its id unless that is very long."""

    bel: str
    name: str
    type: str
    synonyms: tuple[str, ...] = ()
    xrefs: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """What the entity is called in the graph's tables."""
        if len(self.bel) <= _LONGEST and "|" not in self.bel:
            return self.bel
        return f"BEL:{blake2b(self.bel.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"


def term(node: Mapping[str, Any], depth: int = 0) -> Term | None:
    """Return the term of a node, or None where it has neither a name nor members."""
    function = _text(node.get("function") or node.get("type"))
    space, name, identifier = _concept(node)
    if depth > 6:
        return None
    if not name:
        return _composed(node, function, depth)
    short = _SHORT.get(function, function.lower() or "a")
    plain = f"{space}:{name}" if space else name
    forms = [form for v in _list(node.get("variants")) if (form := _variant(v))]
    bel = _text(node.get("bel")) or f"{short}({', '.join([plain, *(form.bel for form in forms)])})"
    xrefs = tuple(
        dict.fromkeys(x for x in (plain if space else "", f"{space}:{identifier}" if identifier else "") if x)
    )
    if forms:
        words = name
        for form in forms:
            words = form.words.format(words)
        return Term(bel, words, "ProteinForm" if short == "p" else "GeneVariant", (), (bel,))
    if function in ("Gene", "RNA"):
        return Term(bel, f"{name} ({function if function == 'RNA' else 'gene'})", function, (name,), xrefs)
    return Term(bel, name, _TYPES.get(function, function or "Thing"), (), xrefs)


def aspect(whole: Term, modifier: Mapping[str, Any]) -> Term | None:
    """Return what a statement is about where it is not the whole term: its activity, its degradation, a transport."""
    kind = _text(modifier.get("modifier"))
    effect = modifier.get("effect")
    found = effect if isinstance(effect, Mapping) else {}
    if kind == "Activity":
        _, name, _ = _concept(found)
        which = _ACTIVITIES.get(name, name if name != "activity" else "")
        bel = f"act({whole.bel}, ma({name}))" if name else f"act({whole.bel})"
        return Term(bel, f"{which} activity of {whole.name}".strip(), "Activity", (f"{whole.name} activity",), (bel,))
    if kind == "Degradation":
        bel = f"deg({whole.bel})"
        return Term(bel, f"degradation of {whole.name}", "Degradation", (f"{whole.name} degradation",), (bel,))
    if kind in ("Translocation", "CellSecretion", "CellSurfaceExpression"):
        bel = f"{'tloc' if kind == 'Translocation' else 'sec' if kind == 'CellSecretion' else 'surf'}({whole.bel}"
        places = [_concept(p)[1] for key in ("fromLoc", "toLoc") if isinstance(p := found.get(key), Mapping)]
        words = " from {} to {}".format(*places) if len(places) == 2 and all(places) else ""
        what = {"Translocation": "translocation", "CellSecretion": "secretion"}.get(kind, "surface expression")
        bel += f", {', '.join(places)})" if words else ")"
        return Term(bel, f"{what} of {whole.name}{words}", "Transport", (f"{whole.name} {what}",), (bel,))
    return None


@dataclass(frozen=True, slots=True)
class _Form:
    bel: str
    words: str  # with {} for the name


def _variant(variant: Any) -> _Form | None:
    if not isinstance(variant, Mapping):
        return None
    kind = _text(variant.get("kind"))
    if kind == "hgvs":
        change = _braceless(_text(variant.get("hgvs") or variant.get("identifier")))
        return _Form(f'var("{change}")', f"{{}} {change}")
    if kind in ("pmod", "gmod"):
        _, name, _ = _concept(variant)
        at = f"{_text(variant.get('code'))}{_text(variant.get('pos'))}"
        cells = ", ".join(filter(None, (name, _text(variant.get("code")), _text(variant.get("pos")))))
        words = _braceless(_FORMS.get(name, f"{name}-modified"))
        return _Form(f"{kind}({cells})", f"{words} {{}}{f' at {_braceless(at)}' if at else ''}")
    if kind == "frag":
        reach = variant.get("range")
        start, stop = (reach.get("start"), reach.get("stop")) if isinstance(reach, Mapping) else (
            variant.get("start"), variant.get("stop"),
        )  # fmt: skip
        ends = _braceless(f"{_text(start) or '?'}-{_text(stop) or '?'}")
        return _Form(f'frag("{ends.replace("-", "_")}")', f"{{}} fragment {ends}")
    return None


def _composed(node: Mapping[str, Any], function: str, depth: int) -> Term | None:
    short = _SHORT.get(function, function.lower() or "complex")
    inner = {key: _terms(node.get(key), depth) for key in ("members", "reactants", "products")}
    if inner["members"]:
        members = sorted(inner["members"], key=lambda t: t.bel)
        bel = _text(node.get("bel")) or f"{short}({', '.join(t.bel for t in members)})"
        names = "/".join(t.name for t in members)
        name = f"{names} complex" if function == "Complex" else names.replace("/", " and ")
        return Term(bel, name[:900], _TYPES.get(function, function or "Thing"), (), (bel,))
    if inner["reactants"] or inner["products"]:
        left, right = (", ".join(t.bel for t in inner[key]) for key in ("reactants", "products"))
        bel = _text(node.get("bel")) or f"rxn(reactants({left}), products({right}))"
        words = [" and ".join(t.name for t in inner[key]) for key in ("reactants", "products")]
        return Term(bel, f"reaction of {words[0]} to {words[1]}"[:900], "Reaction", (), (bel,))
    bel = _text(node.get("bel"))
    return Term(bel, bel[:900], _TYPES.get(function, function or "Thing")) if bel else None


def _terms(value: Any, depth: int) -> list[Term]:
    return [t for node in _list(value) if isinstance(node, Mapping) and (t := term(node, depth + 1))]


def _concept(node: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return (namespace, name, identifier), which newer files keep one level further down."""
    held = node.get("concept") or (node.get("identifier") if isinstance(node.get("identifier"), Mapping) else None)
    found = held if isinstance(held, Mapping) else node
    identifier = _text(found.get("identifier"))
    return _text(found.get("namespace")), _text(found.get("name")) or identifier, identifier


def _text(value: Any) -> str:
    return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _braceless(text: str) -> str:
    return text.replace("{", "(").replace("}", ")")


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
