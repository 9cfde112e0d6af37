"""What we say back: a closed union of blocks. No Markdown crosses this border; every adapter escapes once."""

from __future__ import annotations

from dataclasses import dataclass

from kgcore.reply.blocks import (
    Claims,
    ClaimView,
    Fact,
    Figure,
    File,
    Notice,
    Papers,
    PaperView,
    Progress,
    Quote,
    Table,
    Text,
    Tone,
)
from kgcore.reply.controls import Choice, Choices, Field, FieldKind, Form, Look, Option, Steps, StepView
from kgcore.reply.inlines import EntityRef, Inline, Link, Plain, RelationRef, Strong

__all__ = [
    "Block",
    "Choice",
    "Choices",
    "ClaimView",
    "Claims",
    "EntityRef",
    "Fact",
    "Field",
    "FieldKind",
    "Figure",
    "File",
    "Form",
    "Inline",
    "Link",
    "Look",
    "Notice",
    "Option",
    "PaperView",
    "Papers",
    "Plain",
    "Progress",
    "Quote",
    "RelationRef",
    "Reply",
    "StepView",
    "Steps",
    "Strong",
    "Table",
    "Text",
    "Tone",
]

Block = Text | Claims | Papers | Figure | Table | Choices | Notice | Progress | Steps | Form | File


@dataclass(frozen=True, slots=True)
class Reply:
    """Everything that is said in answer to one event, as it stands now; `final` when nothing more will come.

    Without a `turn` it is a word aside: of no message that could be edited later. `private`: a panel or a word for the
    person alone who asked for it.
    """

    turn: str
    question: str
    blocks: tuple[Block, ...]
    final: bool = True
    private: bool = False

    @property
    def plain(self) -> str:
        """The answer's own words, for notifications and screen readers."""
        return "\n\n".join(b.plain for b in self.blocks if isinstance(b, Text))
