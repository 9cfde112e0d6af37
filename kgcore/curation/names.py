"""Which words may stand for an entity when papers and graphs are brought onto one: the guards of standardisation. Pure.

After iDISK (Rizvi et al. 2020, doi:10.1093/jamia/ocz216): names that name nothing are dropped, nothing is taken for
something more general, and a product is the same only with its name and its company.
"""

from __future__ import annotations

import re

from kgcore.linking.lexicon import concepts
from kgcore.linking.names import join_letters, tokens

COMPANY = frozenset({"company", "companyname", "manufacturer", "manufacturername", "brand", "brandname", "labeler"})
_GENERAL = frozenset(
    "drug agent medication medicine medicament remedy pharmaceutical preparation formulation product supplement herb "  # noqa: SIM905
    "plant food diet nutrient compound chemical substance molecule metabolite ingredient vitamin mineral protein gene "
    "enzyme receptor hormone antibody inhibitor agonist antagonist blocker vaccine acid oil extract therapy treatment "
    "disease disorder syndrome condition symptom illness infection injury toxicity deficiency".split()
)
_BEFORE = re.compile(r"(?P<word>[^\W\d_][\w'’-]*?[-\u2010\u2011\u2013]?)\s?\Z")
_PLAIN = frozenset(
    "a an the this that these those its their his her our your any all some no each every both either neither such "  # noqa: SIM905
    "other another same new study trial of in on with without for to by from as at than and or but nor versus vs per "
    "after before during between among against into through via is are was were be been being has have had do does did "
    "not can may might must should will would could which who whose when where while if whether because since only "
    "also more most less least many much few several two three four five six".split()
)
_TAKEN_AWAY = re.compile(
    r"\s?[-\u2010\u2011\u2013](?:lowering|reducing|raising|elevating|sparing|free|like|naive|na\u00efve|resistant|"
    r"refractory|negative|independent)\b",
    re.IGNORECASE,
)
_LOOKED_BACK = 40  # characters


def is_name(words: str) -> bool:
    """Whether words can name something: two characters at least, and a letter among them."""
    return len(words.strip()) > 1 and any(c.isalpha() for c in words)


def says_more(name: str, other: str) -> bool:
    """Whether a name says all that another says and more, so that the other would be too general for it."""
    ours, theirs = frozenset(concepts(tokens(name))), frozenset(concepts(tokens(other)))
    return bool(theirs) and theirs < ours and join_letters(tokens(name)) != join_letters(tokens(other))


def is_general(name: str) -> bool:
    """Whether a name is that of a whole class ("drug", "plant extract"), which a word before it makes narrower."""
    words = tokens(name)
    return bool(words) and all(word in _GENERAL for word in words)


def is_part_of_more(text: str, start: int, end: int) -> bool:
    """Whether the words at a place of a text are a part only of what is named there.

    "Blood pressure-lowering drugs" are neither drugs nor blood pressure, and a non-diabetic is no diabetic.
    """
    if _TAKEN_AWAY.match(text, end):
        return True
    before = _BEFORE.search(text[max(0, start - _LOOKED_BACK) : start])
    if before is None:
        return False
    word = before["word"].lower()
    if word.rstrip("-\u2010\u2011\u2013") == "non":
        return True
    return is_general(text[start:end]) and word not in _PLAIN


def is_product_type(type: str) -> bool:
    """Whether a type is that of things on sale ("DietarySupplementProduct", "Brand"): name and company tell them."""
    plain = re.sub(r"[^a-z]", "", type.lower())
    return plain.endswith(("product", "products", "brand", "brands")) and not plain.startswith(
        ("gene", "bio", "natural")
    )
