"""What `evigraph check` says of Teams."""

from __future__ import annotations

from adapters.teams.config import TeamsConfig
from adapters.teams.gate import Gate


async def examine_bot(config: TeamsConfig) -> str:
    """Return what works: a token, the platform's keys, pictures; raises ConfigError with what does not."""
    gate = Gate(config)
    try:
        found = [await gate.try_login()]
        if not config.open:
            found.append(await gate.try_keys())
    finally:
        await gate.close()
    found.append(f"pictures at {config.public}" if config.public else "pictures travel inside messages (no PUBLIC_URL)")
    if config.open:
        found.append("REQUESTS ARE NOT CHECKED (TEAMS_SKIP_AUTH)")
    return "; ".join(found)
