"""Batches: every form on ten rows, in order, whatever the lines hold; cut runs, pipes and several processes."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

import jsonschema  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner, Result

from bot import config
from bot.batch import BatchForm, BatchOptions, Fields, Id, answer_chunk, chunks_of, read_rows, run_batch, text_of
from bot.batch_files import RowWriter
from bot.batch_forms import FORMS, with_model
from bot.cli import main
from bot.config import Settings
from bot.schemas import fields_table, schema_of
from kgcore.errors import ConfigError, GraphUnavailable, InputError

CLAIM = {"subject": "zinc", "relation": "treats", "object": "the common cold"}
QUESTIONS = ("Can vitamin E slow Alzheimer's disease?", "What treats the common cold?", "help", "Is fairy dust safe?")
ROWS: dict[str, list[dict[str, Any]]] = {
    "verify": [
        *({"id": n, **CLAIM} for n in range(8)),
        {"id": "t", "text": "Zinc treats fever."},
        {"id": "u", "text": "?"},
    ],
    "link": [{"id": n, "mention": m} for n, m in enumerate(("fish oil", "FISH OIL", "moon dust", "ginko", "zn") * 2)],
    "ask": [
        *({"id": n, "text": text} for n, text in enumerate(QUESTIONS)),
        *({"id": f"a{n}", "text": text, "thread": "a"} for n, text in enumerate(("zinc?", "and in colds?", "why?"))),
        *({"id": f"b{n}", "text": text, "thread": 7} for n, text in enumerate(("garlic?", "is it safe?", "more"))),
    ],
    "stance": [
        {"id": 0, "claim": CLAIM, "sentence": "Zinc shortened the common cold."},
        {"id": 1, "claim": CLAIM, "sentence": "It is."},
        *(
            {"id": f"f{n}", "intervention": "zinc", "comparator": "placebo", "outcome": "pain", "sentence": said}
            for n, said in enumerate(
                (
                    "Pain was lower.",
                    "Pain was higher with zinc than with placebo.",
                    "There was no significant difference in pain.",
                    "Zinc did not change pain (P = 0.7).",
                    "Pain was measured weekly.",
                    "Not so.",
                    "疼痛减轻。",
                    "Pain! " * 200,
                )
            )
        ),
    ],
    "passages": [
        *({"id": n, "query": q} for n, q in enumerate(("zinc", "iron in adults", "moon dust", "levels", "iron"))),
        *(
            {"id": f"p{n}", "query": q, "paper": "PMC7000001"}
            for n, q in enumerate(("zinc", "iron", "table", "x", "7"))
        ),
    ],
    "literature": [
        *(
            {"id": n, "query": q}
            for n, q in enumerate(("zinc", "vitamin E Alzheimer's disease", "moon dust", "dementia"))
        ),
        *(
            {"id": str(fields), "fields": fields}
            for fields in (
                {"title": "zinc"},
                {"title": "zinc", "year": 2013},
                {"abstract": "ginkgo", "mesh": ["dementia"]},
                {"title": "zinc", "journal": "no such journal"},
                {"title": "zinc", "author": "Smith"},
                {"title": "zinc", "year": "2000-2030"},
            )
        ),
    ],
    "reason": [
        {"id": 1, "text": "I think I have gout, with dizziness and headaches."},
        {"id": 2, "text": "What could it be?", "mentions": ["DIS:migraine", "insomnia"]},
        {"id": 3, "text": "?"},
        *(
            {"id": f"s{n}", "text": text}
            for n, text in enumerate(
                (
                    "Bleeding gums and bruises since I take warfarin with garlic",
                    "What would explain both memory loss and falls?",
                    "nausea, vomiting",
                    "I feel dizzy.",
                    "blorbium and glorbium",
                    "zinc " * 60,
                    "Kopfschmerzen und Schwindel",
                )
            )
        ),
    ],
    "map": [
        {"id": n, "messages": [{"speaker": "Ann", "text": "Zinc treats fever."}, {"text": "Why?"}]} for n in range(10)
    ],
    "identifiers": [{"id": n, "text": "Patient: Ann Bell, MRN 4471902, zinc?"} for n in range(10)],
    "tables": [
        {"id": 1, "row": "Zinc", "column": "Placebo"},
        {"id": 2, "rows": ["Zinc", "Iron"], "value": ">8"},
        {"id": 3, "text": "iron, placebo 7"},
        {"id": 4, "column": "nothing of the kind"},
        {"id": 5, "text": "zinc"},
        {"id": 6, "row": "iron", "column": "treated", "value": "7.2"},
        {"id": 7, "value": "<7.5"},
        {"id": 8, "column": "placebo", "text": "levels"},
        {"id": 9, "columns": ["Placebo", "Treated"]},
        {"id": 10, "row": "زنك"},
    ],
}
TEN = 10
ARTICLE = """<article><front><article-meta><article-id pub-id-type="pmc">7000001</article-id>
<title-group><article-title>Zinc and iron in adults</article-title></title-group></article-meta></front>
<body><sec><title>Results</title><p>See the table.</p><table-wrap id="t1"><caption><p>Levels</p></caption><table>
<thead><tr><th></th><th>Placebo</th><th>Treated</th></tr></thead>
<tbody><tr><td>Zinc</td><td>8</td><td>9.5</td></tr><tr><td>Iron</td><td>7</td><td>7.2</td></tr></tbody>
</table></table-wrap></sec></body></article>"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library")
    (folder / "PMC7000001.nxml").write_text(ARTICLE, encoding="utf-8")
    args = ("library", "add", str(folder / "PMC7000001.nxml"), "--library", str(folder / "papers"))
    assert CliRunner().invoke(main, args).exit_code == 0
    return folder / "papers"


