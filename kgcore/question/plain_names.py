"""What people write in the place of a name, outside what was spotted as one: a part of it ("B12"), a medicine of which
the graph has the class, initialisms in lower case ("ms"), ailments told with a verb ("my ankle is swollen"). Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from kgcore.english.body import ills_begin_with
from kgcore.english.inflection import plural_of, singular
from kgcore.english.words import rows_of
from kgcore.linking.drug_classes import classes_named_in, is_member
from kgcore.linking.lexicon import is_everyday, lexicon
from kgcore.linking.lookup_keys import is_gene
from kgcore.question.relation import is_ill
from kgcore.question.skeleton import Spot
from kgcore.question.unread import says_something
from kgcore.values.model import Entity

MOST_SHORT = 8  # short forms of a question that are looked up
MOST_CLASSES = 16  # names of classes that are
MOST_AILMENTS = 16  # names of ailments
_LETTERED = re.compile(r"(?<![\w-])(?<!vitamin )[bdk]-?\d{1,2}(?![\w-])", re.IGNORECASE)
_VITAMIN = re.compile(r"\bvitamin [a-k]\d{0,2}\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_INITIALS = re.compile(r"(?<![\w.-])[a-z]{2}(?![\w.'-])")
_SYMBOL = re.compile(r"(?<![\w.-])[a-z][a-z0-9]{1,4}[a-z0-9](?![\w.'-])")  # "tnf", "il6"
# What a graph may add to what people call a thing: what is done with it, or that it is an illness; "(1+)" is an ion's.
_ADDED = (" therapy", " supplementation", " infection", " infestation", " syndrome", "(1+)", "(2+)", "(3+)")
_ILL_ADDED = (" disorder", " fever", " flare", " attack")  # "panic", "dengue", "gout"
_IONS = ("(1+)", "(2+)", "(3+)")
_EPISODES = frozenset({"attack", "episode", "spell"})
_LONG_ENOUGH = 4  # letters of such a word
_MOST_ADDED = 4  # words of a question that are looked up with each
_COUNTED = re.compile(r"(?:\d|\b(?:in|of|many|per|few|some))\s*$")  # "in ms" are milliseconds

_ACTS = {"inhibitor": "inhibits", "blocker": "inhibits", "activator": "activates", "stimulator": "stimulates"}
_ACTING = re.compile(
    r"(?:(?:which|what|list|name|any|all|known|the|are|there|show|me|tell|about) )*(?P<target>[A-Za-z][\w/-]*)[ -]"
    rf"(?P<acts>{'|'.join(_ACTS)})s?(?: (?:are|is|there|exist|do|you|know|known|in|the|graph))*[\s?.!]*",
    re.IGNORECASE,
)

# What is felt, as an ending of a statement or before a part of the body; what it is called with the part and without.
_FELT = (
    (r"swollen|swelling|swells?|puffy", ("swollen {0}", "{0} swelling", "swelling of the {0}", "{0} edema"), "edema"),
    (
        r"sore|hurt|hurts|hurting|aches?|aching|achy|painful|killing me",
        ("{0} pain", "sore {0}", "pain in the {0}", "painful {0}"),
        "pain",
    ),
    (r"itchy|itch|itches|itching", ("itchy {0}", "itching {0}", "{0} itch", "{0} itching"), "itching"),
    (r"stiff", ("stiff {0}", "{0} stiffness"), "stiffness"),
    (r"numb", ("numb {0}", "{0} numbness"), "numbness"),
    (r"dry", ("dry {0}", "{0} dryness"), "dryness"),
    (r"red|bloodshot", ("{0} redness", "red {0}", "redness of the {0}", "redness in {0}"), "redness"),
    (r"weak", ("{0} weakness", "weak {0}", "weakness of the {0}"), "weakness"),
)
_JOINTS = frozenset({"ankle", "knee", "elbow", "wrist", "hip", "finger", "knuckle", "shoulder", "joint"})
_PARTS = _JOINTS | frozenset(
    {
        *("back", "neck", "head", "foot", "feet", "leg", "arm", "hand", "toe", "calf", "thigh", "chest", "stomach"),
        *("belly", "tummy", "throat", "tongue", "mouth", "lip", "gum", "tooth", "teeth", "eye", "ear", "nose", "skin"),
        *("face", "eyelid", "muscle", "breast", "scalp", "heel", "jaw", "rib", "heart", "liver", "kidney"),
    }
)
# What is lost or fails, and the sign that it is called where the graph has no name of its own for it.
_FACULTIES = {
    **dict.fromkeys(("memory", "thinking", "concentration", "mental"), "cognitive impairment"),
    **dict.fromkeys(("hearing", "vision", "sight", "sleep", "balance", "appetite", "hair", "weight"), ""),
}
_LOST = re.compile(
    rf"\b(?P<what>{'|'.join(_FACULTIES)}) (?:loss|lapses?|problems?|troubles?|difficult(?:y|ies)|issues|decline"
    r"|failure|impairment|deficits?)(?![\w-])",
    re.IGNORECASE,
)
_STATED = tuple(
    (
        re.compile(
            rf"\b(?P<part>[a-z]{{3,8}})(?: (?:is|are|feels?|gets?|got|keeps?|goes|become|becomes))?"
            rf"(?: (?:so|very|really|all|always|a bit|often))* (?:{felt})(?![\w-])",
            re.IGNORECASE,
        ),
        names,
        general,
    )
    for felt, names, general in _FELT
)


@dataclass(frozen=True, slots=True)
class PlainName:
    """A stretch of a question and a name that it may stand for; `whole`: spots within give way to it."""

    start: int
    end: int
    name: str
    whole: bool = False
    member: bool = False
    symbol: bool = False  # of a gene or protein, and nothing else
    exact: bool = False  # the name must be the entity's own

    def holds(self, spot: Spot) -> bool:
        """Tell whether a spot is a part of the stretch, and less than it."""
        return self.start <= spot[0] and spot[1] <= self.end and spot[1] - spot[0] < self.end - self.start

    def fits(self, entity: Entity) -> bool:
        """Tell whether an entity that was found for the name is what the stretch may mean."""
        said = self.name.casefold()
        called = [n.casefold() for n in (entity.name, *entity.synonyms)]
        if self.whole and not self.exact:
            return is_ill(entity)
        if self.symbol:
            return is_gene(entity.type) and said in (n.partition(" (")[0] for n in called)
        if self.exact:
            return said in called
        if self.member and is_member(entity.name.casefold(), self.name):
            return False  # apixaban is no warfarin, though both are blood thinners
        return any(n == said or n.startswith(f"{said} ") for n in called)


def plain_names(question: str, spots: Sequence[Spot]) -> list[PlainName]:
    """Return what may be meant by what stands outside the spots of a question, and by ailments that hold some."""
    free = [m for m in _WORD.finditer(question) if _is_free(m.start(), m.end(), spots)]
    lettered = [
        PlainName(m.start(), m.end(), f"vitamin {m[0].replace('-', '')}")
        for m in _LETTERED.finditer(question)
        if _is_free(m.start(), m.end(), spots)
    ]
    pairs = [
        PlainName(one.start(), other.end(), question[one.start() : other.end()])
        for one, other in pairwise(free)
        if question[one.end() : other.start()] == " " and says_something(one[0]) and says_something(other[0])
    ]
    classes = [
        PlainName(start, end, name, member=question[start:end].casefold() not in {n.casefold() for n in names})
        for start, end, names in classes_named_in(question)
        if _is_free(start, end, spots)
        for name in names
    ]
    short = [*lettered, *_initialisms(question, spots), *_drinks(question, spots), *pairs]
    ailments, symbols = list(_ailments(question))[:MOST_AILMENTS], list(_symbols(question, spots))[:MOST_SHORT]
    more = _with_more(question, spots)
    return [*ailments, *classes[:MOST_CLASSES], *short[:MOST_SHORT], *symbols, *more]


def words_that_name(question: str, spots: Sequence[Spot]) -> list[re.Match[str]]:
    """Return the words outside the spots of a question that may name something: no English words, none that ask."""
    free = (m for m in _WORD.finditer(question) if _is_free(m.start(), m.end(), spots))
    return [m for m in free if says_something(m[0]) and not is_everyday(m[0].casefold())]


def asked_of_target(question: str) -> str:
    """Return "what inhibits BACE1?" for "BACE1 inhibitors", and any other question as it is."""
    found = _ACTING.fullmatch(question.strip())
    return f"what {_ACTS[found['acts'].casefold()]} {found['target']}?" if found else question


_LEFT_WITHOUT = re.compile(
    r"\b(?:leav|mak|mad|lef|keep|kept)\w* (?:you|me|us|one|people|him|her|them|someone|my \w+) "
    r"(?:(?:too|very|badly) )?(?:short of|low (?:in|on|of)|deficient in|lacking(?: in)?|without enough|depleted of) "
    r"(?P<what>[\w-]+(?: [a-z]?\d+)?)",
    re.IGNORECASE,
)


_LOWERED = re.compile(  # "what lowers my B12?"
    r"\b(?:lowers?|depletes?|drains?|reduces?|decreases?|uses? up|robs? (?:you|me|us|people) of)"
    r" (?:(?:my|your|our|his|her|the|levels? of) )*(?:vitamin )?(?P<what>[\w-]{1,12})(?: levels?)?(?=[ ?.!]*$)",
    re.IGNORECASE,
)
_HURTING = re.compile(
    r"(?P<start>(?:which|what|(?:are|is) there any|do any) .*?)\b(?:(?:can|could|may|might|will|that|which) )*"
    r"(?:hurts?|harms?|damages?|injures?|affects? badly"
    r"|(?:is|are) (?:bad for|hard on|toxic to|harmful to|dangerous for))"
    r" (?:the|my|your|our|one's|people's) (?P<organ>[a-z]{3,12})s?\b(?P<end>[ ?.!]*)",
    re.IGNORECASE,
)
_INJURIES = ("injury", "damage", "toxicity", "failure", "disease")
# What hurts an organ goes by a name of its own there.
_OF_ORGANS = {
    "thyroid": ("hypothyroidism", "hyperthyroidism"),
    "nerve": ("neuropathy", "peripheral neuropathy"),
    "bone": ("osteoporosis",),
    "muscle": ("myopathy", "rhabdomyolysis"),
    "kidney": ("nephrotoxicity", "acute kidney injury"),
    "ear": ("ototoxicity", "hearing loss"),
    "stomach": ("gastric ulcer", "peptic ulcer"),
}


def asked_of_lack(question: str) -> tuple[tuple[str, str], ...]:
    """Return (an ill by its name, the question with it) for “does it leave you short of B12?”, “which drugs hurt the
    liver?”, likeliest first.
    """
    if hurt := _HURTING.fullmatch(question):
        organ = hurt["organ"].lower()
        ills = [*(f"{organ} {injury}" for injury in _INJURIES), *_OF_ORGANS.get(organ.removesuffix("s"), ())]
        return tuple((ill, f"{hurt['start']}cause {ill}{hurt['end']}") for ill in ills)
    found = _LEFT_WITHOUT.search(question) or _LOWERED.search(question)
    if found is None:
        return ()
    names = (f"{found['what']} deficiency", f"vitamin {found['what']} deficiency")
    return tuple((name, f"{question[: found.start()]}cause {name}{question[found.end() :]}") for name in names)


_MODIFIES = re.compile(
    r"\b(?P<un>de)?(?P<stem>(?:hyper)?(?:phosphoryl|acetyl|ubiquitin|ubiquityl|methyl|glycosyl|sumoyl|palmitoyl|nitrosyl)"
    r"at)(?:es?|ed|ing|ion)?\b(?: by| of| the| on)*",
    re.IGNORECASE,
)
_MODIFIED_NAMES = 4  # of a protein, that a form of it may be named by


def asks_of_modifying(question: str) -> bool:
    """Tell whether a question speaks of what is done to a protein: "phosphorylates"."""
    return _MODIFIES.search(question) is not None


def asked_of_modified(question: str, spots: Sequence[Spot]) -> tuple[tuple[str, str], ...]:
    """Return (a form of a protein by its name, the question with it) for "what phosphorylates tau?" and "is tau
    phosphorylated by GSK3B?", likeliest first: "what increases phosphorylated MAPT?".
    """
    found = _MODIFIES.search(question)
    if found is None:
        return ()
    passive = re.search(r"ed by$", found[0], re.IGNORECASE) is not None
    ends = (found.end(), found.start())
    beside = [s for s in spots if s[2] and (s[1] <= ends[1] if passive else 0 <= s[0] - ends[0] <= 1)]
    if not beside:
        return ()
    start, end, meant = beside[-1] if passive else beside[0]
    entity = meant[0].entity
    does = "decrease" if found["un"] else "increase"
    verb = f"{does}d by" if passive else f"{does}s" if re.search(r"tes\b", found[0], re.IGNORECASE) else does
    names = dict.fromkeys(n.partition(" (")[0] for n in (question[start:end], entity.name, *entity.synonyms))
    forms = [f"{found['stem'].lower()}ed {name}" for name in [*names][:_MODIFIED_NAMES]]
    parts = sorted(((start, end, ""), (found.start(), found.end(), verb)))
    return tuple(
        (
            form,
            question[: parts[0][0]]
            + (parts[0][2] or form)
            + (question[parts[0][1] : parts[1][0]] or " ")
            + (parts[1][2] or form)
            + question[parts[1][1] :],
        )
        for form in forms
    )


def noun_for(words: str) -> str:
    """Return what an ailment that is told with a verb is called ("muscles ache": "muscle pain"), or the words."""
    return next((one.name for one in _ailments(words)), words)


_STATE = re.compile(
    r"(?:(?P<high>high|raised|elevated|increased)|low|reduced|decreased|poor|impaired|loss of|lack of)"
    r" (?:levels of )?(?P<before>.+)|(?P<behind>.+) (?:loss|impairment)"
)


@dataclass(frozen=True, slots=True)
class StateOf:
    """What an ill is a state of ("high blood pressure": blood pressure), and what is wished for: "reduces" it."""

    of: str
    wished: str


def states_of(ill: Entity) -> list[StateOf]:
    """Return what an ill is a high, low or lost state of, by each of its names that says so."""
    found = (_STATE.fullmatch(n.casefold()) for n in (ill.name, *ill.synonyms))
    return [StateOf(s["before"] or s["behind"], "reduces" if s["high"] else "increases") for s in found if s]


def _is_free(start: int, end: int, spots: Sequence[Spot]) -> bool:
    return all(end <= s or start >= e for s, e, _ in spots)


def _initialisms(question: str, spots: Sequence[Spot]) -> Iterator[PlainName]:
    """Yield two letters in lower case that may be an illness ("ms"), no words and no units."""
    for found in _INITIALS.finditer(question):
        counted = _COUNTED.search(question[max(0, found.start() - 6) : found.start()])
        if not counted and not is_everyday(found[0]) and _is_free(found.start(), found.end(), spots):
            yield PlainName(found.start(), found.end(), found[0].upper(), whole=True)


_DRINKS = re.compile(
    r"\b(?:(?:i|we|she|he|they|you|one) drink|drinking|(?:an? )?(?:beer|booze)"
    r"|hav(?:e|ing) (?:an? |some |the odd )?(?:drinks?|beers?|wine|pints?))"
    r"(?= (?:on|with|while|whilst|when|if|alongside|after)\b)",
    re.IGNORECASE,
)


def _drinks(question: str, spots: Sequence[Spot]) -> Iterator[PlainName]:
    """Yield "drinking" beside what somebody takes: alcohol, unless it is asked what to drink."""
    for found in _DRINKS.finditer(question):
        asks_what = re.search(r"\b(?:what|which)\b", question[: found.start()], re.IGNORECASE)
        if not asks_what and _is_free(found.start(), found.end(), spots):
            yield PlainName(found.start(), found.end(), "alcohol", exact=True)


def _symbols(question: str, spots: Sequence[Spot]) -> Iterator[PlainName]:
    """Yield short words that are no English ones and may be a gene's symbol in lower case."""
    for found in _SYMBOL.finditer(question):
        if says_something(found[0]) and not is_everyday(found[0]) and _is_free(found.start(), found.end(), spots):
            yield PlainName(found.start(), found.end(), found[0].upper(), symbol=True)


