"""The command line: results on stdout, messages on stderr, exit statuses 0, 1 and 2."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import socket
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from bot import config
from bot.cli import main

ROOT = Path(__file__).parents[2]
GOOD = '{"id": 1, "subject": "vitamin E", "relation": "does not prevent", "object": "Alzheimer\'s disease"}'


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One data folder for all: the starter graph is imported into it once."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture
def evigraph(data: Path, tmp_path: Path) -> Any:
    def run(*args: str, stdin: str = "", env: dict[str, str] | None = None) -> Result:
        runner = CliRunner(env={"EVIGRAPH_DATA": str(data), "EVIGRAPH_EMBEDDER": "none", **(env or {})})
        return runner.invoke(main, args, input=stdin, prog_name="evigraph")

    return run


def commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for name, command in group.commands.items():
        found.append((*path, name))
        if isinstance(command, click.Group):
            found += commands(command, (*path, name))
    return found


@pytest.mark.parametrize("path", [(), *commands(main)], ids=" ".join)
def test_every_command_has_help_with_an_example(evigraph: Any, path: Sequence[str]) -> None:
    result = evigraph(*path, "--help")
    assert result.exit_code == 0
    assert "Example:" in result.stdout


def test_a_question_is_answered_as_json_with_all_its_fields(evigraph: Any, tmp_path: Path) -> None:
    picture = tmp_path / "graph.png"
    result = evigraph(
        "ask", "Can vitamin E slow Alzheimer's disease?", "--thread", "a", "--json", "--image", str(picture)
    )
    assert result.exit_code == 0
    record = json.loads(result.stdout)
    assert list(record) == [
        "question", "danger", "thread", "turn", "parent", "mode", "understood", "not_understood", "decision", "answer",
        "paragraphs", "speakers", "claims", "evidence", "recommendations", "progress", "steps", "view", "image",
        "images", "alt", "notices", "tokens",
    ]  # fmt: skip
    assert record["mode"] == "graph"
    assert record["claims"][0]["verdict"] == "supported"
    assert record["progress"]["total"] > record["progress"]["explored"] > 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert record["image"] == str(picture)
    assert "Alzheimer's disease" in record["alt"]


def test_a_thread_goes_on_and_its_buttons_work_from_the_terminal(evigraph: Any) -> None:
    first = json.loads(evigraph("ask", "tell me about zinc", "--thread", "b", "--json").stdout)
    action = first["recommendations"][0]["action"]
    second = json.loads(evigraph("act", "--thread", "b", action, "--json").stdout)
    assert second["question"] == first["recommendations"][0]["text"]
    elsewhere = json.loads(evigraph("act", "--thread", "other", action, "--json").stdout)
    assert "no longer here" in elsewhere["notices"][0]


def test_a_reply_is_readable_in_a_terminal(evigraph: Any) -> None:
    result = evigraph("ask", "compare donepezil and rivastigmine")
    assert "● Reported" in result.stdout
    assert "Ask next" in result.stdout
    assert "--thread" in result.stdout


def test_a_command_is_done_where_a_question_may_stand(evigraph: Any) -> None:
    shown = evigraph("ask", "/check Vitamin E cures Alzheimer's disease.").stdout
    assert "Overstated" in shown
    assert "Vitamin E cures Alzheimer's disease" in shown
    assert "found nothing" in evigraph("ask", "/nosuch thing").stdout


def test_claims_are_answered_in_order_and_bad_lines_are_named(evigraph: Any, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    lines = f'{GOOD}\nnot json\n{{"id": "t", "text": "Ginkgo biloba does not prevent dementia."}}\n'
    result = evigraph("verify", "-", "--out", str(out), stdin=lines)
    assert result.exit_code == 1
    first, second, third = (json.loads(line) for line in out.read_text(encoding="utf-8").splitlines())
    assert (first["id"], first["verdict"], first["predicate"], first["negated"]) == (1, "supported", "PREVENTS", True)
    assert (second["id"], second["line"]) == (None, 2)
    assert [c["verdict"] for c in third["claims"]] == ["supported"]


def test_a_reader_that_has_seen_enough_is_no_error(evigraph: Any, data: Path, tmp_path: Path) -> None:
    """`evigraph verify … | head -1`, as a shell runs it."""
    claims = tmp_path / "claims.jsonl"
    claims.write_text(f"{GOOD}\n" * 2_000, encoding="utf-8")
    env = {**os.environ, "EVIGRAPH_EMBEDDER": "none", "EVIGRAPH_DATA": str(data)}
    words = [sys.executable, "-m", "bot", "verify", str(claims)]
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        assert json.loads(process.stdout.readline())["verdict"] == "supported"
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def loaded_by(code: str, *args: str, **env: str) -> set[str]:
    """Return the modules that a process of its own has loaded when it has run the code."""
    told = f"import atexit, sys\natexit.register(lambda: print(*sys.modules, file=sys.stderr))\n{code}"
    words = [sys.executable, "-c", told, *args]
    done = subprocess.run(words, env={**os.environ, **env}, capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


def test_a_question_in_a_terminal_loads_no_platform_and_no_other_service(data: Path) -> None:
    """Each takes up to a second of the processor, and a question waits for it."""
    asked = ("ask", "Does ginkgo treat dementia?")
    loaded = loaded_by("from bot.__main__ import main\nmain()", *asked, EVIGRAPH_DATA=str(data))
    assert {"bot.cli", "kgcore.turn.answering"} <= loaded
    others = {"aiohttp", "authlib", "discord", "fastapi", "graphviz", "httpx", "jinja2", "matplotlib", "mcp", "neo4j"}
    others |= {"openai", "psycopg", "pygraphviz", "slack_bolt", "slack_sdk", "starlette", "uvicorn", "PIL"}
    assert not {name.partition(".")[0] for name in loaded} & others


@pytest.mark.parametrize(
    ("begins", "arguments"),
    [
        ("from bot.__main__ import main\nmain()", ["--version"]),
        ("import sys\nfrom tests.bench.__main__ import main\nmain(sys.argv[1:])", ["--help"]),
    ],
)
def test_arrays_are_multiplied_by_one_thread_for_others_would_spin(begins: str, arguments: list[str]) -> None:
    """In what is measured as in what is used."""
    told = "import atexit, os\natexit.register(lambda: os.system('echo threads=$OPENBLAS_NUM_THREADS'))"
    words = [sys.executable, "-c", f"{told}\n{begins}", *arguments]
    env = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    assert "threads=1\n" in subprocess.run(words, env=env, capture_output=True, text=True, check=True).stdout


def test_the_process_that_draws_loads_nothing_that_answers() -> None:
    """It is started with every call of the command line, and imports the program's main module again."""
    started = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]["evigraph"]
    main_module = started.partition(":")[0]
    loaded = loaded_by(f"import {main_module}\nfrom kgcore.drawing import worker\nworker.begin_worker()")
    assert {"kgcore.drawing.pipeline", "graphviz"} <= loaded
    assert not loaded & {"bot.cli", "bot.config", "kgcore.drawing.builder", "kgcore.vocabulary.vocabulary"}


