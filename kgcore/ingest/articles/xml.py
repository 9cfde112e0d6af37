"""XML from outside, as a stream: at full speed, with entities of a file's own refused before the parser sees them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from html.entities import html5
from typing import Any, Protocol
from xml.etree.ElementTree import Element, ParseError, XMLPullParser
from xml.parsers import expat

from kgcore.errors import InputError

_SPACE = re.compile(r"\s+")
_CHUNK = 1 << 18
_DEEPEST = 400  # elements within each other: real articles have twenty
_MOST_BYTES = 256 << 20  # of one article: the longest real ones have a few million
_NAMED = {name[:-1]: value for name, value in html5.items() if name.endswith(";")}  # JATS files may use them
# What stands on lines of its own in print: its words do not run into those beside it.
_BLOCKS = frozenset(
    (
        *("p", "title", "subtitle", "sec", "label", "caption", "break", "boxed-text", "fn", "AbstractText"),
        *("list-item", "def-item", "term", "def", "disp-quote", "disp-formula", "td", "th", "tr", "table-wrap-foot"),
    )
)


class Readable(Protocol):
    """What bytes are read from."""

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, at most so many; b"" at the end."""
        ...


def elements_in(stream: Readable, name: str, wanted: Collection[str]) -> Iterator[Element]:
    """Yield the outermost elements with a wanted tag, each whole and without namespaces in its tags, one at a time.

    `name` is the file's in errors. Raises InputError where the document is broken, a bomb, or nests without end.
    """
    # Entities can be declared before the first element only: that part alone is read by a parser that refuses them.
    guard: _Guard | None = _Guard(name)
    parser, walk = _parser(), _Walk(name, wanted)
    try:
        while chunk := stream.read(_CHUNK):
            if guard is not None and guard.has_passed(chunk):
                guard = None
            parser.feed(chunk)
            yield from walk.finished(parser.read_events(), len(chunk))
        parser.close()
        yield from walk.finished(parser.read_events(), 0)
    except ParseError as exc:
        line, _ = exc.position
        raise InputError(f"is no whole XML file ({_printable(str(exc))}).", where=f"{name}:{line}") from exc
    except (ValueError, LookupError) as exc:
        raise InputError("is in an encoding that cannot be read.", where=name, hint="Save it as UTF-8.") from exc


def _parser() -> Any:
    parser: Any = XMLPullParser(("start", "end"))
    inner = getattr(parser, "_parser", None)
    if inner is not None:
        inner.entity.update(_NAMED)
    return parser


class _Walk:
    """Where in the document the reading is: what is inside a wanted element is kept until that ends."""

    def __init__(self, name: str, wanted: Collection[str]) -> None:
        self._name, self._wanted = name, wanted
        self._depth = 0
        self._inside = 0  # the depth of the wanted element that is being read
        self._above: list[Element] = []
        self._bytes = 0

    def finished(self, events: Any, size: int) -> Iterator[Element]:
        self._bytes += size
        if self._inside and self._bytes > _MOST_BYTES:
            raise InputError(f"has an article of more than {_MOST_BYTES >> 20} MB.", where=self._name)
        for event, element in events:
            if event == "start":
                self._begin(element)
                continue
            self._depth -= 1
            if self._inside and self._depth + 1 == self._inside:
                self._inside = 0
                yield element
                for parent in self._above:  # what was read is let go
                    parent.clear()
            elif not self._inside:
                self._above.pop()

    def _begin(self, element: Element) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise InputError(f"nests more than {_DEEPEST} elements.", where=self._name)
        if element.tag.startswith("{"):
            element.tag = element.tag.rpartition("}")[2]
        if self._inside:
            return
        if element.tag in self._wanted:
            self._inside, self._bytes = self._depth, 0
        else:
            self._above.append(element)


class _FirstElement(Exception):  # noqa: N818  (a signal between two functions of this file)
    """The document's first element has begun."""


class _Guard:
    """Reads what stands before the first element, and refuses entities that are declared there."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._parser = expat.ParserCreate()
        self._parser.EntityDeclHandler = self._entity
        self._parser.StartElementHandler = self._first

    def has_passed(self, chunk: bytes) -> bool:
        try:
            self._parser.Parse(chunk)
        except _FirstElement:
            return True
        except expat.ExpatError as exc:
            raise InputError(f"is no XML file ({_printable(str(exc))}).", where=f"{self._name}:{exc.lineno}") from exc
        return False

    def _entity(self, *_: object) -> None:
        raise InputError("defines entities of its own, as no article does.", where=self._name)

    def _first(self, *_: object) -> None:
        raise _FirstElement


def text_of(element: Element | None, without: Collection[str] = ()) -> str:
    """Return all text inside on one line; of elements named in `without`, none."""
    if element is None:
        return ""
    return _SPACE.sub(" ", "".join(_pieces(element, without))).strip()


def _pieces(element: Element, without: Collection[str]) -> Iterator[str]:
    stack: list[tuple[Element, bool]] = [(element, True)]  # whether it is entered; else only what stands behind it
    while stack:
        one, enters = stack.pop()
        if not enters:
            yield " " if one.tag in _BLOCKS else ""
            yield one.tail or ""
            continue
        if one is not element:
            stack.append((one, False))
        if isinstance(one.tag, str) and (one is element or one.tag not in without):
            yield " " if one.tag in _BLOCKS else ""
            yield one.text or ""
            stack.extend((child, True) for child in reversed(one))


def _printable(text: str) -> str:
    return "".join(c for c in text if c.isprintable())[:120]