def _with_more(question: str, spots: Sequence[Spot]) -> Iterator[PlainName]:
    """Yield words, and two together, with what a graph may have added: "zinc (therapy)", "rotator cuff (injury)"."""
    for found in _VITAMIN.finditer(question):  # "vitamin B12", where the graph has its supplementation
        for added in _ADDED[:2]:
            yield PlainName(found.start(), found.end(), f"{found[0]}{added}", whole=True, exact=True)
    free = [m for m in _WORD.finditer(question) if _is_free(m.start(), m.end(), spots) and says_something(m[0])]
    pairs = [(a, b) for a, b in pairwise(free) if question[a.end() : b.start()] == " "]
    paired = {m.start() for pair in pairs for m in pair}  # "zinc deficiency" is no zinc
    free_of = [m for m in free if not is_everyday(singular(m[0].casefold()))]  # "kids" have no KID syndrome
    alone = [m for m in free_of if len(m[0]) >= _LONG_ENOUGH and m.start() not in paired]
    for first, last in pairs[:_MOST_ADDED]:  # "does lithium boost autophagy", but no lithium carbonate
        for ion in () if _SALT.match(last[0]) else _IONS:
            yield PlainName(first.start(), first.end(), f"{first[0]}{ion}", exact=True)
    named = [p for p in pairs if not (_TOLD.fullmatch(p[1][0]) or p[0][0].casefold() in _BEFORE_NAMES)]
    said_of = {m.start() for pair in named for m in pair}  # no marsh fever: a marsh thistle
    for word in [m for m in free if m.start() not in said_of and not _TOLD.fullmatch(m[0])][:_MOST_ADDED]:
        for added in _ILL_ADDED if len(word[0]) >= _LONG_ENOUGH and not _names_a_part(word[0]) else ():
            yield PlainName(word.start(), word.end(), f"{word[0]}{added}", exact=True)
    runs = [*pairs, *((m, m) for m in alone)]
    for first, last in pairs[:_MOST_ADDED]:  # "microglial (cell) activation"
        yield PlainName(first.start(), last.end(), f"{first[0]} cell {last[0]}", exact=True)
    for first, last in pairs[:_MOST_ADDED]:  # "panic attacks", where the graph has the disorder alone
        if singular(last[0].casefold()) in _EPISODES:
            yield PlainName(first.start(), last.end(), f"{first[0]} disorder", exact=True)
    for first, last in runs[:_MOST_ADDED]:
        said = question[first.start() : last.end()]
        forms = dict.fromkeys((said, f"{said[: last.start() - first.start()]}{singular(last[0])}"))
        added_to = _ADDED[1:] if ills_begin_with(said) else _ADDED  # "hearing" is no hearing therapy
        for name in (f"{form}{added}" for added in added_to for form in forms):
            yield PlainName(first.start(), last.end(), name, exact=True)


