"""Untrusted text on its way into HTML: escaped once, and without the characters that no reader sees."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, assert_never
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from kgcore.values.model import Paper
from kgcore.values.reply import Cite, EntityRef, Inline, Link, Plain, RelationRef, Strong
from kgcore.values.text import marked_parts
from kgcore.verdicts import ROWS, Badge

# C0 and C1 controls but tab and line ends, lone surrogates, and the overrides and isolates that reorder what follows.
_UNSEEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
_INNER_CAPITAL: Final = re.compile(r"(?<=[a-z])[A-Z](?=[a-z])")
_MEDIA: Final = re.compile(r"[a-z]+/[a-z0-9.+-]+")
# The selector behind a sign keeps it from becoming a coloured emoji.
_DRAWN: Final = {ord(row.icon): f"{row.drawn}\ufe0e" for row in ROWS.values() if row.drawn != row.icon}
_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")


def clean_text(text: str) -> str:
    """Return the text without control characters and directional overrides, and with icons that common fonts have."""
    return _UNSEEN.sub("", text).translate(_DRAWN)


def escape_html(text: str) -> Markup:
    """Return the text as HTML."""
    return escape(clean_text(text))


def type_in_words(type: str) -> Markup:
    """Return an entity type in words, as HTML: "DietarySupplement" → "Dietary supplement"."""
    words = _INNER_CAPITAL.sub(lambda found: f" {found[0].lower()}", clean_text(type).replace("_", " "))
    return escape(words)


def finalize(value: object) -> object:
    """Clean whatever a template puts out; markup that we made ourselves stays as it is."""
    return clean_text(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def safe_colour(value: str) -> str:
    """Return the value if it is a colour ("#rrggbb"), else ""."""
    return value if _COLOUR.fullmatch(value) else ""


def context_object(paper: Paper) -> str:
    """Return a paper as a ContextObject in Span (ocoins.info), from which Zotero and its like take it up."""
    scheme, _, rest = clean_text(paper.id).partition(":")
    kind = {"PMID": "pmid", "DOI": "doi"}.get(scheme.strip().upper())
    fields = (
        ("rft.genre", "article"),
        *(("rft.au", clean_text(author)) for author in paper.authors),
        ("rft.atitle", clean_text(paper.title)),
        ("rft.jtitle", clean_text(paper.journal)),
        ("rft.date", str(paper.year or "")),
        ("rft.volume", clean_text(paper.volume)),
        ("rft.issue", clean_text(paper.issue)),
        ("rft.pages", clean_text(paper.pages)),
        ("rft_id", f"info:{kind}/{rest.strip()}" if kind and rest else ""),
        ("rft_id", clean_text(paper.url) if paper.url.startswith(("https://", "http://")) else ""),
    )
    known = [(name, value) for name, value in fields if value]
    return urlencode([("ctx_ver", "Z39.88-2004"), ("rft_val_fmt", "info:ofi/fmt:kev:mtx:journal"), *known])


def media_type(value: str) -> str:
    """Return the media type of a download, that of unknown bytes where it is none."""
    return value if _MEDIA.fullmatch(value) else "application/octet-stream"


# --- The page's templates: loaded once, everything escaped.


@lru_cache(maxsize=1)
def template_environment() -> Environment:
    """Return the templates; they are not looked at again once they are loaded."""
    made = Environment(
        loader=PackageLoader("adapters.web"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # else every macro looks at its file's time again
    )
    made.globals["spaced"] = type_in_words
    made.globals["coins"] = context_object
    made.globals["marked_parts"] = marked_parts
    return made


def call_macro(template: str, name: str, *values: object) -> Markup:
    """Return what a template's macro makes of the values."""
    found = getattr(template_environment().get_template(template).module, name)
    result: Markup = found(*values)
    return result


# --- Inlines → HTML: plain words, entities marked as in the picture, relations that lead to their claims,
# links.


@dataclass(frozen=True, slots=True)
class PageContext:
    """What the blocks of one reply need to know of each other: thread and turn in addresses, and its verdicts.

    `folded`: its forms are folded away under their titles. `base`: where the addresses of its files begin.
    """

    thread: str
    turn: str
    verdicts: Mapping[int, Badge]
    folded: bool = False
    base: str = ""


def inlines_html(parts: tuple[Inline, ...], where: PageContext, *, marks: bool = True) -> Markup:
    """Return the inlines as HTML.

    `marks`: relations lead to their claims and carry the verdicts' icons, and each entity is a stop of the tab key;
    else what they stand in is one.
    """
    return Markup("").join(_inline(i, where, marks) for i in parts)


def _inline(inline: Inline, where: PageContext, marks: bool) -> Markup:
    words = escape_html(inline.text)
    match inline:
        case Plain():
            return words
        case Strong():
            return Markup("<strong>{}</strong>").format(words)
        case EntityRef():
            return _entity(inline, words, stop=marks)
        case RelationRef():
            return _relation(inline, words, where) if marks else words
        case Cite():
            return _cite(inline)
        case Link():
            return Markup('<a href="{}" target="_blank" rel="noopener noreferrer">{}</a>').format(
                clean_text(inline.url), words
            )
    assert_never(inline)


def _cite(cite: Cite) -> Markup:
    space = Markup("") if cite.next else Markup("&nbsp;")
    if not cite.url:
        made = '{}<span class="cite" title="{}">{}</span>'
        return Markup(made).format(space, clean_text(cite.words), cite.mark)  # noqa: S704
    made = '{}<a class="cite" href="{}" target="_blank" rel="noopener noreferrer" title="{}">{}</a>'
    return Markup(made).format(space, clean_text(cite.url), clean_text(cite.words), cite.mark)  # noqa: S704


def _entity(entity: EntityRef, words: Markup, *, stop: bool) -> Markup:
    data = Markup(' data-entity="{}"').format(entity.number) if entity.number else Markup("")
    data += Markup(' tabindex="0"') if entity.number and stop else Markup("")
    look = " faded" if entity.faded else ""
    title = (
        Markup("{} (folded away)").format(type_in_words(entity.type)) if entity.faded else type_in_words(entity.type)
    )
    return Markup('<span class="entity{}"{} data-colour="{}" title="{}"><span class="name">{}</span></span>').format(
        look, data, safe_colour(entity.colour), title, words
    )


def _relation(relation: RelationRef, words: Markup, where: PageContext) -> Markup:
    known = [n for n in relation.claims if n in where.verdicts]
    if not known:
        return words if relation.claims else Markup("<em>{}</em>").format(words)
    icons = Markup("").join(
        call_macro("blocks.html", "icon", v) for v in dict.fromkeys(where.verdicts[n] for n in known)
    )
    start, space, last = words.rpartition(" ")
    tail = Markup('{}{}<span class="tail">{}{}</span>').format(start, space, last, icons)  # no line break before icons
    return Markup('<a class="relation sign-{}" href="#c-{}-{}" data-claims="{}">{}</a>').format(
        relation.sign.name.lower().replace("_", "-"), where.turn, known[0], " ".join(map(str, known)), tail
    )
