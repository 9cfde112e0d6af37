"""Where a label begins and what belongs to it, when brackets are missing or a type stands inside."""

from __future__ import annotations

import re

REACH = 90  # characters that a label without an opening bracket may reach back
_MOST_WORDS = {"entity": 5, "relation": 10}
_WRAPPED = re.compile(
    r"(?:\*\*(?P<bold>[^*\n]{1,80})\*\*|(?<!\*)\*(?P<italic>[^*\n]{1,80})\*|__(?P<under>[^_\n]{1,80})__"
    r'|"(?P<quoted>[^"\n]{1,80})"|“(?P<curly>[^”\n]{1,80})”|`(?P<code>[^`\n]{1,80})`'
    r"|\((?P<round>[^()\n]{1,80})\)|\{(?P<brace>[^{}\n]{1,80})\}|<(?P<angle>[^<>\n]{1,80})>)\s*$"
)
# A full stop that ends no sentence: St. John's wort, vs. placebo, e.g. zinc.
STOP = r"(?<!\bSt)(?<!\bDr)(?<!\bvs)(?<!e\.g)(?<!i\.e)\."
_BREAK = re.compile(rf"(?:{STOP}|[;:!?])(?=\s)|,\s|[()\[\]\n\"“”|]")
_FUNCTION_WORDS_LIST = (
    "a an the of and or but nor with without in into on onto for by to from at as than that which who whose while "
    "when where because since although if both either neither also not no only such like including is are was were "
    "be been being has have had may might can could will would should does do did it its this these those their his "
    "her our your more less most least very taking using use uses given about over under between among against "
    "during after before through via per however therefore thus whereas regular daily often usually sometimes"
)
_FUNCTION_WORDS = frozenset(_FUNCTION_WORDS_LIST.split())
_SENTENCE_END = re.compile(rf"(?:{STOP}|[!?])\s|[:\n]")
CAMEL = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+")
_BAR_BEHIND = re.compile(r"\|\s*(?P<type>[A-Za-z][\w/ ]{1,40}?)\s*$")
_TYPE_BEHIND = re.compile(r"\s*(?:[:,/-]\s+|\()\s*(?P<type>[A-Z][\w/ ]{2,40}?)\s*\)?\s*$")


def key(name: str) -> str:
    """Fold a type's or predicate's name, so that "Dietary Supplement" and "DietarySupplement" are one."""
    return "".join(c for c in name.casefold() if c.isalnum())


def guess(before: str, *, relation: bool, known: str = "") -> tuple[int, int]:
    """Return (start, end) in `before` of the label that ends there; (n, n), n = len(before), when there is none.

    `known` is the label that the id already has: if the text ends with it, that is the stretch. Words in quotes,
    emphasis or other brackets are taken whole. Otherwise a relation takes all words since the last break, an entity
    those behind the last function word.
    """
    end = len(before.rstrip())
    reach = max(0, end - REACH)
    if known and before[:end].casefold().endswith(known.casefold()):
        return end - len(known), end
    if wrapped := _WRAPPED.search(before, reach):
        return wrapped.start(), wrapped.end()
    breaks = [m.end() for m in _BREAK.finditer(before, reach, end)]
    start = breaks[-1] if breaks else reach if reach == 0 else before.find(" ", reach) + 1
    return _words(before, start, end, relation=relation)


def _words(before: str, start: int, end: int, *, relation: bool) -> tuple[int, int]:
    found = list(re.finditer(r"\S+", before[start:end]))
    # "Dementia with Lewy bodies" right behind another annotation: a capital there begins a name, not a sentence.
    named = start == 0 and before[:1].isspace() and bool(found) and found[0][0][0].isupper()
    if not relation and not named:
        last = max((i for i, w in enumerate(found) if _is_function_word(w[0], i)), default=-1)
        found = found[last + 1 :]
    found = found[-_MOST_WORDS["relation" if relation else "entity"] :]
    if not found:
        return len(before), len(before)
    return start + found[0].start(), end


def _is_function_word(word: str, place: int) -> bool:
    """Capitals count only where a sentence may begin: "Huperzine A" is a name."""
    return (word if place else word.casefold()) in _FUNCTION_WORDS


def could_be_label(text: str) -> bool:
    """Whether an opening bracket so far back can still be the start of a label."""
    return 0 < len(text.strip()) <= REACH and len(text.split()) <= 8 and not _SENTENCE_END.search(text)


def split_type(label: str, types: frozenset[str]) -> tuple[str, str]:
    """Cut a type off a label: "fish oil|DietarySupplement", "fish oil (Dietary Supplement)", "fish oil: Drug".

    `types` are folded with `key`. Without a bar, only a known type or a CamelCase word counts as one.
    """
    if "|" in label:
        name, _, rest = label.partition("|")
        rest = rest.strip(" |")
        if key(name) in types and key(rest) not in types:
            return rest, name.strip()
        return name, rest.split("|")[0].strip()
    behind = _TYPE_BEHIND.search(label)
    if behind is not None and behind.start() and (key(behind["type"]) in types or CAMEL.fullmatch(behind["type"])):
        return label[: behind.start()], behind["type"]
    return label, ""


def split_type_behind(before: str) -> tuple[str, str]:
    """Cut "|DietarySupplement" off words whose opening bracket is missing; return the rest and the type."""
    found = _BAR_BEHIND.search(before, max(0, len(before) - REACH))
    return (before[: found.start()], found["type"]) if found is not None else (before, "")