_SALT = re.compile(
    r"(?:defici|lack|carbonate|citrate|chlor|sulf|sulph|oxide|phosphat|orotate|batter|poison|toxic|level)",
    re.IGNORECASE,
)


_BEFORE_NAMES = frozenset({"behind", "beneath", "within", "beyond", "under", "against", "like"})
_TOLD = re.compile(r"contagious|infectious|hereditary|inherited|catching|curable|treatable|fatal|deadly", re.IGNORECASE)


def _names_a_part(word: str) -> bool:
    """Tell whether a word is a part of the body, or so common that with "disorder" it would be another thing."""
    said = word.casefold()
    return is_everyday(said) or singular(said) in _PARTS or said in lexicon().meaning or said in _FACULTIES


def _ailments(question: str) -> Iterator[PlainName]:
    """Yield what an ailment that is told with a verb may be called, the most exact first."""
    for pattern, names, general in _STATED:
        for found in pattern.finditer(question):
            said = found["part"].casefold()
            part = singular(said)
            if part not in _PARTS and said not in _PARTS:
                continue
            forms = dict.fromkeys((part, said, plural_of(part), *(("joint",) if part in _JOINTS else ())))
            for name in (*(n.format(form) for n in names for form in forms), general):
                yield PlainName(found.start(), found.end(), name, whole=True)
    for found in _LOST.finditer(question):
        what = found["what"].casefold()
        for name in filter(None, (found[0], f"{what} impairment", f"impaired {what}", _FACULTIES[what])):
            yield PlainName(found.start(), found.end(), name, whole=True)


