"""What a patient's story tells: what is taken, had, denied or in doubt, and whether that is what is asked about."""

from __future__ import annotations

import pytest

from kgcore.reasoning.stories import Part, Story, is_at_issue, is_new, read_story
from kgcore.reasoning.story_questions import Ask, told_and_asked, what_is_asked
from kgcore.values.model import Candidate, Entity, Match

_NAMED = {
    "warfarin": "Drug",
    "lithium": "Drug",
    "migraine": "Disease",
    "gout": "Disease",
    "hypothyroidism": "Disease",
    "fever": "Symptom",
}


def story_of(told: str, *, whatever: bool = False) -> Story | None:
    spots = [
        (at, at + len(name), (Candidate(Entity(name, name, kind), 1.0, Match.EXACT),))
        for name, kind in _NAMED.items()
        if (at := told.find(name)) >= 0
    ]
    return read_story(told, spots, whatever=whatever)


def told_of(told: str) -> dict[str, Part]:
    story = story_of(told, whatever=True)
    assert story is not None
    return {f.names[0]: f.part for f in story.facts}


@pytest.mark.parametrize(
    ("told", "parts"),
    [
        ("A man on warfarin has gout.", {"warfarin": Part.TAKEN, "gout": Part.HAD}),
        ("A man takes lithium and has no fever.", {"lithium": Part.TAKEN, "fever": Part.DENIED}),
        ("She has no history of gout. She has migraine.", {"gout": Part.DENIED, "migraine": Part.HAD}),
        ("A man was put on lithium eight years ago.", {"lithium": Part.TAKEN}),
        ("A man stopped warfarin a year ago.", {"warfarin": Part.DOUBTFUL}),
        ("A woman was offered lithium.", {"lithium": Part.DOUBTFUL}),
        ("A woman was given lithium but brought the pills back unopened.", {"lithium": Part.DOUBTFUL}),
        ("He is unwell. His wife takes lithium.", {"lithium": Part.DOUBTFUL}),
        ("His mother takes lithium.", {"lithium": Part.TAKEN}),
        ("His mother takes lithium. He is unwell.", {"lithium": Part.DOUBTFUL}),
        ("His wife reports that he takes lithium.", {"lithium": Part.TAKEN}),
        ("A dog with gout limps.", {"gout": Part.DOUBTFUL}),
        ("A man whose brother has gout came.", {"gout": Part.DOUBTFUL}),
        ("His gout was ruled out.", {"gout": Part.DENIED}),
        ("A woman is worried about getting gout.", {"gout": Part.FEARED}),
        ("A clerk who writes a book on migraine came.", {"migraine": Part.DOUBTFUL}),
        ("A nurse had migraine when she was small.", {"migraine": Part.DOUBTFUL}),
    ],
)
def test_what_a_thing_is_in_a_story(told: str, parts: dict[str, Part]) -> None:
    assert told_of(told) == parts


@pytest.mark.parametrize(
    ("told", "unknown"),
    [
        ("A man takes azathioprine.", True),
        ("A man was put on something by name of Xyrlo.", False),
        ("A man takes Xyrlo every day.", True),
        ("A man takes a new herbal remedy.", False),
        ("A man on warfarin takes no prescription drugs.", False),
    ],
)
def test_what_is_taken_and_has_no_name_here_is_seen(told: str, unknown: bool) -> None:
    story = story_of(told)
    assert story is not None
    assert story.unknown is unknown


@pytest.mark.parametrize(
    "told", ["A pregnant woman has migraine.", "She is allergic to it and has gout.", "His renal function is poor."]
)
def test_a_story_that_tells_what_may_make_another_thing_right_is_left_alone(told: str) -> None:
    assert story_of(told) is None


def test_what_is_denied_makes_nothing_else_right() -> None:
    assert story_of("A man with gout has no allergies.") is not None


