"""What the scripted assistant does when people explore: panels, views, steps, forms and commands, by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from kgcore.values.message import Action, Click, Command, Verb
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    ClaimView,
    Field,
    FieldKind,
    Figure,
    File,
    Form,
    Look,
    Notice,
    Option,
    Plain,
    Progress,
    Reply,
    Steps,
    StepView,
    Table,
    Text,
    Tone,
)
from kgcore.verdicts import Verdict
from tests.servers import web_script as script

NODES = {e.number: e for e in (script.VITAMIN_E, script.ALZHEIMER, script.MEMORY, script.PROSTATE, script.INFLAMMATION)}
FILES = (
    File("summary.md", "text/markdown", b"# Vitamin E\n"),
    File("picture.svg", "image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
    File("papers.bib", "application/x-bibtex", b"@article{a, title={A}}\n"),
)
STALE = Reply(
    "", "", (Notice("That button belongs to an answer that is gone. Please ask again.", Tone.WARNING),), private=True
)


@dataclass
class Explored:
    """What somebody has done in one thread."""

    dismissed: list[str] = field(default_factory=list)
    here: str = ""
    each: bool = False
    outline: bool = False
    opened: bool = False
    starred: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Asks:
    """What a click or a command leads to where it is a new question."""

    question: str


Done = Sequence[Reply | Asks | str]  # a string is the id of a turn to be shown as it stands now


# ── answers as they stand ───────────────────────────────────────────────────────────────────────────────────────────


def shown(reply: Reply, state: Explored, turns: Sequence[tuple[str, str]]) -> Reply:
    """Return a finished answer as this thread looks at it; `turns` are (id, question), oldest first."""
    if not reply.final or not any(isinstance(b, Progress) for b in reply.blocks):
        return reply
    blocks: list[Block] = []
    for block in reply.blocks:
        blocks += _shown(block, reply, state)
    if len(turns) > 1:
        blocks.append(steps(turns, state.here or turns[-1][0]))
    blocks.append(_tools(reply.turn))
    return replace(reply, blocks=tuple(blocks))


def _shown(block: Block, reply: Reply, state: Explored) -> list[Block]:
    match block:
        case Text() if state.outline and not block.correction:
            first, _, rest = block.plain.partition(",")
            return [Text((Plain(first),)), *([Text((Plain(rest.strip()),), level=1)] if rest else [])]
        case Figure() if state.each:
            return [replace(script.figure(n), title=f"Paragraph {p}") for p, n in ((1, 3), (2, 5))]
        case Figure():
            return [block if state.opened else grouped(block)]
        case Claims():
            return [Claims(tuple(_marked(c, reply.turn) for c in block.claims))]
        case Choices() if block.title == "Ask next":
            every = [_aside(c) for c in (*block.buttons, *block.menu) if c.action not in state.dismissed]
            return [Choices(tuple(every[:3]), tuple(every[3:]), block.title)]
        case Progress():
            why = str(Action(Verb.PROGRESS, reply.turn))
            return [replace(block, total=block.total - len(state.dismissed), about="around vitamin E", why=why)]
        case _:
            return [block]


def grouped(figure: Figure) -> Figure:
    """Return the picture with one more node that stands for several."""
    group = (
        '<g class="entity group" data-group="1|Disease" data-members="4 5"><title>7 more disorders</title>'
        '<rect x="30" y="380" width="200" height="60" rx="14" fill="#ffffff" stroke="#a63446" stroke-width="3"/>'
        '<text x="130" y="417" text-anchor="middle" font-family="DejaVu Sans, sans-serif" font-size="19" '
        'fill="#1d2733">7 more disorders</text></g>'
    )
    return replace(figure, svg=figure.svg.replace("</svg>", f"{group}</svg>"))


def _marked(claim: ClaimView, turn: str) -> ClaimView:
    index = claim.number - 1
    return replace(
        claim, bookmark=str(Action(Verb.BOOKMARK, turn, index)), trim=str(Action(Verb.TRIM_CLAIM, turn, index))
    )


def _aside(choice: Choice) -> Choice:
    action = Action.parse(choice.action)
    if action is None:
        return choice
    aside = (
        Choice("Dismiss", str(replace(action, verb=Verb.DISMISS)), look=Look.SUBTLE),
        Choice("No more about disorders", str(replace(action, verb=Verb.NOT_TYPE)), look=Look.SUBTLE),
        Choice("No more questions of this kind", str(replace(action, verb=Verb.NOT_PREDICATE)), look=Look.SUBTLE),
    )
    return replace(choice, aside=aside)


def steps(turns: Sequence[tuple[str, str]], here: str) -> Steps:
    """Return the steps of a thread; the third one goes on from the first."""
    at = next((n for n, (id, _) in enumerate(turns, 1) if id == here), len(turns))
    counts = ((Verdict.SUPPORTED, 1), (Verdict.MIXED, 1), (Verdict.UNSURE, 1))
    chips = tuple((verdict.badge, count) for verdict, count in counts)
    return Steps(
        tuple(
            StepView(n, question, str(Action(Verb.STEP, id)), 1 if n == 3 else n - 1, n == at, n > at, counts, chips)
            for n, (id, question) in enumerate(turns, 1)
        )
    )


def _tools(turn: str) -> Choices:
    verbs = (("Picture and text", Verb.PICTURE), ("Steps", Verb.STEPS), ("Summary", Verb.SUMMARY))
    nodes = tuple(Choice(e.text, str(Action(Verb.NODE, turn, n)), "", n, Look.SUBTLE) for n, e in NODES.items())
    return Choices(tuple(Choice(w, str(Action(v, turn)), look=Look.SUBTLE) for w, v in verbs), nodes, "Explore")


# ── clicks ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def clicked(click: Click, state: Explored, turns: Sequence[tuple[str, str]]) -> Done:
    """Return what a click leads to, after the state has taken it in."""
    action = Action.parse(click.action)
    if action is None or action.turn not in dict(turns):
        return [STALE]
    does = _DOES.get(action.verb)
    if does is not None:
        return does(action, state, click)
    if action.verb is Verb.STEPS:
        return [_panel("Steps", steps(turns, state.here or turns[-1][0]))]
    return _asked(action, click)


def _dismiss(action: Action, state: Explored, click: Click) -> Done:
    state.dismissed.append(str(replace(action, verb=Verb.ASK)))
    return [action.turn, _word("It will not be suggested again.", Choice("Undo", str(Action(Verb.UNDO, action.turn))))]


def _undo(action: Action, state: Explored, click: Click) -> Done:
    if state.dismissed:
        state.dismissed.pop()
    return [action.turn, _word("Taken back.")]


def _look(action: Action, state: Explored, click: Click) -> Done:
    match action.verb:
        case Verb.SCOPE:
            state.each = action.index == 0
        case Verb.TELLING:
            state.outline = action.index == 1
        case Verb.OPEN:
            state.opened = True
        case _:
            state.here = action.turn
            here = _panel("The step once more", Notice("The next question goes on from here."), Text((Plain("…"),)))
            return [action.turn, here]
    return [action.turn]


def _bookmark(action: Action, state: Explored, click: Click) -> Done:
    state.starred ^= {str(action)}
    return [_word("Put onto your list." if str(action) in state.starred else "Taken off your list.")]


def _node(action: Action, state: Explored, click: Click) -> Done:
    entity = NODES.get(action.index)
    if entity is None:
        return [STALE]

    def do(verb: Verb) -> str:
        return str(replace(action, verb=verb))

    about = Field("text", "Your question", FieldKind.TEXT, most=1000)
    return [
        _panel(
            f"{entity.text} ({entity.number})",
            Text((Plain(f"{entity.text}, also known as alpha-tocopherol. In the graph it has 24 relations."),)),
            Choices((Choice("Explain it", do(Verb.EXPLAIN)), Choice("Give examples", do(Verb.EXAMPLES)))),
            Form("Ask about it", (about,), "Ask", do(Verb.ABOUT)),
            Choices((Choice("Fold its leaves away", do(Verb.COLLAPSE), look=Look.SUBTLE),)),
        )
    ]


def _picture(action: Action, state: Explored, click: Click) -> Done:
    def do(verb: Verb, index: int) -> str:
        return str(Action(verb, action.turn, index))

    scope = (("One per paragraph", 0, state.each), ("This answer", 1, not state.each))
    telling = (("As written", 0, not state.outline), ("As an outline", 1, state.outline))
    nodes = tuple(Option(str(n), e.text, n) for n, e in NODES.items())
    return [
        _panel(
            "Picture and text",
            Choices(tuple(Choice(w, do(Verb.SCOPE, n), on=on) for w, n, on in scope), (), "The picture shows"),
            Choices(tuple(Choice(w, do(Verb.TELLING, n), on=on) for w, n, on in telling), (), "Tell the text"),
            Form(
                "How are they connected?",
                (Field("nodes", "Choose two or three", FieldKind.MANY, nodes, least=2, most=3),),
                "Ask",
                do(Verb.CONNECT, 0),
            ),
        )
    ]


def _progress(action: Action, state: Explored, click: Click) -> Done:
    return [_panel("Progress", Text((Plain("2 of 47 have been named by a claim of this thread."),)))]


def _summary(action: Action, state: Explored, click: Click) -> Done:
    return [_summary_panel(action.turn)]


def _merge(action: Action, state: Explored, click: Click) -> Done:
    kept, gone = (NODES[int(click.field(f)[0])].text for f in ("kept", "gone"))
    return [_word(f"{gone} is taken for {kept} from now on.")]


def _set(action: Action, state: Explored, click: Click) -> Done:
    return [_word(f"Kept: {', '.join(v for _, values in click.fields for v in values)}.")]


_DOES: dict[Verb, Callable[[Action, Explored, Click], Done]] = {
    Verb.DISMISS: _dismiss,
    Verb.NOT_TYPE: _dismiss,
    Verb.NOT_PREDICATE: _dismiss,
    Verb.UNDO: _undo,
    Verb.SCOPE: _look,
    Verb.TELLING: _look,
    Verb.OPEN: _look,
    Verb.STEP: _look,
    Verb.BOOKMARK: _bookmark,
    Verb.TRIM_CLAIM: _bookmark,
    Verb.NODE: _node,
    Verb.PICTURE: _picture,
    Verb.PROGRESS: _progress,
    Verb.SUMMARY: _summary,
    Verb.MERGE: _merge,
    Verb.SET: _set,
}


def _asked(action: Action, click: Click) -> Done:
    match action.verb:
        case Verb.CONNECT:
            names = [NODES[int(n)].text for n in click.field("nodes")]
            return [Asks(f"How are {' and '.join(names)} connected?")]
        case Verb.QUOTE:
            return [Asks(f"{click.field('text')[0]} (about “{click.field('quote')[0]}”)")]
        case Verb.ABOUT:
            return [Asks(click.field("text")[0])]
        case Verb.EXPLAIN:
            return [Asks(f"What is {NODES[action.index].text}?")]
        case _:
            return [STALE]


# ── commands ────────────────────────────────────────────────────────────────────────────────────────────────────────


def commanded(command: Command, state: Explored, turns: Sequence[tuple[str, str]]) -> Done:
    """Return what a command leads to."""
    last = turns[-1][0] if turns else "none"
    match command.name:
        case "browse":
            return [Asks(f"Browse {command.text}")]
        case "map":
            return [Asks("Map of a conversation: " + " | ".join(f"{s.speaker}: {s.text}" for s in command.said))]
        case "steps" if turns:
            return [_panel("Steps", steps(turns, state.here or last))]
        case "summary" if turns:
            return [_summary_panel(last)]
        case "bookmarks":
            return [_panel("Bookmarks", *(Notice(f"Claim {s}") for s in sorted(state.starred)), Notice("No more."))]
        case "settings":
            return [_settings(last)]
        case _:
            return [_word(f"There is no command {command.name} here.")]


def mapped(turn: str, question: str) -> Reply:
    """Return the map of a conversation."""
    said = [part.split(": ", 1) for part in question.split(": ", 1)[1].split(" | ")]
    texts = tuple(Text((Plain(text),), speaker=speaker) for speaker, text in said)
    claims = Claims(tuple(replace(c, speaker=s) for c, (s, _) in zip(script.CLAIMS, said, strict=False)))
    return Reply(turn, "Map of a conversation", (*texts, script.figure(3), claims))


def _settings(turn: str) -> Reply:
    lengths = tuple(Option(v, v.capitalize()) for v in ("brief", "normal", "full"))
    models = tuple(Option(f"model-{n}", f"Model {n}") for n in range(8))
    fields = (
        Field("detail", "How long answers are", FieldKind.ONE, lengths, ("normal",)),
        Field("model", "Who writes them", FieldKind.ONE, models, least=0),
        Field("entity", "Begin at", FieldKind.TEXT, least=0, names=True),
    )
    return _panel("Settings", Form("For you", fields, "Keep", str(Action(Verb.SET, turn))))


def _summary_panel(turn: str) -> Reply:
    rows = (("Supported", "Vitamin E treats Alzheimer's disease", "1"), ("Mixed", "Vitamin E does not prevent it", "2"))
    return _panel(
        "Summary",
        Table(("Verdict", "Claim", "Papers"), rows, "All claims so far"),
        replace(script.figure(5), title="The whole thread"),
        *FILES,
    )


def _panel(title: str, *blocks: Block) -> Reply:
    return Reply("", title, blocks, private=True)


def _word(text: str, *buttons: Choice) -> Reply:
    return Reply("", "", (Notice(text), *([Choices(buttons)] if buttons else [])), private=True)