_EVERYTHING = re.compile(
    r"^\W*(?:(?:please|can you|could you) )?(?:list|name|show|give|tell|find|suggest|mention)(?: me| us)?"
    r" (?:everything|anything|something|some things?|one thing|(?:a|some|two|three) (?:few )?things?|things|all things"
    r"|all that|whatever)"
    r"(?: (?:that|which))? (?!(?:about|on|you|there|in|of)\b)(?=\w)",
    re.IGNORECASE,
)
_ALSO = re.compile(r",? (?:and )?not (?:only|just|merely)\b[^?.!,]*(?=[?.!]*\s*$)", re.IGNORECASE)
_TREATING = (
    r"drugs?|medicines?|meds|medications?|supplements?|herbs?|vitamins?|treatments?|therap(?:y|ies)|remed(?:y|ies)"
)
# An ill, and then what is asked of it: "restless legs - what helps?", "my kid has epilepsy, which drugs are there?"
_AFTER_ILL = re.compile(
    r"^\W*(?:(?:i|we|he|she|they|(?:my|our) \w+)(?: also)?"
    r" (?:have|has|had|got|suffers? from|am diagnosed with)(?: got)? )?"
    r"(?P<ill>[^,;:?!.–—]{3,60}?)(?:\s*[,;:.–—]\s*|\s+-+\s+)(?:so |and )?"
    r"(?:what (?:helps|works|can help|might help|could help|is there|can be done)"
    r"|(?:is there )?(?:anything|something)(?: at all)? (?:that|which|to) (?:can |could |may |might |actually )*"
    r"(?:helps?|works?|do(?: about it)?)"
    r"|what (?:can |could |may )?(?:eases?|relieves?|soothes?|treats?|controls?|helps?(?: with)?)"
    r" (?:it|this|that|(?:his|her|their|my|the|these) (?:symptoms?|pain|condition|illness|complaints?))"
    rf"|which (?P<kind>{_TREATING}) (?:are there|is there|exist|help|work|can help"
    r"|(?:can |could |may )?(?:help(?: with)?"
    r"|ease|relieve|soothe|treat|control) (?:it|this|that|(?:his|her|their|my|the|these)"
    r" (?:symptoms?|pain|condition|illness|complaints?)))"
    rf"|any (?P<any>{_TREATING}))"
    r"\s*[?.!]*\s*$",
    re.IGNORECASE,
)


