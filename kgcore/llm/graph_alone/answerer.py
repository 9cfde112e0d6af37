"""The answerer that needs no model: it writes short factual sentences from the evidence, and nothing else."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import assert_never

from kgcore.annotation.resolve import Statements
from kgcore.english.agreement import join_words
from kgcore.english.language import language_of
from kgcore.errors import ModelIncapable
from kgcore.llm.graph_alone.about import answer_about, answer_which
from kgcore.llm.graph_alone.beside import unsaid_warnings, with_told_beside
from kgcore.llm.graph_alone.compare import (
    GO_ON,
    answer_compare,
    answer_connect,
    answer_digest,
    answer_more,
    answer_open,
)
from kgcore.llm.graph_alone.designs_asked import told_of_designs
from kgcore.llm.graph_alone.examples import answer_examples
from kgcore.llm.graph_alone.listed import answer_listed, nothing_on_those
from kgcore.llm.graph_alone.measures import asks_only_measured, not_measured
from kgcore.llm.graph_alone.relate import UNTIMED, yes_no
from kgcore.llm.graph_alone.warnings import WARNED, harms_of_taken
from kgcore.llm.graph_alone.why import answer_why
from kgcore.llm.graph_alone.writer import AnnotatedWriter, AnswerContext, said_once
from kgcore.values.intent import (
    About,
    Compare,
    Connect,
    Digest,
    Examples,
    More,
    Open,
    Which,
    Why,
    YesNo,
    named_entities,
)
from kgcore.values.model import Edge
from kgcore.values.remembering import Remembered, Same
from kgcore.values.tasks import AnswerRequest, Detail, Loss, Request, Task
from kgcore.values.text import clean_line, shorten
from kgcore.vocabulary.vocabulary import Vocabulary

_PARAGRAPHS = 3
_TWO = 2
QUOTED = 90  # characters of a question that are repeated
_REMEMBERED = 4  # answers: turns that are being written
_EACH = 2  # paragraphs for each of several questions
Written = tuple[list[list[str]], Statements]


class GraphAlone:
    """Implements `ports.LanguageModel` for ANSWER. Each sentence comes as one piece of the stream."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        # A turn asks for the words of an answer and for what they state: it is written once for both.
        self._write = Remembered[Same[AnswerRequest], Written](
            lambda asked: write_with_statements(asked.value, vocabulary), _REMEMBERED, lambda _, written: 1
        )

    @property
    def name(self) -> str:
        """What people see in the place of a model's name."""
        return "the graph alone"

    @property
    def tasks(self) -> frozenset[Task]:
        """It answers, and that is all."""
        return frozenset({Task.ANSWER})

    async def stream(self, request: Request) -> AsyncIterator[str]:
        """Yield the annotated answer sentence by sentence; raises ModelIncapable for any other task."""
        if not isinstance(request, AnswerRequest):
            raise ModelIncapable("Without a language model only questions can be answered.")
        for n, paragraph in enumerate(self._write(Same(request))[0]):
            for m, text in enumerate(paragraph):
                yield ("\n\n" if n and not m else " " if m else "") + text
                await asyncio.sleep(0)

    def stated(self, request: AnswerRequest) -> Statements:
        """Return what the relations of the answer to a request state, by their ids in its text."""
        return self._write(Same(request))[1]


LOST = {
    Loss.AWAY: "The graph could not be reached just now, so I cannot answer this. Please ask again in a moment.",
    Loss.BUSY: "The graph is asked too much at once just now, so I cannot answer this. Please ask again in a moment.",
}


def write_answer(request: AnswerRequest, vocabulary: Vocabulary) -> list[list[str]]:
    """Return the annotated answer, as paragraphs of sentences; never empty."""
    return write_with_statements(request, vocabulary)[0]


def write_with_statements(request: AnswerRequest, vocabulary: Vocabulary) -> Written:
    """Return the annotated answer, as paragraphs of sentences (never empty), and what its relations state."""
    if request.lost:
        return [[LOST[request.lost]]], {}
    writer = AnnotatedWriter()
    if language := language_of(_without_names(request)):
        return [_in_another_language(language, AnswerContext.of(request, vocabulary), writer)], writer.statements
    if not request.parts:
        return _written(request, vocabulary, writer), writer.statements
    written: list[list[str]] = []
    for part in request.parts:
        told = tuple(e for e in request.evidence.edges if _told_in(writer.statements, e))
        asked = replace(part, told=(*part.told, *told))
        if part is not request.parts[0] and isinstance(part.intent, Open) and not part.intent.entities:
            nothing = f"I found nothing in this graph for “{_quoted(part.question)}”."
            written.append([not_measured(part.question) or nothing])
            continue
        said = {_unnumbered(p) for p in written}  # two questions about warfarin need its warnings once
        new = _written(asked, vocabulary, writer, alone=False)[:_EACH]
        written += [p for p in new if _unnumbered(p) not in said]
    return sorted(written, key=lambda p: not p[0].startswith(WARNED)), writer.statements  # warnings lead


