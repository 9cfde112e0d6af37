"""What somebody complains of: what they believe to have, and the stretches that tell a symptom. Pure, linear."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

LONGEST = 4_000  # characters that are read
MOST_STRETCHES = 40
_NAME_WORDS = 8

_END = (
    r"(?=[.,;:?!()\n]| - | – |$| (?:and|but|because|which|that|who|so|since|as|when|while|with my|for (?:a|the"
    r"|some|years|months|weeks|days)"
    r"|specifically|especially|what|can|could|what's|from my|after|lately|recently|last|yesterday|on (?:my|his"
    r"|her|its own)|now|due|isn't"
    r"|is not|i|if|or if|the doctor|my doctor)\b)"
)
_ARTICLE = (
    r"(?:(?:an?|the|my|some|this|these|something like|signs of|symptoms of|a case of|a bit of|some kind of"
    r"|a kind of|a type of|severe|mild|chronic case of) )*"
)
_BELIEVE = (
    r"(?:think|believe|suspect|fear|guess|worr(?:y|ied)|afraid|scared|concerned|convinced|suspicious|heard|read"
    r"|wonder(?:ing)?"
    r"|seems?|looks?|feel|sure|told(?: me)?|says?|said|anxious|research)"
)
_HAVE = (
    r"(?:might|may|could|can|must|would|probably|possibly|perhaps|actually|also|just|be|been|have|has|had|having"
    r"|suffer(?:ing)?|from"
    r"|got|getting|developed|developing|dealing|with|experiencing|is|am|it|it's|i|i'm|he|she|that|like|about|of"
    r"|a result of"
    r"|my child|my son|my daughter|my baby|we|problem|exposed|to|related|'m|diagnosed|called|coming down)"
)
# A belief, then words that only join it to a name.
_BELIEVED = re.compile(rf"\b{_BELIEVE}\b(?: {_HAVE}(?![\w'-])){{1,9}} {_ARTICLE}(.+?){_END}", re.I)
_SURE = re.compile(
    r"\b(?:diagnosed (?:me )?(?:with|as having)(?: an? (?:condition|disease|illness) (?:called|known as))?|known as"
    r"|diagnosis (?:of|is|was)|suspect(?:s|ed|ing)?|could (?:it|this|that) be|is it|is this|mentioned|suggests?"
    r"|fear(?:ing)?"
    r"|(?:it's|it is|they are|they're|condition|disease|illness|something) called|read (?:up )?(?:on|about)"
    r"|(?:it|this|that|these) (?:may|might|could|must) be|what if (?:it is|it's|this is|i have)|(?:do|does"
    r"|did) (?:i|he|she) have"
    r"|(?:i|he|she|we|they) (?:may|might|could|must|probably|possibly|likely) (?:have|be having|be getting"
    r"|be suffering from)"
    r"|suffer(?:s|ing|ed)? from|exposed to|(?:symptoms|signs) of|living with|addict(?:ed|ion) to|contracted"
    r"|come down with"
    r"|(?:test(?:ed|ing)?|check(?:ed)?|screen(?:ed|ing)?|treat(?:ed|ment)?)(?: positive)? for|known case of"
    rf"|(?:i(?:'ve| have)?|he|she)(?: just| also| recently)? (?:developed|caught|contracted)) {_ARTICLE}(.+?){_END}",
    re.I,
)
_PERHAPS = re.compile(
    r"\b(?:struggl(?:ing|ed) with|history of|because of|caused by|due to|related to|problem with|worried about"
    r"|afraid of)"
    rf" {_ARTICLE}(.+?){_END}",
    re.I,
)
_PLAIN = re.compile(
    rf"\b(?:i|he|she|who|child|son|daughter|and)(?:'ve| have| had| has|'s)(?: got)? {_ARTICLE}(.+?){_END}", re.I
)
_HURT = re.compile(
    r"\b(dislocated|broke|broken|fractured|sprained|tore|torn|ruptured|injured|hurt|burned|burnt|crushed|cut"
    r"|bruised|twisted)"
    r" (?:my |his |her |the )((?:(?:left|right|upper|lower) )?[a-z]+)"
    r"|\b(?:my|his|her|the) ((?:(?:left|right|upper|lower) )?[a-z]+) (?:is|was|got|has been) (dislocated|broken"
    r"|fractured|sprained|torn"
    r"|ruptured|injured|hurt|burned|burnt|crushed|bruised|twisted)",
    re.I,
)
_DONE = {
    "dislocated": "dislocation of the {}", "broke": "fracture of the {}", "broken": "fracture of the {}",
    "fractured": "fracture of the {}", "sprained": "sprain of the {}", "tore": "tear of the {}", "torn": "tear"
    " of the {}",
    "ruptured": "rupture of the {}", "injured": "injury to the {}", "hurt": "injury to the {}", "burned": "burn"
    " of the {}",
    "burnt": "burn of the {}", "crushed": "crushing injury of the {}", "cut": "open wound of the {}",
    "bruised": "contusion of the {}", "twisted": "sprain of the {}",
}  # fmt: skip
# What is complained of, rather than what somebody is ill with.
_SYMPTOM = re.compile(
    r"\b(?:pains?|aches?|aching|hurts?|trouble|difficult\w*|problems?|feelings?|discomfort|symptoms?|swelling"
    r"|swollen|bleeding|numb\w*"
    r"|tingling|weak\w*|tired\w*|fatigue|fever|cough\w*|nausea|vomit\w*|dizz\w*|itch\w*|rash\w*|bumps?|lumps?"
    r"|palpitations?|sensation|issues?"
    r"|changes?|loss of|episodes?|attacks?|tests?|something|anything|lot|doctors?|appointment|trying|been"
    r"|experienc\w*|noticed"
    r"|wrong|serious|help|answers?|questions?|concerns?|information|treatment|medicines?|medications?|surgery|job"
    r"|family|hearing"
    r"|breathing|sleeping|walking|getting|going|increased|decreased|shortness|stiffness|spots?|redness|discharge"
    r"|mobility)\b",
    re.I,
)
ILL = re.compile(
    r"(?:itis|osis|oma|emia|aemia|pathy|plegia|uria|algia|ectasia|sclerosis|dystrophy|penia)\b"
    r"|\b(?:disease|disorder|syndrome|cancer|tumou?r|palsy|infection|fracture|dislocat\w+|abuse|addiction|injury"
    r"|wound|diabetes|gout"
    r"|stroke|ulcers?|hernia|poisoning|polyps?|spurs?|infertility|veins|alcoholism|\w*pox|shingles|herpes"
    r"|migraines?|hiv|aids|scurvy|rabies|tuberculosis|priapism|anemia|anaemia|lupus|asthma"
    r"|autism|dementia|epilepsy"
    r"|malaria|measles|mumps|rubella|scabies|lice|flu|influenza|warts?|cysts?|abscess|aneurysm|embolism|failure"
    r"|deficiency|allergy)\b",
    re.I,
)
_GREETING = re.compile(
    r"^\W*(?:(?:hi|hello|hey|dear|good (?:morning|evening|afternoon))\b[ ,!]*)?(?:doctor|doc|dr)?\b[.,! ]*", re.I
)
_FILLER = re.compile(
    r"\b(?:i(?:'(?:ve|m|d|ll))?|me|my|we(?:'(?:ve|re))?|it(?:'s)?|its|he|she|his|her|have|has|had|having|been"
    r"|being|am|is|are|was|were"
    r"|be|do|does|did|don't"
    r"|experiencing|experience|experienced|suffering|noticed|noticing|feel|feeling|felt|get|getting|got|also"
    r"|lately|recently|really|very"
    r"|quite|often|sometimes|constantly|a lot of|lot|some|any|the|a|an|this|that|these|those|there(?:'s)?|for"
    r"|past|few|days?|weeks?|months?"
    r"|years?|last|while|now|since|think|believe|might|may|could|can|would|should|what|which|tests?|need|take"
    r"|please|help|tell|know|so"
    r"|just|to|from|dealing|going|been|keep|seems?|like|started|all|time|day|night|patient|presents?|presenting"
    r"|with|who|man|woman|boy|girl"
    r"|child|year-old|and|or|but|as well|about|worried|concerned|afraid|because)\b",
    re.I,
)


# "I can't sleep" tells of difficulty sleeping, "I can't stop coughing" of coughing.
_UNABLE = re.compile(
    r"\b(?:can(?:'t| ?not)|could(?:n't| not)|(?:am |is |are |'m |'s )?(?:un|not )able to|struggl(?:e|es|ing) to"
    r"|(?:it's |is |are )?(?:hard|difficult|impossible)(?: for (?:me|him|her))? to)(?: even| really| hardly| \w+ly)? "
    r"(?:stop (?P<going>[a-z]{3,}ing)"
    r"|(?!(?:stop|help|keep|tell|say|figure|find|understand|explain|wait|be|do|get|put)\b)(?P<verb>[a-z]{3,}))\b",
    re.I,
)
_DOUBLED = re.compile(r"(?:[^aeiou]|^)[aeiou][bdgmnprt]$")


def _plainly(text: str) -> str:
    """Return the read part of a text without its greeting, what somebody cannot do as a difficulty."""
    said = _EXPLAINS.sub("", _GREETING.sub("", text[:LONGEST].translate(str.maketrans("’‘", "''"))))
    return re.sub(r"\bcan't\b", "cannot", _UNABLE.sub(_difficulty, said), flags=re.I)


def _difficulty(found: re.Match[str]) -> str:
    if found["going"]:
        return found["going"]
    verb = found["verb"]
    stem = verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb
    short = len(verb) <= _SHORT and _DOUBLED.search(verb)
    return f"difficulty {stem}{verb[-1] if short else ''}ing"


_SHORT = 4  # letters of a verb whose last one is doubled: "sit", "swim"


# Somebody tells how they feel, or asks what somebody has.
_IT = r"(?:it|this|that|all this|the (?:problem|cause|matter|reason|diagnosis)|my (?:problem|condition|diagnosis))"
_DOES = (  # what something that is taken does to somebody: no question of what it is
    r" (?:also |ever |all |actually |really )*(?:do|cause|bring|lead|harm|hurt|damage|affect|interact|clash|react"
    r"|trigger|worsen|raise|increase|lower|reduce|change|cost|help|treat|prevent|cure)\b"
)
_ASKS = re.compile(
    rf"\bwhat (?:else )?(?:could|can|might|may|would) (?:{_IT}(?!{_DOES})"
    r"|be (?:the )?(?:problem|cause|matter|reason|wrong)|explain|cause)\b"
    r"|\bwhat(?:'s| is) (?:wrong|the (?:problem|cause|matter|reason|diagnosis))\b"
    r"|\bwhat (?:do|does|might|could) (?:i|we|he|she|my \w+) (?:have|suffer)\b"
    r"|^\W*what (?:could|can|might|may|would|do|does) (?!(?:i|we|he|she|you|they|it|one)\b)[^.?!]{3,120}"
    r"(?:,| and | with )[^.?!]{3,80} (?:mean|indicate|suggest|signal|point to)(?= together)?\W*$"
    r"|\bwhat (?:is|could be|may be) causing\b|\bdifferential\b"
    rf"|\b(?:could|might|can) {_IT} be\b|\bwhat is (?:it|this|going on|happening)(?=\W*(?:$|[,.?!]|and\b|with me\b))"
    r"|\b(?:what|which) (?:\w+ )?tests? (?:do|should|must|will|would) (?:i|we|he|she)\b|\bfigure out what\b"
    r"|\b(?:what|which) (?:disease|disorder|condition|illness|diagnosis|syndrome)(?:e?s)? (?:could|can|might|may|would"
    r"|explains?|fits?|goes|matches|shows?|presents?"
    r"|(?:is|does|do|might|was|am) (?:that|this|it|these|he|she|i|we|they|my \w+))\b"
    r"|\b(?:patient|man|woman|boy|girl|child|infant|baby|year-old)\b[^.?!]{0,60}"
    r"\b(?:with|presents?|has|had|complains?)\b",
    re.I,
)
_TELLS = re.compile(
    r"^\W*[^?.!+\n]{3,40}(?: ?\+ ?[^?.!+\n]{3,40}){1,8}[?.! ]*$|"  # "runny nose + fever": no question at all
    r"(?<!my )(?<!the )(?<!your )(?<!our )(?<!a )(?<!her )(?<!his )\b(?:doctor|doc|dr)\b"
    r"|\b(?:i|we|he|she|my (?:son|daughter|child|baby|wife|husband|mother|father))"
    r"(?:'ve| have| has|'s| am|'m)?(?: been| just| also| recently){0,2} (?:experienc\w{1,6}|suffer\w{0,4}|feel\w{0,4}"
    r"|felt|notic(?:ed|ing)|having|got|getting|diagnosed|injured|hurt|think|believe|suspect|fear)\b"
    r"|\b(?:i|he|she|my (?:son|daughter|child|baby|wife|husband|mother|father))(?:'m|'s| am| is| keeps?)"
    r"(?: (?:always|so|very|really|constantly|often|just|all)){0,2}"
    r" (?:getting|having|tired|exhausted|dizzy|thirsty|nauseous|weak|itchy"
    r"|short of breath|losing|gaining|putting on|waking|vomiting|coughing|sneezing|sweating|shaking|throwing up)\b"
    r"|\bi (?:have|had) (?:an? |some |this |these |severe |bad |sudden |strange |constant )"
    r"|\bi(?:'ve| have| had)(?: got)? (?:\w+ ){0,2}?(?:pains?|aches?|trouble|difficult\w{0,4}|problems?|discomfort"
    r"|swelling|swollen|bleeding|numbness|tingling|fever|cough|nausea|vomiting|dizz\w{1,6}|itch\w{0,4}|rash|lumps?)\b",
    re.I,
)
# Which tests to take is no matter of what helps; nor is which treatment, before it is known what of.
_TESTS = re.compile(
    r"\b(?:(?:and|or) )?(?:what|which) (?:kind of |sort of |other )?(?:medications?|medicines?|drugs?|treatments?)"
    r" (?:(?:do|should|can|could|might|may|would|will) (?:i|we|he|she|be)?[^.?!]{0,60}"
    r"|(?:helps?|works?|is (?:best|good|right))(?=\W*(?:[.?!]|$)))"
    r"|\b(?:what|which) (?:\w+ )?tests?\b[^.?!]{0,80}|\bwhat should i do\b"
    r"|\btests? (?:do|should|must|can) i\b[^.?!]{0,40}",
    re.I,
)
_TAKEN = re.compile(
    r"\b(?:helps?(?! (?:me|us|him|her|with (?:this|it))\b|[.?!]|$)|treats?(?! (?:it|this)\b)|treatments?|takes?"
    r"|(?<!been )(?<!after )taking|prevents?|supplements?|vitamins?|safe|dose|(?<!my )diet|should i|interacts?"
    r"|(?:can|may|should|must|to) (?:\w+ ){0,2}?(?:avoid|eat|drink|expect))\b",
    re.I,
)


def asks_what_it_is(text: str) -> bool:
    """Tell whether a text tells what somebody complains of, or asks what would explain it, rather than what helps."""
    said = text[:LONGEST].translate(str.maketrans("’‘", "''"))
    if _TAKEN.search(_TESTS.sub("", said)) is not None:
        return False
    return any(p.search(said) for p in (_ASKS, _TELLS, _ONE_BEHIND))


_AND = r"(?:and|as well as|together with|along with|plus)"
# What asks for one thing behind two: "what is the common cause of X and Y?", or, of "X plus Y", what accounts for both
_ONE_BEHIND = re.compile(
    r"\b(?:one|single|common|same|shared) (?:thing|cause|reason|explanation|condition|disease|illness|disorder)s?\b"
    r"[^.?!]{0,30}\b(?:behind|explains?|accounts? for|responsible for|underl(?:ie|ies)|caus(?:e|es|ing)|of|for)\b"
    rf"[^.?!]+\b{_AND}\b"
    r"|\b(?:thing|condition|disease|illness|disorder|diagnosis)s? (?:that|which) (?:would|could|might|can)"
    rf" (?:tie together|unite|link|cover|explain|account for)\b [^.?!]+\b{_AND}\b"
    rf"|\b{_AND} [^.?!]{{2,60}}[.?!:;,–—-]+ ?(?:what|which)(?: \w+){{0,3}}? (?:explains?|accounts? for|causes?"
    r"|(?:lies|is|be) behind|underlies) (?:both|the two|them|these|all)\b"
    r"|\b(?:responsible for|behind|explain|account for)\b [^.?!]{2,80}\b(?:together with|as well as|along with)\b"
    rf"|\b{_AND} [^.?!]{{2,60}}\b(?:(?:common|shared|single) (?:cause|explanation)"
    r"|point to(?: when they (?:occur|come|appear) together)?)\W*$",
    re.I,
)
_BEHIND_BOTH = re.compile(r"\b(?:explain|cause|account for|lie behind|underlie|lead to)s?\b (?:\w+ ){0,2}?both\b", re.I)


def asks_what_is_behind_both(text: str) -> bool:
    """Tell whether a text asks for a third thing that explains two: neither of them explains the other then."""
    return any(p.search(text[:LONGEST]) for p in (_BEHIND_BOTH, _ONE_BEHIND))


@dataclass(frozen=True, slots=True)
class Named:
    """A name that somebody gives to what they have: `said` as written, `as_noun` how it may be called.

    `sure`: the words show that it is meant as what they have; `believed`: they say so, rather than list it.
    """

    said: str
    as_noun: str
    sure: bool
    believed: bool = False


def named_conditions(text: str) -> tuple[Named, ...]:
    """Return what a text names as what somebody has, in the order of reading."""
    said = text[:LONGEST].translate(str.maketrans("’‘", "''"))
    found: dict[str, Named] = {}
    for _, named in sorted(_named(said), key=lambda n: (n[0], n[1].said == n[1].as_noun)):
        if named.said not in {n.said for n in found.values()}:
            found.setdefault(named.as_noun.lower(), named)
    return tuple(found.values())


def _named(text: str) -> Iterator[tuple[int, Named]]:
    for pattern, sure in ((_BELIEVED, True), (_SURE, True), (_PERHAPS, False), (_PLAIN, False)):
        for one in pattern.finditer(text):
            name = _bare(one[1])
            words = name.split()
            plain = not _SYMPTOM.search(name)
            if words and len(words) <= _NAME_WORDS and re.search(r"[a-z]{3}", name, re.I) and plain:
                if _NO_NAME.search(name) or (pattern is _BELIEVED and not _is_having(one[0], name)):
                    continue
                ill = ILL.search(name) is not None
                yield one.start(1), Named(name, name, sure or ill, sure or (ill and pattern is _PERHAPS))
    for one in _HURT.finditer(text):
        verb, part = (one[1], one[2]) if one[1] else (one[4], one[3])
        yield one.start(), Named(one[0], _DONE[verb.lower()].format(part.lower()), True, True)


_NO_NAME = re.compile(
    r"^(?:and|or|but|because|caus\w+|going|happening|wrong|known|something|condition|disease|i|it|that|this|he|she|they|we|not|more|less|what|how|too|all|turning"
    r"|taken|inherited|healthy?|well"
    r"|normal)\b"
    r"|\b(?:become|need to|can't|cannot|don't|myself|taken|not|gained|lost|ago|enough|properly|usual|normal)\b",
    re.I,
)
_HAVING = re.compile(
    r"\b(?:have|has|had|having|be|been|suffer\w*|from|got|getting|develop\w*|dealing|is|it's|diagnosed|called"
    r"|exposed|of|to)\b",
    re.I,
)


def _is_having(matched: str, name: str) -> bool:
    """Whether what was matched says that somebody has the name, or the name is one of an illness."""
    return _HAVING.search(matched[: matched.rfind(name)]) is not None or ILL.search(name) is not None


_WHEN = re.compile(
    r" (?:(?:about|around|over|almost|nearly|just) )?(?:an?|one|two|three|four|five|six|ten|\d{1,3}|some|several|many)"
    r"(?: few| couple of)? (?:hours?|days?|weeks?|months?|years?|decades?)(?: ago| back| before)?$",
    re.I,
)


def _bare(name: str) -> str:
    lead = (
        r"^(?:(?:i|it|he|she) (?:might|may|could|think i|do) (?:have|be) |because of |due to |read about |about "
        r"|that )"
    )
    said = re.sub(lead, "", name.strip(" .,'\""), flags=re.I)
    said = re.sub(r"^(?:caught|developed|having|called|known as) ", "", said, flags=re.I)
    said = re.sub(r"^(?:an?|the|my|some|possible|probable|possibly|maybe|early|likely) ", "", said, flags=re.I)
    said = _WHEN.sub("", said)
    return re.sub(r" (?:on|in|of|at|for|with|to|by|because)$", "", said).strip()


def complaint_stretches(text: str) -> tuple[str, ...]:
    """Return the stretches of a text that may each tell one symptom, without the words that only carry it."""
    said = _plainly(text)
    parts = re.split(r"[.,;:?!\n()]+|\b(?:and|or|but|also|especially|with|because|when|after|that|which|so)\b", said)
    found = (" ".join(_FILLER.sub(" ", part).split()).strip(" '-") for part in parts)
    kept = (f for f in found if len(f) > 3 and len(f.split()) <= 7)
    return tuple(dict.fromkeys(kept))[:MOST_STRETCHES]


# "What would explain both", before what is to be explained.
_EXPLAINS = re.compile(
    r"\b(?:what|which)(?: \w+)? (?:would|could|might|may|can) (?:explain|cause|account for|lie behind|underlie)\b"
    r"(?: (?:both|all|all of|each of))? ?",
    re.I,
)


# Words of complaints that say much the same: what is called by one of them may be stored by another.
_ALIKE = tuple(
    frozenset(line.split())
    for line in (
        "pain pains painful hurt hurts hurting ache aches aching sore soreness tender tenderness discomfort"
        " uncomfortable burning",
        "swelling swollen swells swell mass lump lumps bump bumps growth growths",
        "problem problems trouble difficulty difficult unable cannot diminished limited impaired poor reduced less"
        " loss",
        "less lose loses losing lost loss little lack few low decreased",
        "more much excessive excess increased heavy high frequent frequently often gain",
        "rash rashes patches spots itchy red redness",
        "tired tiredness fatigue fatigued exhausted weak weakness sleepy sleepiness",
    )
)
_CARRY = (
    "of in on at the a an or and to too with from by due during while when as than my abnormal symptom symptoms area"
)
_CARRIES_NOTHING = frozenset(_CARRY.split())
_ENDING = re.compile(r"(?:ations?|ments?|ness|ing|ions?|ed|ful|al|ly|es|s|e|y)$")
_STEM, _SHARED = 5, 0.6  # letters that words of one family begin with, and their share of the longer one


def tells_of(words: str, name: str) -> bool:
    """Whether words that only resemble a name say all that the name says, and little else: "difficulty hearing" and
    "diminished hearing".
    """
    said, wanted = _telling(words), _telling(name)
    shared = [any(_kindred(one, other) for one in wanted) for other in said]
    return bool(wanted) and 2 * sum(shared) >= len(said) and all(any(_kindred(w, s) for s in said) for w in wanted)


def _telling(words: str) -> list[str]:
    return [w for w in re.findall(r"[a-z]+", words.casefold()) if w not in _CARRIES_NOTHING]


def _kindred(one: str, other: str) -> bool:
    bare = tuple(_ENDING.sub("", _ENDING.sub("", word)) for word in (one, other))
    if one == other or (bare[0] == bare[1] and bare[0]) or any(one in some and other in some for some in _ALIKE):
        return True
    common = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return common >= _STEM and common >= _SHARED * max(len(one), len(other))


# Stretches that tell nothing by themselves, so that nobody misses them in an answer.
_SAYS_LITTLE = re.compile(
    r"\b(?:sudden\w*|diseases?|problems?|discomfort|pain\w*|hurts?|caus\w+|wrong|diagnos\w+|done|confirm|recommend|bother\w*"
    r"|serious|everything|something|anything|sure|figure|how|find|research|became?|become|additionally|undergo|you|body"
    r"|parts?|even|appear\w*|look\w*|told|heard|yesterday|going on|taken|go away|properly|relationship"
    r"|required|suspect\w*)\b",
    re.I,
)
_ONLY_HOW = re.compile(r"(?:want\w*|heavy|severe|mild|constant|strange|weird|bad|specific\w*|symptoms?| )+", re.I)
MOST_UNREAD = 4


def unread_complaints(text: str, unknown: Collection[str]) -> tuple[str, ...]:
    """Return which stretches that the graph does not know tell a complaint, in the order of reading."""
    told = " ".join(re.findall(r"[^.?!\n]+(?:[.!\n]|$)", text[:LONGEST]))
    kept = (s for s in complaint_stretches(told) if s in unknown and len(s.split()) <= 3)
    kept = (s for s in kept if not (_SAYS_LITTLE.search(s) or _ONLY_HOW.fullmatch(s)))
    return tuple(_as_written(s, told) for s in kept)[:MOST_UNREAD]


def _as_written(stretch: str, text: str) -> str:
    """Return a stretch with the words that were taken out between its own; as it is where it is not found so."""
    between = r"\W+(?:[\w']+ ){0,3}?"
    found = re.search(rf"\b{between.join(map(re.escape, stretch.split()))}\b", text, re.I)
    return " ".join(found[0].split()) if found and not re.search(r"[.?!,;]", found[0]) else stretch


def complaint_sentences(text: str) -> tuple[str, ...]:
    """Return the sentences of a text, without the words that only carry them."""
    said = _plainly(text)
    found = (" ".join(_FILLER.sub(" ", part).split()).strip(" '-") for part in re.split(r"[.?!\n]+", said))
    return tuple(dict.fromkeys(f for f in found if len(f) > 3))[:MOST_STRETCHES]


def still_unread(unread: Iterable[str], clues: Iterable[str]) -> tuple[str, ...]:
    """Return what was not understood of a question, without what counts as a clue of it."""
    counted = {word for words in clues for word in words.casefold().split()}
    return tuple(u for u in unread if not counted.issuperset(u.casefold().split()))
