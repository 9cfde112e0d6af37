"""Every wording of a claim that we could think of, crossed: words × constructions × edges of the starter graph.

    python -m tests.bench.bench_wordings [dev|held|all] [PREDICATE …]

`truth/wording_words.tsv` has the words, `wording_frames.tsv` the constructions, `wording_pairs.tsv` the edges. Half of
the words and half of the constructions, by hash, are held: what has either is counted and never printed under `dev`.
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
from hashlib import blake2b
from pathlib import Path

from tests.bench.bench_truth import FOLDER, STARTER, Examiner, Gold, Row, Score, _graph
from kgcore.turn.checking import Checker
from kgcore.turn.reader import TextReader
from kgcore.vocabulary.vocabulary import Vocabulary

SHARE = 14  # one in so many of the crossings beyond the plain ones is read
IRREGULAR = {
    "be": ("is", "was", "been", "being"), "have": ("has", "had", "had", "having"), "do": ("does", "did", "done", "doing"),
    "go": ("goes", "went", "gone", "going"), "give": ("gives", "gave", "given", "giving"),
    "bring": ("brings", "brought", "brought", "bringing"), "keep": ("keeps", "kept", "kept", "keeping"),
    "make": ("makes", "made", "made", "making"), "take": ("takes", "took", "taken", "taking"),
    "fight": ("fights", "fought", "fought", "fighting"), "cut": ("cuts", "cut", "cut", "cutting"),
    "set": ("sets", "set", "set", "setting"), "put": ("puts", "put", "put", "putting"),
    "hold": ("holds", "held", "held", "holding"), "get": ("gets", "got", "got", "getting"),
    "lead": ("leads", "led", "led", "leading"), "rise": ("rises", "rose", "risen", "rising"),
    "show": ("shows", "showed", "shown", "showing"), "beat": ("beats", "beat", "beaten", "beating"),
    "drive": ("drives", "drove", "driven", "driving"), "come": ("comes", "came", "come", "coming"),
    "leave": ("leaves", "left", "left", "leaving"), "let": ("lets", "let", "let", "letting"),
    "build": ("builds", "built", "built", "building"), "mean": ("means", "meant", "meant", "meaning"),
    "shrink": ("shrinks", "shrank", "shrunk", "shrinking"), "send": ("sends", "sent", "sent", "sending"),
    "upset": ("upsets", "upset", "upset", "upsetting"), }  # fmt: skip
DOUBLED = {"trim", "drop", "slash", "curb", "spur", "ban", "stop", "rev", "up", "rid", "nip", "tip", "deter", "control"}


@dataclass(frozen=True, slots=True)
class Case:
    """A sentence, where it comes from, and the verdicts that are right."""

    row: Row
    word: str
    frame: str
    held: bool


def held(text: str) -> bool:
    """Return whether a word or a construction belongs to the held half."""
    return blake2b(text.encode(), digest_size=1).digest()[0] % 2 == 1


def forms(phrase: str) -> dict[str, str]:
    """Return a verb phrase's forms by slot, its object's place as "_"."""
    phrase = phrase if "_" in phrase else f"{phrase} _"
    adverb = re.match(r"(?:always|inevitably|invariably|completely|end up) ", phrase)
    lead = adverb[0] if adverb and not adverb[0].startswith("end") else ""
    head, _, rest = phrase.removeprefix(lead).partition(" ")
    base, *others = (head, *IRREGULAR.get(head, _regular(head)))
    return {slot: f"{lead}{form} {rest}" for slot, form in zip(("V", "Vs", "Ved", "Ven", "Ving"), (base, *others), strict=True)}


def _regular(verb: str) -> tuple[str, str, str, str]:
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ies", verb[:-1] + "ied", verb[:-1] + "ied", verb + "ing"
    if verb.endswith("e"):
        return verb + "s", verb + "d", verb + "d", verb[:-1] + "ing"
    stem = verb + verb[-1] if verb in DOUBLED and verb not in ("slash", "curb") else verb
    return verb + ("es" if re.search(r"(?:s|x|z|ch|sh)$", verb) else "s"), stem + "ed", stem + "ed", stem + "ing"


def cases() -> Iterator[Case]:
    """Yield the crossings that are read, always the same ones."""
    words, frames, pairs = (_table(name) for name in ("words", "frames", "pairs"))
    for predicate, kind, gold, listed in words:
        edges = [p for p in pairs if p[0] == predicate]
        for word in listed.split("|"):
            for frame_kind, polarity, construction, template in frames:
                fits = frame_kind in {"verb": ("active", "passive"), "verb-i": ("active",)}.get(kind, (kind,))
                fits &= frame_kind != "passive" or "_" in word or len(word.split()) < 3
                if fits and not (gold == "strong" and polarity in ("denies", "lacks")):
                    yield from _crossed(predicate, word, gold, polarity, construction, template, edges)
    for predicate, polarity, construction, template in frames:
        edges = [p for p in pairs if p[0] == predicate]
        for edge in edges:
            yield _case(edge, "", "plain", polarity, construction, template)


def _crossed(
    predicate: str, word: str, gold: str, polarity: str, construction: str, template: str, edges: Sequence[list[str]]
) -> Iterator[Case]:
    number = int.from_bytes(blake2b(f"{predicate}{word}{template}".encode(), digest_size=4).digest(), "big")
    plain = construction in ("plain", "is") or template in ("{B} is {Ven} by {A}.",)
    share = 2 if plain else 4 if predicate and "{V" not in template else SHARE
    if number % share == 0 or template in ("{A} {Vs} {B}.", "{A} is {aN} for {B}."):
        yield _case(edges[number // SHARE % len(edges)], word, gold, polarity, construction, template)


def _case(edge: list[str], word: str, gold: str, polarity: str, construction: str, template: str) -> Case:
    predicate, subject, object_, negated = edge
    text = _filled(template, predicate, word, subject, object_)
    verdicts = _verdicts(gold, polarity, negated=bool(negated))
    denied = polarity in ("denies", "lacks")
    wrong = tuple({"supported", "contradicted"} - set(verdicts))
    row = Gold(subject, word or construction, object_, None, denied, verdicts, wrong, overclaims=gold == "strong")
    return Case(Row(template, "wordings", text, f"{predicate} {construction}", (row,)), f"{predicate}: {word}",
                template, held(f"{predicate}{word}") if word else False)  # fmt: skip


def _filled(template: str, predicate: str, word: str, subject: str, object_: str) -> str:
    slots = {"A": subject, "B": object_, "N": word, "J": word, "aN": f"an {word}" if word[:1] in "aeiou" else f"a {word}"}
    slots["P"] = "against" if predicate == "PREVENTS" else "in"
    if "{V" in template:
        passive = "{Ven} by" in template or "{Ven} with" in template or re.search(r"\{B\} (?:is|was|be) \{Ven\}", template)
        for slot, form in forms(word).items():
            object_ = "" if passive else "it" if template.endswith("} it.") else "{B}"
            slots[slot] = re.sub(r"\s+", " ", form.replace("_", object_)).strip()
        template = template if passive else re.sub(r"(\{V\w*\}) (?:\{B\}|it\b)", r"\1", template)
    text = template
    for _ in range(2):
        text = re.sub(r"\{(\w+)\}", lambda m: slots[m[1]], text)
    return text[:1].upper() + text[1:] if template[:1] in "{ABCDEFGHIJKLMNOPQRSTUVWXYZ" else text


def _verdicts(gold: str, polarity: str, *, negated: bool) -> tuple[str, ...]:
    for_, against = ("contradicted", "supported") if negated else ("supported", "contradicted")
    if polarity == "denies":
        return (against,)
    if polarity == "lacks":
        return against, "relevant"
    if gold == "strong":
        return ("contradicted",) if negated else ("relevant", "mixed")
    return (for_, "relevant") if gold == "either" or (polarity == "may" and negated) else (for_,)


def _table(name: str) -> list[list[str]]:
    with (FOLDER / f"wording_{name}.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]


async def _read(found: Sequence[Case]) -> list[tuple[Case, Score]]:
    with tempfile.TemporaryDirectory(prefix="evigraph-bench-") as scratch:
        graph = await _graph(STARTER, Path("../shared"), Path(scratch))
        assert graph is not None
        vocabulary = Vocabulary.of(graph.info.predicates)
        examiner = Examiner(graph, TextReader(graph, vocabulary), Checker(graph, vocabulary))
        scored = []
        for case in found:
            score = Score()
            await examiner.score(score, [case.row], exhaustive=False)
            scored.append((case, score))
        await graph.close()
    return scored


def main(arguments: Sequence[str]) -> None:
    """Print the failures of the seen half by construction and by word, then the figures of both."""
    half = next((a for a in arguments if a in ("dev", "held", "all")), "dev")
    wanted = [a for a in arguments if a.isupper()]
    found = [c for c in cases() if not wanted or c.row.group.split()[0] in wanted]
    scored = asyncio.run(_read(found))
    cells: dict[str, Counter[str]] = defaultdict(Counter)
    by: dict[str, Counter[str]] = defaultdict(Counter)
    for case, score in scored:
        new_word, new_frame = case.held, held(case.frame)
        right = sum(score.right.values())
        false = score.false_supported
        cell = f"{'held' if new_word else 'seen'} word, {'held' if new_frame else 'seen'} construction"
        cells[cell].update(n=1, right=right, read=score.recovered, false=false)
        if half == "all" or not (new_word or new_frame):
            by[f"construction {case.frame}"].update(n=1, bad=1 - right)
            by[f"word {case.word}"].update(n=1, bad=1 - right)
            if not right:
                print(f"MISS {score.misses[0] if score.misses else case.row.text}")
    for name, some in sorted(by.items(), key=lambda one: -one[1]["bad"]):
        if some["bad"]:
            print(f"{some['bad']:4} of {some['n']:4}  {name}")
    for name, cell in sorted(cells.items()):
        print(f"{name:36} {cell['n']:6} right {cell['right'] / cell['n']:.3f} read {cell['read'] / cell['n']:.3f} false ✓/✗ {cell['false']}")


if __name__ == "__main__":
    main(sys.argv[1:])