def _without_names(request: AnswerRequest) -> str:
    """Return the question without the names in it: a graph's may be in another script than its readers' language."""
    asked = [e for e in request.evidence.entities if e.id in request.focus]
    names = sorted({n for e in asked for n in (e.name, *e.synonyms) if not n.isascii()}, key=len, reverse=True)
    if not names:
        return request.question
    return re.sub("|".join(map(re.escape, names)), " ", request.question, flags=re.IGNORECASE)


def _unmarked(text: str) -> str:
    return "".join(c for c in clean_line(text) if c not in "[]{}<>$|*_`#")


def _quoted(question: str) -> str:
    return shorten(_unmarked(question), QUOTED).rstrip("?. ")


def _unnumbered(paragraph: Sequence[str]) -> str:
    return re.sub(r"\d+", "", " ".join(paragraph))


def _told_in(statements: Statements, edge: Edge) -> bool:
    return any(
        (s.subject, s.predicate, s.object) == (edge.subject, edge.predicate, edge.object) for s in statements.values()
    )


def _written(
    request: AnswerRequest, vocabulary: Vocabulary, writer: AnnotatedWriter, *, alone: bool = True
) -> list[list[str]]:
    """Return the answer to one question, as paragraphs of sentences."""
    context = AnswerContext.of(request, vocabulary, alone=alone)
    if names := _names_told(context, writer):
        return [[names]]
    match context.intent:
        case YesNo(subject=one, object=other) if one.id != other.id and _SAME.fullmatch(request.question.strip(" ?.!")):
            two = f"In this graph {writer.name(one)} and {writer.name(other)} are two things."
            written = [[two], *answer_compare(context, writer, Compare(one, other, better=False))]
        case YesNo():
            written = yes_no(context.without_beside(), writer, context.intent)
        case Which(among=listed) if listed:
            written = answer_listed(context, writer, context.intent)
        case Which():
            written = answer_which(context, writer, context.intent)
        case Compare():
            written = answer_compare(context, writer, context.intent)
        case Why():
            written = answer_why(context, writer, context.intent)
        case About():
            written = answer_about(context, writer, context.intent)
        case Open(listed=listed) if listed:
            written = [nothing_on_those(context, context.intent)]
        case Open():
            written = answer_open(context, writer, context.intent)
        case Connect():
            written = answer_connect(context, writer, context.intent)
        case Examples():
            written = answer_examples(context, writer, context.intent)
        case More():
            written = answer_more(context, writer, context.intent)
        case Digest():
            written = answer_digest(context, writer, context.intent)
        case _:
            assert_never(context.intent)
    if isinstance(context.intent, Which | YesNo) and context.intent.beside:
        written = with_told_beside(context, writer, context.intent, written)
    else:
        written = harms_of_taken(context, [p for p in (unsaid_warnings(context, writer), *written) if p], writer)
    kept = [said_once(p) for p in _unrepeated(written) if p]
    kept = _with_what_is_not_measured(request, context, kept)
    kept = _with_designs(request, writer, kept)
    return kept[: 1 if request.detail is Detail.BRIEF else _PARAGRAPHS]


def _with_what_is_not_measured(
    request: AnswerRequest, context: AnswerContext, written: list[list[str]]
) -> list[list[str]]:
    """Return an answer behind what the graph does not tell of what is asked: how much, how often; that alone, where a
    question asks for nothing else.
    """
    related = context.intent.asked.predicates if isinstance(context.intent, Which) else ()
    pair = named_entities(context.intent)[:_TWO]
    notes = (e.note for f in (context.between(*pair) if len(pair) == _TWO else ()) for e in f.edges)
    nameless = isinstance(context.intent, Open) and not context.intent.entities
    known = context.vocabulary.names if nameless else [f.predicate.name for f in context.findings]
    measure = not_measured(request.question, {*related, *known}, notes)
    if measure and nameless and asks_only_measured(request.question, getattr(context.intent, "unknown", ())):
        return [[measure, *([GO_ON] if context.claims else ())]]
    if written and measure and not any(s.startswith((measure, UNTIMED)) for p in written for s in p):
        return [[measure, *written[0]], *written[1:]]
    return written


