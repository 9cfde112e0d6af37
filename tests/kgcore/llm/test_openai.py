from __future__ import annotations

import asyncio
import contextlib
import traceback
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

import pytest

from kgcore.errors import ModelBusy, ModelCut, ModelError, ModelInterrupted, ModelRefused
from kgcore.llm.openai import TASK_TOKENS, OpenAIModel, RetryPolicy
from kgcore.values.tasks import AnswerRequest, ExtractRequest, Request, Task
from tests.servers.openai import FakeOpenAI, Misbehaviour, serving

KEY = "sk-very-secret-0123456789"
QUESTION = AnswerRequest("Does vitamin E prevent Alzheimer's disease?")
PATIENT = RetryPolicy(connect=10, first=20, between=20, retries=2, backoff=0.01, longest_wait=1.0)
IMPATIENT = replace(PATIENT, connect=0.5, first=0.4, between=0.2)
ANSWER = "[Zinc|Drug]($N1) [shortens]($R1:TREATS, $H, $N1, $N2) the [common cold|Disease]($N2)."

Opened = Callable[[FakeOpenAI, str], AbstractAsyncContextManager[OpenAIModel]]


@asynccontextmanager
async def model_of(
    fake: FakeOpenAI, name: str = "demo", key: str = KEY, retry_policy: RetryPolicy = PATIENT, max_tokens: int = 400
) -> AsyncIterator[OpenAIModel]:
    async with serving(fake) as url:
        model = OpenAIModel(key, url, name, retry_policy=retry_policy, max_tokens=max_tokens)
        try:
            yield model
        finally:
            await model.close()


def fake() -> FakeOpenAI:
    return FakeOpenAI(answer=lambda _: ANSWER)


async def written(model: OpenAIModel) -> str:
    return "".join([text async for text in model.stream(QUESTION)])


async def into(got: list[str], model: OpenAIModel, request: Request = QUESTION) -> None:
    async for text in model.stream(request):
        got.append(text)


async def failure(
    bad: Misbehaviour, server: FakeOpenAI | None = None, retry_policy: RetryPolicy = PATIENT
) -> tuple[ModelError, str]:
    """Return the error that a misbehaving server leads to, and what had been written before."""
    got: list[str] = []
    async with model_of(server or fake(), f"demo:{bad.value}", retry_policy=retry_policy) as model:
        with pytest.raises(ModelError) as raised:
            await into(got, model)
    assert KEY not in "".join(traceback.format_exception(raised.value))
    assert "Traceback" not in str(raised.value)
    return raised.value, "".join(got)


async def test_the_answer_arrives_in_pieces_and_is_complete() -> None:
    async with model_of(fake()) as model:
        pieces = [text async for text in model.stream(QUESTION)]
    assert len(pieces) > 3
    assert "".join(pieces) == ANSWER


async def test_the_request_has_the_cap_and_no_unusual_parameters() -> None:
    server = fake()
    async with model_of(server, max_tokens=123) as model:
        await written(model)
    (body,) = server.requests
    assert set(body) == {"model", "messages", "stream", "max_tokens", "temperature"}
    assert body["temperature"] == 0
    assert body["max_tokens"] == 123
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


async def test_a_server_that_wants_no_key_gets_a_dummy() -> None:
    server = fake()
    async with model_of(server, key="") as model:
        assert await written(model) == ANSWER


async def test_settings_of_other_programs_do_not_leak_in(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "from-elsewhere")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    server = fake()
    async with model_of(server, key="") as model:
        assert await written(model) == ANSWER
    assert "from-elsewhere" not in str(server.headers)


async def test_a_model_that_knows_only_the_newer_cap_gets_it() -> None:
    server = fake()
    async with model_of(server, "demo:new-cap") as model:
        assert await written(model) == ANSWER
        assert await written(model) == ANSWER
    assert [("max_tokens" in body) for body in server.requests] == [True, False, False]


async def test_entities_are_asked_for_in_json_and_in_few_tokens() -> None:
    server = fake()
    async with model_of(server, max_tokens=1_500) as model:
        await into([], model, ExtractRequest("zinc?", ("Drug",)))
    (body,) = server.requests
    item = body["response_format"]["json_schema"]["schema"]["properties"]["entities"]["items"]
    assert item["properties"]["type"] == {"type": "string", "enum": ["Drug"]}
    assert body["max_tokens"] == TASK_TOKENS[Task.EXTRACT]


async def test_a_server_without_temperature_and_structured_output_is_asked_without_them() -> None:
    server = fake()
    async with model_of(server, "demo:plain") as model:
        assert await written(model) == ANSWER
        await into([], model, ExtractRequest("zinc?", ("Drug",)))
    assert ["temperature" in body for body in server.requests] == [True, False, False, False]
    assert ["response_format" in body for body in server.requests] == [False, False, True, False]


async def test_a_busy_server_is_asked_again() -> None:
    server = fake()
    async with model_of(server, "demo:busy") as model:
        assert await written(model) == ANSWER
    assert len(server.requests) == 2


async def test_a_server_that_stays_busy_is_given_up_after_all_retries() -> None:
    server = fake()
    error, _ = await failure(Misbehaviour.BUSY, server)
    assert isinstance(error, ModelBusy)
    assert len(server.requests) == 1 + IMPATIENT.retries


