"""What a sentence sets ahead of its claim by a comma or a colon, and what only leads up to it. Pure.

`cues.tsv` and `chunks` have openings by their words; here one is told by how it is built: a phrase without a finite
verb ("To the surprise of many, ", "Best known as a spice, "), what is conceded ("Despite years of enthusiasm, "), and
what the writer says of telling it ("As we discussed, ", "I would advise against it: "). All of its words must be
accounted for, and none may be of the closed class that can turn a claim round. Whom, when and how it speaks of is
still read as a qualifier of the claim.
"""

from __future__ import annotations

import re
from functools import cache

from kgcore.english.accounted import ACCOUNTED, evidence, is_accounted, may_turn
from kgcore.english.called import called, head_of, names_sort
from kgcore.english.chunks import NO_CURE, calls_it_untrue, disowns, lacks_grounds, opening_chunk, speaks_of_others
from kgcore.english.cues import regex_of_any
from kgcore.english.qualifier_terms import word_keys
from kgcore.english.words import word_lists

_LONGEST = 200  # characters that are looked at
_MOST = 3  # such pieces before a claim
_LEAD = re.compile(
    r"\W*(?:(?:and|but|so|yet|also|however|then|thus|still),?\s+)?"
    r"(?P<what>[^,:;.!?()\[\]\"“”‘|–—\n]{3,120}?)(?P<mark>,|:|\s[–—-])\s+",
    re.IGNORECASE,
)
# What supposes, asks or limits: it is a condition, not an opening.
_CONDITION = re.compile(
    r"(?:if|when|whenever|where|wherever|unless|until|once|whether|provided|providing|supposing|suppose|assuming|"
    r"imagine|imagining|let|were|had|should|except|without|before|only|just|at (?:best|most|least|worst)|"
    r"as (?:long|far|soon|if|though)|"
    r"according to|as per|in place|in the (?:words|opinion|view|eyes)|against|"
    r"in (?:case|theory|principle|part|your)|on paper|for (?:you|one|all|now|once))\b",
    re.IGNORECASE,
)
# What says of whom, when, how much or how a claim holds, unless it is where it is known from: a qualifier's words.
_NARROWS = re.compile(
    r"(?:in|at|on|with|within|under|for|after|during|among|amongst|over|across|through|throughout|since|per|inside|"
    r"outside|around|near|upon|when|while|both|either|even|mostly|mainly|chiefly|"
    r"(?:best |first |only |always |once |usually )?(?:taken(?! as a whole\b| together$)|given|used(?! as\b)|"
    r"combined|added|administered|eaten|drunk|mixed|injected|started|applied|paired|coupled|dissolved|swallowed|"
    r"inhaled|cooked|boiled|heated|raw|fresh))\b|"
    r".*\b(?:harm\w*|safe\w*|toxic|danger\w*|poison\w*|risk\w*|times|half|double|twice|doses?|"
    r"daily|days?|weeks?|months?|hours?|nights?|mornings?|older|younger|old|young)\b",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|can|could|may|might|will|would|shall|should|must|cannot|it|they|"
    r"he|she|we|i|who|which|that|there)\b|\w+n['’]t\b",
    re.IGNORECASE,
)
_CONCEDES = re.compile(
    r"(?:despite|in spite of|notwithstanding|contrary to|for all (?:its|their)|amid)\s+",
    re.IGNORECASE,
)
_AUX = r"(?:already|have|had|has|just|also|may|might|will|can|could|probably|well|all|both|would|should|now|did|do)"
# The writer, on telling it: "as we discussed", "as you may know", "as any pharmacist knows".
_TELLING = re.compile(
    rf"as\s+(?:(?:i|we|you)(?:['’]ve)?\s+(?:{_AUX}\s+){{0,3}}(?:discuss(?:ed)?|mention(?:ed)?|"
    r"not(?:e|ed)|s(?:ee|een|aw)|"
    r"kn(?:ow|ew|own)|wr(?:ote|itten)|explain(?:ed)?|point(?:ed)? out|describ(?:e|ed)|agreed?|recall|remember|learnt|"
    r"learned|heard|read|told you)|"
    r"(?:mentioned|noted|discussed|described|explained|indicated|outlined|seen|agreed|pointed out)(?=\s|$)|"
    r"(?:every|any|most|many|all)\s+(?:[a-z-]+\s+)?(?P<who>[a-z-]+)\s+(?:(?:will|can|should|do)\s+)?"
    r"(?:knows?|tells? you|confirms?|agrees?))(?P<rest>.*)",
    re.IGNORECASE,
)
_ADVISING = re.compile(
    r"(?:i|we)(?:['’]d)?\s+(?:(?:would|do|must|have to|can|should|therefore|still|also|strongly|generally|usually|not|"
    r"always)\s+){0,3}(?:advise|recommend|suggest|caution|warn|urge|counsel|prefer|avoid|encourage)\b(?P<rest>.*)",
    re.IGNORECASE,
)
_SPEAKERS = re.compile(
    r"\b(?:you|we|i|one|people|patients|everyone|everybody)\s+(?:should|may|might|can|must|need to|ought to|"
    r"(?:may |might )?want to|will)\b|\byour?\b",
    re.IGNORECASE,
)