@pytest.fixture
def evigraph(data: Path, library: Path) -> Any:
    def run(*args: str, stdin: str | bytes = "", papers: bool = True) -> Result:
        settings = {"EVIGRAPH_DATA": str(data), "EVIGRAPH_EMBEDDER": "none"}
        settings |= {"EVIGRAPH_LIBRARY": str(library)} if papers else {}
        runner = CliRunner(env=settings)
        return runner.invoke(main, args, input=stdin, prog_name="evigraph")

    return run


def lines(rows: Iterable[object]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# ── every form ──────────────────────────────────────────────────────────────────────────────────────────────────────


COMMANDS = {
    "verify": ("verify", "-"),
    "identifiers": ("identifiers", "--batch", "-"),
    "stance": ("literature", "--stance", "--batch", "-"),
    "passages": ("literature", "--passages", "--batch", "-"),
}


@pytest.mark.parametrize("form", sorted(FORMS.keys() - {"predict"}))  # a model is trained in test_predicting.py
def test_ten_rows_come_back_in_order_and_fit_their_schema(evigraph: Any, form: str) -> None:
    result = evigraph(*COMMANDS.get(form, (form, "--batch", "-")), stdin=lines(ROWS[form]))
    assert result.exit_code == 0, result.stderr
    found = records(result.stdout)
    assert [r["id"] for r in found] == [r["id"] for r in ROWS[form]]
    assert len(found) == TEN
    for row, record in zip(ROWS[form], found, strict=True):
        jsonschema.validate(row, schema_of(form, rows_in=True))
        jsonschema.validate(record, schema_of(form))
        assert record["ms"] >= 0
        assert "error" not in record


@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_schema_refuses_what_a_form_never_writes(form: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"id": 1}, schema_of(form))


def test_schemas_are_printed_and_named(evigraph: Any) -> None:
    assert json.loads(evigraph("schema", "link").stdout) == schema_of("link")
    assert json.loads(evigraph("schema", "link", "--input").stdout) == schema_of("link", rows_in=True)
    assert {line.split("\t")[0] for line in evigraph("schema").stdout.splitlines()} == {*FORMS, "curate"}
    assert evigraph("schema", "nothing").exit_code == 2


def test_the_docs_table_names_every_field() -> None:
    table = fields_table(["link"])
    assert "| `mention` | string | the name |" in table
    assert "| `candidates` | list of objects | best first; none where nothing comes near |" in table


