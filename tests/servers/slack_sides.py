"""From which side of Slack somebody acts: the workspace that installed the bot, one of an organisation, or a partner's.

What each payload says of it then is written down here:
- organisations (no `team`, or one of their workspaces): https://docs.slack.dev/enterprise/organization-ready-apps
- a partner's click (`team` is the app's, `user.team_id` the person's): github.com/slackapi/java-slack-sdk/issues/1041
- a partner's modal (`team` is the person's, `view.app_installed_team_id` the app's): slackapi/bolt-python/pull/734
- a partner's message (`team_id` is the person's, `context_team_id` the app's): the payloads in slackapi/bolt-python,
  tests/slack_bolt/request/test_internals.py
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.servers.slack_state import TEAM, Json, bot


@dataclass
class Side:
    """`team`: the workspace where things happen; `org`: its organisation, where that installed the bot as a whole;
    `partners`: people of other organisations, with their workspaces; `teamless`: payloads tell as little as they can.
    """

    team: str = TEAM
    org: str = ""
    partners: dict[str, str] = field(default_factory=dict)
    teamless: bool = False

    @property
    def home(self) -> str:
        """What installed the bot."""
        return self.org or self.team

    @property
    def mention(self) -> str:
        """How the bot is mentioned."""
        return f"<@{bot(self.home)}>"

    def of(self, user: str) -> str:
        """Return the workspace of a person."""
        return self.partners.get(user, self.team)

    def event(self, body: Json, user: str) -> Json:
        """Say who installed the bot and whose event it is."""
        mine, event = self.of(user), body["event"]
        seat = {"enterprise_id": self.org or None, "team_id": None if self.org else self.team,
                "user_id": bot(self.home), "is_bot": True, "is_enterprise_install": bool(self.org)}  # fmt: skip
        body = {**body, "team_id": self.team, "authorizations": [seat]}
        if self.org:
            body["enterprise_id"] = self.org
        if mine != self.team and event["type"] == "app_mention":
            body["event"] = {**event, "team": self.team, "user_team": mine, "source_team": mine}
        elif mine != self.team:
            body |= {"team_id": mine, "context_team_id": self.team, "context_enterprise_id": self.org or None}
            body["event"] = {**event, "team": mine}
        else:
            body["event"] = {**event, "team": self.team}
        return body

    def action(self, body: Json, user: str) -> Json:
        """Say whose click, shortcut or choice it is."""
        team = None if self.teamless else {"id": self.team, "domain": "acme"}
        body = {**body, "team": team, "user": {**body["user"], "id": user, "team_id": self.of(user)}}
        org = None if self.teamless and self.of(user) != self.team else self._org()
        return {**body, "enterprise": org, "is_enterprise_install": bool(self.org)}

    def modal(self, body: Json, user: str) -> Json:
        """Say whose click or form in a modal it is."""
        body = self.action(body, user)
        installed = self.team if self.teamless else self.home
        body["view"] = {**body["view"], "app_installed_team_id": installed, "team_id": self.of(user)}
        if self.of(user) != self.team:
            body["team"] = {"id": self.of(user), "domain": "partner"}
            body["enterprise"] = None
        return body

    def command(self, body: Json, user: str) -> Json:
        """Say whose slash command it is."""
        body = {**body, "team_id": self.of(user), "user_id": user, "is_enterprise_install": "false"}
        if self.org:
            body |= {"enterprise_id": self.org, "enterprise_name": "Acme", "is_enterprise_install": "true"}
        return body

    def _org(self) -> Json | None:
        return {"id": self.org, "name": "Acme"} if self.org else None
