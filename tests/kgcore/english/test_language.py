"""A question in another language is told from English by its little words or its script, and names do not mislead."""

from __future__ import annotations

import pytest

from kgcore.english.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Was ist Alzheimer?", "German"),
        ("Welche Nebenwirkungen hat Metformin bei Kindern?", "German"),
        ("¿La memantina ayuda contra la enfermedad de Alzheimer?", "Spanish"),
        ("¿Cura?", "Spanish"),
        ("Vitamina D y depresión", "Spanish"),
        ("La vitamina C riduce il raffreddore?", "Italian"),
        ("Quels sont les symptômes du syndrome de Dravet ?", "French"),
        ("Il magnesio aiuta contro l'emicrania?", "Italian"),
        ("Helpt vitamine D tegen griep?", "Dutch"),
        ("Czy witamina C pomaga na przeziębienie?", "Polish"),
        ("Витамин D помогает при гриппе?", "a language written in Cyrillic letters"),
        ("アルツハイマー病に効く薬は？", "Japanese"),
        ("Was bewirkt Curcumin?", "German"),
        ("Parlez-moi du ginkgo", "French"),
        ("Cosa causa la demenza?", "Italian"),
        ("Quali integratori fanno bene alla memoria?", "Italian"),
        ("Pomáhá hořčík proti migréně?", "Czech"),
        ("magnez ktore migrena", "Polish or Slovak"),
        ("thuoc migrena", "Vietnamese"),
        ("pomaha horcik proti migrene", "Czech or Slovak"),
        ("Segít a magnézium?", "Hungarian"),
        ("Apakah vitamin D mencegah depresi?", "Indonesian"),
        ("Le ginkgo améliore-t-il la mémoire ?", "French"),
        ("Kann Zink Erkältungen verkürzen?", "German"),
        ("Verlicht gember misselijkheid?", "Dutch"),
        ("O chá melhora o sono?", "Portuguese"),
        ("Forebygger D-vitamin demens?", "a language other than English"),
    ],
)
def test_another_language_is_named(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    "text",
    [
        "Does vitamin D help against the flu?",
        "What is Cornelia de Lange syndrome?",
        "Does a de novo mutation in MAPT cause dementia?",
        "maladie de Roger",
        "Does the La protein or IL-6 in SLE matter?",
        "vitamin E in AD",
        "α-synuclein and β-amyloid",
        "does α-tocopherol reduce Aβ?",
        "viatmin d colds",
        "Was donepezil tested in die-hard smokers?",
        "no effect of e vitamin on o AD",
        "Ellen has koji with dan shen and di huang",
        "pro-inflammatory co-factors",
        "does hilft work?",
        "",
        "\u0000\ufffd?!",
    ],
)
def test_english_and_names_alone_are_left(text: str) -> None:
    assert language_of(text) == ""
