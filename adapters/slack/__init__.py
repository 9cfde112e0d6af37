"""Slack as an adapter."""

from adapters.slack.app import SlackAdapter
from adapters.slack.credentials import Credentials

__all__ = ["Credentials", "SlackAdapter"]
