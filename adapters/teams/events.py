"""Activities → what people say to us: Message, Command, Click."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from adapters.teams.activity import Activity, words_of
from adapters.teams.escape import strip_unseen
from adapters.teams.forms import fields_of
from adapters.teams.limits import EDITED_SECONDS, SAID_CHARACTERS, SPEAKER_CHARACTERS, VALUE_CHARACTERS
from kgcore.commands import CommandSurface, names_on
from kgcore.values.message import Action, Change, Click, Command, Message, Person, Place, Said, Verb

PLATFORM: Final = "teams"
_BARE: Final = names_on(CommandSurface.WORD)
_WITH_TEXT: Final = names_on(CommandSurface.PREFIX)
_TYPED: Final = re.compile(r"(/?)([a-z]+)[:\s]*(.*)", re.DOTALL | re.IGNORECASE)
_FORGET: Final = re.compile(r"(?:me|us|all|everything|this|this thread|everything about me)?", re.IGNORECASE)
# Said alone in a thread, this is about what was said there last: a channel's reply does not tell what it answers.
_THIS: Final = re.compile(r"/?check(?: (?:this|that|it))?\W*|is (?:this|that|it) true\W*", re.IGNORECASE)
_NEW: Final = re.compile(r"(?:/new\b:?|new:|new(?=\s*$))(.*)", re.DOTALL | re.IGNORECASE)
# A question may begin with one of these words; then it is a question: "check whether …" is told apart by what follows.
_PROSE: Final = re.compile(r"(?:me|out|how|why|if|whether|with|of|between)\b", re.IGNORECASE)


def place_of(activity: Activity, thread: str = "") -> Place:
    """Return the thread that the activity belongs to; chats have none of their own, so it is given."""
    return Place(PLATFORM, activity.tenant, activity.channel, activity.thread or thread)


def person_of(activity: Activity, admins: Iterable[str] = ()) -> Person:
    """Return who speaks. In a personal chat everybody decides for themselves; elsewhere the configured people do."""
    alone = activity.scope.value == "personal"
    named = bool(activity.sender_object) and activity.sender_object.lower() in {a.lower() for a in admins}
    return Person(activity.sender, activity.sender_name, admin=alone or named)


def event_id(activity: Activity, place: Place) -> str:
    """Return what the inbox knows the event by: ids of activities are unique within their conversation only."""
    return message_id(place.channel, activity.id)


def message_id(channel: str, id: str) -> str:
    """Return what the inbox knows a message by."""
    return f"{PLATFORM}:{channel}:{id}"


def said_to_us(
    activity: Activity, place: Place, person: Person, seen: tuple[Said, ...] = ()
) -> Message | Command | None:
    """Return what a message says; None where it says nothing. `seen` are the thread's messages so far."""
    id, text = event_id(activity, place), activity.text
    addressed = activity.mentioned or activity.scope.value == "personal"
    if (not text and not addressed) or is_shown(activity):
        return None
    if not text and activity.files:
        return None  # what is said of files is said without us being asked anything
    name, rest = split_command(text) if addressed else ("", text)
    if not text:
        name = "help"
    if name in {"", "ask"}:
        quote = activity.quote or (seen[-1].text if seen and addressed and _THIS.fullmatch(rest.strip()) else "")
        return Message(id, place, person, rest, addressed, activity.foreign, quote)
    said: tuple[Said, ...] = ()
    if name == "check":
        said = (Said(person.name, rest[:SAID_CHARACTERS]),) if rest else said_in_quote(activity)
    elif name == "map":
        said = seen
    return Command(id, place, person, name, rest, said, activity.foreign)


def change_of(activity: Activity, *, deleted: bool) -> Change | None:
    """Return what becomes of what a message asked that its person deleted, or changed soon after it was sent."""
    place, person = place_of(activity), person_of(activity)
    message = event_id(activity, place)
    if deleted:
        return Change(f"{message}:deleted", place, person, message, "", activity.foreign)
    new = text_after_new(activity.text)
    name, text = split_command(activity.text if new is None else new)
    if name not in {"", "ask"} or not text.strip() or activity.changed_after > EDITED_SECONDS:
        return None
    wording = hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
    return Change(f"{message}:edited:{wording}", place, person, message, text, activity.foreign)


