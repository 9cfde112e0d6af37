"""What is asked and the graph has no word on: stated as a claim all the same, so that its verdict shows why."""

from __future__ import annotations

from collections.abc import Iterable

from kgcore.evidence.findings import Finding
from kgcore.language.english import Verb, listed
from kgcore.llm.graph_alone.ink import Ink
from kgcore.llm.graph_alone.scene import Relative, Scene
from kgcore.model import Entity
from kgcore.wording import article, mid, verb

# A predicate's words as a noun phrase behind its subject; for all others the verb's own "-ing".
_AS = {
    "treats": "as a treatment for",
    "prevents": "as a means of preventing",
    "causes": "as a cause of",
    "raises the risk of": "as a risk factor for",
    "affects": "acting on",
    "is a": "as a kind of",
}


def nothing_direct(scene: Scene, ink: Ink, subject: Entity, predicate: str, object: Entity) -> str:
    """Return "On procaine as a treatment for Alzheimer's disease, the graph holds nothing direct."

    The noun phrase is annotated as the claim that it names; where the vocabulary would not read it so, it is plain.
    """
    known = scene.vocabulary.get(predicate)
    phrase = _AS.get(known.words) or ongoing(verb(known, object))
    reading = scene.vocabulary.read(phrase)
    read = predicate in reading.predicates and not (reading.negated or reading.turned or reading.says_more)
    if not predicate or not (read or scene.vocabulary.vouches(phrase, predicate)):
        return f"The graph holds no direct relation between {mid(subject)} and {mid(object)}."
    words = ink.relation(phrase, [Finding(subject, known, object, (), ())])
    return f"On {ink.name(subject)} {words} {article(known, object)}{ink.name(object)}, the graph holds nothing direct."


def ongoing(said: Verb) -> str:
    """Return a verb's "-ing" with what belongs to it: "raising the risk of"."""
    base = said.base
    drops = base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be"
    stem = base[:-1] if drops else base
    return " ".join(part for part in (said.adverb, f"{stem}ing", said.rest) if part)


def step_away(relative: Relative, again: bool = False) -> str:
    """Return what opens a sentence on a broader or narrower entity; `again`: the one before opened like it."""
    way = "more broadly" if relative.broader else "more specifically"
    return f"Also {way}" if again else way.capitalize()


def unknown_names(names: Iterable[str], *, alone: bool = False) -> list[str]:
    """Return that the graph has no entry for words of the question; `alone`: so that nothing answers it as put."""
    said = ["".join(c for c in " ".join(n.split()) if c.isalnum() or c in " '-").strip() for n in names]
    quoted = listed([f"“{s}”" for s in said if s], "or")
    rest = "so it cannot answer this as put" if alone else "which was left aside here"
    return [f"The graph has no entry for {quoted}, {rest}."] if quoted else []