# "What protects neurons from dying", "keeps nerve cells alive": it prevents their death.
_KEPT_ALIVE = re.compile(
    r"\b(?:protect|shield|guard|sav|keep|stop|prevent|spar|rescu)(?P<end>e?s|e|ing|)? "
    r"(?!(?:people|patients?|me|us|him|her|them|you|someone|anyone|children|men|women)\b)"
    r"(?P<what>[a-z][\w-]+(?: (?:cells?|neurons?))??)"
    r" (?P<fate>(?:from )?(?:dying(?: off)?|death)|from degenerat(?:ing|ion)|alive)\b",
    re.IGNORECASE,
)


def _kept_alive(found: re.Match[str]) -> str:
    fate = "degeneration" if "degenerat" in found["fate"] else "death"
    if fate == "death" and found["fate"].endswith("death") and not found["fate"].startswith("from"):
        return found[0]  # "prevents neuron death"
    end = {"es": "s", "e": ""}.get(found["end"] or "", found["end"] or "")
    return f"prevent{end} {singular(found['what'])} {fate}"


@cache
def _turns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(turn, re.IGNORECASE), plain) for turn, plain in rows_of("turns.tsv"))


# "Ok, forget aspirin, what about ibuprofen?", "is the warfarin thing serious?"
_FORGET = re.compile(
    r"^\W*(?:(?:ok|okay|well|right|so|no|fine)[, ]+)*(?:forget|never mind|ignore|leave|skip|drop)(?: about)?"
    r" [^,.;?!]{2,40}[,.;] *(?=\w)",
    re.IGNORECASE,
)
_RANK = re.compile(
    r"^\W*(?:(?:please|can you|could you) )?(?:rank|sort|order|grade) (?:the |all )?(?P<what>[^?.!]{4,80}?)"
    r"(?: (?:by|according to|from) (?:\w+ )*(?:evidence|strength|quality|best|worst|support))?[?.! ]*$",
    re.IGNORECASE,
)
_THE_THING = re.compile(r"\bthe ((?:[\w'-]+ ){1,3})(?:thing|stuff|issue|business)\b", re.IGNORECASE)