def _with_designs(request: AnswerRequest, writer: AnnotatedWriter, written: list[list[str]]) -> list[list[str]]:
    """Return an answer behind how many of its papers are of the kind that is asked for: "randomised trials"."""
    named = {e.id for e in named_entities(request.intent)} if request.intent else set()
    told = [e for e in request.evidence.edges if {e.subject, e.object} & named and _told_in(writer.statements, e)]
    if isinstance(request.intent, YesNo):
        told = [e for e in told if {e.subject, e.object} <= named]
    designs = told_of_designs(request.question, told, {p.id: p for p in request.evidence.papers})
    return [[designs, *written[0]], *written[1:]] if designs and written else written


_RELATION = re.compile(r"\bR\d+\b")  # the number of a relation; those of entities tell B6 and B12 apart
_STEP = re.compile(r"^(?:also )?more (?:specifically|broadly), ")


def _unrepeated(written: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return paragraphs without sentences that one before says word for word, behind whatever it opens with."""
    kept: list[list[str]] = []
    said = ""
    for paragraph in written:
        cores = [_STEP.sub("", _RELATION.sub("", sentence).casefold()) for sentence in paragraph]
        kept.append([sentence for sentence, core in zip(paragraph, cores, strict=True) if core not in said])
        said += "\n".join(cores) + "\n"
    return kept


_FOR = r"(?:for|of) (?P<of>.+)"
_MORE_NAMES = re.compile(
    r"(?:what|which|is there|are there|does|do|has|have|give|tell|list|name|show)\b.{0,40}?"
    rf"\b(?:(?:(?:other|another|alternative|different|brand|trade|generic|proper|full|chemical|botanical|latin) )+"
    rf"(?:names?|words?|terms?)|synonyms|alias(?:es)?)(?: {_FOR}| (?:have|go by))?"
    r"|what (?:else )?(?:is|are|do (?:people|you|they) call) .+? (?:also |sometimes |otherwise )*"
    r"(?:called|known as|named)"
    r"|what else .+ (?:called|known as|named)",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"(?:is|are)(?: (?:it|that) true that)? .+ (?:the )?same(?: (?:thing|drug|stuff|substance))?(?: as .+)?", re.I
)
_MOST_NAMES = 12


def _names_told(context: AnswerContext, writer: AnnotatedWriter) -> str:
    """Return what else the one thing of a question is called, where that is asked; "" for other questions."""
    named = {e.id: e for e in named_entities(context.intent)}
    asked = context.question.strip(" ?.!")
    if len(named) != 1 or not (_MORE_NAMES.fullmatch(asked) or _SAME.fullmatch(asked)):
        return ""
    (entity,) = named.values()
    others = [
        clean for n in dict.fromkeys(entity.synonyms) if (clean := _unmarked(n)).casefold() != entity.name.casefold()
    ]
    if _SAME.fullmatch(asked):
        said = [n for n in (entity.name, *others) if re.search(rf"(?<!\w){re.escape(n)}(?!\w)", asked, re.IGNORECASE)]
        return f"Yes: in this graph both are names of {writer.name(entity)}." if len(said) > 1 else ""
    if not others:
        return f"The graph has no other name for {writer.name(entity)}."
    more = f" and {len(others) - _MOST_NAMES} more" if len(others) > _MOST_NAMES else ""
    listed = ", ".join(others[:_MOST_NAMES]) if more else join_words(others, "and")
    return f"In this graph {writer.name(entity)} is also called {listed}{more}."


def _in_another_language(language: str, context: AnswerContext, writer: AnnotatedWriter) -> list[str]:
    """Return that a question is not in English, and which of its names were recognised: it is not answered."""
    known = [writer.name(entity) for entity in named_entities(context.intent)]
    lead = f"This seems to be {language}; without a language model, only questions in English are understood."
    if not known:
        return [f"{lead} Please ask in English."]
    them = "it" if len(known) == 1 else "them"
    return [f"{lead} Recognised: {join_words(known, 'and')}. Please ask about {them} in English."]


__all__ = ["GraphAlone", "write_answer"]
