"""How long to wait before asking a busy server again. Pure."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx2
import openai

from kgcore.errors import ModelBusy, ModelCut, ModelError, ModelInterrupted, ModelRefused
from kgcore.llm.bounded import HEADERS, bound_request, bound_response
from kgcore.llm.prompts import chat_messages
from kgcore.values.tasks import ExtractRequest, Request, Task


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Limits of one request, in seconds; `retries` are the tries after the first.

    `longest_wait` caps what a server may ask for in Retry-After: beyond it, asking again is given up at once.
    """

    connect: float = 10.0
    first: float = 60.0
    between: float = 30.0
    retries: int = 3
    backoff: float = 0.5
    longest_wait: float = 20.0

    def wait(self, attempt: int, headers: Mapping[str, str], now: datetime) -> float | None:
        """Return the seconds to wait before try number `attempt` + 1 (from 0), or None to give up."""
        if attempt >= self.retries:
            return None
        asked = retry_after(headers, now)
        if asked is None:
            return min(self.backoff * 2.0**attempt, self.longest_wait)
        return asked if asked <= self.longest_wait else None


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Read Retry-After (RFC 9110, 10.2.3: seconds or a date), or OpenAI's retry-after-ms; None for none or nonsense."""
    try:
        if "retry-after-ms" in headers:
            seconds = float(headers["retry-after-ms"]) / 1000
        elif "retry-after" in headers:
            seconds = _seconds(headers["retry-after"], now)
        else:
            return None
    except (ValueError, OverflowError):
        return None
    return seconds if 0.0 <= seconds < float("inf") else None


def _seconds(value: str, now: datetime) -> float:
    if value.strip().replace(".", "", 1).isdigit():
        return float(value)
    until = parsedate_to_datetime(value)
    return max(0.0, ((until if until.tzinfo else until.replace(tzinfo=UTC)) - now).total_seconds())


# --- Local reasoning models write their thoughts before the answer, between <think> tags; they are not shown.

_OPEN, _CLOSE = "<think>", "</think>"


class ThoughtFilter:
    """Drops one `<think>…</think>` at the beginning of a stream, whatever the chunk boundaries."""

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False
        self._passing = False

    def feed(self, chunk: str) -> str:
        """Return the part of the answer that is certain now."""
        if self._passing:
            return chunk
        self._held += chunk
        if not self._thinking:
            return self._begin()
        _, closed, answer = self._held.partition(_CLOSE)
        if not closed:
            self._held = self._held[-len(_CLOSE) :]
            return ""
        return self._pass(answer.lstrip())

    def _begin(self) -> str:
        start = self._held.lstrip()
        if start.startswith(_OPEN):
            self._thinking, self._held = True, start[len(_OPEN) :]
            return self.feed("")
        return "" if _OPEN.startswith(start) else self._pass(self._held)

    def _pass(self, text: str) -> str:
        self._passing, self._held = True, ""
        return text

    def finish(self) -> str:
        """Return what was held back in the hope of a tag that never came."""
        held = "" if self._thinking else self._held
        return self._pass(held) if not self._passing else ""


# --- Chat completions of OpenAI, and of whatever speaks the same: Ollama, vLLM, llama.cpp, LM Studio.

PUBLIC = "https://api.openai.com/v1"
LONGEST_TOKEN = 24  # characters a token may have on average before a stream counts as running away
# What a task may write at most, in tokens; an answer may write all that the model may.
TASK_TOKENS: Mapping[Task, int] = {
    Task.EXTRACT: 200,
    Task.REPAIR: 900,
    Task.REWRITE: 300,
    Task.ANNOTATE: 1_500,
    Task.DESCRIBE: 400,
}
_STRUCTURE = ("response_format", "json_schema", "structured", "grammar")  # words of servers that know no such thing
_CODE = re.compile(r"[a-z][a-z0-9_]{2,60}")
_NO_MONEY = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})

# Plain values as the server sent them: typed objects of every piece take a sixth of a turn.
Chunks = openai.AsyncStream[object]


def _entities_format(types: tuple[str, ...]) -> dict[str, object]:
    """Return the JSON schema of a list of entities, as `response_format` takes it."""
    kind: dict[str, object] = {"type": "string", "enum": list(dict.fromkeys(types))} if types else {"type": "string"}
    item = {
        "type": "object",
        "properties": {"mention": {"type": "string"}, "type": kind},
        "required": ["mention", "type"],
        "additionalProperties": False,
    }
    schema = {
        "type": "object",
        "properties": {"entities": {"type": "array", "items": item}},
        "required": ["entities"],
        "additionalProperties": False,
    }
    return {"type": "json_schema", "json_schema": {"name": "entities", "strict": True, "schema": schema}}