@lru_cache(maxsize=256)  # a dozen readers of a question ask it
def asked_plainly(question: str) -> str:
    """Return a question as it is usually put: "list everything that …" asks what; "contrast" compares; what is said to
    be wanted besides (", not only …") narrows nothing.
    """
    question = _THE_THING.sub(r"\1", _FORGET.sub("", question, count=1))
    question = _RANK.sub(r"What are the \g<what>?", question, count=1)
    for turn, put in _turns():
        question = turn.sub(put, question, count=1)
    plain = _KEPT_ALIVE.sub(_kept_alive, _ALSO.sub("", _EVERYTHING.sub("what ", question)))
    return re.sub(r"^(\W*(?:please )?)contrast\b", r"\1compare", plain, count=1, flags=re.IGNORECASE)


_MY = r"(?:(?:my|his|her|their|our|your|some|any|an?|the|other) )*"
_FOR_ILL = rf"{_MY}(?P<ill>[a-z][a-z' -]{{2,40}}?) (?:medications?|medicines?|meds|tablets?|pills?|drugs?|capsules)"
_TAKEN = r"(?P<taken>(?:\bSt\. |[^?.,]){2,40}?)"
_ALL_RIGHT = r"(?:ok(?:ay)?|safe|fine|alright|all right|compatible|dangerous|risky|bad|harmful|a problem)"
_I_TAKE = rf"(?:i|we|he|she|they|my \w+)(?: am| is| are|'m)?(?: also)? (?:on|takes?|taking|uses?) {_FOR_ILL}\W+(?:so )?"
_BESIDE = r"(?:with|and|alongside|(?:if|when|while) (?:i (?:take|use|am on)|on|taking))"
# Whether something goes with what is taken for an ill, and not named: "is licorice safe with migraine pills?"
_WITH_REMEDIES = tuple(
    re.compile(rf"{pattern}[?. ]*", re.IGNORECASE)
    for pattern in (
        rf"(?:do|does|can|could|will|would|may|might) {_TAKEN} (?:interact|clash|interfere|go|mix|react"
        rf"|be (?:taken|combined|mixed|used))(?: (?:badly|well|safely))? (?:with|alongside) {_FOR_ILL}",
        rf"(?:is|are|would) (?:it )?{_TAKEN} {_ALL_RIGHT}(?: to (?:take|use|have))? {_BESIDE} {_FOR_ILL}",
        rf"(?:(?:can|could|may|should) (?:i|you|we|one|he|she|they|my \w+)|is it {_ALL_RIGHT} to)"
        rf" (?:take|use|have|mix|combine) {_TAKEN} {_BESIDE} {_FOR_ILL}",
        rf"{_I_TAKE}(?:is|are|would) {_TAKEN} (?:be )?{_ALL_RIGHT}(?: (?:to take|for (?:me|him|her)))?",
        rf"{_I_TAKE}(?:can|could|may|should) (?:i|we|he|she|they) (?:take|use|have|try|add) {_TAKEN}(?: too| as well)?",
        rf"(?:which|what) {_FOR_ILL} (?:are|is|would be|can be|can i|may i|could i|go(?:es)?) "
        rf"(?:{_ALL_RIGHT}|taken|used|combined|take|use|combine|well)(?: to take)? {_BESIDE} {_TAKEN}",
    )
)


