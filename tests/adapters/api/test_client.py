"""The Python client, against a server of the real API; the notebook in docs/ is executed."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette

from adapters.api.app import ApiAdapter
from bot.batch import BatchOptions
from bot.capabilities import VERSION, Capabilities
from bot.config import Settings
from bot.tokens import Tokens
from evigraph.client import Client, Problem
from kgcore.store.sqlite import SqliteStore
from tests.page.conftest import free_port

ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class Api:
    """Where the API is, and a token for everything and one for names alone."""

    url: str
    token: str
    narrow: str


class Running(threading.Thread):
    """The API, in a loop of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.url, self._folder = "", folder
        self.token = self.narrow = ""
        self._there, self._end = threading.Event(), threading.Event()

    def run(self) -> None:
        """Serve until told to end."""
        asyncio.run(self._served())

    async def _served(self) -> None:
        settings = Settings.model_validate({"EVIGRAPH_DATA": self._folder, "EVIGRAPH_EMBEDDER": "none"})
        store = SqliteStore(self._folder / "s.db")
        capabilities = Capabilities(settings, BatchOptions(), store)
        tokens = Tokens(store, capabilities.operations().scopes)
        self.token, self.narrow = await tokens.make("notebook"), await tokens.make("narrow", ["link"])
        app = Starlette(routes=list(ApiAdapter(capabilities.operations(), tokens, VERSION).routes()))
        port = free_port()
        server = uvicorn.Server(uvicorn.Config(app, port=port, log_config=None, lifespan="off"))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        self.url = f"http://127.0.0.1:{port}"
        self._there.set()
        while not self._end.is_set():
            await asyncio.sleep(0.05)
        server.should_exit = True
        await serving
        await capabilities.close()
        await store.close()

    def __enter__(self) -> Api:
        """Return once it serves."""
        self.start()
        assert self._there.wait(60)
        return Api(self.url, self.token, self.narrow)

    def __exit__(self, *error: object) -> None:
        """End it."""
        self._end.set()
        self.join()


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with Running(tmp_path_factory.mktemp("api")) as found:
        yield found


def test_every_method_returns_its_record(api: Api) -> None:
    with Client(api.url, api.token) as client:
        assert client.verify("Vitamin E", "prevents", "Alzheimer's disease")["verdict"] == "contradicted"
        assert client.verify_text("Zinc shortens the common cold.")["claims"]
        assert client.link("vitamin E")["candidates"][0]["linked"]
        assert client.identifiers("Call 020 7946 0123.")["spans"]
        assert client.map([{"speaker": "Ann", "text": "Zinc shortens colds."}])
        assert client.evidence("vitamin E", "Alzheimer's disease")["edges"]
        assert client.picture("Does vitamin E prevent dementia?").startswith(b"\x89PNG")
        assert client.picture("Does vitamin E prevent dementia?", "image/svg+xml").lstrip().startswith(b"<")
        *states, record = client.asking("Does vitamin E prevent dementia?")
        assert states
        assert dict(record)["answer"] == client.ask("Does vitamin E prevent dementia?")["answer"]
        with pytest.raises(Problem, match="EVIGRAPH_EMBEDDER"):
            client.embeddings(["zinc"])
        assert (client.models(), client.proposals(), client.threads()) == ([], [], [])


def test_what_is_refused_is_a_problem_with_its_status_and_words(api: Api) -> None:
    with Client(api.url, api.narrow) as client:
        assert client.link("zinc")["candidates"]
        with pytest.raises(Problem, match="may not call verify") as beyond:
            client.verify_text("Zinc helps.")
        with pytest.raises(Problem, match="may not call ask"):
            list(client.asking("What helps?"))
        assert beyond.value.status == 403
    with Client(api.url, "evg_nobody") as client, pytest.raises(Problem, match="A token is needed") as nobody:
        client.graphs()
    assert nobody.value.status == 401


def test_a_proxys_own_page_is_a_problem_too() -> None:
    answer = httpx.Response(502, text="<html>Bad gateway</html>", headers={"Retry-After": "7"})
    transport = httpx.MockTransport(lambda request: answer)
    with Client("http://kg", "t", transport) as client, pytest.raises(Problem, match="Bad Gateway") as told:
        client.graphs()
    assert (told.value.status, told.value.retry_after) == (502, 7)


def test_the_notebook_runs_from_its_first_cell_to_its_last(
    api: Api, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("EVIGRAPH_URL", api.url)
    monkeypatch.setenv("EVIGRAPH_TOKEN", api.token)
    cells = json.loads((ROOT / "docs" / "api.ipynb").read_text(encoding="utf-8"))["cells"]
    room: dict[str, object] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), room)  # noqa: S102  it is ours
    told = capsys.readouterr().out
    assert "contradicted" in told
    assert "422" in told