# "One might add that", "what clinicians should know is that", "less well known is the fact that", "this is why":
# whoever writes vouches for what follows.
_TELLS = r"(?:add|note|mention|stress|point out|remember|recall|repeat|emphasi[sz]e|bear in mind|keep in mind)"
_TOLD = r"(?:added|noted|mentioned|stressed|pointed out|remembered|repeated|emphasi[sz]ed|borne in mind|kept in mind)"
_READERS = r"(?:i|we|one|you|clinicians|doctors|patients|readers|people|everyone|prescribers|pharmacists|students)"
_DEGREE = r"(?:perhaps\s+)?(?:less|equally|more|most|also|just as|no less|even more|particularly|especially)"
_VOUCHES = re.compile(
    r"\W*(?:(?:and|but|so|yet|also|still),?\s+)?(?:"
    rf"it (?:bears (?:repeating|mentioning|remembering)|(?:must|should|can|ought to|has to) (?:also )?be {_TOLD})|"
    rf"(?:i|we|one) (?:might|may|should|must|can|would) (?:also |perhaps )?{_TELLS}|"
    rf"what {_READERS} (?:should|must|need to|ought to) (?:also |always )?(?:know|be aware of|{_TELLS[3:-1]}) is|"
    r"of (?:particular|special|great|some|further|clinical|practical) (?:interest|note|importance|relevance) is "
    r"the (?:fact|finding|observation|discovery)|"
    rf"{_DEGREE} (?:well[ -]known|widely known|known|important|relevant|interesting|noteworthy|striking|appreciated|"
    r"recogni[sz]ed) (?:is|are) the (?:fact|finding|observation|discovery)|"
    r"we (?:now|do|already|also) know|"
    r"(?:trial after trial|study after study) has (?:shown|found|confirmed)"
    r") that\s+(?!(?:is|was|are|were|has|have|had)\b)|"
    r"\W*(?:and |but )?(?:this|that|the same (?:mechanism|effect|property|action|reason)|"
    r"this (?:mechanism|effect|property|action)) (?:also |in turn |partly )?(?:explains?|is) (?:in part )?why\s+",
    re.IGNORECASE,
)
_WHAT_THEY_THINK = re.compile(
    r"\bwhat\s+(?:one|you|we|many|most|some|people|most people|many people)\s+"
    r"(?:(?:might|may|would|often|usually|commonly|have|has|had|still)\s+){0,2}(?:expect|think|thought|believe|assume|hear|heard|read|guess|suppose|fear)\w*",
    re.IGNORECASE,
)


@cache
def _thought_of() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{regex_of_any(word_lists()['thought of it'])})\b", re.IGNORECASE)


@cache
def _who_knows() -> frozenset[str]:
    lists = word_lists()
    known = frozenset(lists["people"]) | frozenset(lists["reporter"]) | {"doctors", "physicians"}
    return known | {word.removesuffix("s") for word in known}


# "Although inert, ", "even though it is cheap, ": a concession about the subject itself.
_OF_ITSELF = re.compile(
    r"\W*(?:(?:and|but|so|yet|also|however|then|thus|still),?\s+)?(?:even\s+)?(?:although|though)\s+"
    r"(?P<what>(?:(?:it|they|this|that|these|those)\b|"
    r"(?![^,]*\b(?:is|are|was|were|has|have|had|do|does|did|can|could|may|might|will|would|should|must|cannot)\b))"
    r"[^,]*),",
    re.IGNORECASE,
)


def opening_phrases(words: str) -> int:
    """Return how many characters at the beginning of a sentence `opening_chunk` lets pass, where they may.

    What is conceded of the subject itself has to be understood, every word of it.
    """
    end = opening_chunk(words)
    itself = _OF_ITSELF.match(words, 0, end) if end else None
    what = NO_CURE.sub(" ", itself["what"]) if itself else ""
    unknown = calls_it_a_sort(what) or not is_accounted(what, ())
    return 0 if unknown else end


