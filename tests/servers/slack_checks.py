"""What Slack would refuse: blocks are read by the SDK's own models, and counted against the documented limits."""

from __future__ import annotations

from typing import Any

from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.blocks import Block
from slack_sdk.models.messages.chunk import Chunk
from slack_sdk.models.views import View

Json = dict[str, Any]
# https://docs.slack.dev/reference/block-kit/blocks and /block-elements: what the SDK's models do not count
MESSAGE_BLOCKS, VIEW_BLOCKS, CHARACTERS, LABEL, OPTION_VALUE = 50, 100, 13_200, 75, 150
STREAMED, TASK = 12_000, 256
IN_MODALS = {"actions", "context", "divider", "header", "image", "input", "rich_text", "section"}
IN_MESSAGES = IN_MODALS | {"table", "markdown", "context_actions", "video", "file"}


def refusals(blocks: list[Json], *, modal: bool = False) -> list[str]:
    """Return what is wrong with blocks; nothing where Slack would take them."""
    found = [f"{len(blocks)} blocks"] if len(blocks) > (VIEW_BLOCKS if modal else MESSAGE_BLOCKS) else []
    if sum(b.get("type") == "table" for b in blocks) > 1:
        found.append("only_one_table_allowed")
    if not modal and characters(blocks) > CHARACTERS:
        found.append("msg_blocks_too_long")
    ids = [b["block_id"] for b in blocks if "block_id" in b]
    if len(set(ids)) < len(ids):
        found.append("block ids are not unique")
    for block in blocks:
        found += _block(block, modal)
    return found


def chunk_refusals(chunks: list[Json]) -> list[str]:
    """Return what is wrong with the chunks of a stream (https://docs.slack.dev/reference/methods/chat.appendStream)."""
    found: list[str] = []
    for chunk in chunks:
        if Chunk.parse(chunk) is None:
            found.append(f"unknown chunk {chunk.get('type')}")
        elif chunk["type"] == "blocks":
            found += refusals(chunk["blocks"])
        elif chunk["type"] == "markdown_text" and not 1 <= len(chunk["text"]) <= STREAMED:
            found.append(f"{len(chunk['text'])} characters in a chunk")
        elif chunk["type"] == "task_update":
            if chunk["status"] not in {"pending", "in_progress", "complete", "error"}:
                found.append(f"status {chunk['status']}")
            if not 1 <= len(chunk["title"]) <= TASK:
                found.append(f"{len(chunk['title'])} characters in a task")
    return found


def characters(value: object) -> int:
    """Count the words of blocks."""
    if isinstance(value, dict):
        return sum(len(v) for k, v in value.items() if k in {"text", "alt_text"} and isinstance(v, str)) + sum(
            characters(v) for v in value.values()
        )
    return sum(characters(v) for v in value) if isinstance(value, list) else 0


def _block(block: Json, modal: bool) -> list[str]:
    kind = str(block.get("type"))
    if kind not in (IN_MODALS if modal else IN_MESSAGES):
        return [f"{kind} is not allowed here"]
    try:
        parsed = Block.parse(block)
        if parsed is None:
            return [f"unknown block {kind}"]
        parsed.to_dict()  # validates
    except SlackObjectFormationError as error:
        return [f"{kind}: {error}"]
    return [*_elements(block), *_texts(block), *_table(block)]


def _elements(block: Json) -> list[str]:
    found: list[str] = []
    elements = [*block.get("elements", [])] if block["type"] in {"actions", "context"} else []
    elements += [block[k] for k in ("accessory", "element") if k in block]
    ids = [e["action_id"] for e in elements if "action_id" in e]
    if len(set(ids)) < len(ids):
        found.append("action ids are not unique")
    most = {"actions": 25, "context": 10}.get(block["type"], 99)
    if block["type"] in {"actions", "context"} and not 1 <= len(elements) <= most:
        found.append(f"{len(elements)} elements in {block['type']}")
    for element in elements:
        options = element.get("options")
        least, top = {"overflow": (1, 5), "checkboxes": (1, 10), "radio_buttons": (1, 10)}.get(
            element["type"], (1, 100)
        )
        if options is not None and not least <= len(options) <= top:
            found.append(f"{len(options)} options in {element['type']}")
        for option in options or ():
            if len(option["text"]["text"]) > LABEL or not 1 <= len(option["value"]) <= OPTION_VALUE:
                found.append(f"option {option}")
        for first in [element.get("initial_option"), *element.get("initial_options", [])]:
            if first is not None and options is not None and first not in options:
                found.append("the initial option is none of the options")
        if element["type"] == "button" and not 1 <= len(element["text"]["text"]) <= LABEL:
            found.append(f"label {element['text']['text']}")
    return found


def _texts(value: object) -> list[str]:
    """No empty text anywhere; a style is only on runs; a link is http(s)."""
    if isinstance(value, dict):
        found = [f"empty text in {value}"] if value.get("text") == "" else []
        if str(value.get("type")).startswith("rich_text") and not value.get("elements"):
            found.append(f"{value['type']} without elements")
        if value.get("type") == "link" and not str(value.get("url")).startswith(("https://", "http://")):
            found.append(f"link {value}")
        if value.get("type") in {"plain_text", "mrkdwn"} and len(value["text"]) > 3_000:
            found.append("text over 3,000")
        return [*found, *(f for v in value.values() for f in _texts(v))]
    return [f for v in value for f in _texts(v)] if isinstance(value, list) else []


def _table(block: Json) -> list[str]:
    if block["type"] != "table":
        return []
    rows = block["rows"]
    wrong = not 1 <= len(rows) <= 100 or any(not 1 <= len(r) <= 20 for r in rows) or characters(rows) > 10_000
    return ["table limits"] if wrong or len({len(r) for r in rows}) != 1 else []


def view_refusals(view: Json) -> list[str]:
    """Return what is wrong with a modal."""
    found = refusals(view.get("blocks", []), modal=True)
    try:
        View(**{k: v for k, v in view.items() if k not in {"blocks"}}, blocks=view["blocks"]).to_dict()
    except SlackObjectFormationError as error:
        found.append(f"view: {error}")
    inputs = any(b["type"] == "input" for b in view["blocks"])
    if inputs and "submit" not in view:
        found.append("inputs without submit")
    for key in ("title", "submit", "close"):
        if key in view and not 1 <= len(view[key]["text"]) <= 24:
            found.append(f"{key} {view[key]['text']}")
    return found


def home_refusals(view: Json) -> list[str]:
    """Return what is wrong with a Home tab (https://docs.slack.dev/surfaces/app-home): it has no title, nothing to send
    and no form's title.
    """
    found = refusals(view.get("blocks", []), modal=True)
    found += [f"{key} in a Home tab" for key in ("title", "submit", "close") if key in view]
    try:
        View(**{k: v for k, v in view.items() if k != "blocks"}, blocks=view["blocks"]).to_dict()
    except SlackObjectFormationError as error:
        found.append(f"view: {error}")
    return found
