"""What every importer does with a row: tidy it, check it against the rows before it, and number the entities."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kgcore.graph.importers import papers as paper
from kgcore.graph.importers.parts import Part, Tick
from kgcore.graph.importers.progress import ImportProgress, Progress, Stage
from kgcore.graph.importers.report import Findings, Trouble
from kgcore.graph.known import Known
from kgcore.graph.rows import EdgeRow, NodeRow, PaperRow

LONGEST_NAME = 1000
LONGEST_ID = 500
LONGEST_TEXT = 100_000
NO_TYPE = "Thing"
NAMELESS = "entities without a name, called by their first synonym or else by their id"
_BREAKS = re.compile(r"\s*[\t\n\r\x0b\x0c]\s*")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_VAGUE = frozenset({"NamedThing", "Entity", "BiologicalEntity", "ThingWithTaxon", "PhysicalEssence", "OntologyClass"})
_DIGITS = re.compile(r"\d{1,9}")


@dataclass(frozen=True, slots=True)
class Said:
    """A statement as a format has it, before its ends are looked up."""

    subject: str
    predicate: str
    object: str
    negated: bool = False
    publications: Sequence[str] = ()
    sources: Sequence[str] = ()
    sentences: Sequence[str] = ()
    note: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)
    id: str = ""


class Shelf:
    """Rows in, checked rows out; what is wrong with the others goes to the findings."""

    def __init__(self, findings: Findings, progress: Progress) -> None:
        self.findings = findings
        self._progress = progress
        self._numbers = Known()
        self._ids = Known()
        self._cited = Known()
        self._written = Known()
        self._told: dict[str, PaperRow] = {}

    def tick(self, stage: Stage) -> Tick:
        """Return what tells how far the reading is."""
        return lambda done, total: self._progress(ImportProgress(stage, done, total))

    def bad(self, part: Part, number: int, trouble: Trouble, detail: str = "") -> None:
        """List a bad row."""
        self.findings.add(f"{part.name}:{number}", trouble, detail)

    def remark(self, words: str) -> None:
        """Count what is no fault."""
        self.findings.remarks[words] += 1

    def has(self, id: str) -> bool:
        """Tell whether there is an entity of this id."""
        return self._numbers.get(id) is not None

    def node(
        self,
        at: tuple[Part, int],
        id: str,
        name: str,
        type: str = "",
        *,
        synonyms: Iterable[str] = (),
        xrefs: Iterable[str] = (),
        description: str = "",
        extra: Mapping[str, str] | None = None,
        again: bool = False,
    ) -> NodeRow | None:
        """Return the entity, or None where it cannot be used; with `again` a second row of an id is no fault."""
        id, name = tidy(id), tidy(name)
        also = tuple(s for s in items(synonyms) if s != name)
        about = tidy(description)
        trouble = _node_trouble(id, name, also, about)
        if trouble is None and id in self._numbers:
            if again:
                return None
            trouble = Trouble.DUPLICATE_ID
        if trouble is not None:
            self.bad(*at, trouble, id)
            return None
        self._numbers.setdefault(id, len(self._numbers))
        kind = item(type).rpartition(":")[2].strip()[:LONGEST_ID]
        return NodeRow(id, name, kind or NO_TYPE, also, items(xrefs), about, properties(extra))

    def edge(self, at: tuple[Part, int], said: Said) -> EdgeRow | None:
        """Return the statement, or None where it cannot be used."""
        subject, object_, predicate = tidy(said.subject), tidy(said.object), tidy(said.predicate)
        s, o = self._numbers.get(subject), self._numbers.get(object_)
        id = tidy(said.id) or f"{at[0].name}:{at[1]}"
        trouble, detail = self._edge_trouble(s, o, predicate, id, (subject, object_))
        if trouble is not None or s is None or o is None:
            self.bad(*at, trouble or Trouble.DANGLING_ID, detail)
            return None
        if s == o:
            self.remark("relations of a node with itself, left out")
            return None
        self._ids.setdefault(id, 1)
        cited, sentences = self._evidence(at, said)
        year = max(map(self._year, cited), default=0)
        note = tidy(said.note)[:LONGEST_TEXT]
        sources = items(said.sources)
        return EdgeRow(id, s, predicate, o, said.negated, cited, sources, sentences, note, properties(said.extra), year)

    def _year(self, id: str) -> int:
        told = self._told.get(id)
        return told.year if told else self._written.get(id) or 0

    def _edge_trouble(
        self, s: int | None, o: int | None, predicate: str, id: str, ends: tuple[str, str]
    ) -> tuple[Trouble | None, str]:
        missing = [end for end, number in zip(ends, (s, o), strict=True) if number is None]
        if missing:
            return (Trouble.DANGLING_ID if all(missing) else Trouble.EMPTY_ID), " ".join(missing)
        if not predicate:
            return Trouble.EMPTY_PREDICATE, ""
        if id in self._ids:
            return Trouble.DUPLICATE_ID, id
        return (Trouble.TOO_LONG, id) if len(id) > LONGEST_ID or len(predicate) > LONGEST_ID else (None, "")

    def _evidence(self, at: tuple[Part, int], said: Said) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the good paper ids, each once, and the sentences in their order."""
        found: dict[str, str] = {}
        for n, written in enumerate(said.publications):
            id = citation(written)
            if id:
                self._cited.setdefault(id, 1)
                found[id] = found.get(id) or (item(said.sentences[n]) if n < len(said.sentences) else "")
            elif written.strip():
                self.bad(*at, Trouble.BAD_PAPER_ID, written)
        return tuple(found), tuple(found.values()) if any(found.values()) else ()

    def paper(self, id: str, title: str = "", journal: str = "", year: int = 0) -> None:
        """Remember what a source says of a paper that its relations cite."""
        good = citation(id)
        if good and good not in self._told:
            self._told[good] = PaperRow(good, tidy(title), tidy(journal), year, paper.paper_url(good))

    def own_paper(self, id: str, title: str, journal: str, year: int, url: str) -> PaperRow:
        """Return a paper that stands in a file of its own; edges that cite it need not say more."""
        self._written.setdefault(id, year)
        return PaperRow(id, tidy(title), tidy(journal), year, url if paper.is_url(url) else paper.paper_url(id))

    def has_paper(self, id: str) -> bool:
        """Tell whether a paper stood in a file of its own."""
        return self._written.get(id) is not None

    def cited(self) -> Iterator[PaperRow]:
        """Yield the papers that edges name, with what has been told of them."""
        untold = 0
        for id in self._cited:
            if id in self._written:
                continue
            told = self._told.get(id)
            untold += told is None
            yield told or PaperRow(id, url=paper.paper_url(id))
        if untold:
            self.findings.remarks["cited papers that the source says nothing of"] = untold


