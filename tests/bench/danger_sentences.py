"""Sentences of people in danger and of people in none, put together from `answers/danger_fields.tsv`."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping

from kgcore.question.encoder import KINDS
from tests.bench.bench_answers import SETS

EACH, ASKED, CONSULTED, STRIDE = 6, 14, 6, 5  # sentences of a clause, a name, a complaint; steps from frame to frame
LONGEST, LINKS = 9, (" and ", ", ", ". ", " and then ", " ")  # clauses of small talk in a row, and what joins them
_VERB = re.compile(r"([a-z]+)\+")


def written_out() -> list[tuple[str, str]]:
    """Return the sentences of `answers/danger_fields.tsv`: each clause by several speakers, in several frames."""
    fields = _fields()
    choices = _choices(fields)
    said = [
        (kind, _filled(_spoken(clause, fields, at + EACH * row), choices, at + EACH * row))
        for kind in ("-", *KINDS)
        for row, clause in enumerate(fields[kind])
        for at in range(EACH)
    ]
    said += _told_a_doctor(fields, choices)
    for what, frames in (("name", fields["asked"]), ("thing", fields["asked of it"])):
        for row, name in enumerate(fields[what]):
            asked = (frames[(row + STRIDE * at) % len(frames)] for at in range(ASKED))
            said += [("-", _filled(one.replace("{n}", name), choices, row)) for one in asked]
    return list(dict.fromkeys(said))


def told_a_doctor() -> list[tuple[str, str]]:
    """Return complaints as people tell a doctor of them, most in no danger."""
    fields = _fields()
    return list(dict.fromkeys(_told_a_doctor(fields, _choices(fields))))


def small_talk() -> list[str]:
    """Return what people say to each other: each clause alone, and many in a row."""
    some = _fields()["small talk"]
    said = list(some)
    for turn in range(len(some) * EACH):
        stride = STRIDE + turn % ASKED
        steps = range(turn, turn + (2 + turn % LONGEST) * stride, stride)
        said.append(LINKS[turn % len(LINKS)].join(some[step % len(some)] for step in steps))
    return said


def _fields() -> dict[str, list[str]]:
    lines = (SETS / "danger_fields.tsv").read_text(encoding="utf-8").splitlines()
    fields: dict[str, list[str]] = defaultdict(list)
    for kind, text in (line.split("\t") for line in lines if line and not line.startswith("#")):
        fields[kind].append(text)
    return fields


def _choices(fields: Mapping[str, list[str]]) -> dict[str, list[str]]:
    return {kind: some[0].split("|") for kind, some in fields.items() if kind.startswith("{")}


def _told_a_doctor(fields: Mapping[str, list[str]], choices: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    """Yield complaints as people tell a doctor of them, and emergencies and poisonings in the same words."""
    mild, ills = [_of_speaker(one, fields["speaker"][0]) for one in fields["complaint"]], fields["ill"]
    dire = [(kind, _of_speaker(one, fields["speaker"][0])) for kind in KINDS[1:] for one in fields[kind]]
    told = [("-", one) for one in mild * CONSULTED] + dire
    for ways, others, some in (
        (fields["consultation"], mild, told),
        (fields["experience"], fields["symptom"], [("-", one) for one in fields["symptom"] * CONSULTED]),
        (fields["experience"], fields["symptom"], [(kind, one) for kind, one in _alarms(fields) for _ in range(EACH)]),
        (fields["diagnosis"], mild, [("-", "")] * len(ills) * 2),
    ):
        for turn, (kind, one) in enumerate(some):
            held = {"{x}": one, "{y}": others[(STRIDE * turn + 1) % len(others)], "{ill}": ills[turn % len(ills)]}
            said = ways[(turn + turn // len(ways)) % len(ways)]
            yield kind, _filled(said, {**{hole: [word] for hole, word in held.items()}, **choices}, turn)


def _alarms(fields: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    return ((kind, one) for kind in KINDS for one in fields[f"alarm of {kind}"])


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
