"""The capabilities as tools of the Model Context Protocol, so that any assistant can have its claims checked."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import Any

import mcp_types as types
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from adapters.api.operations import PICTURE, Grant, Operations
from kgcore.errors import EvigraphError, InputError

DRAW = "draw_graph"
# Names that assistants read; a capability that has none here goes by its own.
TOOL_NAMES: Mapping[str, str] = {
    "verify": "verify_claims",
    "literature": "find_papers",
    "tables": "find_tables",
    "link": "link_names",
    "map": "map_conversation",
    "identifiers": "find_identifiers",
}
INSTRUCTIONS = (
    "Checks health claims against a knowledge graph with literature. A verdict is supported, contradicted, mixed, "
    "relevant or unsure; unsure means that no evidence was found here, never that the claim is untrue."
)
CHECK_PROMPT = "check_this_answer"
RESOURCE = "evigraph://"  # begins the address of a list
_HERE = Grant("this machine", owner="local", platform="terminal")  # who starts the tools may call all of them
_GRANT: ContextVar[Grant] = ContextVar("grant", default=_HERE)  # each request has a server of its own


@contextmanager
def granted(grant: Grant) -> Iterator[None]:
    """Have the tools that are called meanwhile be those that a token may call."""
    before = _GRANT.set(grant)
    try:
        yield
    finally:
        _GRANT.reset(before)


def tool_server(operations: Operations, version: str) -> Server[Any]:
    """Return an MCP server with one tool a capability, one that draws, and a prompt."""
    by_tool = {TOOL_NAMES.get(name, name): operation for name, operation in operations.all.items()}

    async def list_tools(ctx: Any, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        tools = [
            types.Tool(name=name, description=operation.words, input_schema=_as_object(operation.reads))
            for name, operation in by_tool.items()
            if _GRANT.get().allows(operation.name)
        ]
        wanted = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}
        drawing = types.Tool(
            name=DRAW, description="the evidence graph of a question, as a picture", input_schema=wanted
        )
        return types.ListToolsResult(tools=[*tools, drawing] if _GRANT.get().allows(PICTURE) else tools)

    async def call_tool(ctx: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        given = dict(params.arguments or {})
        try:
            if params.name != DRAW and params.name not in by_tool:
                return _failed(f"There is no tool {params.name}.")
            if not _GRANT.get().allows(PICTURE if params.name == DRAW else by_tool[params.name].name):
                return _failed(f"This token may not call {params.name}.")
            if params.name == DRAW:
                return await _drawn(operations, given)
            record = dict(await by_tool[params.name].whole({"id": 1, **given}, _GRANT.get()))
        except EvigraphError as error:
            return _failed(_told(error))
        text = types.TextContent(type="text", text=json.dumps(record, ensure_ascii=False))
        return types.CallToolResult(content=[text], structured_content=record)

    return Server(
        "evigraph",
        version=version,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=partial(_resources, operations),
        on_list_resource_templates=_no_templates,
        on_read_resource=partial(_resource, operations),
        on_list_prompts=_prompts,
        on_get_prompt=_check_prompt,
    )


async def _resources(
    operations: Operations, ctx: Any, params: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    grant = _GRANT.get()
    lists = [listing for listing in operations.lists.values() if grant.allows(listing.name)]
    found = [
        types.Resource(name=one.name, uri=RESOURCE + one.name, description=one.words, mime_type="application/json")
        for one in lists
    ]
    return types.ListResourcesResult(resources=found)


async def _no_templates(ctx: Any, params: types.PaginatedRequestParams | None) -> types.ListResourceTemplatesResult:
    """Clients ask for them wherever there are resources; ours have no parts."""
    return types.ListResourceTemplatesResult(resource_templates=[])


async def _resource(
    operations: Operations, ctx: Any, params: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    listing = operations.lists.get(str(params.uri).removeprefix(RESOURCE))
    if listing is None or not _GRANT.get().allows(listing.name):
        raise MCPError(types.INVALID_PARAMS, f"There is no resource {params.uri} here.")
    try:
        text = json.dumps(list(await listing.read(_GRANT.get())), ensure_ascii=False)
    except EvigraphError as error:
        raise MCPError(types.INTERNAL_ERROR, _told(error)) from error
    told = types.TextResourceContents(uri=str(params.uri), mime_type="application/json", text=text)
    return types.ReadResourceResult(contents=[told])


async def _prompts(ctx: Any, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    argument = types.PromptArgument(name="answer", description="the text to check", required=True)
    words = "Check every claim of an answer against the knowledge graph."
    return types.ListPromptsResult(prompts=[types.Prompt(name=CHECK_PROMPT, description=words, arguments=[argument])])


async def _check_prompt(ctx: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    answer = (params.arguments or {}).get("answer", "").strip()
    if params.name != CHECK_PROMPT or not answer:
        raise MCPError(types.INVALID_PARAMS, f'There is {CHECK_PROMPT}, with the text to check as "answer".')
    said = (
        f"Call verify_claims with this text, then list each claim with its verdict, why, and papers. Say of an "
        f"unsure claim that no evidence was found here.\n\n{answer}"
    )
    message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=said))
    return types.GetPromptResult(messages=[message])


async def _drawn(operations: Operations, given: Mapping[str, Any]) -> types.CallToolResult:
    text = given.get("text")
    if not isinstance(text, str) or not text.strip():
        return _failed('"text" must be a question.')
    drawn = await operations.draw(text, _GRANT.get())
    image = types.ImageContent(type="image", data=base64.b64encode(drawn.png).decode("ascii"), mime_type="image/png")
    return types.CallToolResult(content=[image, types.TextContent(type="text", text=drawn.words)])


def _told(error: EvigraphError) -> str:
    """Return what an error is told as: all of it to who started us; to others no files of this machine."""
    said = str(error) if isinstance(error, InputError) or _GRANT.get() is _HERE else error.public
    return said or "That could not be answered."


def _failed(words: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=words)], is_error=True)


def _as_object(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema whose top is an object, as tools need it; `id` may be left out."""
    found = {k: v for k, v in schema.items() if k not in ("$schema", "title")}
    return {"type": "object", **found}


async def serve_stdio(operations: Operations, version: str) -> None:
    """Serve over standard input and output, to an assistant that starts its tools itself, until it closes them."""
    server = tool_server(operations, version)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
