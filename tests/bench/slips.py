"""Annotated answers about a graph's own edges, with the slips that language models make, and what they mean to say.

Nothing here knows how the parser works: a slip is a way of writing an annotation, or of wrapping a text, that models
have been seen to choose (asked for one format, they fall back on the formats of their prompts' relatives, on Markdown
habits, or lose a character). Some slips lose what was meant; they stay in, and count.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Name:
    """An entity as an answer means it."""

    words: str
    type: str
    number: int


@dataclass(frozen=True, slots=True)
class Said:
    """A relation as an answer means it."""

    words: str
    predicate: str
    pairs: tuple[tuple[int, int], ...]
    number: int


@dataclass(slots=True)
class Answer:
    """A text and what it means: labels of its entities, and (subject, words, predicate, object) of its relations."""

    text: str = ""
    entities: set[str] = field(default_factory=set)
    relations: set[tuple[str, str, str, str]] = field(default_factory=set)


def ids(said: Said, *, predicate: bool = True, flag: bool = True, number: bool = True) -> str:
    """The arguments as asked for, or without one of their parts."""
    head = [f"$R{said.number}" + (f":{said.predicate}" if predicate else "")] if number else []
    groups = [", ".join(([*head] if i == 0 else []) + (["$H"] if flag else []) + [f"$N{s}", f"$N{o}"])
              for i, (s, o) in enumerate(said.pairs)]  # fmt: skip
    return "; ".join(groups)


ARROW = re.compile("(?<=[0-9]), (?=[$]N)")

ENTITY_SLIPS: dict[str, Callable[[Name], str]] = {
    "type left out": lambda n: f"[{n.words}]($N{n.number})",
    "type in words": lambda n: f"[{n.words}|{re.sub('(?<=[a-z])(?=[A-Z])', ' ', n.type)}]($N{n.number})",
    "type in small letters": lambda n: f"[{n.words}|{n.type.lower()}]($N{n.number})",
    "type after the id": lambda n: f"[{n.words}]($N{n.number}, {n.type})",
    "id within": lambda n: f"[{n.words} ($N{n.number})]",
    "id within, with type": lambda n: f"[{n.words}|{n.type} ($N{n.number})]",
    "id behind a bar": lambda n: f"[{n.words}|{n.type}|$N{n.number}]",
    "id bare within": lambda n: f"[{n.words} $N{n.number}]",
    "small id": lambda n: f"[{n.words}|{n.type}]($n{n.number})",
    "space before the id": lambda n: f"[{n.words}|{n.type}] ($N{n.number})",
    "no dollar": lambda n: f"[{n.words}|{n.type}](N{n.number})",
    "no parentheses": lambda n: f"[{n.words}|{n.type}]$N{n.number}",
    "square id": lambda n: f"[{n.words}|{n.type}][$N{n.number}]",
    "no closing parenthesis": lambda n: f"[{n.words}|{n.type}]($N{n.number}",
    "no closing bracket": lambda n: f"[{n.words} ($N{n.number})",
    "no opening bracket": lambda n: f"{n.words}|{n.type}]($N{n.number})",
    "no brackets": lambda n: f"{n.words} ($N{n.number})",
    "bold around": lambda n: f"**[{n.words}|{n.type}]($N{n.number})**",
    "bold within": lambda n: f"[**{n.words}**|{n.type}]($N{n.number})",
    "bold for brackets": lambda n: f"**{n.words}** ($N{n.number})",
    "slanted": lambda n: f"*[{n.words}|{n.type}]($N{n.number})*",
    "quoted": lambda n: f'["{n.words}"|{n.type}]($N{n.number})',
    "code": lambda n: f"`[{n.words}|{n.type}]($N{n.number})`",
    "escaped": lambda n: rf"\[{n.words}|{n.type}\](\$N{n.number})",
    "twice": lambda n: f"[{n.words}|{n.type}]($N{n.number})($N{n.number})",
    "doubled brackets": lambda n: f"[[{n.words}|{n.type}]]($N{n.number})",
    "plural outside": lambda n: f"[{n.words}|{n.type}]($N{n.number})-based treatment",
    "article inside": lambda n: f"[the {n.words}|{n.type}]($N{n.number})",
    "leading zero": lambda n: f"[{n.words}|{n.type}]($N0{n.number})",
    "number lost": lambda n: f"[{n.words}|{n.type}]($N)",
    "id lost": lambda n: f"[{n.words}|{n.type}]",
}

RELATION_SLIPS: dict[str, Callable[[Said], str]] = {
    "predicate left out": lambda s: f"[{s.words}]({ids(s, predicate=False)})",
    "salience left out": lambda s: f"[{s.words}]({ids(s, flag=False)})",
    "number left out": lambda s: f"[{s.words}]({ids(s, number=False)})",
    "ids only": lambda s: f"[{s.words}]({ids(s, number=False, flag=False)})",
    "ids within": lambda s: f"[{s.words} ({ids(s)})]",
    "ids within, no number": lambda s: f"[{s.words} ({ids(s, number=False)})]",
    "number at every pair": lambda s: f"[{s.words}]({ids(s).replace('; ', f'; $R{s.number}, ')})",
    "commas for semicolons": lambda s: f"[{s.words}]({ids(s).replace(';', ',')})",
    "no spaces": lambda s: f"[{s.words}]({ids(s).replace(' ', '')})",
    "small ids": lambda s: f"[{s.words}]({re.sub('[$][RNH]', lambda m: m[0].lower(), ids(s))})",
    "space before the ids": lambda s: f"[{s.words}] ({ids(s)})",
    "no dollars": lambda s: f"[{s.words}]({ids(s).replace('$', '')})",
    "predicate behind a bar": lambda s: f"[{s.words}|{s.predicate}]({ids(s, predicate=False)})",
    "predicate last": lambda s: f"[{s.words}]({ids(s, predicate=False)}, {s.predicate})",
    "predicate after a comma": lambda s: f"[{s.words}]({ids(s).replace(':', ', ', 1)})",
    "predicate in words": lambda s: (
        f"[{s.words}]({ids(s).replace(s.predicate, s.predicate.lower().replace('_', ' '))})"
    ),
    "an arrow": lambda s: f"[{s.words}]({ARROW.sub(' -> ', ids(s))})",
    "semicolon after the number": lambda s: f"[{s.words}]({ids(s).replace(', $H', '; $H', 1)})",
    "square ids": lambda s: f"[{s.words}][{ids(s)}]",
    "no closing parenthesis": lambda s: f"[{s.words}]({ids(s)}",
    "no closing bracket": lambda s: f"[{s.words} ({ids(s)})",
    "no opening bracket": lambda s: f"{s.words}]({ids(s)})",
    "no brackets": lambda s: f"{s.words} ({ids(s)})",
    "bold around": lambda s: f"**[{s.words}]({ids(s)})**",
    "escaped": lambda s: rf"\[{s.words}\](" + ids(s).replace("$", r"\$") + ")",
    "subject once": lambda s: f"[{s.words}]({re.sub(r'; [$]H, [$]N[0-9]+', '', ids(s))})",
    "half in brackets": lambda s: (
        f"{s.words.split()[0]} [{' '.join(s.words.split()[1:]) or s.words}]({ids(s)})"
        if len(s.words.split()) > 1
        else f"[{s.words}]({ids(s)})"
    ),
    "a pair lost": lambda s: f"[{s.words}]($R{s.number}:{s.predicate}, $H, $N{s.pairs[0][0]})",
    "an id mistaken": lambda s: f"[{s.words}]({ids(s)[:-1]}9)",
}

OPENINGS = (
    "Sure, here is the answer:\n\n", "Certainly! Here's an annotated answer to your question:\n\n", "Sure! ",
    "Of course. I'd be happy to help.\n\n", "Here is the annotated response:\n", "**Answer:** ",
)  # fmt: skip

TEXT_SLIPS: dict[str, Callable[[str, random.Random], str]] = {
    "opening": lambda t, r: f"{r.choice(OPENINGS)}{t}",
    "bullets": lambda t, r: "\n".join(f"- {p}" for p in t.split("\n\n")),
    "numbered": lambda t, r: "\n\n".join(f"{n}. {p}" for n, p in enumerate(t.split("\n\n"), 1)),
    "heading": lambda t, r: f"## {r.choice(('Summary', 'What the studies say', 'Answer'))}\n\n{t}",
    "fence": lambda t, r: f"```markdown\n{t}\n```",
    "notes": lambda t, r: t.replace(". ", f" {r.choice(('[sic]', '[see note]', '[95% CI 0.8 to 1.1]'))}. ", 1),
    "citations": lambda t, r: t.replace(".\n", " [1, 3].\n").removesuffix(".") + " [2].",
    "a link": lambda t, r: f"{t} See [the review](https://doi.org/10.1002/14651858.CD003160.pub(3)).",
    "single line breaks": lambda t, r: t.replace("\n\n", "\n"),
    "closing": lambda t, r: f"{t}\n\nLet me know if you want to hear more about [any of these]!",
    "sentence in bold": lambda t, r: re.sub(r"^(.*?\.)(?=\s|$)", r"**\1**", t, count=1),
}

FRAMES = (
    "{s} {r} {o}.", "In trials, {s} {r} {o}.", "{s} {r} {o}, although the effect was small.",
    "According to several studies, {s} {r} {o} (in adults).", "Many people believe that {s} {r} {o}.",
    "Regular use of {s} {r} {o}, which is worth knowing.", "It is well known that {s} {r} the {o}.",
)  # fmt: skip


def canonical_entity(name: Name) -> str:
    """As asked for."""
    return f"[{name.words}|{name.type}]($N{name.number})"


def canonical_relation(said: Said) -> str:
    """As asked for."""
    return f"[{said.words}]({ids(said)})"


@dataclass(slots=True)
class Writer:
    """Writes answers; `rate` is the share of annotations with a slip, `only` restricts them to one kind."""

    rng: random.Random
    nodes: Sequence[tuple[str, str, Sequence[str]]]  # id, type, names
    edges: Sequence[tuple[str, str, str]]  # subject, predicate, object
    phrases: Mapping[str, Sequence[str]]
    rate: float
    only: str = ""

    def answer(self) -> Answer:
        """Write one answer of two or three paragraphs."""
        answer, numbers, paragraphs = Answer(), dict[str, Name](), list[str]()
        relation = 0
        for _ in range(self.rng.randint(2, 3)):
            sentences = []
            for _ in range(self.rng.randint(1, 3)):
                relation += 1
                sentences.append(self._sentence(relation, numbers, answer))
            paragraphs.append(" ".join(sentences))
        answer.text = self._wrapped("\n\n".join(paragraphs))
        answer.entities = {n.words for n in numbers.values()}
        return answer

    def _sentence(self, number: int, numbers: dict[str, Name], answer: Answer) -> str:
        subject, predicate, object_ = self.rng.choice(self.edges)
        more = [o for s, p, o in self.edges if (s, p) == (subject, predicate) and o != object_]
        objects = [object_, *self.rng.sample(more, min(len(more), self.rng.choice((0, 0, 0, 1, 2))))]
        s, *os = [self._name(e, numbers) for e in (subject, *objects)]
        said = Said(
            self.rng.choice(self.phrases[predicate]), predicate, tuple((s.number, o.number) for o in os), number
        )
        answer.relations |= {(s.words, said.words, predicate, o.words) for o in os}
        listed = " and ".join(self._entity(o) for o in os)
        return self.rng.choice(FRAMES).format(s=self._entity(s), r=self._relation(said), o=listed)

    def _name(self, entity: str, numbers: dict[str, Name]) -> Name:
        if entity not in numbers:
            _, kind, names = next(n for n in self.nodes if n[0] == entity)
            numbers[entity] = Name(self.rng.choice(names), kind, len(numbers) + 1)
        return numbers[entity]

    def _entity(self, name: Name) -> str:
        kinds = [k for k in ENTITY_SLIPS if self.only in ("", f"entity: {k}")]
        if not kinds or self.rng.random() >= self.rate:
            return canonical_entity(name)
        return ENTITY_SLIPS[self.rng.choice(kinds)](name)

    def _relation(self, said: Said) -> str:
        kinds = [k for k in RELATION_SLIPS if self.only in ("", f"relation: {k}")]
        if not kinds or self.rng.random() >= self.rate:
            return canonical_relation(said)
        return RELATION_SLIPS[self.rng.choice(kinds)](said)

    def _wrapped(self, text: str) -> str:
        kinds = [k for k in TEXT_SLIPS if self.only in ("", f"text: {k}")]
        if not kinds or self.rng.random() >= max(self.rate, 0.4 if self.only == "" else 0.0):
            return text
        return TEXT_SLIPS[self.rng.choice(kinds)](text, self.rng)
