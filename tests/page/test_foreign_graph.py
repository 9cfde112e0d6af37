"""The page on a graph that somebody else made: it begins with that graph's own questions, and its buttons answer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import Open, answered, ask, free_port
from tests.page.scenario import REAL, ROOT, served

# As MindMap publishes EMCKG: no header, no types, no papers, underscores in names.
TRIPLES = """\
Panic_disorder	has_symptom	Palpitations
Panic_disorder	has_symptom	Breathing_fast
Panic_disorder	need_medication	Alprazolam_(Xanax)
Panic_disorder	need_medical_test	Electrocardiogram
Palpitations	possible_disease	Panic_disorder
Breathing_fast	possible_disease	Panic_disorder
Alprazolam_(Xanax)	possible_cure_disease	Panic_disorder
Electrocardiogram	can_check_disease	Panic_disorder
Asthma	has_symptom	Wheezing
Asthma	has_symptom	Breathing_fast
Asthma	need_medication	Salbutamol
Wheezing	possible_disease	Asthma
"""
DOUBTS = re.compile(r"nothing on|no entry for|cannot answer|Not understood|could not|\bthings?,", re.IGNORECASE)


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[str]:
    room = tmp_path_factory.mktemp("foreign")
    (room / "triples.txt").write_text(TRIPLES, encoding="utf-8")
    command = [sys.executable, "-m", "bot", "kg", "import", "triples.txt", "--to", "graph"]
    subprocess.run(command, cwd=room, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, capture_output=True)
    scenario = replace(REAL, settings={**REAL.settings, "EVIGRAPH_KG": str(room / "graph")})
    (room / "data").mkdir()
    with served(scenario, room / "data", free_port()) as url:
        yield url


def test_the_page_begins_with_questions_about_its_own_graph_and_each_is_answered(foreign: str, opened: Open) -> None:
    page = opened(foreign)
    examples = page.locator("form.examples .choice")
    asked = [one.get_attribute("value") or "" for one in examples.all()]
    assert len(asked) == 3
    assert all(re.search("panic disorder|asthma", question, re.IGNORECASE) for question in asked)
    for question in asked:
        page = opened(foreign)
        page.locator("form.examples").get_by_role("button", name=question).click()
        answered(page)
        expect(page.locator(".turn .question")).to_have_text(question)
        expect(page.locator(".turn .blocks")).not_to_contain_text(DOUBTS)


def test_every_button_of_an_answer_is_answered_and_no_word_doubts_itself(foreign: str, opened: Open) -> None:
    page = opened(foreign)
    ask(page, "what tests are there for panic disorder?")
    answered(page)
    turn = page.locator(".turn").first
    expect(turn.locator(".blocks")).to_contain_text("panic disorder needs the medical test electrocardiogram")
    expect(turn.locator(".canvas svg")).to_have_count(1)
    drawn = {words.strip() for words in turn.locator(".canvas svg text").all_text_contents()}
    assert "Electrocardiogram" in " ".join(drawn)
    assert "?" not in drawn  # no paper is no doubt
    offered = [one.get_attribute("data-question") or "" for one in turn.locator(".choices .choice:visible").all()]
    assert offered
    for question in offered:
        again = opened(foreign)
        ask(again, "what tests are there for panic disorder?")
        answered(again)
        again.locator(f'.choices .choice[data-question="{question}"]').click()
        answered(again, 2)
        clicked = again.locator(".turn").nth(1)
        expect(clicked.locator(".question")).to_have_text(question)
        expect(clicked.locator(".claim").first).to_be_visible()
        expect(clicked.locator(".blocks")).not_to_contain_text(DOUBTS)
