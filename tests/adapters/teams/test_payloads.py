"""The inbound activities that the tests send are read by Microsoft's own models of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from microsoft_teams.api import activities
from microsoft_teams.api.activities.invoke.message_extension import (
    MessageExtensionFetchTaskInvokeActivity,
    MessageExtensionQueryInvokeActivity,
    MessageExtensionQueryLinkInvokeActivity,
)
from microsoft_teams.api.activities.invoke.task import TaskFetchInvokeActivity
from pydantic import BaseModel
from pydantic.alias_generators import to_camel

from tests.adapters.teams.people import PAYLOADS, payload

# What the SDK's models keep unnamed: in the Bot Framework's Activity schema (microsoft/botframework-sdk,
# specs/botframework-activity, "Local timezone"), and in what the page of conversation events shows of `channelData`.
DOCUMENTED = {"localTimezone", "channelData.teamsChannelId", "channelData.teamsTeamId"}
MODELS: dict[str, type[BaseModel]] = {
    "message": activities.MessageActivity,
    "messageUpdate": activities.MessageUpdateActivity,
    "messageReaction": activities.MessageReactionActivity,
    "conversationUpdate": activities.ConversationUpdateActivity,
    "installationUpdate": activities.InstalledActivity,
    "adaptiveCard/action": activities.AdaptiveCardInvokeActivity,
    "task/fetch": TaskFetchInvokeActivity,
    "message/submitAction": activities.MessageSubmitActionInvokeActivity,
    "application/search": activities.SearchInvokeActivity,
    "composeExtension/query": MessageExtensionQueryInvokeActivity,
    "composeExtension/queryLink": MessageExtensionQueryLinkInvokeActivity,
    "composeExtension/fetchTask": MessageExtensionFetchTaskInvokeActivity,
}


def unnamed(value: object, at: str = "") -> Iterator[str]:
    """The fields that a model took without knowing them, at any depth."""
    if isinstance(value, BaseModel):
        yield from (at + name for name in value.model_extra or ())
        for name, field in type(value).model_fields.items():
            yield from unnamed(getattr(value, name), f"{at}{field.alias or to_camel(name)}.")
    elif isinstance(value, list):
        for one in value:
            yield from unnamed(one, at)


@pytest.mark.parametrize("path", sorted(PAYLOADS.glob("*.json")), ids=lambda path: path.stem)
def test_a_payload_is_as_microsofts_sdk_reads_it(path: Path) -> None:
    body = payload(path.stem)
    read = MODELS[body.get("name") or body["type"]].model_validate(body)
    assert read.model_dump(by_alias=True, exclude_none=True)["type"] == body["type"]
    unknown = set(unnamed(read)) - DOCUMENTED
    assert not unknown, f"the SDK knows none of {sorted(unknown)}"


def test_the_readme_tells_of_every_payload() -> None:
    told = (PAYLOADS / "README.md").read_text(encoding="utf-8")
    for path in PAYLOADS.glob("*.json"):
        family = [f"{path.stem.rsplit('_', n)[0]}_*" for n in (1, 2)]
        assert any(f"`{name}`" in told for name in (path.stem, *family)), path.stem