class OpenAIModel:
    """One model of one server. Nothing is sent before the first `stream`; nothing is read from the environment.

    `api_key` may be empty for servers that want none. `timeout` is the longest silence before the first piece of text;
    `max_tokens` caps what one request may write.
    """

    def __init__(
        self,
        api_key: str,
        base_url: str | None,
        model: str,
        *,
        timeout: float = 60.0,
        max_tokens: int = 1500,
        retry_policy: RetryPolicy | None = None,
    ) -> None:
        self._model = model
        self._max_tokens = max_tokens
        self._retry_policy = retry_policy or RetryPolicy(first=timeout, between=min(timeout, RetryPolicy().between))
        self._cap_name = "max_tokens"
        self._tempered = self._structured = True  # until the server says that it does not know it
        self._client = openai.AsyncOpenAI(
            api_key=api_key or "none",
            admin_api_key="",
            base_url=base_url or PUBLIC,
            webhook_secret="",
            max_retries=0,
            timeout=openai.Timeout(
                self._retry_policy.first + self._retry_policy.between, connect=self._retry_policy.connect
            ),
            # A redirect would carry the whole prompt to a host that nobody has configured.
            http_client=openai.DefaultAsyncHttpxClient(
                follow_redirects=False,
                headers=HEADERS,
                event_hooks={"request": [bound_request], "response": [bound_response]},
            ),
        )
        # The constructor takes None for "look into the environment"; these are to be none.
        self._client.organization = None
        self._client.project = None

    @property
    def name(self) -> str:
        """The model's name, as configured."""
        return self._model

    @property
    def tasks(self) -> frozenset[Task]:
        """Every task."""
        return frozenset(Task)

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.close()

    async def stream(self, request: Request) -> AsyncIterator[str]:
        """Yield the text as it is written; closing the iterator closes the connection, which stops the model.

        Raises ModelRefused (key, request, model name, no credit), ModelBusy (429 or 5xx after all retries) or
        ModelInterrupted (no connection, silence, half a stream); behind the last piece ModelCut where a cap ended it.
        """
        chunks = await self._opened(request)
        try:
            async with aclosing(self._text(chunks)) as texts:
                async for text in texts:
                    yield text
        except openai.APITimeoutError as error:
            raise self._silence() from error
        except (openai.APIConnectionError, httpx2.HTTPError) as error:
            raise self._broken_off() from error
        except openai.APIError:
            raise ModelInterrupted(f"The server of {self._model} reported an error in the middle.") from None
        finally:
            with suppress(httpx2.HTTPError, OSError):  # nothing may take the place of what ended us
                await chunks.close()

    async def _opened(self, request: Request) -> Chunks:
        """Send the request, again and again while the server is busy; the first answer must come in time."""
        attempt = 0
        while True:
            try:
                async with asyncio.timeout(self._retry_policy.first):
                    return await self._send(request)
            except TimeoutError as error:
                raise self._silence() from error
            except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
                if not self._asks_less(error, request):
                    raise self._told(error) from None
            except openai.APIStatusError as error:
                await self._wait(error, attempt)
                attempt += 1
            except openai.APIConnectionError as error:
                await self._wait(error, attempt)
                attempt += 1
            except httpx2.HTTPError as error:  # while the client read what a refusal says
                raise self._broken_off() from error

    async def _send(self, request: Request) -> Chunks:
        chat = [{"role": m.role.value, "content": m.content} for m in chat_messages(request)]
        body = {"model": self._model, "messages": chat, "stream": True, **self._parameters(request)}
        return await self._client.post("/chat/completions", cast_to=object, body=body, stream=True, stream_cls=Chunks)

    def _parameters(self, request: Request) -> dict[str, object]:
        """Return the cap of the task, temperature 0 and the shape of the answer, as far as the server knows them."""
        thinks = self._cap_name != "max_tokens"  # its thoughts count, too: no task of it is capped by itself
        cap = self._max_tokens if thinks else min(self._max_tokens, TASK_TOKENS.get(request.task, self._max_tokens))
        parameters: dict[str, object] = {self._cap_name: cap}
        if self._tempered:
            parameters["temperature"] = 0
        if self._structured and isinstance(request, ExtractRequest):
            parameters["response_format"] = _entities_format(request.types)
        return parameters

    async def _wait(self, error: openai.APIError, attempt: int) -> None:
        """Sleep as long as the server asks or the back-off says; raise when that is no use."""
        status = error.status_code if isinstance(error, openai.APIStatusError) else 503
        headers = dict(error.response.headers) if isinstance(error, openai.APIStatusError) else {}
        again = (status in {408, 409, 429} or status >= 500) and error.code not in _NO_MONEY
        seconds = self._retry_policy.wait(attempt, headers, datetime.now(UTC)) if again else None
        if seconds is None:
            # What a server says about a key may repeat the key: the cause is not kept.
            raise self._told(error) from None
        await asyncio.sleep(seconds)

    def _asks_less(self, error: openai.APIStatusError, request: Request) -> bool:
        """Whether the request can be sent again without what the server did not know.

        OpenAI's reasoning models know the cap under its newer name only, and no temperature; many servers know no
        structured output.
        """
        message = str(error.message).casefold()
        if self._cap_name == "max_tokens" and "max_completion_tokens" in message:
            self._cap_name = "max_completion_tokens"
        elif self._tempered and "temperature" in message:
            self._tempered = False
        elif self._structured and isinstance(request, ExtractRequest) and any(word in message for word in _STRUCTURE):
            self._structured = False
        else:
            return False
        return True

    async def _text(self, chunks: Chunks) -> AsyncGenerator[str, None]:
        thoughts, length, ended, cut = ThoughtFilter(), 0, False, False
        iterator, clock = aiter(chunks), asyncio.get_running_loop().time
        until = clock() + self._retry_policy.first
        while not ended and length <= self._max_tokens * LONGEST_TOKEN:
            chunk = await self._next(iterator, until - clock())
            if chunk is None:
                raise self._broken_off() if length else self._nonsense()
            piece, reason = self._piece(chunk)
            ended, cut = reason is not None, reason == "length"
            if text := thoughts.feed(piece):  # text alone is progress: a server can send empty pieces for ever
                length += len(text)
                yield text
                until = clock() + self._retry_policy.between
        if rest := thoughts.finish():
            length += len(rest)
            yield rest
        if not length:
            raise ModelInterrupted(f"{self._model} answered with nothing.")
        if cut or not ended:
            raise ModelCut(f"{self._model} reached the most that it may write.")

    async def _next(self, iterator: AsyncIterator[object], limit: float) -> object | None:
        try:
            async with asyncio.timeout(limit):
                return await anext(iterator, None)
        except TimeoutError as error:
            raise self._silence() from error
        except (ValueError, AttributeError, TypeError, RecursionError) as error:  # broken or endlessly deep JSON
            raise self._nonsense() from error

    def _piece(self, chunk: object) -> tuple[str, object]:
        """Return the text of a chunk, and why it is the last if it is; nobody has checked what the server sent."""
        match chunk:
            case {"choices": None | []}:
                return "", None
            case {"choices": [{"delta": None | {} as delta} as choice, *_]}:
                content = delta.get("content") if delta else None
                return (content if isinstance(content, str) else ""), choice.get("finish_reason")
            case _:
                raise self._nonsense()

    def _silence(self) -> ModelInterrupted:
        return ModelInterrupted(f"{self._model} did not answer in time.", hint="Try again, or choose another model.")

    def _broken_off(self) -> ModelInterrupted:
        return ModelInterrupted(f"The answer of {self._model} broke off in the middle.")

    def _nonsense(self) -> ModelInterrupted:
        hint = "Check OPENAI_BASE_URL."
        return ModelInterrupted(f"The server of {self._model} sent something that is no chat completion.", hint=hint)

    def _told(self, error: openai.APIError) -> ModelError:
        """Put an error into words for the person concerned; never the server's own words, which may repeat the key."""
        if not isinstance(error, openai.APIStatusError):
            hint = "Check OPENAI_BASE_URL and the network."
            return ModelInterrupted(f"The connection to the server of {self._model} failed.", hint=hint)
        status = error.status_code
        if error.code in _NO_MONEY:
            return ModelRefused(f"The account behind {self._model} has no credit left.", hint="Top it up.")
        if status in {408, 409, 429} or status >= 500:
            why = "gets too many requests" if status == 429 else f"has trouble (status {status})"
            return ModelBusy(f"The server of {self._model} {why}.", hint="Try again in a while.")
        if 300 <= status < 400:
            hint = "Set OPENAI_BASE_URL to the address that answers itself; Evigraph follows no redirect with a prompt."
            return ModelRefused(
                f"The server of {self._model} redirects to another address (status {status}).", hint=hint
            )
        if status in {401, 403}:
            return ModelRefused(f"The key for {self._model} was refused.", hint="Check OPENAI_API_KEY.")
        if status == 404:
            hint = "Check OPENAI_MODEL and OPENAI_BASE_URL."
            return ModelRefused(f"There is no model {self._model} at that address.", hint=hint)
        code = f", {error.code}" if error.code and _CODE.fullmatch(error.code) else ""
        return ModelRefused(f"{self._model} refused the request (status {status}{code}).")
