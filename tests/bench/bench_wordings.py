"""Every wording of a claim that we could think of: words × constructions × edges of the starter graph; and traps.

    python -m tests.bench.bench_wordings [dev|held|all] [traps|around] [PREDICATE …]

`truth/wording_words.tsv` has the words, `wording_frames.tsv` the constructions, `wording_pairs.tsv` the edges, and
`wording_traps.tsv` what must get no ✓ though its two names have such an edge. `wording_around.tsv` has what stands
around a plain claim, by place, alone and two at a time: what leaves it as it is ("yes"), and what must cost it the ✓
("no"; "denies": it may be ✗). Half of the words, constructions and
traps, by hash, are held: what has one of them is counted, and printed under `all` alone.
"""

from __future__ import annotations

import asyncio
import csv
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.bench.bench_truth import FOLDER, STARTER, Examiner, Gold, Row, Score, open_graph

SHARE = 14  # one in so many of the crossings beyond the plain ones is read
FORMS = ("V", "Vs", "Ved", "Ven", "Ving")
KINDS = {"verb": ("active", "passive"), "verb-i": ("active",)}  # the constructions in which a class of words stands
TRAPPED = (("zinc", "treat", "the common cold"), ("saffron", "relieve", "depression"),
           ("coffee", "prevent", "Parkinson's disease"))  # fmt: skip
