"""An activity as it came → a frozen value; everything in it is untrusted, and anything may be missing."""

from __future__ import annotations

import hashlib
import html
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from adapters.teams.escape import strip_unseen
from adapters.teams.quoting import split_quote

Json = Mapping[str, Any]
_ID: Final = re.compile(r"[^\s/?#\\%]{1,512}")  # it becomes a part of an address
_THREAD: Final = re.compile(r"[0-9]{1,30}")
_AT: Final = re.compile(r"<at[^<>]{0,100}>([^<>]{0,300})</at>", re.IGNORECASE)
# Where a card stands in a message that somebody inserted it into.
_INSERTED: Final = re.compile(
    r"<span[^<>]{0,300}schema\.skype\.com/InputExtension[^<>]{0,300}>"
    r"(?:\s{0,9}<span[^<>]{0,300}>\s{0,9}</span>){0,9}\s{0,9}</span>",
    re.IGNORECASE,
)
_TAG: Final = re.compile(r"<[^<>]{0,2000}>")
_FILES: Final = ("application/vnd.microsoft.teams.file.", "image/", "audio/", "video/")
_CARDS: Final = "application/vnd.microsoft.card."
_BREAK: Final = re.compile(r"<(?:br|/p|/div|/li|/h[1-6]|/tr)\b[^<>]{0,2000}>", re.IGNORECASE)


class ConversationScope(StrEnum):
    """What kind of conversation it is."""

    PERSONAL = "personal"
    GROUP = "groupChat"
    CHANNEL = "channel"


@dataclass(frozen=True, slots=True)
class Activity:
    """What we read of an activity. `thread` is the root message of a channel's thread, or "".

    `files`: files or pictures came along. `card`: a card did, which somebody found and inserted; `card_words` are its
    words. `text` has our own mention taken out; `mentioned` tells whether it was there. `foreign`: people of other
    organisations read along. `added`, `left`: we were put into the conversation, or taken out of it. `changed_after`:
    the seconds between a message and this activity, which changes it (infinite where that is not known).
    """

    type: str
    name: str
    id: str
    service: str
    scope: ConversationScope
    channel: str
    thread: str
    tenant: str
    sender: str
    sender_name: str
    sender_object: str
    bot: str
    bot_name: str
    text: str = ""
    mentioned: bool = False
    foreign: bool = False
    quote: str = ""
    reply_to: str = ""
    left: bool = False
    added: bool = False
    files: bool = False
    card: bool = False
    card_words: str = ""
    changed_after: float = math.inf
    value: Json = field(default_factory=dict)

    @property
    def conversation(self) -> str:
        """The id under which the platform takes posts to this thread."""
        return f"{self.channel};messageid={self.thread}" if self.thread else self.channel


def parse_activity(body: Json) -> Activity | None:
    """Return the activity, or None where it names no conversation, sender or service that we could answer."""
    conversation, sender, bot = (_dict(body.get(k)) for k in ("conversation", "from", "recipient"))
    channel, _, thread = _text(conversation.get("id")).partition(";messageid=")
    service = _text(body.get("serviceUrl")).rstrip("/")
    ids = (channel, _text(sender.get("id")), _text(bot.get("id")))
    if not (all(ids) and is_address_part(channel) and service.startswith(("https://", "http://"))):
        return None
    data = _dict(body.get("channelData"))
    quote, said = split_quote(_text(body.get("text")), _list(body.get("entities")), _list(body.get("attachments")))
    text, mentioned = _said(said, body, ids[2])
    return Activity(
        type=_text(body.get("type")),
        name=_text(body.get("name")),
        id=_text(body.get("id"))[:200] or _named(body),
        service=service,
        scope=_scope(conversation, data),
        channel=channel,
        thread=thread if _THREAD.fullmatch(thread) else "",
        tenant=_text(conversation.get("tenantId")) or _text(_dict(data.get("tenant")).get("id")),
        sender=ids[1],
        sender_name=strip_unseen(_text(sender.get("name")))[:200],
        sender_object=_text(sender.get("aadObjectId")),
        bot=ids[2],
        bot_name=_text(bot.get("name")),
        text=text,
        mentioned=mentioned,
        foreign=_foreign(conversation, sender, data),
        quote=strip_unseen(quote),
        reply_to=_address_part(body.get("replyToId")),
        files=any(_text(a.get("contentType")).startswith(_FILES) for a in _list(body.get("attachments"))),
        card=bool(_cards(body)),
        card_words=" ".join(_strings(_cards(body))),
        added=any(_text(member.get("id")) == ids[2] for member in _list(body.get("membersAdded"))),
        left=_text(body.get("action")).startswith("remove"),
        changed_after=_seconds_after(body),
        value=_dict(body.get("value")),
    )