def lead_in(words: str) -> int:
    """Return how many characters at the beginning of a sentence only lead up to what it asserts; 0 where unsure."""
    end = 0
    for _ in range(_MOST):
        found = _LEAD.match(words[:_LONGEST], end)
        if found and _leads_up(found["what"].strip(), comma=found["mark"] == ","):
            end = found.end()
            continue
        if vouches := _VOUCHES.match(words[:_LONGEST], end):
            return vouches.end()
        return _told_ahead(words[:_LONGEST], end) or end or _clause_ahead(words[:_LONGEST])
    return end


def _told_ahead(words: str, at: int) -> int:
    """Return where what is told begins behind a clause that only says that, to whom or whence it is told; 0 if unsure.

    "The trouble with it is that", "Please tell your mother that", "Any neurologist would confirm that", "I read a
    paper: ".
    """
    if found := _SHELL.match(words, at):
        plain = _SPEAKERS.sub(" ", _UNTOLD.sub(" ", found["what"]))
        noun = _shells().fullmatch(found["what"])
        doubted = _DOUBTED.search(found["what"]) or speaks_of_others(plain)
        return found.end() if noun and is_accounted(plain, ()) and not (doubted or may_turn(plain)) else 0
    if found := _TELL_THEM.match(words, at):
        return found.end() if _are_people(found["whom"]) else 0
    if found := _EXPERT_SAYS.match(words, at):
        known = found["who"].casefold() in _who_knows() or _EXPERT.search(found["who"])
        return found.end() if known else 0
    if found := _FOUND_OUT.match(words, at):
        plain = _SPEAKERS.sub(" ", found["what"])
        vouched = found["asks"] or _SOMETHING.fullmatch(plain) or _sources().search(plain)
        return found.end() if vouched and is_accounted(plain, ()) and not may_turn(plain) else 0
    return 0


def _clause_ahead(words: str) -> int:
    """Return where a clause begins behind another one whose words all leave a claim as it is; 0 if unsure.

    "Memory loss is common, and ". What is only talked about is no such clause.
    """
    found = next(iter(reversed([*_NEXT_CLAUSE.finditer(words)])), None)
    before = words[: found.start()] if found else ""
    if not found or not _FINITE_VERB.search(before) or _CONDITION.match(before.strip()) or _IS_SOMETHING.search(before):
        return 0
    keys = {key for word in before.split() for key in word_keys(word.strip(",;:"))}
    if (
        evidence().search(before)
        or _UNSETTLED.search(before)
        or not keys.isdisjoint(_of_talk())
        or speaks_of_others(before)
        or calls_it_untrue(before)
    ):
        return 0
    return found.end() if is_accounted(before, ()) and not may_turn(before) else 0


