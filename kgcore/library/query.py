"""What somebody types into the search for papers → what is asked of the library. Pure.

vitamin E dementia                  any of the words, the more the better
"cognitive decline" -mice           the words together in this order; not with this word (a number: -"19")
title: omega 3 fatty acids          these words in the title: any of them (with a blank: up to the next field)
title:omega journal:"the lancet"    one word or phrase (without a blank)
year:2015..2020 type:rct is:retracted sort:year
like:PMID:123                       papers like that one
synonyms:off spelling:off           only the words as they were typed
+aspirin +warfarin|heparin          all of these, of the second any
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import unescape

from kgcore.errors import InputError
from kgcore.library.habits import in_our_words
from kgcore.library.ids import any_id
from kgcore.library.model import Design, LibraryQuery, Order, Scope, Status, Term
from kgcore.library.spellings import other_spellings
from kgcore.library.words import STOP_WORDS

LONGEST = 2_000  # characters of a query
MOST_TERMS = 60
ANY_ENDING = "*"  # behind the beginning of a word
_PIECE = re.compile(
    r"(?P<sign>\+(?=\S)|-(?=[^\s\d]))?(?:(?P<field>[A-Za-z]{2,12}):(?P<blank>\s*))?"
    r'(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"|]+))?'
    r'(?P<or>(?:\|(?:"[^"]*"?|[^\s"|]+))*)\|*'
)
_WORD = re.compile(r"\w{3,}\*|\w+(?:['’]\w+)?")
_BOUND = re.compile(
    r"\b[^\W\d_]{2,}(?:[-‐‑]\w+)+"
)  # words that tell more together: "off-pump", not "25-hydroxyvitamin"
_YEARS = re.compile(r"(\d{4})?\s*(\.\.|-|–|—)?\s*(\d{4})?")
_NAMES: Mapping[str, Scope] = {scope.value: scope for scope in Scope} | {
    "text": Scope.ALL,
    "fulltext": Scope.BODY,
    "captions": Scope.CAPTION,
    "figure": Scope.CAPTION,
    "tables": Scope.TABLE,
    "authors": Scope.AUTHOR,
    "keyword": Scope.MESH,
    **dict.fromkeys(("ti", "intitle", "allintitle"), Scope.TITLE),
    **dict.fromkeys(("ab", "abs"), Scope.ABSTRACT),
    **dict.fromkeys(("au", "auth", "inauthor"), Scope.AUTHOR),
    **dict.fromkeys(("ta", "so", "source", "publication"), Scope.JOURNAL),
    **dict.fromkeys(("mh", "kw", "keywords"), Scope.MESH),
    **dict.fromkeys(("tw", "tiab", "intext"), Scope.ALL),
}
_ALSO_FILTERS = {"pt": "type", "pubtype": "type", "dp": "year", "py": "year", "date": "year", "years": "year"}
_OPEN_YEARS = {"since": "{}..", "until": "..{}"}
_FILTERS = frozenset(("year", "type", "design", "is", "sort", "like", "synonyms", "spelling"))
_SWITCHES = {"on": True, "off": False}
_DESIGNS: Mapping[str, tuple[Design, ...]] = {design.value: (design,) for design in Design} | {
    "rct": (Design.RANDOMISED_TRIAL,),
    "randomized": (Design.RANDOMISED_TRIAL,),
    "randomised": (Design.RANDOMISED_TRIAL,),
    "randomized controlled trial": (Design.RANDOMISED_TRIAL,),
    "randomised controlled trial": (Design.RANDOMISED_TRIAL,),
    "randomized trial": (Design.RANDOMISED_TRIAL,),
    "trial": (Design.RANDOMISED_TRIAL, Design.TRIAL),
    "clinical trial": (Design.RANDOMISED_TRIAL, Design.TRIAL),
    "meta": (Design.META_ANALYSIS,),
    "meta-analyses": (Design.META_ANALYSIS,),
    "metaanalysis": (Design.META_ANALYSIS,),
    "sr": (Design.SYSTEMATIC_REVIEW,),
    "review": (Design.META_ANALYSIS, Design.SYSTEMATIC_REVIEW, Design.REVIEW),
    "observational": (Design.COHORT, Design.CASE_CONTROL, Design.CROSS_SECTIONAL),
    "animal": (Design.ANIMAL,),
    "in-vitro": (Design.IN_VITRO,),
    "case": (Design.CASE_REPORT,),
}
_STATUSES: Mapping[str, Status] = {status.value: status for status in Status} | {"concern": Status.CONCERN}


def parse_query(text: str) -> LibraryQuery:
    """Return what a typed query asks for. Raises InputError, which says how to write what cannot be read."""
    text = " ".join(unescape(unescape(text)).replace("\x00", " ").split())[
        :LONGEST
    ]  # "15&amp;nbsp;mg", as pages have it
    query = LibraryQuery(text)
    scope = Scope.ALL
    terms: list[Term] = []
    without: list[Term] = []
    for match in _PIECE.finditer(in_our_words(text)):
        if not match[0].strip():
            continue
        field, words = (match["field"] or "").lower(), match["phrase"] or match["word"] or ""
        field = _ALSO_FILTERS.get(field, field)
        if field in _OPEN_YEARS and words.isdigit():
            field, words = "year", _OPEN_YEARS[field].format(words)
        if field in _FILTERS:
            query, scope = _filtered(query, field, words, negated=match["sign"] == "-"), Scope.ALL
            continue
        own = scope
        if field in _NAMES:
            own = _NAMES[field]
            scope = own if match["blank"] or not words else Scope.ALL
        elif field:  # a colon inside of ordinary words
            words = f"{field} {words}"
        wanted = without if match["sign"] == "-" else terms
        if match["sign"] == "+":
            wanted += _required(words, own, match["or"])
        else:
            wanted += _terms(words, own, exact=match["phrase"] is not None)
            wanted += _terms(match["or"], own, exact=False)
    terms = _telling(terms)[:MOST_TERMS]
    if query.spelling:
        terms = [t if t.exact and t.also else replace(t, also=(*t.also, *_spelled(t))) for t in terms]
    return replace(query, terms=tuple(terms), without=tuple(without[:MOST_TERMS]))


def _required(words: str, scope: Scope, others: str) -> Iterator[Term]:
    """Yield what a paper must have: words, or any of the others, which bars divide."""
    plain = (" ".join(_WORD.findall(one)) for one in others.split("|"))
    if wanted := " ".join(_WORD.findall(words)):
        spelled = () if " " in wanted or wanted.endswith(ANY_ENDING) else other_spellings(wanted)
        yield Term(wanted, scope, exact=True, also=(*filter(None, plain), *spelled))


def _spelled(term: Term) -> tuple[str, ...]:
    if term.scope in (Scope.AUTHOR, Scope.JOURNAL):
        return ()
    if not term.exact:
        return () if term.text.endswith(ANY_ENDING) else other_spellings(term.text)
    other = " ".join((*other_spellings(word), word)[0] for word in term.text.split())
    return (other,) if other != term.text else ()


def query_of_fields(fields: Mapping[str, list[str]], text: str = "") -> LibraryQuery:
    """Return the query of a form: words by field; an article has at least one of every field that is filled.

    Raises InputError.
    """
    query = parse_query(text)
    terms = list(query.terms)
    for name, values in fields.items():
        for value in values:
            if name in _FILTERS:
                query = _filtered(query, name, value, negated=False)
            elif name in _NAMES:
                phrase = len(value) > 1 and value[0] == value[-1] == '"'
                terms += _telling(list(_terms(value.strip('"'), _NAMES[name], exact=phrase)))
            else:
                raise InputError(f'there is no field "{name}"', hint=f"There are {', '.join(field_names())}.")
    return replace(query, terms=tuple(terms[:MOST_TERMS]))


def typed_query(fields: Mapping[str, str]) -> str:
    """Return a form's fields as one types them: `text` anywhere, `words` in a `scope`, `year`, `design`.

    Raises InputError where they cannot be read, or nothing was filled in.
    """
    given = {name: " ".join(value.replace('"', " ").split()) for name, value in fields.items()}
    parts = [" ".join(fields.get("text", "").split())]
    if words := " ".join(fields.get("words", "").split()):
        scope = given.get("scope", "")
        parts.append(f"{scope}: {words}" if scope in _NAMES and scope != Scope.ALL.value else words)
    parts += [f"{name}:{value}" for name, value in (("year", given.get("year", "").replace(" ", "")),) if value]
    parts += [f'type:"{design}"'] if (design := given.get("design", "")) else []
    text = " ".join(filter(None, parts))
    query = parse_query(text)
    if not query.terms:
        raise InputError("there are no words to look for", hint="Fill in what is to stand in the papers.")
    return text


def field_names() -> tuple[str, ...]:
    """Return the names of all fields that a query may have."""
    return (*tuple(scope.value for scope in Scope if scope is not Scope.ALL), "year", "type", "is", "sort", "like")


def _terms(words: str, scope: Scope, *, exact: bool) -> Iterator[Term]:
    found = _WORD.findall(words)
    if scope is Scope.AUTHOR:  # "Smith, Ann" is written in many ways: by names, whatever their order and initials
        found = [word for word in found if len(word) > 1] or found
        yield from (Term(word, scope, exact=exact) for word in found)
    elif exact and found:
        yield Term(" ".join(found), scope, exact=True)
    elif not exact:
        bound = {parts[-1]: " ".join(parts) for one in _BOUND.findall(words) if len(parts := _WORD.findall(one)) > 1}
        yield from (Term(word, scope, also=(bound[word],) if word in bound else ()) for word in found)


def _with_lone_letters_bound(terms: Sequence[Term]) -> Iterator[Term]:
    """Yield terms, a lone letter with the word before it: the E of "vitamin E" is no name's initial, no item of
    a list and no part of "apolipoprotein E".
    """
    before: Term | None = None
    for term in terms:
        told = not term.exact and term.text.lower() not in STOP_WORDS
        bound = (
            told and len(term.text) == 1 and term.text.isalpha() and before is not None and before.scope is term.scope
        )
        yield replace(term, text=f"{before.text} {term.text}") if bound and before is not None else term
        before = term if told and len(term.text) > 1 and term.text.isalnum() else None


def _telling(terms: list[Term]) -> list[Term]:
    """Return the terms without words that any text has, unless there are no others; each once."""
    terms = list(_with_lone_letters_bound(terms))
    telling = [t for t in terms if t.exact or t.text.lower() not in STOP_WORDS]
    return list(dict.fromkeys(telling or terms))


def _filtered(query: LibraryQuery, field: str, value: str, *, negated: bool) -> LibraryQuery:
    words = value.strip().lower()
    match field:
        case "year" if not negated:
            return replace(query, years=_years(words))
        case "sort":
            orders = {order.value: order for order in Order}
            if words not in orders:
                raise InputError(f'"sort:{value}" is unknown', hint=f"There are {', '.join(orders)}.")
            return replace(query, order=orders[words])
        case "like":
            if not (id := any_id(value) or (value if value.startswith("TITLE:") else "")):
                raise InputError(f'"like:{value}" names no paper', hint="Write like:PMID:123, like:PMC123 or a DOI.")
            return replace(query, like=id)
        case "synonyms" | "spelling":
            if words not in _SWITCHES:
                raise InputError(f'"{field}:{value}" is unknown', hint=f"Write {field}:on or {field}:off.")
            on = _SWITCHES[words]
            return replace(query, synonyms=on) if field == "synonyms" else replace(query, spelling=on)
        case "is":
            if words not in _STATUSES:
                raise InputError(f'"is:{value}" is unknown', hint=f"There are {', '.join(_STATUSES)}.")
            one = frozenset((_STATUSES[words],))
            kept = (query.statuses or frozenset(Status)) - one
            return replace(query, statuses=kept if negated else query.statuses | one)
        case _:
            found = _DESIGNS.get(words.replace("_", " "))
            if field == "year" or (found is None and negated):
                hint = "Write the years that you want, year:2015..2020, and -word for words."
                raise InputError(f'"-{field}:{value}" cannot be left out', hint=hint)
            if found is None:
                return replace(query, types=(*query.types, words))
            left = (query.designs or frozenset(Design)) - frozenset(found)
            return replace(query, designs=left if negated else query.designs | frozenset(found))


def _years(text: str) -> tuple[int, int]:
    found = _YEARS.fullmatch(text.replace(">=", "").replace("<=", ".."))
    if found is None or not (found[1] or found[3]):
        raise InputError(f'"year:{text}" is no year', hint="Write year:2019 or year:2015..2020.")
    first = int(found[1]) if found[1] else 0
    if found[3]:
        return first, int(found[3])
    return (first, 9999) if found[2] or text.startswith(">=") else (first, first)