def is_address_part(id: str) -> bool:
    """Whether the text can stand in an address as the name of a conversation or a message."""
    return _ID.fullmatch(id) is not None and id not in {".", ".."}


def words_of(markup: str) -> str:
    """Return the readable words of a message's HTML."""
    return " ".join(html.unescape(_TAG.sub("", _BREAK.sub(" \n", markup))).replace("\xa0", " ").split(" ")).strip()


def _scope(conversation: Json, data: Json) -> ConversationScope:
    kind = _text(conversation.get("conversationType"))
    if kind in set(ConversationScope):
        return ConversationScope(kind)
    return (
        ConversationScope.CHANNEL
        if "team" in data
        else ConversationScope.GROUP
        if conversation.get("isGroup")
        else ConversationScope.PERSONAL
    )


def _said(said: str, body: Json, bot: str) -> tuple[str, bool]:
    """Return the text without our mention, other people's mentions as their names, and whether we were mentioned."""
    text, ours = strip_unseen(said), False
    for entity in _list(body.get("entities")):
        if entity.get("type") == "mention" and _text(_dict(entity.get("mentioned")).get("id")) == bot:
            ours = True
            text = text.replace(_text(entity.get("text")) or "\0", " ")
    text = _INSERTED.sub(" ", text)
    text = html.unescape(_AT.sub(r"\1", text)).replace("\xa0", " ")
    return "\n".join(" ".join(line.split()) for line in text.split("\n")).strip(), ours


def _foreign(conversation: Json, sender: Json, data: Json) -> bool:
    """Whether a shared channel, a meeting or chat with another tenant, or a guest is seen to take part."""
    tenants = {
        _text(conversation.get("tenantId")),
        _text(sender.get("tenantId")),
        _text(_dict(data.get("tenant")).get("id")),
    }
    shared = _text(_dict(data.get("channel")).get("type")) == "shared"
    return shared or len(tenants - {""}) > 1 or _text(sender.get("userRole")) in {"guest", "anonymous"}


def _cards(body: Json) -> list[Json]:
    return [a for a in _list(body.get("attachments")) if _text(a.get("contentType")).startswith(_CARDS)]


def _strings(value: object) -> Iterator[str]:
    """Yield the words of a card in order."""
    if isinstance(value, dict):
        yield from (inner for one in value.values() for inner in _strings(one))
    elif isinstance(value, list):
        yield from (inner for one in value for inner in _strings(one))
    elif isinstance(value, str):
        yield " ".join(strip_unseen(value).split())


def _seconds_after(body: Json) -> float:
    """Return the seconds from when a message was sent, which its id tells (in milliseconds), until the activity; 0
    where the id is of another kind, as the playground's are: an offer too many does no harm.
    """
    id, sent = _text(body.get("id")), _text(body.get("timestamp"))
    if not id[:20].isdecimal():
        return 0.0
    try:
        return datetime.fromisoformat(sent).timestamp() - int(id[:20]) / 1000
    except ValueError:
        return math.inf


def _named(body: Json) -> str:
    """Return an id for what came without one, so that the inbox does not take it for another such."""
    return hashlib.blake2b(json.dumps(body, sort_keys=True, default=str).encode(), digest_size=12).hexdigest()


def _address_part(value: object) -> str:
    text = _text(value)
    return text if is_address_part(text) else ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _dict(value: object) -> Json:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Json]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
