"""The panel of settings: its forms, what they chose, and the words that confirm it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgcore.values.message import Action, Click, Verb
from kgcore.values.reply import Block, Field, FieldKind, Form, Notice, Option, Reply
from kgcore.values.settings import NOTHING_CHOSEN, Listen, ScopeSettings, detail_named, listen_named
from kgcore.values.tasks import Detail

PERSON, CHANNEL, THREAD = 0, 1, 2  # the index of Verb.SET
UNSET = "-"  # the value of a field that leaves the choice to the next wider scope
LISTENS = (
    (Listen.ADDRESSED, "Only when addressed"),
    (Listen.ALWAYS, "Always in threads it was called into"),
    (Listen.OFFER, "Offers first"),
)
SILENT, SPEAKS = "no", "yes"  # where people from outside read along
OUTSIDERS = ((SILENT, "Say nothing"), (SPEAKS, "Answer as everywhere"))
FOR_ADMINS = "Only an admin changes what is set for everybody in this channel."
_EVERYBODY, _USUAL = "As set for everybody", "As usual"  # where others are, and where nobody else is
ONE_GRAPH = "There is one graph here, so there is nothing to choose. Whoever runs the bot can offer more."
KEEPS = "A thread keeps the graph that it began with."
LENGTHS = ((Detail.BRIEF, "Brief"), (Detail.NORMAL, "Normal"), (Detail.FULL, "Full"))


def read_settings_form(
    click: Click, models: Sequence[str], before: ScopeSettings, graphs: Sequence[str] = ()
) -> ScopeSettings:
    """Return the settings that a form chose; a field that was not sent or names no option stays as it was `before`.

    Only an admin decides whether people from outside may read answers.
    """
    detail, model, listen, outsiders, graph = (
        next(iter(click.field(name)), "") for name in ("detail", "model", "listen", "outsiders", "graph")
    )
    decided = outsiders == SPEAKS if click.person.admin and outsiders in (SILENT, SPEAKS) else before.outsiders
    return ScopeSettings(
        None if detail == UNSET else detail_named(detail) or before.detail,
        "" if model == UNSET else model if model in models else before.model,
        None if listen == UNSET else listen_named(listen) or before.listen,
        decided,
        "" if graph == UNSET else graph if graph in graphs else before.graph,
    )


@dataclass(frozen=True, slots=True)
class SettingsScopes:
    """What is set for the person, the channel and the thread; `shared`: others are here, too; `admin`: for them all."""

    person: ScopeSettings
    channel: ScopeSettings
    thread: ScopeSettings = NOTHING_CHOSEN
    shared: bool = False
    admin: bool = False


def settings_panel(turn_id: str, scopes: SettingsScopes, models: Sequence[str], graphs: Sequence[str] = ()) -> Reply:
    """Return the panel: a form for the person, and where others are, one for the thread and an admin's for the channel.

    `graphs` can be chosen for the channel, the first of them is read where nobody has chosen.
    """
    blocks: list[Block] = [_form(turn_id, PERSON, "For you", _answers(PERSON, scopes.person, models, scopes.shared))]
    if not scopes.shared and len(graphs) > 1:
        blocks.append(_form(turn_id, CHANNEL, "The graph", _graphs(scopes.channel, graphs, shared=False)))
    if scopes.shared:
        blocks.insert(0, Notice("Your settings override the channel's."))
        if scopes.admin:
            channel = [*_of_channel(scopes, models), *_graphs(scopes.channel, graphs)]
            blocks.append(_form(turn_id, CHANNEL, "For everybody in this channel", channel))
        listening = _listening(scopes.thread, "As set for the channel")
        blocks.append(_form(turn_id, THREAD, "For this thread", [listening]))
        if not scopes.admin:
            blocks.append(Notice(FOR_ADMINS))
    if not models:
        blocks.append(Notice("Answers come from the graph alone: no language model is set up here."))
    return Reply("", "", tuple(blocks), private=True)


def graph_panel(turn_id: str, now: ScopeSettings, graphs: Sequence[str], *, shared: bool = True) -> Reply:
    """Return the form that chooses the graph of a channel; `graphs` and `shared` as in `settings_panel`."""
    if len(graphs) < 2:
        return Reply("", "", (Notice(ONE_GRAPH),), private=True)
    form = _form(turn_id, CHANNEL, "Which graph answers come from", _graphs(now, graphs, shared=shared))
    return Reply("", "", (Notice(f"Answers here come from {_read(now, graphs, shared)}."), form), private=True)


def graph_confirmation(now: ScopeSettings, graphs: Sequence[str], *, shared: bool = True) -> str:
    """Return a sentence that confirms which graph was chosen."""
    return f"Saved: answers here come from {_read(now, graphs, shared)}. {KEEPS}"


def _read(now: ScopeSettings, graphs: Sequence[str], shared: bool) -> str:
    if now.graph in graphs:
        return f"the graph {now.graph}"
    return f"the graph {graphs[0]}, as {'for everybody' if shared else 'usual'}"


def _graphs(now: ScopeSettings, graphs: Sequence[str], *, shared: bool = True) -> list[Field]:
    if len(graphs) < 2:
        return []
    unset = Option(UNSET, f"{_EVERYBODY if shared else _USUAL} ({graphs[0]})")
    options = (unset, *(Option(graph, graph) for graph in graphs[1:]))
    return [_one("graph", "Which graph it reads", options, now.graph if now.graph in graphs[1:] else UNSET)]


def _form(turn_id: str, scope: int, title: str, fields: Sequence[Field]) -> Form:
    return Form(title, tuple(fields), "Save", str(Action(Verb.SET, turn_id, scope)))


def _answers(scope: int, now: ScopeSettings, models: Sequence[str], shared: bool = True) -> list[Field]:
    lengths = tuple(Option(d.value, label) for d, label in LENGTHS)
    usual = "As set for the channel" if scope == PERSON else _EVERYBODY
    unset = Option(UNSET, usual if shared else _USUAL)
    fields = [_one("detail", "How long answers are", (unset, *lengths), now.detail.value if now.detail else UNSET)]
    if models:
        named = tuple(Option(m, m) for m in models)
        fields.append(_one("model", "Who writes them", (unset, *named), now.model if now.model in models else UNSET))
    return fields


def _of_channel(scopes: SettingsScopes, models: Sequence[str]) -> list[Field]:
    fields = _answers(CHANNEL, scopes.channel, models)
    fields.append(_listening(scopes.channel, _EVERYBODY))
    options = tuple(Option(value, label) for value, label in OUTSIDERS)
    now = SPEAKS if scopes.channel.outsiders else SILENT
    fields.append(_one("outsiders", "Where people from outside read along", options, now))
    return fields


def _listening(now: ScopeSettings, unset: str) -> Field:
    options = (Option(UNSET, unset), *(Option(one.value, label) for one, label in LISTENS))
    return _one("listen", "When it answers", options, now.listen.value if now.listen else UNSET)


def _one(name: str, label: str, options: tuple[Option, ...], value: str) -> Field:
    return Field(name, label, FieldKind.ONE, options, (value,))


def settings_confirmation(settings: ScopeSettings, scope: int) -> str:
    """Return a sentence that confirms what was chosen."""
    when = _when(settings)
    if scope == THREAD:
        return f"Saved: in this thread {when or 'it answers as is set for the channel'}."
    who = "your answers" if scope == PERSON else "answers here"
    lengths = {Detail.BRIEF: "brief", Detail.NORMAL: "of normal length", Detail.FULL: "in full"}
    length = f"come {lengths[settings.detail]}" if settings.detail else "are as long as usual"
    writer = f", written by {settings.model}" if settings.model else ""
    outsiders = " People from outside may read answers here." if scope == CHANNEL and settings.outsiders else ""
    graph = (
        f" Answers here come from the graph {settings.graph}. {KEEPS}" if scope == CHANNEL and settings.graph else ""
    )
    return f"Saved: from now on {who} {length}{writer}{f'; {when}' if when else ''}.{outsiders}{graph}"


def _when(settings: ScopeSettings) -> str:
    words = {
        Listen.ADDRESSED: "it answers only when addressed",
        Listen.ALWAYS: "it always answers in threads that it was called into",
        Listen.OFFER: "it offers first to answer what was not said to it",
    }
    return words[settings.listen] if settings.listen else ""
