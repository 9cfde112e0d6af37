"""The payloads that the tests send have no field that Slack's own types of them do not name."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.servers.slack_people import payload
from tests.servers.slack_state import Json

PAYLOADS = Path(__file__).parents[2] / "payloads" / "slack"


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Names of fields as in slackapi/node-slack-sdk (packages/types/src/events) and slackapi/bolt-js (src/types); what those
# leave out and Slack documents stands in slackapi/java-slack-sdk (json-logs/samples).
ENVELOPE = _names(
    "token team_id enterprise_id context_team_id context_enterprise_id api_app_id event type event_id event_time"
    " is_ext_shared_channel authorizations event_context"
)
AUTHORIZATION = _names("enterprise_id team_id user_id is_bot is_enterprise_install")
SAID = _names(
    "type subtype event_ts team channel user bot_id bot_profile text ts thread_ts channel_type attachments blocks files"
    " edited client_msg_id parent_user_id hidden"
)
THREADED = SAID | _names("reply_count reply_users_count latest_reply reply_users is_locked")
EVENTS = {
    "app_mention": SAID - {"channel_type", "hidden"} | _names("username user_team source_team user_profile"),
    "message": SAID | _names("username icons deleted_ts message previous_message"),
    "app_home_opened": _names("type user channel tab view event_ts"),
    "app_uninstalled": _names("type"),
    "tokens_revoked": _names("type tokens"),
    "member_joined_channel": _names("type user channel channel_type team inviter event_ts"),
    "assistant_thread_started": _names("type assistant_thread event_ts"),
}
INTERACTION = _names("type team user api_app_id token trigger_id enterprise is_enterprise_install")
ACTIONS = INTERACTION | _names("actions channel message view state response_url container")
INTERACTIONS = {
    "block_actions": ACTIONS,
    "block_suggestion": INTERACTION - {"trigger_id"}
    | _names("action_id block_id channel message value container view"),
    "message_action": INTERACTION | _names("callback_id message_ts response_url message channel action_ts"),
    "view_submission": INTERACTION | _names("view response_urls"),
}
PERSON = _names("id username name team_id")
TEAM = _names("id domain enterprise_id enterprise_name")
VIEW = _names(
    "id team_id app_id bot_id title type blocks close submit state hash private_metadata callback_id root_view_id"
    " previous_view_id clear_on_close notify_on_close external_id app_installed_team_id"
)
ACTION = _names("type block_id action_id action_ts value text url confirm selected_option")
COMMAND = _names(
    "token api_app_id team_id team_domain enterprise_id enterprise_name channel_id channel_name user_id user_name"
    " command text response_url trigger_id is_enterprise_install"
)


def unnamed(body: Json) -> set[str]:
    """The fields that Slack's types do not name."""
    if "command" in body:
        return set(body) - COMMAND
    if body["type"] == "url_verification":
        return set(body) - _names("token challenge type")
    if body["type"] == "event_callback":
        event = body["event"]
        found = set(body) - ENVELOPE | set(event) - EVENTS[event["type"]]
        for inner in (event.get("message"), event.get("previous_message")):
            found |= set(inner or ()) - THREADED
        return found.union(*(set(one) - AUTHORIZATION for one in body["authorizations"]))
    parts = [(body.get("user"), PERSON), (body.get("team"), TEAM), (body.get("view"), VIEW)]
    parts += [(body.get("message"), THREADED), *((action, ACTION) for action in body.get("actions", ()))]
    found = set(body) - INTERACTIONS[body["type"]]
    return found.union(*(set(part or ()) - known for part, known in parts))


@pytest.mark.parametrize("name", sorted(path.stem for path in PAYLOADS.glob("*.json")))
def test_a_payload_has_no_field_that_slacks_types_do_not_name(name: str) -> None:
    assert unnamed(payload(name)) == set()
