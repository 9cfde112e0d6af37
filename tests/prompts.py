"""Every prompt as a model gets it, on the starter graph: the made part of docs/prompts.md."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from kgcore.graph import starter_folder
from kgcore.llm.openai import TASK_TOKENS
from kgcore.llm.prompts import chat_messages, estimated_tokens
from kgcore.values.intent import AskedRelation, YesNo
from kgcore.values.model import Evidence
from kgcore.values.tasks import (
    AnnotateRequest,
    AnswerRequest,
    DescribeRequest,
    ExtractRequest,
    RepairRequest,
    Request,
    RewriteRequest,
    Signature,
)
from tests.kgcore.starter import edges, entities, named, predicates

WHEN: Mapping[str, str] = {
    "answer": "every question",
    "extract": "a question in which the linker did not find all that it names",
    "repair": "a paragraph whose annotation is broken",
    "rewrite": "a sentence that the graph contradicts, or that says more than it",
    "describe": "a predicate, in `evigraph kg describe`; no question asks for it",
    "annotate": "people's messages with sentences that nobody could read",
}


def sample_requests() -> tuple[Request, ...]:
    """Return one request per task, about coffee and dementia in the starter graph."""
    coffee, dementia = named()["Coffee"], named()["Dementia"]
    types = tuple(dict.fromkeys(e.type for e in entities().values()))
    notes = _notes()
    near = [replace(e, note=notes[e.id]) for e in edges() if coffee.id in (e.subject, e.object)]
    known = tuple(entities()[id] for id in dict.fromkeys(i for e in near for i in (e.subject, e.object)))
    schema = (predicates(), types)
    question = "Does coffee prevent dementia?"
    said = "[Coffee|Food]($N1) [cures](TREATS, $N1, $N2) [dementia|Disease]($N2)."
    return (
        AnswerRequest(
            question,
            Evidence(known, tuple(near)),
            (coffee.id, dementia.id),
            predicates=schema[0],
            types=types,
            intent=YesNo(coffee, dementia, AskedRelation("prevent", ("PREVENTS",))),
            signatures=_signatures(),
        ),
        ExtractRequest("And what about the second one and memory?", types),
        RepairRequest(said, ('"memory" ($N3) is in no relation',), 4, 3, *schema),
        RewriteRequest(
            "Coffee cures dementia.",
            ("Coffee does not prevent dementia (1 paper).",),
            9,
            9,
            *schema,
            paragraph="Many people drink it. Coffee cures dementia.",
        ),
        AnnotateRequest(("As to dementia, coffee keeps it off.",), *schema, _signatures()),
        DescribeRequest("PREVENTS", ((coffee.name, coffee.type, dementia.name, dementia.type),), ("TREATS", "CAUSES")),
    )


def _notes() -> dict[str, str]:
    with (starter_folder() / "edges.tsv").open(encoding="utf-8", newline="") as lines:
        return {r["id"]: r["note"] for r in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)}


def _signatures() -> tuple[Signature, ...]:
    found = Counter((entities()[e.subject].type, e.predicate, entities()[e.object].type) for e in edges())
    return tuple(signature for signature, _ in sorted(found.items(), key=lambda one: (-one[1], one[0])))


def prompts_shown() -> str:
    """Return a table of the prompts with their tokens, and each of them in full."""
    head = "\n| task | when it is asked | tokens of the prompt | tokens it may write |\n|---|---|--:|--:|\n"
    rows, shown = "", ""
    for request in sample_requests():
        messages = chat_messages(request, "t0k3n")
        tokens = sum(estimated_tokens(m.content) for m in messages)
        cap = TASK_TOKENS.get(request.task, "all that a turn has")
        rows += f"| {request.task} | {WHEN[request.task]} | {tokens} | {cap} |\n"
        shown += f"\n## {request.task.capitalize()}\n"
        for message in messages:
            shown += f"\n{message.role.capitalize()}, {estimated_tokens(message.content)} tokens:\n"
            shown += f"\n```text\n{message.content}\n```\n"
    return f"{head}{rows}{shown}\n"