# "MS drugs", "kid epilepsy drugs", "dengue medicine please"
_ILL_DRUGS = re.compile(
    r"\W*(?:(?:any|the|some|list|all|give me|show me|name) )*(?P<ill>(?!(?:what|which|who|how|when|why|are|is"
    r"|was|do|does|did|can|other|more|new|my|your|our|his|her|their|these|those|this|that|no|not|without|with|and|also|about|for)\b)"
    rf"[^\W\d_][^?.!,;:]{{1,50}}?) (?P<kind>{_TREATING})(?:,? (?:please|pls|plz))?[\s?.!]*",
    re.IGNORECASE,
)


_STAGES = (  # of life, and how the names of ills say that they begin then
    (r"infancy|infants?|babies|baby|toddlers", ("infantile {0}", "{0} in infancy", "{0} of infancy", "congenital {0}")),
    (r"newborns?|neonates?|at birth|birth", ("neonatal {0}", "congenital {0}", "{0} of the newborn")),
    (r"childhood|children|kids", ("childhood {0}", "juvenile {0}", "{0} in childhood", "{0} of childhood")),
    (r"teenagers|adolescents?|adolescence|youth|young people", ("juvenile {0}", "adolescent {0}")),
    (r"old age|older people|the elderly|seniors", ("senile {0}", "age-related {0}", "late-onset {0}")),
)
_AT_A_STAGE = tuple(
    (re.compile(rf"(?P<ill>[a-z][a-z' -]{{2,40}}?) (?:in|of|during|at) (?:{said})\b", re.IGNORECASE), names)
    for said, names in _STAGES
)