_START = r"\W*(?:(?:and|but|so|yet|also|however|then|thus|still),?\s+)?"
# "One thing that often gets forgotten is that": a noun for a fact, and what is said of telling it.
_SHELL = re.compile(
    rf"{_START}(?P<what>[^,:;.!?()\[\]\"“”]{{3,120}}?)\s+(?:is|was|remains)\s+"
    r"(?:(?:also|just|of course|\w+ly)\s+)?that\s+"
    r"(?!(?:is|was|are|were|has|have|had|does|did|it)\b)",
    re.IGNORECASE,
)
# Whoever does not know or say it, it is a fact: "nobody tells you", "that often gets forgotten".
_UNTOLD = re.compile(
    r"\b(?:(?:that|which|what)\s+)?(?:(?:nobody|no one|few|hardly anyone|not everyone|many|most|some)\s+(?:people\s+|"
    r"patients\s+|"
    r"doctors\s+|of us\s+)?(?:(?:ever|yet|really|often|still)\s+){0,2}(?:tells?|told|knows?|mentions?|mentioned|"
    r"reali[sz]es?|talks?|"
    r"expects?|thinks?|notices?|appreciates?|hears?|heard|forgets?|overlooks?|miss(?:es)?)\b(?:\s+(?:you|us|me|about|"
    r"of))*|"
    r"(?:(?:is|are|gets?|goes?|tends? to be|tends? to get)\s+)?(?:(?:too|very|so|all too)\s+)?(?:often|easily|"
    r"sometimes|usually|frequently)\s+"
    r"(?:gets?\s+|goes\s+|is\s+)?(?:forgotten|overlooked|missed|neglected|ignored|unmentioned|unnoticed|lost))\b",
    re.IGNORECASE,
)
_TELL_THEM = re.compile(
    rf"{_START}(?:(?:please|do|just|also|always|then|you|i|we|let me|should|must|may|might|could|can|would|will|"
    rf"want to|"
    r"have to|make sure to|be sure to|remember to|(?:do not|don['’]t) forget to)\s+){0,4}"
    r"(?:tell|remind|warn|inform|let|advise)\s+(?P<whom>(?!me\b|us\b)[^,:;.!?()]{2,40}?)\s+(?:know\s+)?that\s+",
    re.IGNORECASE,
)
_EXPERT_SAYS = re.compile(
    rf"{_START}(?:(?:(?:nearly|almost)\s+)?(?:any|every|most|all|many)\s+)"
    r"(?:(?:good|experienced|competent|practi[sc]ing|senior|family|hospital|clinical)\s+)?(?P<who>[\w-]+)\s+"
    r"(?:(?:will|would|can|could|should|also|readily|now|all)\s+){0,3}"
    r"(?:tells? you|confirms?|agrees?|knows?)\s+that\s+",
    re.IGNORECASE,
)
_EXPERT = re.compile(r"(?:olog|iatr|macolog|pharmac)ists?$|physicians?$", re.IGNORECASE)
# "just read a paper: ", "You asked about the tablets: ", "I looked into it, and ": how it comes to be told.
_FOUND_OUT = re.compile(
    rf"{_START}(?:(?:ok|okay|well|hi|btw|fyi),?\s+){{0,2}}"
    r"(?:(?:(?:i|we)(?:['’]ve)?\s+)?(?:(?:have|just|recently|also|finally)\s+){0,3}"
    r"(?:read|looked|checked|searched|asked|dug|found|went|saw|reviewed)|"
    r"(?P<asks>you|he|she|they)(?:['’]ve)?\s+(?:(?:have|had|also|recently|just)\s+){0,2}(?:asked|wondered|"
    r"wanted to know|inquired|enquired))\b"
    r"(?:\s+(?:around|into|up|out|through|about)\b)?(?P<what>[^,:;.!?()]{0,60}?)(?:[:;]|,\s+and\b|\s[–—-])\s+",
    re.IGNORECASE,
)
_SOMETHING = re.compile(
    r"\s*+(?:(?:it|this|that|these|them|things?|the (?:matter|question|topic|evidence|subject)|for|on|today|"
    r"yesterday|again|carefully|properly)\b\s*+)*+",
    re.IGNORECASE,
)
_DOUBTED = re.compile(r"\b(?:doubt|disput|disbelie|reject|den(?:y|ie)|oppos|suspect|fear)", re.IGNORECASE)
_NEXT_CLAUSE = re.compile(r";\s+|,\s+and\s+|\s[–—-]\s+", re.IGNORECASE)
_IS_SOMETHING = re.compile(r"\b(?:is|are|was|were|being)\s+(?:an?|the|made|my|your|called|one|all)\b", re.IGNORECASE)
_UNSETTLED = re.compile(
    r"\b(?:mixed|divid|split|conflict|differ|disagree|debat|uncertain|unclear|unsettled|open|inconclus|inconsist|less|"
    r"worse|stop)",
    re.IGNORECASE,
)
_FINITE_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|did)\b|\w\s+[a-z]{2,}(?:[^su\W]s|ed)\s+(?:to|in|on|from|with|by|many|"
    r"some|most|"
    r"the|an?|its|their|well|more|less|little|it|them|[a-z]+ly)\b",
    re.IGNORECASE,
)


@cache
def _shells() -> re.Pattern[str]:
    heads = regex_of_any(word_lists()["noun for a fact"])
    return re.compile(rf"(?:[\w’'-]+\s+){{0,4}}?(?:{heads})\b(?:\s.*)?|what\s.*", re.IGNORECASE)


@cache
def _sources() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{regex_of_any(word_lists()['vouches'])})s?\b|{evidence().pattern}", re.IGNORECASE)


@cache
def _of_talk() -> frozenset[str]:
    lists = word_lists()
    others = {
        key
        for name, words in lists.items()
        if name.startswith(ACCOUNTED) and name != f"{ACCOUNTED}talk"
        for word in words
        for key in word_keys(word)
    }
    return frozenset(key for word in lists[f"{ACCOUNTED}talk"] for key in word_keys(word)) - others


