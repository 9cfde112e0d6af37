"""The app package that is uploaded to Teams: manifest and two icons of our own drawing.

Source: resources/schema/manifest-schema (learn.microsoft.com/microsoftteams/platform).
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any, Final
from urllib.parse import urlsplit

from PIL import Image, ImageDraw

from adapters.teams.limits import COLOUR_ICON, COMMANDS, MANIFEST_VERSION, OUTLINE_ICON
from kgcore.commands import CommandRow, CommandSurface, commands_on
from kgcore.errors import ConfigError

SCHEMA: Final = f"https://developer.microsoft.com/json-schemas/teams/v{MANIFEST_VERSION}/MicrosoftTeams.schema.json"
HOME: Final = "https://example.org"
ACCENT: Final = "#1F5F7A"
SCOPES: Final = ("personal", "team", "groupChat")
UNFURLED: Final = ("pubmed.ncbi.nlm.nih.gov", "www.ncbi.nlm.nih.gov", "doi.org", "dx.doi.org")  # papers' addresses
_STAMP: Final = (2026, 1, 1, 0, 0, 0)  # the same package for the same settings


def app_package(client: str, *, public: str = "", home: str = "", listen: bool = False) -> bytes:
    """Return the package as a zip; `listen` asks for the right to read messages that do not mention the bot."""
    if not client:
        raise ConfigError("TEAMS_CLIENT_ID is missing.", hint="docs/teams.md tells where it comes from.")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in (
            (
                "manifest.json",
                json.dumps(build_manifest(client, public, home, listen=listen), indent=2).encode() + b"\n",
            ),
            ("color.png", colour_icon()),
            ("outline.png", outline_icon()),
        ):
            file.writestr(zipfile.ZipInfo(name, _STAMP), content)
    return out.getvalue()


def build_manifest(client: str, public: str = "", home: str = "", *, listen: bool = False) -> dict[str, Any]:
    """Return the manifest; `public` is our own address, `home` the page that says who runs the bot."""
    site = (home or public or HOME).rstrip("/")
    host = urlsplit(public).hostname
    made: dict[str, Any] = {
        "$schema": SCHEMA,
        "manifestVersion": MANIFEST_VERSION,
        "version": "1.0.0",
        "id": client,
        "developer": {
            "name": "Evigraph",
            "websiteUrl": site,
            "privacyUrl": f"{site}/privacy",
            "termsOfUseUrl": f"{site}/terms",
        },
        "name": {"short": "Evigraph", "full": "Evigraph: answers whose claims are checked"},
        "description": {
            "short": "Answers health-research questions and checks every claim of the answer.",
            "full": (
                "Ask a health-research question. Evigraph answers, checks every claim of its own answer against a "
                "knowledge graph with literature, and shows one verdict per claim, the papers behind it, a picture of "
                "the graph, and the next questions worth asking. General information, not medical advice."
            ),
        },
        "icons": {"color": "color.png", "outline": "outline.png"},
        "accentColor": ACCENT,
        "bots": [_bot(client)],
        "composeExtensions": [_extension(client)],
        "validDomains": [host] if host else [],
    }
    return made | (_listening(client) if listen else {})


def _bot(client: str) -> dict[str, Any]:
    commands = [
        {"title": row.name, "description": command_description(row)} for row in commands_on(CommandSurface.LISTED)
    ]
    if len(commands) > COMMANDS:
        raise ConfigError(f"The manifest takes {COMMANDS} commands, and {len(commands)} are listed.")
    return {
        "botId": client,
        "scopes": list(SCOPES),
        "supportsFiles": False,
        "isNotificationOnly": False,
        "commandLists": [{"scopes": list(SCOPES), "commands": commands}],
    }


def command_description(row: CommandRow) -> str:
    """Return what is said of a command in the list, with its usage where something stands behind its name."""
    return f"{row.usage}: {row.words}" if row.usage != row.name else row.sentence


def _extension(client: str) -> dict[str, Any]:
    searches = [
        {
            "id": row.name,
            "type": "query",
            "title": row.title,
            "description": row.search,
            "context": ["compose", "commandBox"],
            "initialRun": False,
            "parameters": [{"name": "text", "title": "What about?", "description": argument.help, "inputType": "text"}],
        }
        for row in commands_on(CommandSurface.SEARCH)
        if (argument := row.argument)
    ]
    actions = [
        {
            "id": row.name,
            "type": "action",
            "title": menu.title,
            "description": menu.words,
            "context": ["message"],
            "fetchTask": True,
        }
        for row in sorted(commands_on(CommandSurface.MENU), key=lambda row: row.name)
        if (menu := row.menu)
    ]
    links = {"type": "link", "value": {"domains": list(UNFURLED)}}
    return {"botId": client, "commands": [*searches, *actions], "messageHandlers": [links]}


def _listening(client: str) -> dict[str, Any]:
    """Source: graph-api/rsc/resource-specific-consent, messages that do not mention the bot."""
    rights = ("ChannelMessage.Read.Group", "ChatMessage.Read.Chat")
    resources = [{"name": right, "type": "Application"} for right in rights]
    return {
        "webApplicationInfo": {"id": client, "resource": f"api://botid-{client}"},
        "authorization": {"permissions": {"resourceSpecific": resources}},
    }


def colour_icon() -> bytes:
    """Return the icon in colour: three nodes and a tick on one of them."""
    picture = Image.new("RGB", (COLOUR_ICON * 4,) * 2, ACCENT)
    _drawn(picture, "white", "white", "#7BD389")
    return _saved(picture.resize((COLOUR_ICON,) * 2, Image.Resampling.LANCZOS))


def outline_icon() -> bytes:
    """Return the icon as a white outline on nothing."""
    picture = Image.new("RGBA", (COLOUR_ICON * 4,) * 2, (255, 255, 255, 0))
    _drawn(picture, "white", "white", "white")
    alpha = picture.getchannel("A").resize((OUTLINE_ICON,) * 2, Image.Resampling.LANCZOS)
    white = Image.new("RGBA", (OUTLINE_ICON,) * 2, (255, 255, 255, 0))
    white.putalpha(alpha)
    return _saved(white)


def _drawn(picture: Image.Image, line: str, node: str, good: str) -> None:
    draw, unit = ImageDraw.Draw(picture), picture.width / 24
    points = ((6.0, 7.0), (18.0, 6.5), (12.5, 17.0))
    for a, b in ((0, 1), (1, 2), (0, 2)):
        draw.line([tuple(c * unit for c in points[a]), tuple(c * unit for c in points[b])], line, round(unit * 1.1))
    for (x, y), colour, r in zip(points, (node, node, good), (2.6, 2.6, 3.8), strict=True):
        draw.ellipse([(x - r) * unit, (y - r) * unit, (x + r) * unit, (y + r) * unit], colour)
    x, y = points[2]
    tick = [(x - 1.7, y + 0.1), (x - 0.4, y + 1.4), (x + 1.9, y - 1.3)]
    cut = ACCENT if picture.mode == "RGB" else (255, 255, 255, 0)
    draw.line([tuple(c * unit for c in p) for p in tick], cut, round(unit * 1.1), joint="curve")


def _saved(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()