_A_STAGE = re.compile(rf" (?:in|of|during|at) (?:{'|'.join(said for said, _ in _STAGES)})\b", re.IGNORECASE)


def names_stage(question: str) -> bool:
    """Tell whether a question names a stage of life; for others nothing is looked up."""
    return _A_STAGE.search(question) is not None


def asked_of_stage(question: str, spots: Sequence[Spot]) -> tuple[int, int, tuple[str, ...]]:
    """Return where "cataracts in infancy" stands in a question, and what an ill that begins at that stage of life may
    be called, likeliest first; no names where none is asked about.
    """
    for start, end, _ in spots:
        for pattern, names in _AT_A_STAGE:
            found = pattern.match(question, start)
            if found is not None and found.end("ill") == end:
                forms = dict.fromkeys((singular(question[start:end]), question[start:end]))
                return start, found.end(), tuple(name.format(form) for name in names for form in forms)
    return 0, 0, ()


_CHANGES = re.compile(
    r"\W*(?:(?:which|what|any|list|name|there|are|is|the) )*(?!(?:which|what|are|is|the)\b)(?P<ill>[^?,;]{2,50}?)"
    r" (?:drugs|medicines|meds|medications|treatments|therapies)(?: (?:that|which))?(?: (?:can|do|really|actually))*"
    r" (?:change|modify|alter|slow|influence)(?: down)? (?:the |its )?(?:course of )?(?:the |its )?"
    r"(?:disease|illness|course|progression)(?: itself)?\W*"
    r"|[^?]{0,40}?\b(?:disease|course)[- ]modifying (?:drugs|medicines|medications|treatments|therapies|agents)"
    r"(?: (?:are there|is there|exist))? (?:for|in|of|against) (?P<of>[^?,;]{2,50}?)\W*",
    re.IGNORECASE,
)


def asked_of_changing(question: str) -> str:
    """Return "which drugs treat multiple sclerosis?" for "multiple sclerosis drugs that change the disease", which is
    as near as graphs come; any other question as it is.
    """
    found = _CHANGES.fullmatch(question)
    return f"which drugs treat {found['ill'] or found['of']}?" if found else question


def asked_of_ill(question: str) -> tuple[str, str]:
    """Return an ill that is named before what is asked of it, and the question as it is usually put; "" for no such."""
    if drugs := _ILL_DRUGS.fullmatch(question):
        return drugs["ill"], f"Which {drugs['kind']} can help with {drugs['ill']}?"
    for pattern in _WITH_REMEDIES:
        if beside := pattern.fullmatch(question.strip()):
            return beside["ill"], f"Which drugs help with {beside['ill']} if I take {beside['taken']}?"
    told = _AFTER_ILL.match(question)
    if told is None:
        return "", question
    kind, ill = told["kind"] or told["any"], told["ill"].strip()
    return ill, f"{f'Which {kind}' if kind else 'What'} can help with {ill}?"
