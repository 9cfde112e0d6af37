"""Fits the weights of the words of people in danger: `python -m tests.bench.weigh_danger` (about half a minute).

A logistic regression over `answers/danger_dev.tsv` and what `answers/danger_fields.tsv` writes out; the other half is
never read. Writes
`kgcore/question/danger_weights.tsv`.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

import kgcore.question
from kgcore.question.danger import features_of
from kgcore.question.weighing import CONSTANT, DANGERS
from tests.bench.bench_answers import SETS, sentences

STEPS, PENALTY, TIMES, LEAST = 250, 0.5, 2, 0.04
WRITTEN = 0.35  # what a sentence written out from fields counts for beside one that somebody wrote
EACH, ASKED, CONSULTED, STRIDE = 6, 14, 6, 5  # sentences of a clause, a name, a complaint; steps from frame to frame
RATE, FIRST, SECOND = 0.05, 0.9, 0.999  # of the descent (Adam)
_VERB = re.compile(r"([a-z]+)\+")
HEAD = """#  What words, their beginnings, pairs of words (^ begins, $ ends), numbers (#, ## from 8 on) and signs of
#  signs.tsv weigh for any danger, and, where there is one, for self-harm, an emergency, a poisoning.
#  Written by python -m tests.bench.weigh_danger from the sentences of the bench; read by weighing.py.
"""


def main() -> None:
    """Fit and write."""
    own, written = sentences("dev"), written_out()
    said = [*own, *written]
    worth = np.array([1.0] * len(own) + [WRITTEN] * len(written))
    found = [features_of(text) for _, text in said]
    often = Counter(one for features in found for one in features)
    columns = {one: at for at, one in enumerate(sorted(one for one, times in often.items() if times >= TIMES))}
    rows = [[*sorted(columns[one] for one in features if one in columns), len(columns)] for features in found]
    told = np.array([danger for danger, _ in said])
    alarming = told != "-"
    dangers = [row for row, danger in zip(rows, alarming, strict=True) if danger]
    each = [_fitted(rows, alarming, worth, len(columns) + 1)]
    of_dangers = worth[alarming]
    each += [_fitted(dangers, told[alarming] == danger.value, of_dangers, len(columns) + 1) for danger in DANGERS]
    table = zip([*columns, CONSTANT], *each, strict=True)
    kept = ["\t".join([name, *(f"{w:.2f}" for w in weights)]) for name, *weights in table if _counts(weights)]
    path = Path(kgcore.question.__path__[0]) / "danger_weights.tsv"
    path.write_text(HEAD + "\n".join(kept) + "\n", encoding="utf-8")


def written_out() -> list[tuple[str, str]]:
    """Return the sentences of `answers/danger_fields.tsv`: each clause by several speakers, in several frames."""
    lines = (SETS / "danger_fields.tsv").read_text(encoding="utf-8").splitlines()
    fields: dict[str, list[str]] = defaultdict(list)
    for kind, text in (line.split("\t") for line in lines if line and not line.startswith("#")):
        fields[kind].append(text)
    choices = {kind: some[0].split("|") for kind, some in fields.items() if kind.startswith("{")}
    said = [
        (kind, _filled(_spoken(clause, fields, at + EACH * row), choices, at + EACH * row))
        for kind in ("-", *DANGERS)
        for row, clause in enumerate(fields[kind])
        for at in range(EACH)
    ]
    said += _told_a_doctor(fields, choices)
    for what, frames in (("name", fields["asked"]), ("thing", fields["asked of it"])):
        for row, name in enumerate(fields[what]):
            asked = (frames[(row + STRIDE * at) % len(frames)] for at in range(ASKED))
            said += [("-", _filled(one.replace("{n}", name), choices, row)) for one in asked]
    return list(dict.fromkeys(said))


def _told_a_doctor(fields: Mapping[str, list[str]], choices: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Yield complaints as people tell a doctor of them, and emergencies and poisonings in the same words."""
    mild, ills = [_of_speaker(one, fields["speaker"][0]) for one in fields["complaint"]], fields["ill"]
    dire = [(kind, _of_speaker(one, fields["speaker"][0])) for kind in DANGERS[1:] for one in fields[kind]]
    told = [("-", one) for one in mild * CONSULTED] + dire
    for ways, others, some in (
        (fields["consultation"], mild, told),
        (fields["experience"], fields["symptom"], [("-", one) for one in fields["symptom"] * CONSULTED]),
        (fields["experience"], fields["symptom"], [(kind, one) for kind, one in _alarms(fields) for _ in range(EACH)]),
        (fields["diagnosis"], mild, [("-", "")] * len(ills) * 2),
    ):
        for turn, (kind, one) in enumerate(some):
            held = {"x": one, "y": others[(STRIDE * turn + 1) % len(others)], "ill": ills[turn % len(ills)]}
            said = ways[(turn + turn // len(ways)) % len(ways)]
            yield kind, _filled(said, {f"{{{hole}}}": [word] for hole, word in held.items()} | choices, turn)


def _alarms(fields: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    return ((kind, one) for kind in DANGERS for one in fields[f"alarm of {kind}"])


def _spoken(clause: str, fields: Mapping[str, list[str]], turn: int) -> str:
    """Return a clause as one of the speakers says it, in one of the frames; every other is one's own."""
    speaker = fields["speaker"][turn // 2 % len(fields["speaker"]) if turn % 2 else 0]
    return fields["frame"][STRIDE * turn % len(fields["frame"])].replace("{c}", _of_speaker(clause, speaker))


def _of_speaker(clause: str, speaker: str) -> str:
    subject, possessive, them, be, have, do, ending, themself = speaker.split("/")
    said = _VERB.sub(_third, clause) if ending else clause
    held = {"S": subject, "P": possessive, "O": them, "be": be, "have": have, "do": do, "R": themself}
    said = _filled(said.replace("+", ""), {f"{{{hole}}}": [word] for hole, word in held.items()}, 0)
    return " ".join(said.split())  # a speaker without a name leaves a gap: "having trouble breathing"


def _third(verb: re.Match[str]) -> str:
    stem = verb[1]
    return f"{stem[:-1]}ies" if re.search("[^aeou]y$", stem) else f"{stem}{'es' if stem.endswith('sh') else 's'}"


def _filled(text: str, choices: Mapping[str, list[str]], turn: int) -> str:
    for hole, words in choices.items():
        text = text.replace(hole, words[turn % len(words)])
    return text


def _counts(weights: list[float]) -> bool:
    return max(abs(weight) for weight in weights) >= LEAST


def _fitted(rows: list[list[int]], true: np.ndarray, worth: np.ndarray, width: int) -> np.ndarray:
    at = np.concatenate([np.array(row) for row in rows])
    starts = np.cumsum([0, *(len(row) for row in rows[:-1])])
    lengths = [len(row) for row in rows]
    weights = np.zeros(width)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        wrong = (1 / (1 + np.exp(-np.add.reduceat(weights[at], starts))) - true) * worth
        slope = np.bincount(at, weights=np.repeat(wrong, lengths), minlength=width) + PENALTY * weights
        slope[-1] -= PENALTY * weights[-1]
        first = FIRST * first + (1 - FIRST) * slope
        second = SECOND * second + (1 - SECOND) * slope * slope
        weights -= RATE * (first / (1 - FIRST**step)) / (np.sqrt(second / (1 - SECOND**step)) + 1e-8)
    return weights


if __name__ == "__main__":
    main()