# ── what forms say ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_thread_remembers_its_turns_and_a_lone_question_does_not(evigraph: Any) -> None:
    rows = [
        {"id": 1, "text": "tell me about zinc", "thread": "t"},
        {"id": 2, "text": "does it help against colds?"},
        {"id": 3, "text": "does it help against colds?", "thread": "t"},
    ]
    _, alone, followed = records(evigraph("ask", "--batch", "-", stdin=lines(rows)).stdout)
    assert "SUPP:zinc" not in {u["id"] for u in alone["understood"]}
    assert [(u["text"], u["match"]) for u in followed["understood"] if u["id"] == "SUPP:zinc"] == [(None, "thread")]
    assert [s["step"] for s in followed["steps"]] == [1, 2]


def test_an_answer_tells_how_it_was_understood_and_what_stands_behind_it(evigraph: Any) -> None:
    (record,) = records(evigraph("ask", "--batch", "-", stdin=lines([{"id": 1, "text": QUESTIONS[0]}])).stdout)
    first = record["understood"][0]
    assert (first["text"], first["id"], first["focus"]) == ("vitamin E", "SUPP:vitamin-e", True)
    assert QUESTIONS[0][first["start"] : first["end"]] == "vitamin E"
    claim = record["claims"][0]
    assert record["evidence"][0] == {"claim": claim["number"], "designs": claim["designs"]}
    assert sum(claim["designs"].values()) == len({*claim["papers_for"], *claim["papers_against"]})
    assert (record["tokens"], record["image"], record["decision"]) == (0, None, None)


def test_pictures_are_drawn_only_where_they_are_asked_for(evigraph: Any, tmp_path: Path) -> None:
    row = lines([{"id": 1, "text": QUESTIONS[0]}])
    (record,) = records(evigraph("ask", "--batch", "-", "--images", str(tmp_path / "p"), stdin=row).stdout)
    assert Path(record["image"]).read_bytes().startswith(b"\x89PNG")


def test_only_the_best_candidate_can_be_linked(evigraph: Any) -> None:
    rows = [{"id": 1, "mention": "fish oil"}, {"id": 2, "mention": "xyzzy"}]
    linked, unknown = records(evigraph("link", "--batch", "-", stdin=lines(rows)).stdout)
    assert linked["candidates"][0]["linked"]
    assert sum(c["linked"] for c in linked["candidates"]) == 1
    assert not any(c["linked"] for c in unknown["candidates"])


def test_fields_that_a_graph_cannot_look_up_find_nothing(evigraph: Any) -> None:
    found = {
        r["id"]: r["papers"]
        for r in records(evigraph("literature", "--batch", "-", stdin=lines(ROWS["literature"]), papers=False).stdout)
    }
    title, year, _, journal, author, years = (found[str(row["fields"])] for row in ROWS["literature"][4:])
    assert {p["year"] for p in year} <= {2013}
    assert len(title) >= len(years) > len(year)
    assert journal == author == []
    assert [p["score"] for p in title] == sorted((p["score"] for p in title), reverse=True)


def test_spans_count_code_points(evigraph: Any) -> None:
    text = "🙂🙂 Mail ann.bell@example.org, please"
    (record,) = records(evigraph("identifiers", stdin=lines([{"id": 1, "text": text}])).stdout)
    assert [text[s["start"] : s["end"]] for s in record["spans"] if s["kind"] == "email"] == ["ann.bell@example.org"]


# ── bad input ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_bad_row_says_why_and_the_rest_goes_on(evigraph: Any) -> None:
    zinc = b'{"id": 1, "mention": "zinc"}\n'
    rows = zinc + b'{"id": 2}\n\n[]\n{"id": 3, "mention": "caf\xe9"}\n' + zinc
    result = evigraph("link", "--batch", "-", stdin=rows)
    assert result.exit_code == 1
    first, missing, array, latin, again = records(result.stdout)
    assert (missing["id"], missing["line"], missing["error"]) == (2, 2, '"mention" is missing')
    assert (array["id"], array["line"]) == (None, 4)
    assert "Latin-1" in latin["error"]
    assert first["candidates"] == again["candidates"]
    assert "1 rows have an id that stood before, the first of them 1" in result.stderr