PLACES = ("front", "subject", "inset", "tail")  # where words stand around a claim


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence with its gold, and the word and the construction that it is made of."""

    row: Row
    word: str
    frame: str

    @property
    def half(self) -> str:
        """Which of the two are held."""
        of_word, of_frame = ("held" if one and _is_held(one) else "seen" for one in (self.word, self.frame))
        return f"{of_word} word, {of_frame} construction"


def cases() -> Iterator[Case]:
    """Yield the crossings that are read, always the same ones."""
    frames, pairs = table("frames"), table("pairs")
    for predicate, kind, gold, listed in table("words"):
        edges = [p for p in pairs if p[0] == predicate]
        for word in listed.split("|") if edges else ():
            for frame in frames:
                fits = frame[0] in KINDS.get(kind, (kind,)) and (frame[0] != "passive" or len(word.split()) < 3)
                if fits and not (gold == "strong" and frame[1] in ("denies", "lacks")):
                    yield from _crossed(word, gold, frame, edges)
    for frame in frames:
        yield from (_case(edge, "", "plain", frame) for edge in pairs if edge[0] == frame[0])


def traps() -> Iterator[Case]:
    """Yield the traps, each with three true claims: none of them may be ✓."""
    for kind, template in table("traps"):
        for subject, verb, object_ in TRAPPED:
            slots = {slot: form.replace(" _", "") for slot, form in forms(verb).items()}
            text = template.format(A=subject, B=object_, **slots)
            gold = Gold(subject, verb, object_, None, False, ("relevant", "unsure"), ("supported",), overclaims=False)
            yield Case(Row(template, "trap", text[:1].upper() + text[1:], kind, (gold,)), "", template)


def around() -> Iterator[Case]:
    """Yield three true claims with words around them: one piece alone, and one in eight of the pairs of pieces."""
    pieces = table("around")
    for one, other in ((one, other) for one in pieces for other in pieces):
        pair = "|".join(words for _, _, words in (one, other))
        number = int.from_bytes(blake2b(pair.encode(), digest_size=4).digest(), "big")
        if one == other or (PLACES.index(one[0]) < PLACES.index(other[0]) and number % 8 == 0):
            yield from (_around({one[0]: one[2], other[0]: other[2]}, {one[1], other[1]}, claim) for claim in TRAPPED)


def _around(words: dict[str, str], does: set[str], claim: tuple[str, str, str]) -> Case:
    subject, verb, object_ = claim
    says = f"{forms(verb)['Vs'].replace(' _', '')} {object_}"
    named = words.get("subject", "{A}").format(A=subject)
    says = says if not words.get("subject", "").endswith("supplements") else f"{verb} {object_}"
    front = words.get("front", "")
    named = f"{named[0].lower()}{named[1:]}" if front else f"{named[0].upper()}{named[1:]}"
    text = f"{front} {named}{words.get('inset', '')} {says}{words.get('tail', '')}.".strip()
    leaves = does == {"yes"}
    open_or_denied = ("relevant", "unsure", *(("contradicted",) if "denies" in does else ()))
    wanted = (("supported",), ("contradicted",)) if leaves else (open_or_denied, ("supported",))
    gold = Gold(subject, verb, object_, None, False, *wanted, overclaims=False)
    group = f"{'leaves' if leaves else 'harms'} {' '.join(words)}"
    pieces = list(words.values())
    return Case(Row("|".join(pieces), "around", text, group, (gold,)), pieces[-1], pieces[0])


def _crossed(word: str, gold: str, frame: list[str], edges: Sequence[list[str]]) -> Iterator[Case]:
    template = frame[3]
    number = int.from_bytes(blake2b(f"{edges[0][0]}{word}{template}".encode(), digest_size=4).digest(), "big")
    share = 2 if frame[2] in ("plain", "is") else SHARE if "{V" in template else 4
    if number % share == 0 or template in ("{A} {Vs} {B}.", "{A} is {aN} for {B}."):
        yield _case(edges[number // SHARE % len(edges)], word, gold, frame)


def _case(edge: list[str], word: str, gold: str, frame: list[str]) -> Case:
    predicate, subject, object_, negated = edge
    _, polarity, construction, template = frame
    verdicts = _verdicts(gold, polarity, negated=bool(negated))
    never = tuple({"supported", "contradicted"} - set(verdicts))
    denied = polarity in ("denies", "lacks")
    one = Gold(subject, word or construction, object_, None, denied, verdicts, never, overclaims=gold == "strong")
    text = _filled(template, predicate, word, subject, object_)
    row = Row(template, "wordings", text, f"{predicate} {construction}", (one,))
    return Case(row, f"{predicate}{word}" if word else "", template)


def _filled(template: str, predicate: str, word: str, subject: str, object_: str) -> str:
    article = "an" if word[:1] in "aeiou" else "a"
    slots = {"A": subject, "B": object_, "N": word, "J": word, "aN": f"{article} {word}"}
    slots["P"] = "against" if predicate == "PREVENTS" else "in"
    if "{V" in template:
        passive = re.search(r"\{Ven\} (?:by|with)|\{B\} (?:is|was|be) \{Ven\}", template)
        place = "" if passive else "it" if template.endswith("} it.") else "{B}"
        slots |= {slot: " ".join(form.replace("_", place).split()) for slot, form in forms(word).items()}
        template = template if passive else re.sub(r"(\{V\w*\}) (?:\{B\}|it\b)", r"\1", template)
    text = template
    for _ in range(2):
        text = re.sub(r"\{(\w+)\}", lambda m: slots[m[1]], text)
    return text[:1].upper() + text[1:] if template[:1] == "{" else text


def forms(phrase: str) -> dict[str, str]:
    """Return a verb phrase's forms by slot, its object's place as "_"."""
    phrase = phrase if "_" in phrase else f"{phrase} _"
    adverb = re.match(r"(?:always|inevitably|invariably|completely) ", phrase)
    lead = adverb[0] if adverb else ""
    head, _, rest = phrase.removeprefix(lead).partition(" ")
    return {s: f"{lead}{form} {rest}" for s, form in zip(FORMS, _irregular().get(head) or _regular(head), strict=True)}


def _regular(verb: str) -> tuple[str, ...]:
    if re.search(r"[^aeiou]y$", verb):
        return verb, f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb[:-1]}ied", f"{verb}ing"
    if verb.endswith("e"):
        return verb, f"{verb}s", f"{verb}d", f"{verb}d", f"{verb[:-1]}ing"
    third = "es" if re.search(r"(?:s|x|z|ch|sh)$", verb) else "s"
    return verb, f"{verb}{third}", f"{verb}ed", f"{verb}ed", f"{verb}ing"


@cache
def _irregular() -> dict[str, tuple[str, ...]]:
    rows = next(row[3] for row in table("words") if row[0] == "irregular")
    return {verb.split()[0]: tuple(verb.split()) for verb in rows.split("|")}


def _verdicts(gold: str, polarity: str, *, negated: bool) -> tuple[str, ...]:
    for_, against = ("contradicted", "supported") if negated else ("supported", "contradicted")
    if polarity in ("denies", "lacks"):
        return (against,) if polarity == "denies" else (against, "relevant")
    if gold == "strong":
        return ("contradicted",) if negated else ("relevant", "mixed")
    return (for_, "relevant") if gold == "either" or (polarity == "may" and negated) else (for_,)


def _is_held(text: str) -> bool:
    return blake2b(text.encode(), digest_size=1).digest()[0] % 2 == 1


@cache
def table(name: str) -> list[list[str]]:
    with (FOLDER / f"wording_{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]


async def _read(found: Sequence[Case]) -> list[tuple[Case, Score]]:
    with tempfile.TemporaryDirectory(prefix="evigraph-bench-") as scratch:
        graph = await open_graph(STARTER, Path("../shared"), Path(scratch))
        if graph is None:
            return []
        vocabulary = Vocabulary.of(graph.info.predicates)
        examiner = Examiner(graph, TextReader(graph, vocabulary), Checker(graph, vocabulary))
        scored = [(case, Score()) for case in found]
        for case, score in scored:
            await examiner.score(score, [case.row], exhaustive=False)
        await graph.close()
    return scored


def main(arguments: Sequence[str]) -> None:
    """Print the failures of the seen half by construction and by word, then the figures of both halves."""
    half = next((a for a in arguments if a in ("dev", "held", "all")), "dev")
    wanted = [a for a in arguments if a.isupper()]
    drawn = traps() if "traps" in arguments else around() if "around" in arguments else cases()
    found = [c for c in drawn if not wanted or c.row.group.split()[0] in wanted]
    cells: dict[str, Counter[str]] = defaultdict(Counter)
    by: dict[str, Counter[str]] = defaultdict(Counter)
    for case, score in asyncio.run(_read(found)):
        right = sum(score.right.values())
        half_of = f"{case.half}, {case.row.group.split()[0]}" if case.row.kind == "around" else case.half
        cells[half_of].update(n=1, right=right, read=score.recovered, false=score.false_supported)
        if half == "all" or (half == "dev" and "held" not in case.half):
            by[f"construction {case.frame}"].update(n=1, bad=1 - right)
            by[f"word {case.word}"].update(n=1, bad=1 - right)
            if score.misses:
                print(score.misses[0])
    for name, some in sorted(by.items(), key=lambda one: -one[1]["bad"]):
        if some["bad"]:
            print(f"{some['bad']:4} of {some['n']:4}  {name}")
    for name, cell in sorted(cells.items()):
        shares = f"right {cell['right'] / cell['n']:.3f} read {cell['read'] / cell['n']:.3f}"
        print(f"{name:44} {cell['n']:6} {shares} false ✓ {cell['false']}")


if __name__ == "__main__":
    main(sys.argv[1:])
