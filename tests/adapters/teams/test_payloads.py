"""The inbound activities that the tests send are read by Microsoft's own models of them."""

from __future__ import annotations

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

from tests.adapters.teams.people import PAYLOADS, payload

# Bot Framework Activity schema (microsoft/botframework-sdk, specs/botframework-activity), "Local timezone": the SDK's
# models keep it unnamed.
DOCUMENTED = {"localTimezone"}
MODELS: dict[str, type[BaseModel]] = {
    "message": activities.MessageActivity,
    "messageUpdate": activities.MessageUpdateActivity,
    "messageReaction": activities.MessageReactionActivity,
    "conversationUpdate": activities.ConversationUpdateActivity,
    "installationUpdate": activities.InstalledActivity,
    "adaptiveCard/action": activities.AdaptiveCardInvokeActivity,
    "task/fetch": TaskFetchInvokeActivity,
    "message/submitAction": activities.MessageSubmitActionInvokeActivity,
    "composeExtension/query": MessageExtensionQueryInvokeActivity,
    "composeExtension/queryLink": MessageExtensionQueryLinkInvokeActivity,
    "composeExtension/fetchTask": MessageExtensionFetchTaskInvokeActivity,
}


@pytest.mark.parametrize("path", sorted(PAYLOADS.glob("*.json")), ids=lambda path: path.stem)
def test_a_payload_is_as_microsofts_sdk_reads_it(path: Path) -> None:
    body = payload(path.stem)
    read = MODELS[body.get("name") or body["type"]].model_validate(body)
    assert read.model_dump(by_alias=True, exclude_none=True)["type"] == body["type"]
    unknown = set(read.model_extra or ()) - DOCUMENTED
    assert not unknown, f"the SDK knows none of {sorted(unknown)}"


def test_the_readme_tells_of_every_payload() -> None:
    told = (PAYLOADS / "README.md").read_text(encoding="utf-8")
    for path in PAYLOADS.glob("*.json"):
        family = [f"{path.stem.rsplit('_', n)[0]}_*" for n in (1, 2)]
        assert any(f"`{name}`" in told for name in (path.stem, *family)), path.stem