async def test_a_server_in_trouble_counts_as_busy_and_its_words_are_not_shown() -> None:
    error, _ = await failure(Misbehaviour.TROUBLE)
    assert isinstance(error, ModelBusy)
    assert "500" in str(error)


async def test_an_absurd_retry_after_is_not_waited_for() -> None:
    server = fake()
    error, _ = await failure(Misbehaviour.LATER, server)
    assert isinstance(error, ModelBusy)
    assert len(server.requests) == 1


async def test_an_empty_account_is_no_reason_to_try_again() -> None:
    server = fake()
    error, _ = await failure(Misbehaviour.NO_CREDIT, server)
    assert isinstance(error, ModelRefused)
    assert "credit" in str(error)
    assert len(server.requests) == 1


async def test_a_wrong_key_is_refused_without_being_repeated() -> None:
    server = FakeOpenAI(key="another")
    async with model_of(server) as model:
        with pytest.raises(ModelRefused, match="OPENAI_API_KEY") as raised:
            await written(model)
    assert KEY not in "".join(traceback.format_exception(raised.value))
    assert len(server.requests) == 1


async def test_an_unknown_model_is_named() -> None:
    async with model_of(fake(), "gpt-0") as model:
        with pytest.raises(ModelRefused, match="gpt-0"):
            await written(model)


@pytest.mark.parametrize("bad", [Misbehaviour.HALF, Misbehaviour.DROPPED, Misbehaviour.ERROR_EVENT])
async def test_what_arrived_before_a_break_is_kept(bad: Misbehaviour) -> None:
    error, got = await failure(bad)
    assert isinstance(error, ModelInterrupted)
    assert got
    assert ANSWER.startswith(got)
    assert "sk-secret" not in str(error)


@pytest.mark.parametrize("bad", [Misbehaviour.MUTE, Misbehaviour.SILENT, Misbehaviour.STALLED])
async def test_silence_ends_in_time(bad: Misbehaviour) -> None:
    async with asyncio.timeout(60):
        error, _ = await failure(bad, retry_policy=IMPATIENT)
    assert isinstance(error, ModelInterrupted)
    assert "in time" in str(error)


@pytest.mark.parametrize("bad", [Misbehaviour.EMPTY, Misbehaviour.NONSENSE, Misbehaviour.GARBAGE, Misbehaviour.STRANGE])
async def test_nonsense_is_an_interruption(bad: Misbehaviour) -> None:
    error, got = await failure(bad)
    assert isinstance(error, ModelInterrupted)
    assert got == ""


async def test_nobody_at_the_address() -> None:
    model = OpenAIModel(KEY, "http://127.0.0.1:9/v1", "demo", retry_policy=IMPATIENT)
    with pytest.raises(ModelInterrupted, match="OPENAI_BASE_URL"):
        await written(model)
    await model.close()


async def test_a_model_that_never_stops_is_stopped() -> None:
    server = fake()
    async with model_of(server, "demo:endless", max_tokens=100) as model:
        got: list[str] = []
        with pytest.raises(ModelCut):
            await into(got, model)
        await asyncio.wait_for(server.left.wait(), 60)
    text = "".join(got)
    assert text.startswith(ANSWER)
    assert len(text) < 10_000


async def test_an_answer_that_the_cap_on_tokens_cut_comes_as_far_as_it_goes_and_says_so() -> None:
    error, text = await failure(Misbehaviour.CAPPED)
    assert isinstance(error, ModelCut)
    assert text == ANSWER


async def test_thoughts_are_not_part_of_the_answer() -> None:
    async with model_of(fake(), "demo:thinking") as model:
        assert await written(model) == ANSWER


async def test_closing_the_iterator_closes_the_connection() -> None:
    server = FakeOpenAI(answer=lambda _: ANSWER * 400, pause=0.01)
    async with model_of(server) as model:
        stream = model.stream(QUESTION)
        assert await anext(stream)
        await stream.aclose()  # type: ignore[attr-defined]
        await asyncio.wait_for(server.left.wait(), 60)


async def test_cancelling_the_reader_closes_the_connection() -> None:
    server = FakeOpenAI(answer=lambda _: ANSWER * 400, pause=0.01)
    async with model_of(server) as model:
        task = asyncio.ensure_future(written(model))
        while not server.requests:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await asyncio.wait_for(server.left.wait(), 60)


async def test_every_task_is_possible_and_several_run_side_by_side() -> None:
    server = fake()
    async with model_of(server) as model:
        assert model.tasks == frozenset(Task)
        await asyncio.gather(written(model), written(model))
        async for _ in model.stream(ExtractRequest("zinc?", ("Drug",))):
            pass
    assert len(server.requests) == 3


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize(
    "place", ["{url}/chat/completions", "/v1/chat/completions?", "//127.0.0.1:9/v1", "file:///x", ""]
)
async def test_a_redirect_is_not_followed_and_said_so(place: str, status: int) -> None:
    elsewhere = fake()
    async with serving(elsewhere) as url:
        first = FakeOpenAI(elsewhere=place.format(url=url) or "?", status=status)
        async with model_of(first) as model:
            with pytest.raises(ModelRefused, match="redirects to another address") as raised:
                await written(model)
    assert "OPENAI_BASE_URL" in raised.value.hint
    assert elsewhere.requests == first.requests == []


async def test_empty_pieces_are_silence() -> None:
    error, got = await failure(Misbehaviour.BLANK, retry_policy=IMPATIENT)
    assert "in time" in str(error)
    assert got == ""
