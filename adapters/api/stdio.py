"""MCP over standard input and output, for assistants that start their tools themselves."""

from __future__ import annotations

from mcp.server.stdio import stdio_server

from adapters.api.operations import Operations
from adapters.api.tools import tool_server


async def serve_stdio(operations: Operations, version: str) -> None:
    """Serve until the other side closes."""
    server = tool_server(operations, version)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