@pytest.mark.parametrize(
    ("form", "row", "words"),
    [
        ("map", {"id": 1, "messages": "hello"}, "list"),
        ("map", {"id": 1, "messages": ["hello"]}, "objects"),
        ("map", {"id": 1}, "missing"),
        ("literature", {"id": 1}, '"query" is missing'),
        ("literature", {"id": 1, "fields": {"titel": "x"}}, "'titel'"),
        ("literature", {"id": 1, "fields": {"year": "last"}}, '"year"'),
        ("literature", {"id": 1, "fields": {"title": [1.5]}}, '"title"'),
        ("ask", {"id": 1, "text": " "}, "empty"),
        ("ask", {"id": 1, "text": "x", "thread": []}, '"thread"'),
        ("link", {"id": 1, "mention": "x", "type": 3}, '"type"'),
    ],
)
def test_a_field_that_cannot_be_used_is_named(form: str, row: dict[str, Any], words: str) -> None:
    (read,) = read_rows([json.dumps(row).encode()], FORMS[form].read)
    assert words in read.asked.error


def test_a_model_is_used_only_where_it_is_named() -> None:
    configured = config.load_settings({"OPENAI_API_KEY": "k", "OPENAI_MODEL": "a,b"})
    assert not with_model(configured, "none").model_configured
    assert with_model(configured, "env").openai_models == ("a", "b")
    assert with_model(configured, "b").openai_models == ("b",)
    for settings, name in ((configured, "c"), (config.load_settings({}), "env")):
        with pytest.raises(ConfigError):
            with_model(settings, name)


# ── files ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_file_that_exists_is_left_alone_unless_forced(evigraph: Any, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("mine")
    refused = evigraph("link", "--batch", "-", "--out", str(out), stdin=lines(ROWS["link"]))
    assert (refused.exit_code, out.read_text()) == (1, "mine")
    assert "--force" in refused.stderr
    assert evigraph("link", "--batch", "-", "--out", str(out), "--force", stdin=lines(ROWS["link"])).exit_code == 0
    assert len(records(out.read_text())) == 10


def test_a_cut_run_goes_on_where_it_stopped_and_threads_remember(evigraph: Any, tmp_path: Path) -> None:
    file, whole, cut = tmp_path / "in.jsonl", tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    file.write_text(lines(ROWS["ask"]))
    evigraph("ask", "--batch", str(file), "--out", str(whole))
    kept = whole.read_text().splitlines(keepends=True)
    cut.write_text("".join(kept[:6]) + kept[6][:40])
    assert evigraph("ask", "--batch", str(file), "--out", str(cut), "--resume").exit_code == 0
    assert cut.read_text().splitlines(keepends=True)[:6] == kept[:6]
    assert [r["answer"] for r in records(cut.read_text())] == [r["answer"] for r in records(whole.read_text())]


