from __future__ import annotations

import pytest

from kgcore.errors import ModelBusy, ModelError, ModelIncapable
from kgcore.llm.scripted import ScriptedModel
from kgcore.values.tasks import AnswerRequest, ExtractRequest, Request, Task


async def written(model: ScriptedModel, request: Request) -> str:
    return "".join([chunk async for chunk in model.stream(request)])


async def test_lines_come_in_order_and_the_last_one_stays() -> None:
    model = ScriptedModel({Task.ANSWER: ["one", "two"]}, chunk=2)
    assert [await written(model, AnswerRequest("?")) for _ in range(3)] == ["one", "two", "two"]
    assert len(model.asked) == 3


async def test_a_script_may_depend_on_the_request() -> None:
    model = ScriptedModel({Task.ANSWER: lambda request: f"You asked: {request!r}"[:22]})
    assert await written(model, AnswerRequest("?")) == "You asked: AnswerReque"


async def test_what_the_script_has_no_lines_for_it_cannot_do() -> None:
    model = ScriptedModel({Task.ANSWER: ["one"]})
    assert model.tasks == {Task.ANSWER}
    with pytest.raises(ModelIncapable):
        await written(model, ExtractRequest("?", ()))


async def test_an_error_in_the_script_is_raised() -> None:
    model = ScriptedModel({Task.ANSWER: [ModelBusy("later"), "now"]})
    with pytest.raises(ModelBusy):
        await written(model, AnswerRequest("?"))
    assert await written(model, AnswerRequest("?")) == "now"


async def test_it_can_break_off_in_the_middle() -> None:
    model = ScriptedModel({Task.ANSWER: ["0123456789"]}, chunk=2, breaks_after=4)
    stream = model.stream(AnswerRequest("?"))
    assert [await anext(stream), await anext(stream)] == ["01", "23"]
    with pytest.raises(ModelError):
        await anext(stream)
    assert model.closed == 1
