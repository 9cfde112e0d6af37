from __future__ import annotations

import pytest

from kgcore.errors import ModelBusy
from kgcore.graph.embedded import EmbeddedGraph
from kgcore.llm.scripted import ScriptedModel
from kgcore.turn.annotating import SentenceAnnotator
from kgcore.turn.checking import Checker
from kgcore.turn.reader import MappedStatements, TextReader, map_statements
from kgcore.values.message import Said
from kgcore.values.tasks import AnnotateRequest, Task
from kgcore.verdicts import Verdict
from tests.kgcore.starter import vocabulary

UNREADABLE = "As to migraine, magnesium it is, which keeps it off."
ANNOTATED = "As to [migraine]($N1), [magnesium]($N2) it is, which [keeps it off](PREVENTS, $N2, $N1)."


async def read(graph: EmbeddedGraph, model: ScriptedModel, *texts: str) -> MappedStatements:
    reader, checker = TextReader(graph, vocabulary()), Checker(graph, vocabulary())
    return await map_statements(reader, checker, [Said("", t) for t in texts], SentenceAnnotator(model, graph.info))


def scripted(line: str | ModelBusy) -> ScriptedModel:
    return ScriptedModel({Task.ANNOTATE: [line]})


async def test_what_nobody_could_read_is_read_by_the_models_annotation(starter_graph: EmbeddedGraph) -> None:
    model = scripted(f"1: {ANNOTATED}")
    found = await read(starter_graph, model, f"Hi all.  {UNREADABLE}")
    (claim,) = found.claims
    assert (claim.triple.subject.text, claim.triple.object.text) == ("magnesium", "migraine")
    assert claim.verdict is not Verdict.UNSURE
    text = found.paragraphs[0].text
    assert text[claim.triple.start : claim.triple.end] == "keeps it off"
    (request,) = model.asked
    assert isinstance(request, AnnotateRequest)
    assert request.sentences == (UNREADABLE,)


@pytest.mark.parametrize(
    "line",
    [
        f"1: {ANNOTATED.replace('it is', 'it really is')}",
        f"7: {ANNOTATED}",
        "1: " + UNREADABLE,
        "Sorry, I cannot do that.",
        ModelBusy("The server gets too many requests."),
    ],
)
async def test_a_changed_sentence_or_a_failing_model_adds_nothing(
    starter_graph: EmbeddedGraph, line: str | ModelBusy
) -> None:
    found = await read(starter_graph, scripted(line), UNREADABLE)
    assert found.claims == ()
    assert found.paragraphs[0].text == UNREADABLE


@pytest.mark.parametrize(
    "text",
    [
        "Magnesium prevents migraine.",
        "Is it magnesium that keeps migraine off?",
        "As to migraine, magnesium it is, which keeps it off. That's nonsense.",
        "Nice weather today.",
    ],
)
async def test_nothing_is_asked_of_what_is_read_already_or_asserts_nothing(
    starter_graph: EmbeddedGraph, text: str
) -> None:
    model = scripted("")
    await read(starter_graph, model, text)
    assert model.asked == []
