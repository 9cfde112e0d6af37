"""What `evigraph check` says of Slack: tokens, scopes, the socket."""

from __future__ import annotations

import aiohttp
from slack_sdk.errors import SlackApiError

from adapters.slack.bolt import sdk_logger
from adapters.slack.credentials import Credentials
from adapters.slack.errors import name_of
from adapters.slack.manifest import SCOPES
from adapters.slack.workspaces import Workspaces
from kgcore.errors import ConfigError

VIEW = "assistant:write"  # asks for a paid plan of Slack; all else works without it

MENDS = {
    "invalid_auth": "Copy the token again from the app's page.",
    "not_authed": "Copy the token again from the app's page.",
    "token_revoked": "The token was revoked: install the app again and copy the new one.",
    "token_expired": "The token has expired: install the app again and copy the new one.",
    "account_inactive": "The app was removed from the workspace: install it again.",
    "missing_scope": "Give the app-level token the scope connections:write.",
    "not_allowed_token_type": "SLACK_APP_TOKEN has to be an app-level token (xapp-…), SLACK_BOT_TOKEN one of a bot.",
}


async def examine_app(credentials: Credentials) -> str:
    """Return what was found; raises ConfigError with what is missing."""
    workspaces = Workspaces(credentials, None, sdk_logger())
    found: list[str] = []
    setting = "SLACK_BOT_TOKEN"
    try:
        if credentials.bot_token:
            found.append(await _bot(workspaces, credentials))
        else:
            await workspaces.bare().api_test()
        if credentials.app_token:
            setting = "SLACK_APP_TOKEN"
            await workspaces.bare().apps_connections_open(app_token=credentials.app_token)
            found.append("Socket Mode can be opened")
    except SlackApiError as error:
        name = name_of(error)
        raise ConfigError(f"Slack answered {name} to {setting}.", hint=MENDS.get(name, "")) from None
    except (aiohttp.ClientError, TimeoutError) as error:
        said = f"{credentials.api_url} cannot be reached ({type(error).__name__})."
        raise ConfigError(said, hint="Check the network, or SLACK_API_URL.") from None
    finally:
        await workspaces.close()
    if credentials.signing_secret:
        found.append("HTTP on /slack/events")
    if credentials.oauth:
        found.append("OAuth on /slack/install")
    return "; ".join(found)


async def _bot(workspaces: Workspaces, credentials: Credentials) -> str:
    answer = await workspaces.bare(credentials.bot_token).auth_test()
    headers = {str(k).lower(): str(v) for k, v in dict(answer.headers).items()}
    granted = {s.strip() for s in headers.get("x-oauth-scopes", "").split(",") if s.strip()}
    missing = sorted(set(SCOPES) - granted - {VIEW}) if "x-oauth-scopes" in headers else []
    if missing:
        raise ConfigError(
            f"The bot lacks the scope{'s' if len(missing) > 1 else ''} {', '.join(missing)}.",
            hint="Update the app with `evigraph slack manifest` and install it again.",
        )
    scopes = f"all {len(SCOPES)} scopes" if granted else "scopes unknown: Slack does not tell them"
    if granted and VIEW not in granted:
        scopes = f"all scopes but {VIEW} (no suggested questions and titles)"
    return f"{answer.get('user')} in {answer.get('team')}, {scopes}"