def _are_people(whom: str) -> bool:
    lists = word_lists()
    known = {*lists["people"], *lists["addressee"], *_who_knows()}
    others = _OWNERS.sub(" ", whom).casefold().split()
    return all(word in known or word.removesuffix("s") in known for word in others)


_OWNERS = re.compile(
    r"\b(?:your|his|her|their|my|our|the|an?|any|all|every|elderly|old|young|and|or|who take it)\b", re.I
)


def _leads_up(what: str, *, comma: bool) -> bool:
    if _CONDITION.match(what) or disowns(what) or lacks_grounds(what) or what.casefold() in word_lists()["gone"]:
        return False  # "Sure, …" may be irony
    if conceded := _CONCEDES.match(what):
        thought = conceded[0].casefold().startswith("contrary")  # to fact, or to what people think
        return comma and _is_conceded(what[conceded.end() :], thought=thought)
    if told := _TELLING.fullmatch(what):
        known = told["who"] is None or told["who"].casefold() in _who_knows()
        return known and is_accounted(told["rest"], ()) and not may_turn(told["rest"])
    if not comma:
        advises = _ADVISING.fullmatch(what)
        plain = _SPEAKERS.sub(" ", advises["rest"] if advises else what)
        return is_accounted(plain, ()) and not may_turn(plain) and (advises is not None or _is_announced(what))
    if _NARROWS.match(what) and not evidence().search(what):
        return False
    if _FINITE.search(what) or may_turn(what) or not is_accounted(what, ()) or calls_it_a_sort(what):
        return False
    return not (names_sort(what) or called(f", {what},"))  # of which the graph is asked


def _is_conceded(what: str, *, thought: bool) -> bool:
    """Whether what is set aside is what people think of a thing, or nothing that speaks against its evidence.

    `thought`: only what people think may be set aside.
    """
    if evidence().search(what) or calls_it_a_sort(what):
        return False
    plain = _thought_of().sub(" ", _WHAT_THEY_THINK.sub(" ", what))
    return is_accounted(plain, ()) and (plain != what or not (thought or may_turn(what)))


_BEING_ONE = re.compile(
    r"\b(?:being|it is|they are|it was|they were|itself)\s+(?:(?:an?|one of the|some)\s+"
    r"(?P<sort>(?:kind|type|sort|form|piece|bit|variety|species) of\s+(?:an?\s+)?)?)?(?P<what>[^,;:.!?]+)",
    re.IGNORECASE,
)
_MADE_OF = re.compile(r"(?:made|composed|consisting)\s+(?:up\s+)?(?:entirely\s+|only\s+)?(?:of|from)\b", re.IGNORECASE)
# "being expensive", "being widely available": no word for a substance.
_LIKE_THAT = re.compile(r"(?:ed|al|ous|able|ible|ic|ive|ful|less|ary|ish|ent|ant)$", re.IGNORECASE)


def calls_it_a_sort(words: str) -> bool:
    """Whether words call a thing one of a sort that is not whatever people take, or a substance: "despite being an
    antibiotic", "although it is water".
    """
    found = _BEING_ONE.search(words)
    what = found["what"].strip() if found else ""
    if (made := _MADE_OF.search(words)) and not _substances().isdisjoint(word_keys(words[made.end() :])):
        return True
    head = head_of(what).casefold()
    if not head or head in word_lists()["any that is taken"] or head in word_lists()["any that is spoken of"]:
        return False
    substance = not _LIKE_THAT.search(head) and not _substances().isdisjoint(word_keys(head))
    return names_sort(what) or substance or bool(found and found["sort"])


@cache
def _substances() -> frozenset[str]:
    """Return the keys of nouns for what things may be made of, which are in no other list."""
    return frozenset(key for word in word_lists()["substance"] for key in word_keys(word))


_ANNOUNCES = re.compile(
    r"(?:(?:and|but|so)\s+)?(?:there (?:is|are)|here (?:is|are)|here['’]s|there['’]s|"
    r"(?:(?:one|two|another|a|the|my|our|some|first|last|next)\s+)+(?:[\w-]+\s+){0,3}(?:thing|things|point|points|"
    r"fact|facts|warning|caution|note|reminder|tip|"
    r"advice|answer|reason|caveat|catch|version|news|example|examples)\b)",
    re.IGNORECASE,
)


def _is_announced(what: str) -> bool:
    """Whether words before a colon only announce that something is told: "There is one thing you should know: "."""
    return _ANNOUNCES.match(what) is not None