def test_a_file_of_another_input_is_not_gone_on_with(evigraph: Any, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text('{"id": "other"}\n')
    result = evigraph("link", "--batch", "-", "--out", str(out), "--resume", stdin=lines(ROWS["link"]))
    assert (result.exit_code, out.read_text()) == (1, '{"id": "other"}\n')
    assert "'other'" in result.stderr


@pytest.mark.parametrize(
    "args", [("link",), ("map",), ("literature",), ("link", "zinc", "--out", "x"), ("link", "--jobs", "0")]
)
def test_wrong_use_exits_with_two(evigraph: Any, args: Sequence[str]) -> None:
    assert evigraph(*args).exit_code == 2


# ── the machinery ───────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Word:
    id: Id
    text: str


def word(id: Id, fields: Fields) -> Word:
    return Word(id, text_of(fields, "text"))


def key(row: Word) -> str:
    return row.text if row.text.isalpha() else ""


@asynccontextmanager
async def echoing(settings: Settings, options: BatchOptions) -> AsyncIterator[Any]:
    """Answer with the text, the process, and how often it was seen there; a "!" cannot be answered."""
    seen: dict[str, int] = {}

    async def answer(rows: Sequence[Word]) -> list[dict[str, Any]]:
        if any("!" in row.text for row in rows):
            raise GraphUnavailable("gone")
        for row in rows:
            seen[row.text] = seen.get(row.text, 0) + 1
        return [{"text": row.text, "process": os.getpid(), "seen": seen[row.text]} for row in rows]

    yield answer


ECHO: BatchForm[Word] = BatchForm("echo", "what was said", dict, dict, word, echoing, 4, key)


class Collected(RowWriter):
    """Keeps records in memory."""

    def __init__(self) -> None:
        super().__init__(None)
        self.records: list[dict[str, Any]] = []

    def begin(self) -> None: ...

    def write(self, records: Iterable[Any]) -> None:
        self.records += records


def run(rows: Iterable[dict[str, Any]], jobs: int = 1) -> tuple[int, list[dict[str, Any]]]:
    out = Collected()
    status = run_batch(ECHO, config.load_settings({}), BatchOptions(), io.BytesIO(lines(rows).encode()), out, jobs)
    return status, out.records


def test_several_processes_give_the_same_rows_in_the_same_order() -> None:
    rows = [{"id": n, "text": ("a", "b", "c", f"{n}", f"{n}!")[n % 5]} for n in range(200)]
    one, several = run(rows), run(rows, 2)
    told = [
        [{k: r.get(k) for k in ("id", "line", "text", "seen", "error")} for r in found] for _, found in (one, several)
    ]
    assert told[0] == told[1]
    assert one[0] == several[0] == 1
    assert len({r["process"] for r in several[1] if "process" in r}) > 1
    for thread in "abc":
        assert len({r["process"] for r in several[1] if r.get("text") == thread}) == 1


def test_a_row_that_cannot_be_answered_spoils_no_other() -> None:
    status, found = run([{"id": 1, "text": "1"}, {"id": 2, "text": "2!"}, {"id": 3, "text": "3"}])
    assert status == 1
    assert [r.get("error") for r in found] == [None, "gone", None]


async def test_rows_of_a_thread_are_never_answered_together() -> None:
    rows = read_rows([json.dumps({"id": n, "text": t}).encode() for n, t in enumerate(("1", "x", "2", "3", "x"))], word)
    assert [[r.number for r in chunk.rows] for chunk in chunks_of(rows, 4, key)] == [[1], [2], [3, 4], [5]]


async def test_nothing_but_bad_lines_asks_nobody() -> None:
    async def never(rows: Sequence[Word]) -> list[dict[str, Any]]:
        raise AssertionError

    (record,) = await answer_chunk(list(read_rows([b"{"], word)), never)
    assert record["line"] == 1


class Endless(io.RawIOBase):
    """So many rows, made while they are read."""

    def __init__(self, count: int) -> None:
        self._rows: Iterator[int] = iter(range(count))

    def readline(self, size: int | None = -1, /) -> bytes:
        n = next(self._rows, None)
        return b"" if n is None else f'{{"id": {n}, "text": "{n}"}}\n'.encode()


class Counted(Collected):
    def write(self, records: Iterable[Any]) -> None:
        self.errors = 0
        del records


def test_memory_stays_flat() -> None:
    def peak(count: int) -> int:
        @asynccontextmanager
        async def silent(settings: Settings, options: BatchOptions) -> AsyncIterator[Any]:
            async def answer(rows: Sequence[Word]) -> list[dict[str, Any]]:
                return [{"text": "x" * 1000} for _ in rows]

            yield answer

        form: BatchForm[Word] = BatchForm("silent", "", dict, dict, word, silent, 64)
        tracemalloc.start()
        run_batch(form, config.load_settings({}), BatchOptions(), cast(IO[bytes], Endless(count)), Counted())
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    peak(10)
    assert peak(3_000) < peak(500) + 1_000_000  # ids that are remembered, and nothing else


def test_resume_needs_a_file() -> None:
    with pytest.raises(InputError, match="--out"):
        RowWriter(None, resume=True)


# What a shell starts beside itself ("make test &") ignores Ctrl-C, and so would all that is started by it.
HEARING = """
import runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.argv[0] = "evigraph"
runpy.run_module("bot", run_name="__main__")
"""


def test_ctrl_c_ends_a_batch_that_waits_for_input(data: Path) -> None:
    env = {**os.environ, "EVIGRAPH_EMBEDDER": "none", "EVIGRAPH_DATA": str(data)}
    words = [sys.executable, "-c", HEARING, "identifiers"]
    with subprocess.Popen(
        words, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b'{"id": 1, "text": "MRN 4471902"}\n')
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["spans"][0]["kind"] == "mrn"
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr
        assert process.stderr.read() == b""
