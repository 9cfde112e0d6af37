"""What Slack has to be told: one workspace by token or many by OAuth, over Socket Mode or HTTP."""

from __future__ import annotations

from dataclasses import dataclass, field

from adapters.shared.sealing import SHORTEST_KEY
from adapters.slack import limits
from kgcore.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Credentials:
    """Tokens and secrets; none of them is ever shown. Raises ConfigError where they do not go together."""

    bot_token: str = field(default="", repr=False)
    app_token: str = field(default="", repr=False)
    signing_secret: str = field(default="", repr=False)
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    secret_key: str = field(default="", repr=False)
    api_url: str = limits.API_URL

    def __post_init__(self) -> None:
        for wrong, said, hint in self._complaints():
            if wrong:
                raise ConfigError(said, hint=hint)

    @property
    def socket_mode(self) -> bool:
        """Whether events come over a socket that we open."""
        return bool(self.app_token)

    @property
    def oauth(self) -> bool:
        """Whether workspaces install the app by themselves."""
        return bool(self.client_id)

    @property
    def authorize_url(self) -> str:
        """Where people are asked whether they want to install the app: beside the API."""
        return self.api_url.rstrip("/").removesuffix("/api") + "/oauth/v2/authorize"

    def _complaints(self) -> tuple[tuple[bool, str, str], ...]:
        keys = self.secret_key.split(",") if self.secret_key else []
        return (
            (
                bool(self.client_id) != bool(self.client_secret),
                f"{'SLACK_CLIENT_SECRET' if self.client_id else 'SLACK_CLIENT_ID'} is missing.",
                "OAuth needs both; they stand under Basic Information of the app.",
            ),
            (
                not self.bot_token and not self.client_id,
                "Slack is half configured: SLACK_BOT_TOKEN is missing.",
                "Set it for one workspace, or SLACK_CLIENT_ID and SLACK_CLIENT_SECRET for many.",
            ),
            (
                bool(self.bot_token and self.client_id),
                "SLACK_BOT_TOKEN and SLACK_CLIENT_ID are both set.",
                "Keep the token for one workspace, or the client id and secret for many (OAuth).",
            ),
            (
                not self.app_token and not self.signing_secret,
                "Slack's events have no way in: SLACK_APP_TOKEN or SLACK_SIGNING_SECRET is missing.",
                "Set SLACK_APP_TOKEN (xapp-…) for Socket Mode, or SLACK_SIGNING_SECRET for HTTP.",
            ),
            (
                bool(self.client_id and not self.secret_key),
                "EVIGRAPH_SECRET_KEY is missing; it encrypts the tokens of installations.",
                'Set it to a long random text: python -c "import secrets; print(secrets.token_urlsafe(32))".',
            ),
            (
                any(len(key.strip()) < SHORTEST_KEY for key in keys),
                f"EVIGRAPH_SECRET_KEY is too short; it needs at least {SHORTEST_KEY} characters.",
                "To change it, set NEW,OLD until every installation has been used once.",
            ),
            (
                bool(self.bot_token) and not self.bot_token.startswith(("xoxb-", "xoxe.xoxb-")),
                "SLACK_BOT_TOKEN does not look like a bot token.",
                "It begins with xoxb- and stands under OAuth & Permissions of the app.",
            ),
            (
                bool(self.app_token) and not self.app_token.startswith("xapp-"),
                "SLACK_APP_TOKEN does not look like an app-level token.",
                "It begins with xapp- and stands under Basic Information, App-Level Tokens.",
            ),
        )
