"""Panels, summaries and downloads: what is shown of a thread on demand and changes nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kgcore.drawing.grouping import collapsible_leaves
from kgcore.drawing.picture import Picture
from kgcore.drawing.tree import Tree, TreeStep
from kgcore.errors import GraphError, LibraryError
from kgcore.exploration.exploration import last_undoable, path_to_turn
from kgcore.exploration.history import History
from kgcore.library.views import paper_of
from kgcore.presentation.card import card_rows, node_panel
from kgcore.presentation.effects import node_of, words_of
from kgcore.presentation.parts import node_lines
from kgcore.presentation.picture_panel import picture_panel
from kgcore.presentation.pictures import pictures_of, thread_picture
from kgcore.presentation.progress import compare_branches, progress_panel, step_id, steps_block, steps_panel
from kgcore.presentation.replies import STALE, bookmarks_from_actions, bookmarks_panel, refusal_reply
from kgcore.presentation.summary import summary_files, summary_reply
from kgcore.turn.listening import SettingsHandler
from kgcore.turn.merging import twins_of
from kgcore.turn.services import Services, note_id
from kgcore.turn.showing import ReplyComposer
from kgcore.turn.tables import measured_row
from kgcore.values.message import Action, Click, FoundPapers, Verb
from kgcore.values.model import Paper
from kgcore.values.reply import Block, Choice, Choices, Figure, File, Reply, Table
from kgcore.values.thread import Exploration, Turn

ANYWHERE = ""  # the thread of a note that belongs to a person in all of them
EMPTY = "This thread is still empty. Ask a question first."
SHARED_SUMMARY = 1  # the index of `Verb.SHARE` that means the summary of its turn's thread, not the turn
WITHOUT_GRAPH = "The graph could not be reached; please try again in a moment."


class PanelHandler:
    """Answers what only looks."""

    def __init__(self, services: Services, showing: ReplyComposer, settling: SettingsHandler) -> None:
        self._services = services
        self._showing = showing
        self._settling = settling

    async def panel(self, click: Click, action: Action, history: History, turn: Turn, who: str) -> Reply:
        """Return the panel that a click opens. Raises StoreError."""
        match action.verb:
            case Verb.PICTURE:
                last = last_undoable(history.action_records)
                nodes = node_lines((*history.before(turn.id), turn), history.numbers)
                shown = picture_panel(turn, history.view(turn.id), nodes, words_of(last.control) if last else "")
            case Verb.NODE:
                shown = await self._node(history, turn, action.index)
            case Verb.STEPS:
                shown = await self.steps(history)
            case Verb.COMPARE:
                shown = await self._compared(click, history)
            case Verb.SUMMARY:
                shown = await self.summary(history)
            case Verb.PROGRESS:
                shown = await self.progress(history, turn.id)
            case Verb.BOOKMARKS:
                shown = await self.bookmarks(who)
            case Verb.SETTINGS:
                shown = await self._settling.panel(click, who, turn.id or "none")
            case Verb.SET:
                shown = await self._settling.set(click, action.index, who)
            case _:
                shown = refusal_reply(STALE)
        return shown

    async def steps(self, history: History) -> Reply:
        """Return the steps and branches."""
        if not history.turns:
            return refusal_reply(EMPTY)
        tree: Figure | Table | None = None
        if len(history.turns) > 1:
            rows = steps_block(history.turns, history.here).steps
            stops = (TreeStep(s.number, s.question, s.parent, s.here, s.later, s.chips) for s in rows)
            tree = await self._showing.figure(history.turns[0].thread, Tree(tuple(stops)))
        return steps_panel(history.turns, history.here, tree)

    async def summary(self, history: History, *, aside: bool = False) -> Reply:
        """Return everything that the thread claims so far, with downloads; `aside`: for the person alone, to share."""
        if not history.turns:
            return refusal_reply(EMPTY)
        figure, turns = await self._everything(history), await self._described(history.turns)
        whole = summary_reply(turns, history.exploration, self._services.vocabulary, figure)
        files = self._files(turns, history.exploration, figure)
        whole = replace(whole, blocks=(whole.blocks[0], *files, *whole.blocks[1:]))
        if not aside:
            return whole
        share = Choice("Share to thread", str(Action(Verb.SHARE, history.turns[-1].id, SHARED_SUMMARY)))
        return replace(whole, blocks=(*whole.blocks, Choices((share,))), private=True)

    async def files(self, history: History) -> Reply:
        """Return the downloads alone."""
        turns = await self._described(history.turns)
        return Reply("", "", tuple(self._files(turns, history.exploration, await self._everything(history))))

    def _files(self, turns: Sequence[Turn], exploration: Exploration, figure: Figure | Table | None) -> Sequence[File]:
        drawn = figure if isinstance(figure, Figure) else None
        return summary_files(turns, exploration, self._services.vocabulary, drawn)

    async def _described(self, turns: Sequence[Turn]) -> Sequence[Turn]:
        """Return the turns with the papers that the graph or the library has learnt the authors of since."""
        nameless = {paper.id for turn in turns for paper in turn.papers if not paper.authors}
        try:
            found = await self._services.graph.papers(nameless) if nameless else {}
        except GraphError:
            return turns
        known = {id: paper for id, paper in found.items() if paper.authors}
        return [replace(t, papers=tuple(known.get(p.id, p) for p in t.papers)) for t in turns] if known else turns

    async def _everything(self, history: History) -> Figure | Table | None:
        share = await self._showing.progress(history.exploration)
        picture = thread_picture(history.turns, history.numbers, self._services.vocabulary, share if share[1] else None)
        return await self._showing.figure(history.turns[0].thread, picture) if picture.nodes else None

    async def progress(self, history: History, turn: str = "") -> Reply:
        """Return what the figures of the progress mean."""
        exploration = history.until(turn) if turn else history.exploration
        try:
            around = await self._services.graph.neighbourhoods(exploration.roots)
            ids = {id for neighbourhood in around.values() for id in neighbourhood.ids} | set(exploration.roots)
            entities = await self._services.graph.entities(ids)
        except GraphError:
            return refusal_reply(WITHOUT_GRAPH)
        return replace(progress_panel(exploration, around, entities), private=True)

    async def bookmarks(self, who: str) -> Reply:
        """Return a person's own list."""
        items = bookmarks_from_actions(await self._services.store.actions_of(who))
        turns = {id: await self._services.store.turn(id) for id in dict.fromkeys(item.turn for item in items)}
        known = {id: turn for id, turn in turns.items() if turn is not None}
        papers = await self._looked_up([item.paper for item in items if item.paper and not item.turn], who)
        return replace(bookmarks_panel(items, known, self._services.vocabulary, papers), private=True)

    async def _looked_up(self, ids: Sequence[str], who: str) -> Mapping[str, tuple[Paper, str]]:
        """Return what the library has of papers that were looked up, each with the action that takes it off."""
        if not ids:
            return {}
        try:
            known = await self._services.papers.described(ids) if self._services.papers is not None else {}
        except LibraryError:
            known = {}
        note = FoundPapers(note_id(who, *ids), ANYWHERE, who, "", tuple(ids))
        await self._services.store.keep_note(note)
        return {
            id: (paper_of(known[id]) if id in known else Paper(id), str(Action(Verb.KEEP_PAPER, note.id, n)))
            for n, id in enumerate(ids)
        }

    async def _node(self, history: History, turn: Turn, number: int) -> Reply:
        line = node_of(history, number)
        if line is None:
            return refusal_reply(STALE)
        try:
            entity = (await self._services.graph.entities([line.key])).get(line.key) if line.known else None
            neighbourhood = (await self._services.graph.neighbourhoods([line.key])).get(line.key) if entity else None
            told = await self._services.graph.attributes(line.key) if entity else ()
            twins = (await twins_of(self._services.graph, [entity]))[entity.id] if entity else ()
            measured = await measured_row(self._services.store, turn.thread, line.key) if entity else ()
        except GraphError:
            return refusal_reply(WITHOUT_GRAPH)
        rows = card_rows(entity, neighbourhood, self._services.vocabulary, told, twins) if entity else ()
        rows = (*rows, *measured)
        view = history.view(turn.id)
        collapsed = line.key in view.collapsed or any(k.startswith(f"{line.key}|") for k in view.opened)
        others = () if line.known else node_lines((*history.before(turn.id), turn), history.numbers)
        return node_panel(turn, line, entity, rows, self._has_leaves(history, turn, number), collapsed, others)

    def _has_leaves(self, history: History, turn: Turn, number: int) -> bool:
        pictures = pictures_of(
            turn, history.before(turn.id), history.numbers, self._services.vocabulary, history.view(turn.id)
        )

        def inside(picture: Picture) -> bool:
            return any(n.number == number for n in picture.nodes) and bool(collapsible_leaves(picture, number))

        return any(inside(picture) for _, picture in pictures if isinstance(picture, Picture))

    async def _compared(self, click: Click, history: History) -> Reply:
        left, right = (step_id(history.turns, "".join(click.field(name)[:1])) for name in ("left", "right"))
        if not left or not right or left == right:
            return refusal_reply("Choose two different branches.")
        blocks: list[Block] = list(compare_branches(history.turns, left, right, self._services.vocabulary))
        for end in (left, right):
            picture = thread_picture(path_to_turn(history.turns, end), history.numbers, self._services.vocabulary)
            if picture.nodes:
                drawn = await self._showing.figure(end, picture)
                title = f"To step {history.step(end)}"
                blocks.append(replace(drawn, title=title))
        return Reply("", "Two branches side by side", tuple(blocks), private=True)
