"""What the demonstration server says: it knows the kinds of prompts, a few answers, and makes a few slips."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from tests.walks import PROCAINE

ANSWERS = {
    "procaine": PROCAINE,
    "vitamin e": (
        "[Vitamin E|DietarySupplement]($N1) [does not prevent]($R1:PREVENTS, $H, $N1, $N2) "
        "[Alzheimer's disease|Disease]($N2) according to the trials that tested it [1].\n\n"
        "As an antioxidant, [vitamin E]($N1) [reduces]($R2:INHIBITS, $H, $N1, $N3) [oxidative stress|BiologicalProcess]"
        "($N3), which is why it was tried at all."
    ),
    "ginkgo": (
        "Sure, here is an answer: [Ginkgo biloba|DietarySupplement]($N1) [does not prevent]"
        "($R1:PREVENTS, $H, $N1, $N2) [dementia|Disease]($N2).\n\n"
        "**[Ginkgo ($N1)]** [interacts with ($R2:INTERACTS_WITH, $H, $N1, $N3)] [warfarin|Drug]($N3), so that "
        "[bleeding|Symptom]($N4) is a risk."
    ),
    "fish oil": (
        "[Fish oil|DietarySupplement]($N1) [contains]($R1:CONTAINS, $H, $N1, $N2; $L, $N1, $N3) "
        "[eicosapentaenoic acid|DietarySupplement]($N2) and [docosahexaenoic acid|DietarySupplement]($N3).\n\n"
        "It [lowers]($R2:INHIBITS, $H, $N1, $N4) [inflammation|BiologicalProcess]($N4), and "
        "[cures]($R3:TREATS, $L, $N1, $N5) [depression|Disease]($N5)."
    ),
}
OTHERWISE = (
    "The graph has nothing on this. In general, [vitamin D|DietarySupplement]($N1) [is associated with]"
    "($R1:ASSOCIATED_WITH, $L, $N1, $N2) [bone health|BiologicalProcess]($N2)."
)
WORDED = {"need_medication": "is managed with", "has_symptom": "does not show"}
_BLOCK = re.compile(r"<(?P<name>\w+)_(?P<token>[0-9a-f]{8})>\n(?P<content>.*?)\n</(?P=name)_(?P=token)>", re.DOTALL)


def answer_for(messages: Sequence[dict[str, str]]) -> str:
    """Return what the demonstration model says to a chat."""
    system, last = messages[0]["content"], messages[-1]["content"]
    blocks = {m["name"]: m["content"] for m in _BLOCK.finditer(last)}
    if system.startswith("You list"):
        return ""
    if system.startswith("You word a relation"):
        return worded(blocks["predicate"])
    if "s1" in blocks:  # sentences to be annotated: it leaves them as they are
        return "\n".join(f"{name[1:]}: {words}" for name, words in blocks.items())
    if "sentence" in blocks:
        return rewritten(blocks.get("facts", ""))
    if "paragraph" in blocks:
        return repaired(blocks["paragraph"])
    if "text" in blocks:
        return blocks["text"]
    question = blocks.get("question", last).casefold()
    return next((answer for key, answer in ANSWERS.items() if key in question), OTHERWISE)


def worded(predicate: str) -> str:
    """Propose words for a predicate; some of what it proposes does not hold."""
    words = predicate.replace("_", " ").lower()
    proposal = {
        "label": WORDED.get(predicate, f"has the {words}"),
        "phrases": ["calls for", "does not need", "<b>"],
        "symmetric": True,
        "inverse": "",
        "opposite": ["no_such_relation"],
        "implies": [],
    }
    return f"Here you are:\n```json\n{json.dumps(proposal)}\n```"


def repaired(paragraph: str) -> str:
    """Connect the one entity that the answers above leave alone."""
    return paragraph.replace("so that [bleeding|Symptom]($N4) is a risk", "which [raises the risk of]"
                             "($R9:PREDISPOSES, $H, $N1, $N4) [bleeding|Symptom]($N4)")  # fmt: skip


def rewritten(facts: str) -> str:
    """Say the first fact, unannotated."""
    return facts.split("\n", maxsplit=1)[0].removeprefix("- ").strip()
