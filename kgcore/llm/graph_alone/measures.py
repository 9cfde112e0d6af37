"""What a graph of relations does not tell: how long, how much, how often. It is said before what it does tell."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from kgcore.english.agreement import spell_number
from kgcore.question.skeleton import LEADING, NUMBERS, spelt_number

_TAKEN = r"(?:take|need|use|drink|eat|have|give|be taken|be given|a day|per day|daily|should|safe)"
_TOLD_BY = "a pharmacist or doctor can tell you"
# What a question asks to be measured, and how it is said that the graph does not tell; the first that fits counts.
_MEASURES = (
    (r"\bhow long (?:\w+ ){0,2}?(?:can|should|may|must|do|is it safe)\b.*\b(?:take|use|stay|keep|be on)\b"
     r"|\bhow long (?:to take|to use|on)\b", f"For how long to take it, the graph does not say: {_TOLD_BY}."),
    (r"\bhow (?:long|soon|fast|quick|quickly)\b|\bhow many (?:days|weeks|months|hours)\b"
     r"|^when (?:will|does|do|should) .*\b(?:kick|work|notice|feel)",
     "How long it takes, the graph does not say."),
    (r"^when (?:will|does|do|should) .*\bstart", "When, the graph does not say."),
    (rf"\bhow much\b.*\b{_TAKEN}\b|\bhow many\b.*\b(?:take|drink|eat|be taken|a day|per day|daily|should)\b"
     r"|\bhow many (?:mg|milligrams|grams|pills|tablets|capsules|cups|units|drops)\b"
     r"|\b(?:what|which|right|best|recommended|correct|usual) (?:is the )?(?:\w+ ){0,2}dos(?:e|es|age)\b|\bdosage\b",
     f"How much to take, the graph does not say: {_TOLD_BY}."),
    (r"\bhow (?:serious|severe|grave|dangerous|bad) (?:is|are|would|can|could|may|might)"
     r" (?:it|this|that|they|these|the)\b|\bhow (?:serious|severe|grave) (?:is|are) \w+"
     r"|^(?:and |but |so )*(?:is|are) [^?]{2,60} (?:serious|severe|grave|a big deal)\W*$",
     "How grave it is, the graph does not say."),
    (r"\bhow (?:often|frequently)\b|\bhow many times\b", "How often, the graph does not say."),
    (r"\bhow (?:common|rare|frequent|likely|many people)\b|\bprevalence\b|\bwhat are the (?:odds|chances)\b"
     r"|^(?:is|are) [^?]+ (?:common|rare|unusual|uncommon|usual|frequent|typical)(?:ly \w+)? (?:in|with|of|for|among)\b"
     r"|\b(?:do|does|will|have|has) (?:most|all|many|few|half(?: of)?) \w+"
     r"|^(?:and |but |so )*(?:which|what)(?: one| ones)? of (?:them|these|those)(?: \w+)? (?:is|are)(?: the)?"
     r"(?: (?:most|least|more|less|very))? (?:common|rare|frequent|usual|typical|likely)(?:er|est)?\W*$",
     "How common that is, the graph does not say."),
    (r"^(?:and |but |ok |so )*(?:(?:in )?compar(?:ed|ison)|against|versus|vs) (?:to|with)? ?what\b"
     r"|\bwhat (?:was|were|is|are|did) (?:it|they|that|those|these)(?: \w+)? compare\w* (?:to|with|against)\b"
     r"|\bcompared (?:it|them|that) (?:to|with)\b|\bwas there a (?:placebo|control)",
     "What it was compared with, the graph does not say; the papers do."),
    (r"\bwho (?:paid|pays|funded|funds|sponsored|financed|backed)\b|\b(?:funding|sponsors?|conflicts? of interest)\b",
     "Who paid for the studies, the graph does not say; the papers do."),
    (r"\b(?:cheap(?:er|est)?|costs?|prices?|expensive|afford(?:able)?)\b", "What it costs, the graph does not say."),
    (r"\b(?:contagious|infectious|(?:is|are) (?:[\w'-]+ ){1,3}catching|catch (?:it|that)"
     r"|spread to (?:others|people|my))\b",
     "Whether it passes from one person to another, the graph does not say."),
    (r"\b(?:hereditary|inherited|runs? in (?:the|my) family|pass (?:it|that) on to my)\b",
     "Whether it runs in families, the graph does not say."),
    (r"\bat (?:what|which) age\b|\bhow old\b|\bage (?:of|at) (?:onset|diagnosis|death|presentation)\b",
     "At what age, the graph does not say."),
    (r"^(?:so |and |but )?(?:(?:is|are) there|do (?:we|you|they) have) (?:an? |any )?(?:\w+ )?cures?\b|^what cures\b"
     r"|^(?:so |and |but )?(?:can|could) [^?]{2,60} be (?:\w+ )?cured\b|\b(?:is|are) [^?]{2,60} curable\b",
     "Of a cure, the graph says nothing."),
    (r"^(?:so |and )?(?:what|which)(?: \w+)? (?:is|are|would be|works?|helps?) (?:the )?(?:single |very )?"
     r"(?:best|most effective|strongest|most powerful)"
     r"(?! (?:evidence|proof|stud(?:y|ies)|known|way|test))\b(?: [\w-]+){0,3}? (?:for|against|in|to)\b",
     "Which is best, the graph does not say."),
)  # fmt: skip
_ASKED = tuple((re.compile(pattern), said) for pattern, said in _MEASURES)
_COMMON = next(pattern for pattern, told in _ASKED if "common" in told)
_GRAVE = next(pattern for pattern, told in _ASKED if "grave" in told)
_LONGEST = 400  # characters of a question that is looked at
# Predicates of graphs that do tell some of it, by a word of their names.
_TOLD = (
    (re.compile(r"\b(?:hereditary|inherit\w*|runs? in (?:the|my) family|pass (?:it|that) on to my)\b"),
     re.compile(r"inherit|heredit|segregat", re.IGNORECASE)),
    (re.compile(r"\bat (?:what|which) age\b|\bhow old\b|\bage (?:of|at) (?:onset|diagnosis)\b"
                r"|^when (?:do|does|can|will) .*\bstarts?\b"),
     re.compile(r"(?:^|_)onset|age_?of|clinical_?course|clinicalCourse", re.IGNORECASE)),
    (re.compile(r"\bhow (?:common|rare|frequent)\b|\bprevalence\b"),
     re.compile(r"prevalen|frequen|incidence", re.IGNORECASE)),
    (re.compile(r"\bcur(?:es?|ed|able)\b"), re.compile(r"cure", re.IGNORECASE)),
)  # fmt: skip


def asks_only_measured(question: str, names: Iterable[str]) -> bool:
    """Tell whether what was taken for names are the words that ask for a measure: "funded", in "who funded that?"."""
    said = " ".join(question[:_LONGEST].lower().split())
    asked = next((found[0] for pattern, _ in _ASKED if (found := pattern.search(said))), "")
    return bool(asked) and all(word in asked.split() for name in names for word in name.lower().split())


_SO_MANY = re.compile(
    r"(?:(?:give|tell|show|name|list|find|suggest|recommend)(?: me| us)?|what are|which|what|any)"
    rf" (?:{LEADING} )*(?P<number>{NUMBERS}) (?:of the )?[a-z]"
)
_MOST = 25  # that are named in one answer


def number_asked(question: str) -> int:
    """Return how many a question wants to be named: "give me three drugs for …"; 0 where it does not say."""
    found = _SO_MANY.search(" ".join(question[:_LONGEST].lower().split()))
    if found is None:
        return 0
    number = found["number"]
    return min(int(number) if number.isdigit() else spelt_number(number), _MOST)


def how_many(count: int, *, whole: bool) -> str:
    """Return "The graph names 12", the answer to how many there are; not `whole`: there may be more."""
    return f"The graph names {'' if whole else 'at least '}{spell_number(count)}"


_HOW_GRAVE = re.compile(r"\b(?:severity|severe|serious|major|fatal|mild|minor)\b")  # a note on it
HOW_OFTEN = re.compile(r"(?:seen in \d|in all, 100 %|(?:very )?(?:frequent|occasional|rare),)")  # a note on it


def not_measured(question: str, predicates: Collection[str] = (), notes: Iterable[str] = ()) -> str:
    """Return that the graph does not tell what a question wants measured; "" where it asks for no measure, and where
    one of the predicates around what it names tells it ("has the mode of inheritance"), or a note on the two ("seen in
    7 of 13").
    """
    said = " ".join(question[:_LONGEST].lower().split())
    noted = tuple(notes)
    if _COMMON.search(said) and any(map(HOW_OFTEN.match, noted)):
        return ""
    if _GRAVE.search(said) and any(map(_HOW_GRAVE.search, noted)):
        return ""
    if any(asked.search(said) and any(map(told.search, predicates)) for asked, told in _TOLD):
        return ""
    return next((told for pattern, told in _ASKED if pattern.search(said)), "")