@pytest.mark.parametrize(
    ("told", "changed"),
    [
        ("A man on warfarin came. His INR has fallen.", True),
        ("A man on warfarin came. His INR is unchanged.", False),
        ("A man on warfarin came. His INR did not move.", False),
        ("A man on warfarin came. His tablets no longer work.", True),
        ("A man on warfarin came. His ankle has swollen.", False),
    ],
)
def test_a_changed_effect_is_told_of(told: str, changed: bool) -> None:
    story = story_of(told)
    assert story is not None
    assert story.changed is changed


@pytest.mark.parametrize(
    ("told", "at_issue"),
    [
        ("A bus driver with migraine comes to the clinic.", True),
        ("A nurse is caring for a client who has migraine.", True),
        ("An old man cannot sleep. His doctor diagnoses migraine.", True),
        ("A nurse has migraine. She has no fever.", True),
        ("Anna gets migraine a lot.", True),
        ("I have a friend with migraine who hates pills.", True),
        ("My daughter's migraine got worse.", True),
        ("A nurse has migraine. She broke her arm today.", False),
        ("A nurse has migraine and a swollen arm.", False),
        ("A nurse paints pictures of what happens in migraine.", False),
        ("A nurse has no migraine.", False),
    ],
)
def test_whether_what_somebody_has_is_what_is_asked_about(told: str, at_issue: bool) -> None:
    story = story_of(told, whatever=True)
    assert story is not None
    assert is_at_issue(story, ["migraine"]) is at_issue


@pytest.mark.parametrize(
    ("told", "new"),
    [
        ("A man takes tablets. He now has hypothyroidism.", True),
        ("A man was born with hypothyroidism.", False),
        ("A man has had hypothyroidism since before he took drugs.", False),
        ("A man has hypothyroidism. Last night he fell out of bed.", False),
    ],
)
def test_whether_what_was_found_came_up_in_the_story(told: str, new: bool) -> None:
    story = story_of(told)
    assert story is not None
    assert is_new(story, ["hypothyroidism"]) is new


@pytest.mark.parametrize(
    ("asked", "ask"),
    [
        ("Which of these explains the change?", Ask.CULPRIT),
        ("Which herbal remedy did she most likely buy?", Ask.CULPRIT),
        ("Which antibiotic was it probably?", Ask.CULPRIT),
        ("Which of his tablets is to blame?", Ask.CULPRIT),
        ("Which condition has her treatment most likely caused?", Ask.HARM),
        ("Which deficiency goes along with his medicine?", Ask.HARM),
        ("Which drug would help her?", Ask.HELP),
        ("Which of these was he most likely given?", Ask.HELP),
        ("Which test should be ordered to confirm it?", Ask.TEST),
        ("Which of these explains the rash?", None),
        ("Which of these should replace his medicine?", None),
        ("Which drug would help her instead?", None),
        ("Which drug would not help her?", None),
        ("Which drug explains it, if she never took aspirin?", None),
    ],
)
def test_what_is_asked_is_read_as_a_whole_or_not_at_all(asked: str, ask: Ask | None) -> None:
    assert what_is_asked(asked) is ask


@pytest.mark.parametrize(
    ("stem", "told"),
    [
        ("A farmer who has gout may benefit from", "A farmer who has gout."),
        ("In a woman with migraine, which of the following could be recommended?", "a woman with migraine."),
        ("Which drug might be offered to a pilot with gout?", "a pilot with gout."),
        ("A cook who has been on lithium is most likely to develop", "A cook who has been on lithium."),
        ("Which drug treats gout?", ""),
        ("Which drug should not be given to a man with gout?", ""),
        ("Which drug given to a man who has gout is cheapest?", ""),
    ],
)
def test_a_story_in_one_sentence_is_told_apart(stem: str, told: str) -> None:
    said, asked = told_and_asked(stem)
    assert said == told
    assert bool(what_is_asked(asked)) is bool(told)
