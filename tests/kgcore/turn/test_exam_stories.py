"""Questions that tell of a patient: what joins the story with an option decides, what is in doubt leaves it open."""

from __future__ import annotations

import pytest

from kgcore.graph.embedded import EmbeddedGraph
from tests.kgcore.turn.test_exams import UNDECIDED, decided

HERBS = "ginger|saffron|St. John's wort|ashwagandha"
ILLS = "malaria|gout|dyskinesia|hypothyroidism"
MINERALS = "selenium|magnesium|zinc|iron"
DRUGS = "lithium|zinc|creatine|melatonin"
ANTIBIOTICS = "levofloxacin|methotrexate|tacrolimus|indinavir"


@pytest.mark.parametrize(
    ("stem", "options", "answer"),
    [
        (
            "A 67-year-old man on warfarin starts a new herbal remedy for low mood. Two weeks later his INR fell. "
            "Which of these explains the change?",
            HERBS,
            "C",
        ),
        (
            "A 34-year-old kidney recipient takes tacrolimus. Her level drops after she buys a remedy in a shop. "
            "Which remedy did she most likely buy?",
            HERBS,
            "C",
        ),
        (
            "A 55-year-old man on warfarin was treated for pneumonia last week. Today his gums bleed. "
            "Which antibiotic did he probably receive?",
            ANTIBIOTICS,
            "A",
        ),
        (
            "A teacher swallows her levothyroxine together with a second tablet. Her thyroid hormone is hardly "
            "absorbed. Which tablet is to blame?",
            "iron|zinc|melatonin|creatine",
            "A",
        ),
        (
            "Mr Ortiz has had a stroke. Each day he swallows an aspirin. His nose will not stop bleeding. Which of his "
            "medicines is to blame?",
            "melatonin|psyllium|glucosamine|aspirin",
            "D",
        ),
        (
            "A 58-year-old woman has taken lithium since 2011. She now gains weight. Which condition has her treatment "
            "most likely caused?",
            ILLS,
            "D",
        ),
        (
            "A 31-year-old nurse has no history of diabetes. She has migraine. Which mineral can lower the number of "
            "attacks?",
            MINERALS,
            "B",
        ),
        (
            "A woman is worried about getting jet lag. Which of the following could protect her?",
            "zinc|melatonin|iron",
            "B",
        ),
        ("A woman on tacrolimus bought a supplement. Which of these interacts with her medicine?", HERBS, "C"),
        (
            "A woman wakes with stiff hands. Migraine is diagnosed. Which of these is used to treat her condition?",
            MINERALS,
            "B",
        ),
        (
            "A man with chronic migraine wants to add a mineral to his treatment. Which has evidence of benefit?",
            MINERALS,
            "B",
        ),
        ("A nurse has migraine. She refuses injections. Which mineral would help her?", MINERALS, "B"),
        ("A man takes tacrolimus. He should be told to avoid", HERBS, "C"),
        ("A man with a kidney transplant takes tacrolimus. He should avoid", HERBS, "C"),
        ("A woman takes lithium for years. She gains weight. The drug has caused", ILLS, "D"),
        ("A man with insomnia is prescribed a supplement. Which is it likely to be?", DRUGS, "D"),
        ("Ann, 44, works on night shifts. For insomnia she could try", DRUGS, "D"),
        ("Ann is 30 and 8 kg too heavy. A supplement that increases muscle strength is", DRUGS, "C"),
        ("A man has insomnia. Which supplement is supported by clinical trials?", DRUGS, "D"),
        ("Which finding in a client taking lithium should be reported?", ILLS, "D"),
        ("Which of these would you expect to see in someone who takes too much lithium?", ILLS, "D"),
        ("A client with insomnia is started on a new tablet. Which of these was probably prescribed?", DRUGS, "D"),
        ("A cook who has been on lithium since her youth is most likely to develop", ILLS, "D"),
        ("A nurse is caring for a client who has migraine. Which of these would be beneficial?", MINERALS, "B"),
    ],
)
async def test_what_joins_the_story_with_one_option_decides(
    starter_graph: EmbeddedGraph, stem: str, options: str, answer: str
) -> None:
    assert await decided(starter_graph, _exam(stem, options)) == answer