def test_nothing_is_written_where_the_graph_is_missing(evigraph: Any, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("before")
    result = evigraph("verify", "-", "--out", str(out), "--force", "--kg", str(tmp_path / "none"), stdin=GOOD)
    assert result.exit_code == 1
    assert "There is no graph" in result.stderr
    assert out.read_text() == "before"


def test_mentions_are_linked_best_first(evigraph: Any) -> None:
    records = json.loads(evigraph("link", "fish oil", "the weather", "--json").stdout)
    assert [r["linked"] for r in records] == [True, False]
    assert records[0]["candidates"][0] == {
        "id": "SUPP:fish-oil", "name": "Fish oil", "type": "DietarySupplement", "match": "exact",
        "score": records[0]["candidates"][0]["score"],
    }  # fmt: skip


def test_an_address_is_no_mention_and_it_is_said_what_can_be_done(evigraph: Any) -> None:
    result = evigraph("link", "https://pubmed.ncbi.nlm.nih.gov/1/", "--json")
    assert "is an address, which is not opened. Give the name" in result.stderr
    assert not json.loads(result.stdout)[0]["linked"]


def test_a_graph_of_ones_own_is_imported_and_used(evigraph: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text("tea\ttreats\tboredom\ntea\tbroken row\n", encoding="utf-8")
    result = evigraph("kg", "import", str(tmp_path / "mine.tsv"), "--to", str(tmp_path / "mine"))
    assert result.exit_code == 1
    assert "mine.tsv:2" in result.stdout
    claim = '{"id": 1, "subject": "tea", "relation": "treats", "object": "boredom"}'
    record = json.loads(evigraph("verify", "-", "--kg", str(tmp_path / "mine"), stdin=claim).stdout)
    assert record["verdict"] == "supported"


def test_strict_stops_at_the_first_bad_row_and_imports_nothing(evigraph: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_text("tea\ttreats\tboredom\nbad\n", encoding="utf-8")
    result = evigraph("kg", "import", str(tmp_path / "mine.tsv"), "--to", str(tmp_path / "mine"), "--strict")
    assert result.exit_code == 1
    assert "mine.tsv:2" in result.stderr
    assert not (tmp_path / "mine").exists()


@pytest.mark.parametrize("command", ["stats", "check"])
def test_a_graph_is_described_as_tables_and_as_json(evigraph: Any, command: str) -> None:
    assert "274" in evigraph("kg", command).stdout
    assert json.loads(evigraph("kg", command, "--json").stdout)["entities"] == 274


@pytest.mark.parametrize("command", ["stats", "check"])
def test_each_predicate_is_shown_in_words_and_whether_they_read_back(
    evigraph: Any, tmp_path: Path, command: str
) -> None:
    (tmp_path / "mine.tsv").write_text("tea\tneed_medication\tsugar\ntea\t?\tmilk\n", encoding="utf-8")
    evigraph("kg", "import", str(tmp_path / "mine.tsv"), "--to", str(tmp_path / "mine"))
    lines = evigraph("kg", command, "--kg", str(tmp_path / "mine")).stdout.splitlines()
    needs = next(line for line in lines if "needs the medication" in line)
    assert "need_medication" in needs
    assert "yes" in needs
    assert any("?" in line and "no" in line.replace("│", " ").split() for line in lines)


def test_the_provenance_of_the_starter_graph_is_shown(evigraph: Any) -> None:
    assert "no clinician has reviewed it" in " ".join(evigraph("kg", "stats").stdout.split())


def test_an_entity_is_shown_by_any_of_its_names(evigraph: Any) -> None:
    assert "Vitamin C" in evigraph("kg", "show", "ascorbic acid").stdout
    assert json.loads(evigraph("kg", "show", "SUPP:vitamin-c", "--json").stdout)["entity"]["name"] == "Vitamin C"
    missing = evigraph("kg", "show", "flux capacitor")
    assert (missing.exit_code, missing.stdout) == (1, "")
    assert "nothing called" in missing.stderr


@pytest.mark.parametrize(
    "args",
    [
        ("ask",),
        ("ask", "q", "--image", "x.gif"),
        ("ask", "q", "--model", "gpt-9"),
        ("act", "--thread", "a", "not-an-action"),
        ("verify", "/nonexistent/file"),
        ("link",),
        ("nothing",),
        ("kg", "import"),
    ],
)
def test_wrong_use_exits_with_two(evigraph: Any, args: Sequence[str]) -> None:
    result = evigraph(*args)
    assert result.exit_code == 2
    assert result.stderr
    assert not result.stdout


def test_a_bad_setting_exits_with_two_and_names_it(evigraph: Any) -> None:
    result = evigraph("kg", "stats", env={"EVIGRAPH_PROT": "1"})
    assert result.exit_code == 2
    assert "EVIGRAPH_PROT" in result.stderr


def test_check_examines_every_part(evigraph: Any) -> None:
    findings = json.loads(evigraph("check", "--json").stdout)
    assert {f["part"] for f in findings} >= {
        "configuration",
        "storage",
        "graph",
        "library",
        "model",
        "fonts",
        "drawing",
    }


@pytest.mark.parametrize(
    ("part", "setting", "file", "words"),
    [
        ("configuration", "EVIGRAPH_PRICES", "model 0.1 0.2", "line 1"),
        ("configuration", "EVIGRAPH_PRICES", None, "cannot be read"),
        ("library", "EVIGRAPH_LIBRARY", None, "library"),
        ("graph", "EVIGRAPH_GRAPHS", None, "There is no graph"),
    ],
)
def test_check_reads_the_files_that_a_start_reads(
    evigraph: Any, tmp_path: Path, part: str, setting: str, file: str | None, words: str
) -> None:
    path = tmp_path / "given"
    if file is not None:
        path.write_text(file, encoding="utf-8")
    (found,) = json.loads(evigraph("check", "--only", part, "--json", env={setting: str(path)}).stdout)
    assert not found["good"]
    assert words in found["found"]


def test_a_list_without_tokens_says_whose_it_is(evigraph: Any) -> None:
    assert "No token was made here" in evigraph("token", "list").stdout
    assert "ann-1 has no token." in evigraph("token", "list", "--owner", "ann-1").stdout


def test_check_says_how_to_mend_what_is_wrong(evigraph: Any, tmp_path: Path) -> None:
    result = evigraph("check", "--only", "graph", env={"EVIGRAPH_KG": str(tmp_path / "none")})
    assert result.exit_code == 1
    assert "EVIGRAPH_KG" in result.stdout


@pytest.mark.parametrize("width", [60, 100])
def test_what_is_piped_is_as_wide_as_columns_says_and_not_padded(evigraph: Any, width: int) -> None:
    done = evigraph("ask", "Does zinc help with colds?", env={"COLUMNS": str(width)})
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert not [line for line in lines if line != line.rstrip()]
    assert "kg1:" not in done.stdout
    assert max(cell_len(line) for line in lines if not line.startswith("Go on:")) <= width  # a command is copied whole


@pytest.mark.parametrize("coloured", [True, False])
def test_a_terminal_has_colours_unless_it_wants_none(data: Path, coloured: bool) -> None:
    env = {"EVIGRAPH_DATA": str(data), "EVIGRAPH_EMBEDDER": "none", "TERM": "xterm-256color"}
    env |= {} if coloured else {"NO_COLOR": "1"}
    ours, theirs = pty.openpty()
    asked = subprocess.Popen(
        (sys.executable, "-m", "bot", "ask", "Does zinc help with colds?"),
        env={**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, **env}, cwd=ROOT, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    told = b""
    with contextlib.suppress(OSError):  # Linux says so when the other end is closed
        while part := os.read(ours, 65536):
            told += part
    os.close(ours)
    assert asked.wait() == 0
    assert b"Zinc" in told
    assert bool(re.search(rb"\x1b\[[0-9;]*(?:3[0-7]|9[0-7]|38;)", told)) is coloured


def test_where_the_page_listens_is_said_on_the_command_line(evigraph: Any) -> None:
    found = config.load_settings(config.with_address(8899, "127.0.0.2"))
    assert (found.port, found.host) == (8899, "127.0.0.2")
    help = evigraph("run", "--help").stdout
    assert "--port" in help
    assert "--host" in help
    assert evigraph("run", "--port", "70000").exit_code == 2


def test_help_is_as_narrow_as_the_terminal() -> None:
    narrow = subprocess.run(
        (sys.executable, "-m", "bot", "run", "--help"),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "40"},
    )
    assert max(map(len, narrow.stdout.splitlines())) <= 40


def test_where_nobody_can_listen_it_is_said_what_would_do(evigraph: Any, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = evigraph("run", "--port", str(taken.getsockname()[1]), env={"EVIGRAPH_DATA": str(tmp_path)})
    assert done.exit_code == 2
    assert "give a free one with --port" in done.stderr
    done = evigraph("run", "--host", "300.1.1.1", env={"EVIGRAPH_DATA": str(tmp_path)})
    assert done.exit_code == 2
    assert "with --host" in done.stderr


@pytest.mark.parametrize("more", [(), ("--json",), ("--to", "zinc")])
def test_what_cannot_be_browsed_is_a_failure_for_scripts(evigraph: Any, more: tuple[str, ...]) -> None:
    assert evigraph("browse", "nosuch", *more).exit_code == 1