def is_shown(activity: Activity) -> bool:
    """Whether a message only shows a card that somebody found and inserted: what stands beside it is the card's."""
    text = " ".join(activity.text.split()).rstrip("….").strip()
    return activity.card and text in activity.card_words


def said_in_quote(activity: Activity) -> tuple[Said, ...]:
    """Return the message that this one answers."""
    return (Said("", activity.quote[:SAID_CHARACTERS]),) if activity.quote else ()


def split_command(text: str) -> tuple[str, str]:
    """Return the command and the rest; ("", text) where it is a question. A slash makes any of them a command."""
    found = _TYPED.fullmatch(text.strip())
    if found is None:
        return "", text
    name, rest, slash = found[2].lower(), found[3].strip(), bool(found[1])
    if name == "ask" and rest:
        return "ask", rest
    if name == "forget" and _FORGET.fullmatch(rest):
        return name, rest
    if name in _BARE and (slash or not rest):
        return name, rest
    if name in _WITH_TEXT and rest and (slash or not _PROSE.match(rest)):
        return name, rest
    return ("literature", "") if name == "literature" else ("", text)


def text_after_new(text: str) -> str | None:
    """Return what follows "new" (or "/new", "new:") where somebody begins a new exploration; else None."""
    found = _NEW.fullmatch(text.strip())
    return None if found is None else (found[1] or "").strip()


def said_of(payload: Mapping[str, Any], channel: str) -> Said | None:
    """Return the message that somebody pointed at (a message action's payload), or None where it has no words."""
    sender = payload.get("from")
    who: Mapping[str, Any] = sender if isinstance(sender, dict) else {}
    person = who.get("user") or who.get("application") or {}
    speaker = person.get("displayName") if isinstance(person, dict) else ""
    body = payload.get("body")
    content = body.get("content") if isinstance(body, dict) else ""
    text = strip_unseen(words_of(content if isinstance(content, str) else ""))
    id = message_id(channel, str(payload["id"])) if isinstance(payload.get("id"), str) else ""
    return Said(strip_unseen(str(speaker or ""))[:SPEAKER_CHARACTERS], text[:SAID_CHARACTERS], id) if text else None


# ── clicks ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def click_of(activity: Activity, place: Place, person: Person, sent: Mapping[str, Any]) -> Click | None:
    """Return what a button sends; None where nothing was chosen from the list beside it."""
    action = sent.get("a")
    menu = sent.get("menu")
    if isinstance(menu, str) and menu:
        action = sent.get(menu)
    if not isinstance(action, str) or not action:
        return None
    return Click(event_id(activity, place), place, person, action[:100], fields_of(sent), activity.foreign)


def feedback_of(activity: Activity, place: Place, person: Person, turn: str) -> tuple[Click, ...]:
    """Return the clicks that the platform's own thumbs stand for: the verdict, and the reason where one was given."""
    sent = activity.value.get("actionValue")
    value: Mapping[str, Any] = sent if isinstance(sent, dict) else {}
    verb = {"like": Verb.UP, "dislike": Verb.DOWN}.get(str(value.get("reaction")))
    if verb is None:
        return ()
    id = event_id(activity, place)
    first = Click(id, place, person, str(Action(verb, turn)), outsiders=activity.foreign)
    reason = _reason(value.get("feedback"))
    if not reason:
        return (first,)
    why = Click(f"{id}:why", place, person, str(Action(Verb.REASON, turn)), (("reason", (reason,)),), activity.foreign)
    return (first, why)


def _reason(feedback: object) -> str:
    """The form's text comes as JSON in a string: {"feedbackText": "…"}."""
    found = re.search(r'"feedbackText"\s*:\s*("(?:[^"\\]|\\.)*")', feedback) if isinstance(feedback, str) else None
    if found is None:
        return ""
    try:
        return strip_unseen(str(json.loads(found[1]))).strip()[:VALUE_CHARACTERS]
    except ValueError:
        return ""