@pytest.mark.parametrize(
    ("stem", "options"),
    [
        # what is taken is not taken, or no longer, or by somebody else, or not known
        ("A man stopped warfarin a year ago. He starts a herbal remedy. His INR has fallen. Which explains it?", HERBS),
        ("A man takes rivaroxaban. He starts a herbal remedy. His INR has fallen. Which of these explains it?", HERBS),
        ("A man whose brother takes warfarin starts a remedy. His INR has fallen. Which of these explains it?", HERBS),
        ("A woman refuses to take lithium. She gains weight. Which condition has her treatment caused?", ILLS),
        ("A woman's mother takes lithium. She gains weight. Which condition is due to her treatment?", ILLS),
        ("A man has gout. His wife takes levodopa. He is unwell. Which complication of his drug is this?", ILLS),
        # what was found is something else, or nothing
        ("A man on warfarin starts a remedy. Two weeks later he breaks his ankle. Which of these explains it?", HERBS),
        ("A man on warfarin starts a remedy. His INR is unchanged. Which of these did he most likely take?", HERBS),
        ("A woman on warfarin came. Her INR did not move under an antibiotic. Which antibiotic was it?", ANTIBIOTICS),
        ("A woman takes lithium. Her thyroid is fine and hypothyroidism was excluded. Which condition has her "
         "treatment most likely caused?", ILLS),
        ("A man was born with hypothyroidism. Which of these explains it?", DRUGS),
        ("A man has hypothyroidism. Last night he fell out of bed. Which of his drugs is to blame?", DRUGS),
        # what somebody has is not what is asked about
        ("A nurse has migraine. She has broken her arm today. Which of these should she be given?", MINERALS),
        ("A nurse had migraine as a student. Today she feels weak. Which of these would help her?", MINERALS),
        ("A nurse looks after people with migraine. Which of these would help her?", MINERALS),
        ("A nurse has migraine. Magnesium has already been tried in vain. Which of these would help her?", MINERALS),
        ("A nurse has migraine. Her son has iron deficiency anemia. Which mineral would help him?", MINERALS),
        ("A man has low mood and takes warfarin. He asks for something herbal. Which remedy would help him?", HERBS),
        ("Migraine is diagnosed in her brother. She has a cold. Which mineral may help her?", MINERALS),
        ("A man fell. Migraine was diagnosed years ago. Today he has a rash. Which mineral may help him?", MINERALS),
        ("A nurse has migraine. She wants stronger nails. Which mineral would help her?", MINERALS),
        ("A nurse has migraine. She wants to have children. Which mineral would help her?", MINERALS),
        ("A man takes tacrolimus; his wife takes zinc. She should avoid", HERBS),
        ("A man stopped tacrolimus. He should avoid", HERBS),
        ("A woman refuses lithium. She gains weight. The drug has caused", ILLS),
        ("A man takes lithium. He was bitten by a dog. He has developed", ILLS),
        ("Ann, 44, has tried melatonin. For insomnia she could try", DRUGS),
        ("Ann, 44, is allergic to many pills. For insomnia she could try", DRUGS),
        ("Ann has 3 cats. To prevent migraine, the oldest cat might take", MINERALS),
        ("A man has insomnia. Which supplement is supported by the strongest lobby?", DRUGS),
        ("Which finding in a client taking lithium should be ignored?", ILLS),
        ("A client with insomnia is started on a tablet for his chest pain. Which was probably prescribed?", DRUGS),
        ("A cook whose sister has migraine may benefit from", MINERALS),
        ("A cook with a broken rib and migraine may benefit from", MINERALS),
        ("Which mineral might be given to a dog with migraine?", MINERALS),
        ("A woman suffers from migraine. She was hit by a car. Which is the most appropriate treatment?", MINERALS),
        ("A woman treats others who suffer from migraine. Which supplement could be tried?", MINERALS),
        ("A woman suffers from what she calls migraine, which it is not. Which supplement could be tried?", MINERALS),
        ("A woman on azathioprine bought a supplement. Which of these interacts with her medicine?", HERBS),
        ("A cook on a diet who read about lithium may develop", ILLS),
    ],
)  # fmt: skip
async def test_what_is_in_doubt_leaves_a_story_open(starter_graph: EmbeddedGraph, stem: str, options: str) -> None:
    assert await decided(starter_graph, _exam(stem, options)) == UNDECIDED


def _exam(stem: str, options: str) -> str:
    return stem + "".join(f"\n{label}. {name}" for label, name in zip("ABCDE", options.split("|"), strict=False))