def _node_trouble(id: str, name: str, synonyms: tuple[str, ...], description: str) -> Trouble | None:
    if not id:
        return Trouble.EMPTY_ID
    if not name:
        return Trouble.EMPTY_NAME
    too_long = len(id) > LONGEST_ID or len(name) > LONGEST_NAME or len(description) > LONGEST_TEXT
    return Trouble.TOO_LONG if too_long or any(len(s) > LONGEST_NAME for s in synonyms) else None


def called_instead(id: str, synonyms: Sequence[str]) -> str:
    """Return what an entity without a name is called: KGX requires none."""
    return next((s for s in synonyms if s.strip()), id)


def tidy(text: str) -> str:
    """Return text as one line, without control characters."""
    if text.isascii() and text.isprintable():
        return text.strip()
    return _CONTROL.sub("", _BREAKS.sub(" ", text)).strip()


def item(text: str) -> str:
    """Return text that can stand in a list: "|" parts the items of one."""
    return tidy(text).replace("|", "¦")


def items(texts: Iterable[str]) -> tuple[str, ...]:
    """Return each item once, in order, without empty ones."""
    return tuple(dict.fromkeys(filter(None, map(item, texts)))) if texts else ()


def split(cell: str, mark: str = "|") -> tuple[str, ...]:
    """Return the items of a cell."""
    return items(cell.split(mark)) if cell else ()


def properties(extra: Mapping[str, str] | None) -> str:
    """Return named texts as the JSON that the tables hold; "" for none."""
    found = {tidy(k): tidy(v)[:LONGEST_TEXT] for k, v in extra.items()} if extra else {}
    kept = {k: v for k, v in found.items() if k and v}
    return json.dumps(kept, ensure_ascii=False) if kept else ""


def citation(written: str) -> str:
    """Return a paper's id; bare digits are PubMed's; "" for what is none."""
    text = written.strip()
    if _DIGITS.fullmatch(text.removesuffix(".0")) and text.isascii():
        number = int(text.removesuffix(".0"))
        return f"PMID:{number}" if number else ""
    return paper.paper_id(text)


def most_telling(names: Iterable[str]) -> str:
    """Return the most telling category, without its prefix: "biolink:NamedThing|biolink:Disease" → "Disease"."""
    plain = [name.rpartition(":")[2].strip() for name in names]
    return next((n for n in plain if n and n not in _VAGUE), next(filter(None, plain), NO_TYPE))
