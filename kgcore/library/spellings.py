"""Other ways in which papers spell a word: British and American, and Greek letters written out. Pure."""

from __future__ import annotations

import re

_BRITISH = (
    ("haem", "hem"), ("aemi", "emi"), ("aesth", "esth"), ("oestr", "estr"), ("oesoph", "esoph"), ("oedem", "edem"),
    ("paed", "ped"), ("gynaec", "gynec"), ("aetiol", "etiol"), ("caec", "cec"), ("coelia", "celia"), ("foet", "fet"),
    ("rrhoea", "rrhea"), ("pnoea", "pnea"), ("faec", "fec"), ("tumour", "tumor"), ("colour", "color"),
    ("labour", "labor"), ("behaviour", "behavior"), ("odour", "odor"), ("favour", "favor"), ("fibre", "fiber"),
    ("centre", "center"), ("litre", "liter"), ("metre", "meter"), ("sulph", "sulf"), ("programme", "program"),
    ("ageing", "aging"), ("leuco", "leuko"), ("grey", "gray"), ("aluminium", "aluminum"), ("manoeuv", "maneuv"),
    ("analys", "analyz"), ("paralys", "paralyz"), ("counsell", "counsel"), ("labell", "label"), ("caesar", "cesar"),
)  # fmt: skip
_SHORT = frozenset(("hem", "ped", "fet", "fec", "cec", "estr", "esth", "edem"))  # these only begin a word
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "κ": "kappa", "λ": "lambda", "μ": "mu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "φ": "phi",
    "χ": "chi", "ψ": "psi", "ω": "omega",
}  # fmt: skip
_LETTERS = {name: letter for letter, name in _GREEK.items() if len(name) > 3}
_LETTER = re.compile(f"[{''.join(_GREEK)}]")
_SPELLED_OUT = re.compile(r"(?<=[a-z0-9]{2})(?:alpha|beta|gamma|kappa)$")


def other_spellings(word: str) -> tuple[str, ...]:
    """Return the other ways in which papers write a word ("anaemia": "anemia"; "TNFα": "TNFalpha", "TNF α", …)."""
    low = word.lower()
    if not low.isascii():
        return _spelled_out(low, low) if _LETTER.search(low) else ()
    if low in _LETTERS:
        return (_LETTERS[low],)
    if ending := _SPELLED_OUT.search(low):
        return _spelled_out(low[: ending.start()] + _LETTERS[ending[0]], low)
    return _of_the_other_country(low) if len(low) > 4 else ()


def _spelled_out(word: str, typed: str) -> tuple[str, ...]:
    """Return a word with Greek letters in all other ways: as they are, spelled out, and either set apart."""
    found = [word]
    for around in ("{}", " {} "):
        found.append(_LETTER.sub(lambda m, around=around: around.format(_GREEK[m[0]]), word))  # type: ignore[misc]
    found.append(_LETTER.sub(r" \g<0> ", word))
    others = dict.fromkeys(" ".join(one.split()) for one in found)
    return tuple(other for other in others if other != typed)


def _of_the_other_country(word: str) -> tuple[str, ...]:
    other = word
    for british, american in _BRITISH:
        if british in other:
            other = other.replace(british, american)
        elif other.startswith(american) or (american in other and american not in _SHORT):
            other = other.replace(american, british, 1)
    return (other,) if other != word else ()
