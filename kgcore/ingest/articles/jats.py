"""Articles in JATS and its ancestors (NLM Journal Archiving), as PubMed Central and many publishers give them.

https://jats.nlm.nih.gov/archiving/tag-library/1.3/
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element, tostring

from kgcore.ingest.articles.xml import text_of
from kgcore.library.design import study_design
from kgcore.library.ids import doi, pmcid, pmid, title_id
from kgcore.library.model import ABSTRACT, Article, Caption, CaptionOf, Markup, RawTable, Section, Status
from kgcore.library.pages import numbered, page_range, pages_between
from kgcore.values.citation import group_name, person_name

TAG = "article"
_ID_KINDS = {"pmid": pmid, "pmc": pmcid, "pmcid": pmcid, "pmc-id": pmcid, "doi": doi}
_ID_ORDER = ("PMC:", "PMID:", "DOI:")
_FLOATS = ("table-wrap", "table-wrap-group", "fig", "fig-group")
_UNREAD = frozenset((*_FLOATS, "tex-math", "annotation", "graphic", "media", "supplementary-material", "sec", "fn"))
_BLOCKS = frozenset(("list", "list-item", "boxed-text", "disp-quote", "def-list", "def-item", "statement", "app"))
_SUMMARIES = (None, "normal", "section", "structured")  # abstracts that are the article's own
# article-type and related-article-type: https://jats.nlm.nih.gov/archiving/tag-library/1.3/attribute/article-type.html
_NOTICES = {
    "correction": Status.CORRECTED,
    "retraction": Status.RETRACTED,
    "partial-retraction": Status.CORRECTED,
    "expression-of-concern": Status.CONCERN,
    "addendum": Status.CORRECTED,
}
_OF_NOTICE = {  # how a notice names what it is about
    "corrected-article": Status.CORRECTED,
    "retracted-article": Status.RETRACTED,
    "object-of-concern": Status.CONCERN,
    "addended-article": Status.CORRECTED,
}
_OF_ARTICLE = {  # how an article names a notice about itself
    "correction-forward": Status.CORRECTED,
    "retraction-forward": Status.RETRACTED,
    "retraction": Status.RETRACTED,
    "expression-of-concern": Status.CONCERN,
    "concern": Status.CONCERN,
}


def article_of(root: Element) -> Article | None:
    """Return what an <article> says; None where it has neither an id nor a title."""
    meta = root.find("front/article-meta")
    meta = meta if meta is not None else root.find("front-stub")
    if meta is None:
        return None
    title, year = text_of(meta.find("title-group/article-title"), ("xref", "fn")), _year(meta)
    ids = _ids(meta) or ((title_id(title, year),) if title else ())
    if not ids:
        return None
    abstract = tuple(_abstract(meta))
    body = tuple(s for part in root.iterfind("body") for s in _sections(part, ""))
    tables, captions = _floats(root)
    kinds = tuple(dict.fromkeys(filter(None, (root.get("article-type", ""), *_subjects(meta)))))
    status, notices = _standing(root, meta, title)
    article = Article(
        ids,
        title,
        abstract,
        body,
        captions,
        tables,
        tuple(_people(meta, "author")),
        text_of(root.find("front/journal-meta//journal-title")),
        year,
        keywords=tuple(filter(None, (text_of(k) for k in meta.iterfind("kwd-group/kwd")))),
        types=kinds,
        licence=_licence(meta),
        status=status,
        notices=notices,
        volume=numbered(text_of(meta.find("volume"))),
        issue=numbered(text_of(meta.find("issue"))),
        pages=_pages(meta),
        editors=tuple(_people(meta, "editor")),
    )
    return replace(article, design=study_design(article))


def _ids(meta: Element) -> tuple[str, ...]:
    found = []
    for element in meta.iterfind("article-id"):
        read = _ID_KINDS.get(element.get("pub-id-type", ""))
        if read and (id := read(text_of(element))):
            found.append(id)
    return tuple(sorted(dict.fromkeys(found), key=lambda id: _ID_ORDER.index(id[: id.index(":") + 1])))


def _year(meta: Element) -> int | None:
    """Return the year of the earliest publication: an issue may come a year after the article."""
    years = [text_of(e) for e in meta.iterfind("pub-date/year")]
    sound = [int(y) for y in years if y.isascii() and y.isdigit() and len(y) == 4]
    return min(sound) if sound else None


def _abstract(meta: Element) -> Iterator[Section]:
    for abstract in meta.iterfind("abstract"):
        if abstract.get("abstract-type") in _SUMMARIES:
            yield from _sections(abstract, ABSTRACT, keep=False)


def _sections(element: Element, title: str, *, keep: bool = True) -> Iterator[Section]:
    """Yield an element's own paragraphs as one section, then its parts; with `keep`, these under its title.

    What stands deeper than a file may nest is refused when the file is read, so this ends.
    """
    own = "\n".join(_paragraphs(element))
    if own:
        yield Section(title, own)
    for part in element.iterfind("sec"):
        heading = text_of(part.find("title"), ("xref",)).strip(" :.")
        names = (title if keep else "", heading)
        yield from _sections(part, ": ".join(filter(None, names)) or title)


def _paragraphs(element: Element) -> Iterator[str]:
    for child in element:
        if child.tag in _BLOCKS:
            yield from _paragraphs(child)
        elif child.tag not in ("title", "label", *_FLOATS, "sec", "sec-meta", "object-id"):
            text = text_of(child, _UNREAD)
            if text:
                yield text


def _floats(root: Element) -> tuple[tuple[RawTable, ...], tuple[Caption, ...]]:
    tables, captions = [], []
    used: set[str] = set()
    for element in _own(root):
        if element.tag not in ("table-wrap", "fig"):
            continue
        kind = CaptionOf.TABLE if element.tag == "table-wrap" else CaptionOf.FIGURE
        id = _free_id(element.get("id") or f"{kind.value}-{len(used) + 1}", used)
        label, words = text_of(element.find("label")), text_of(element.find("caption"))
        foot = " ".join(filter(None, (text_of(f) for f in element.iterfind("table-wrap-foot"))))
        if label or words or foot:
            captions.append(Caption(id, kind, label, " ".join(filter(None, (words, foot)))))
        if kind is CaptionOf.TABLE:
            element.tail = None
            tables.append(RawTable(id, label, words, Markup.JATS, tostring(element, "unicode")))
    return tuple(tables), tuple(captions)


def _own(root: Element) -> Iterator[Element]:
    """Yield the elements of the article itself, without those of letters and replies that come with it."""
    for part in root:
        if part.tag not in ("sub-article", "response"):
            yield from part.iter()


def _free_id(wanted: str, used: set[str]) -> str:
    id, n = wanted, 1
    while id in used:
        n += 1
        id = f"{wanted}-{n}"
    used.add(id)
    return id


def _pages(meta: Element) -> str:
    first, last = text_of(meta.find("fpage")), text_of(meta.find("lpage"))
    if first:
        return page_range(pages_between(first, last))
    return page_range(text_of(meta.find("page-range")) or text_of(meta.find("elocation-id")))


def _people(meta: Element, kind: str) -> Iterator[str]:
    """Yield who wrote or edited the article; whom nothing is said of wrote it."""
    for contributor in meta.iterfind("contrib-group/contrib"):
        if contributor.get("contrib-type", "author") != kind:
            continue
        for name in (contributor.find("name"), contributor.find("name-alternatives/name")):
            if name is not None:
                yield person_name(*(text_of(name.find(part)) for part in ("surname", "given-names", "suffix")))
                break
        else:
            if group := text_of(contributor.find("collab"), ("contrib-group",)):
                yield group_name(group)


def _subjects(meta: Element) -> Iterable[str]:
    for group in meta.iterfind("article-categories/subj-group"):
        if group.get("subj-group-type") in ("heading", "article-type", None):
            yield from filter(None, (text_of(s) for s in group.iterfind("subject")))


def _licence(meta: Element) -> str:
    for licence in meta.iterfind("permissions/license"):
        refs = [value for name, value in licence.attrib.items() if name.rpartition("}")[2] == "href"]
        refs += [text_of(e) for e in licence if e.tag == "license_ref"]
        if refs:
            return refs[0]
        return licence.get("license-type") or text_of(licence)[:200]
    return ""


def _standing(root: Element, meta: Element, title: str) -> tuple[Status, tuple[tuple[str, Status], ...]]:
    """Return the article's own status, and what it says of others where it is a notice."""
    status = Status.RETRACTED if title.lower().startswith(("retracted:", "retracted article:")) else Status.CURRENT
    notices = []
    is_notice = root.get("article-type", "") in _NOTICES
    for related in meta.iterfind("related-article"):
        kind = related.get("related-article-type", "")
        if kind in _OF_ARTICLE and not is_notice:
            status = max(status, _OF_ARTICLE[kind], key=list(Status).index)
        elif kind in _OF_NOTICE and is_notice:
            hrefs = (value for name, value in related.attrib.items() if name.rpartition("}")[2] == "href")
            read = _ID_KINDS.get(related.get("ext-link-type", ""))
            notices += [(id, _OF_NOTICE[kind]) for href in hrefs if read and (id := read(href))]
    return status, tuple(notices)
