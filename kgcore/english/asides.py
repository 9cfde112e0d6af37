"""Words set off by commas or brackets behind a name: what adds nothing is passed over, what is excluded is kept. Pure.

"Ginger, which many people know from the kitchen, relieves", "vitamin E, but not magnesium, prevents".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from kgcore.english.accounted import evidence, is_accounted
from kgcore.english.called import called, miscalled, taken_by_another
from kgcore.english.chunks import NAME, disowns, is_of_matter, may_matter, opening_chunk
from kgcore.english.context import ClaimFrame, may_change_between, may_deny_or_hedge, only_opens, read_frame_before
from kgcore.english.cues import CueScope, find_cue
from kgcore.english.facts import evidence_for
from kgcore.english.leads import calls_it_a_sort, lead_in
from kgcore.english.qualifier_terms import limits, neutral_keys, word_keys
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan, RelationSpan
from kgcore.english.words import word_lists

_ASIDE = re.compile(
    r"(?:,\s*(?P<commas>[^,;:()]{1,160}?),(?=\s)|\s{1,3}\((?P<brackets>[^()]{1,160})\)|"
    r"\s{0,3}\[(?P<cited>\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,9})\]|"
    r"(?:\s+[–—-]\s+|[–—])(?P<dashes>[^–—,;:()]{1,160}?)(?:\s+[–—-](?=\s)|[–—]))"
)
_EXCLUDING = re.compile(
    r"(?:but not|and not|not|though not|unlike|(?:in|by) contrast (?:to|with)|as opposed to)\s+(?:the\s+)?"
    r"(?:an?\s+(?:(?:ordinary|normal|plain|simple|regular|usual|mere|cup|glass|dose)\s+){1,2}(?:of\s+)?)?$",
    re.IGNORECASE,
)
_ADDING = re.compile(
    r"(?:as well as|along with|together with|and also|just like|as also|and indeed|in particular|especially|"
    r"particularly|notably|most notably|above all|first and foremost|such as|including|for example|for instance|"
    r"e\.g\.),?\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"(?:just )?(?:like|similar to|as well as|much like|along with|together with|and also|"
    r"(?:by|through|despite) \w+ing)"
    r"\s+(?:the\s+)?$",
    re.IGNORECASE,
)
# Of a name with this before it the same is claimed: "like *C*, *A* treats *B*".
_LIKENED = re.compile(
    r"(?:(?:and|but|so|yet|also),?\s+)?"
    r"(?:(?:(?:just|much|exactly|quite)\s+)?like|as with|as well as|similar(?:ly)? to|in common with)\s+"
    r"(?:(?:the|all|most|other)\s+){0,2}$",
    re.IGNORECASE,
)
# "Re *B*: *A* does not cause it": what stands before the name of what a line is about.
HEADS_TOPIC = re.compile(r"\W*(?:(?:re|about|on|as for|as to|regarding|concerning)\b:?\s+(?:the\s+)?)?", re.IGNORECASE)
# What a sentence may open with, up to a comma, and what stands behind it is asserted whatever it names.
_PREAMBLE = re.compile(
    r"\W*(?:(?:and|but|so|yet|also|however|then|thus),?\s+)?"
    r"(?:unlike|(?:just )?like|along with|as well as|together with|as with|in common with|"
    r"(?:in|by) contrast (?:to|with)|in contradistinction to|as opposed to|besides|apart from|aside from|"
    r"in addition to|other than|next to|(?:when|where) it comes to|as for|as to|as regards|"
    r"with (?:regard|respect) to|in terms of|turning to|speaking of|talking of|regarding|concerning|"
    r"contrary to the(?!\s+(?:[\w-]+\s+){0,2}(?:evidence|data|trials?|stud(?:y|ies)|science|findings?|"
    r"facts?|results?)\b)|"
    r"(?:despite|given) (?:the|its|their|early|initial|promising)|"
    r"as an? (?:[\w-]+ ){1,4}(?:of|in|for|to|against)|"
    r"(?:in|for|among) (?:people|patients|those|adults) (?:with|who have)|"
    r"(?:because|since|as|although|though|while) (?:it|they)|"
    r"(?:by|through|despite|in spite of|far from) \w+ing)\s[^,;:.!?]{1,120},\s+",
    re.IGNORECASE,
)
# "The catch is the heart: (at that dose it prolongs …)": a clause without names that what follows explains.
_LEAD_IN = re.compile(
    r"\s*[^:;.!?\n()\"“”]{3,80}\b(?:is|are|was|were|has|have|had|matters?|differs?|"
    r"remains?)\b[^:;.!?\n()\"“”]{0,80}:\s+"
)
_SPEAKS_OF = re.compile(
    r"\b(?:claim|belie[fv]|idea|theor|hypothes|say|said|tell|told|think|thought|advert|ads?\b|label|promise|slogan|"
    r"headline|dream|novel|story|stories|tale|imagin|pretend|question|wonder|hope|wish|suppos|rumou?r|legend|lie|lies|"
    r"lying|jok|fiction|opinion|quot|word|call|sell|sold|market|swear|argue|assum|predict|goal|aim|plan|task|option|"
    r"choice|answer|statement|sentence|example)",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\s*(?:which|that)\s+[a-z]", re.IGNORECASE)
# "*A*, a master regulator of *B*, …", "*A*, widely used for *B*, …": what a name is, in words that name something else.
_APPOSED = re.compile(
    r"(?:(?:while|although|though|albeit)\s+(?:[a-z]+ly\s+|also\s+)?(?:effective|useful|helpful|beneficial|valuable|"
    r"approved|licensed|used|indicated|prescribed|a (?:treatment|remedy))\s+(?:in|for|against|to (?:treat|prevent|ease|"
    r"relieve|lower|reduce))\s+|"
    r"itself\s+|(?:(?:long|now|still|today|currently|for decades|for many years)\s+)?"
    r"(?:an?|the|one of(?: the)?|itself an?|also an?|like \w+ an?)\s+(?:[\w-]+\s+){0,6}|"
    r"whose\s+(?:[\w-]+\s+){1,5}|"
    r"(?:[a-z]+ly\s+|often\s+|long\s+|now\s+|first\s+|best\s+)?"
    r"(?!(?:combined|mixed|paired|coupled|added|compared|given|taken|administered|injected)\b)"
    r"(?:[a-z]+ed|known|found|seen|made|sold|present|abundant|plentiful)\s+(?:[\w-]+\s+){0,3}?(?:for|in|against|"
    r"to|from|by|with|as)\s+|"
    r"(?:(?:best|widely|well|long|now|also|commonly|mainly|chiefly|mostly)\s+)?(?:known|noted|valued|prized|used|prescribed|"
    r"indicated|approved|licensed)\s+for\s+(?:its\s+)?[a-z]+ing\s+)"
    r"(?:the\s+)?",
    re.IGNORECASE,
)
# "(moderate evidence; two trials)", "(Grade A)", "(Smith et al., 2019)", "[3]": how well it is known, and from where.
_RATED = re.compile(
    r"(?:(?:grade|level|class|quality|certainty|confidence|evidence|strong|moderate|low|very|high|weak|limited|good|"
    r"fair|based|on|with|from|a|the|of|and|cochrane|systematic|reviews?|meta-?analys[ei]s|trials?|rcts?|stud(?:y|ies)|"
    r"randomi[sz]ed|controlled|clinical|cohorts?|observational|large|several|one|two|three|b|c|i{1,3}|iv|see|also|"
    r"refs?|references?|sources?|pmid|doi|n|\d{1,9}|(?-i:[A-Z][a-z]+)(?= (?:et al|trials?|study|review|cohort|and "
    r"colleagues|\d{4})|,? \d{4})|et|al|colleagues)[\s,;.:=-]*){1,14}",
    re.IGNORECASE,
)
_ALONE = re.compile(
    r"(?:whether |either )?(?:taken |given |used )?alone or (?:together|combined|in combination)(?: with each other)?",
    re.IGNORECASE,
)
_LISTING = re.compile(r"\s*(?:,|,?\s*(?:and|or|as well as)|&)\s*(?:the\s+)?", re.IGNORECASE)
_TOLD = re.compile(
    r"(?:which|who|whose|known|also known|an?|the|"
    r"(?:(?:al)?though|albeit)\s+(?!only\b|mainly\b|in\b|on\b|for\b|at\b|among\b|with\b|to\b|by\b)|"
    r"despite|in spite of|notwithstanding|however\s+[a-z]+ly\b|with (?:its|their)|"
    r"for all (?:its|their) (?!useless|worthless|ineffect|fail|lack)|"
    r"(?:un)?like|as opposed to|in contrast (?:to|with)|as with|"
    r"(?:that|this) (?:\w+ )?(?:old|ancient|humble|popular|common|familiar|simple)|"
    r"(?:sometimes|often|usually|occasionally|at times|frequently)\s+(?:\w+\s+){0,2}\w+$|"
    r"(?:particularly|especially|notably|above all|most of all)\s+(?:if|when|after|over|during|with|at|in)\b|"
    r"according to (?!(?:\w+ ){0,2}(?:mouse|rat|animal|cell|laboratory|preclinical|old)\b)(?:[\w-]+ ){0,4}"
    r"(?:trials?|stud(?:y|ies)|reviews?|meta-?analys[ei]s|research|evidence|data|guidelines?|papers?|experts?|"
    r"literature|cochrane)\b|"
    r"(?:(?:close|chemical|older|newer|common|popular) )?(?:members|relatives|cousins|siblings|constituents|"
    r"derivatives|products|components|types|forms|examples|representatives) of|"
    r"(?:useful|helpful|popular|valuable|important|common|familiar|safe|harmless|pleasant|cheap|welcome|humble|"
    r"old|bitter) "
    r"(?:as|though) (?:it|they) (?:is|are|may be|might be)\b|"
    r"one of|two|three|both|too|also|by the way|as|say|says|said|believe it or not|of course|itself|"
    r"(?:(?:widely|commonly|often|long|first|originally|best|better|now|traditionally|usually|sometimes|frequently) )?"
    r"(?:used|prescribed|valued|approved|isolated|discovered|derived|extracted|developed|sold|marketed|grown|"
    r"eaten|drunk|"
    r"found|available|common|popular|named|called|introduced|licensed|made)"
    r"(?!\s+by\s+(?:one|your?|my|his|her|some|others?|any|no)\w*\b))\b",
    re.IGNORECASE,
)


# "For all its virtues", "safe though it is at usual doses": no words of how far the claim goes.
_CONCEDED = re.compile(
    r"^\s*(?:for all(?= (?:its|their)\b)|(?:safe|harmless) (?:as|though) (?:it|they) (?:is|are|may be)|"
    r"(?:al)?though (?:usually |generally |normally )?(?:safe|harmless)(?! and (?:effective|safe)))\b",
    re.IGNORECASE,
)
_SAYS = re.compile(r"\s*(?:says?|said|claims?|claimed|swears?|swore|according to)\b", re.IGNORECASE)  # whoever it is
_BEFORE_IT = re.compile(r"\s+(?:before|after|alongside) (?:it|them|that)$", re.IGNORECASE)  # "like *C* before it"
_TAKEN = re.compile(r"(?:taken|given|used)\b(?!\s+once\b)", re.IGNORECASE)  # "taken daily"
_INERT = re.compile(r"\b(?:placebo|sham|dummy|inert|fraudulent|imaginary|fictitious|fictional)\b", re.IGNORECASE)


def _with_names_hidden(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> str:
    """Return the words of a sentence with a sign for each letter of its names."""
    words = text[sentence.start : sentence.end]
    for name in names:
        start, end = name.start - sentence.start, name.end - sentence.start
        words = f"{words[:start]}{NAME * (end - start)}{words[end:]}"
    return words


# "(*A*,) cheap and widely available, abundant in oily fish": what a name is like. A comment of somebody's has a subject
# and a verb, and what narrows it is given, taken or combined.
_ADJECTIVE = (
    r"(?:(?:[a-z]+ly|long|now|once|still|often|so|very|quite|rather|also|well|widely|best|much)\s+){0,2}"
    r"(?!(?:given|taken|used|combined|added|enhanced|boosted|fortified|enriched|spiked|laced|blended|supplemented|"
    r"augmented|mixed|injected|administered|tested|studied|paired|dissolved|applied|only|contrary|"
    r"discredited|banned|withdrawn|disputed|disproved|need|indeed|fed|allegedly|supposedly|reportedly|rumoured)\b)"
    r"(?:[a-z-]+(?:ed|ful|ous|able|ible|ic|ive|ant|ent|less|ary|al)|known|grown|born|found|made|sold|drunk|eaten|rich|"
    r"cheap|high|low|old|new|safe|mild|strong|common|popular|bitter|sweet|golden|red|green|yellow|white|ancient|humble|"
    r"simple|familiar|famous|rare|native|similar|close|akin)"
)
_LIKE_THAT = re.compile(
    rf"(?:{_ADJECTIVE}(?:(?:\s+and\s+|\s+but\s+){_ADJECTIVE})?|(?:long|once|now|still|itself)\s+(?:an?|the)\s+[\w-]+)"
    r"(?:\s+(?:in|among|for|as|by|since|from|to|of|at|on|throughout|across|around|with)\s+[^,;:()]+)?",
    re.IGNORECASE,
)


def without_preamble(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> tuple[Stretch, list[NameSpan]]:
    """Return a sentence and its names without what only leads up to it: "Unlike *A*, …", "By lowering *B*, …"."""
    topic = names[0] if names and text.startswith(": ", names[0].end) else None
    meant = topic is not None and any(n.stands_for and n.mention == topic.mention for n in names[1:])
    if topic and meant and HEADS_TOPIC.fullmatch(text, sentence.start, topic.start):
        return Stretch(topic.end + 1, sentence.end), list(names[1:])
    sentence = evidence_for(text, sentence, names)
    found = _LEAD_IN.match(text, sentence.start, sentence.end)
    if found and all(n.start >= found.end() for n in names) and not _is_of_others(found[0]):
        sentence = Stretch(found.end(), sentence.end)
    if lead := opening_chunk(_with_names_hidden(text, sentence, names)):
        behind = [n for n in names if n.start >= sentence.start + lead]
        of_it = names[0].ill and _are_listed(text, behind)  # "For prevention of *B*, *A* or *C* is used"
        if len(behind) > 1 and len(behind) == len(names) - 1 and not of_it:  # two in it may say something of each other
            return Stretch(sentence.start + lead, sentence.end), behind
    sentence = _behind_apposed(text, sentence, names)
    hidden = _with_names_hidden(text, sentence, names).replace(NAME, "_")  # "Unlike *St. John's wort*" has a full stop
    found = _PREAMBLE.match(hidden)
    at = sentence.start + (found.end() if found else 0)
    behind = [n for n in names if found and n.start >= at]
    opens = text[sentence.start : at]
    if found is None or not behind or may_deny_or_hedge(opens) or disowns(opens) or calls_it_a_sort(opens):
        return sentence, list(names)
    if len(behind) == len(names) and not (is_accounted(opens, ()) or lead_in(opens)):
        return sentence, list(names)  # "despite being poisonous, *A* …"
    told_of = len(behind) == 1 and len(names) == 2 and _OF_WHOM.match(opens)
    if told_of and _SUBJECT_FIRST.fullmatch(text, at, behind[0].start):
        return sentence, list(names)  # what follows tells of that illness: "In people with *B*, *A* brought relief"
    return Stretch(at, sentence.end), behind


Beside = tuple[tuple[NameSpan, NameSpan], ...]


def compared_ahead(
    text: str, sentence: Stretch, names: Sequence[NameSpan], kept: Sequence[NameSpan]
) -> tuple[Beside, Beside]:
    """Return the first name that a lead-in left, with each that it rules out, and with each that it is likened to.

    "Unlike *A*, *B* treats *C*", "Like *A*, *B* treats *C*".
    """
    ahead = [n for n in names if n not in kept]
    lead = text[sentence.start : ahead[0].start].lstrip() if ahead and kept else ""
    if not lead or not _are_listed(text, ahead) or text[ahead[-1].end : kept[0].start].strip(", "):
        return (), ()
    pairs = tuple((kept[0], one) for one in ahead)
    return (pairs if _EXCLUDING.fullmatch(lead) else ()), (pairs if _LIKENED.fullmatch(lead) else ())


# "(A cheap mineral found in oysters,) *A* …": what a name is called ahead of it.
_AHEAD_OF_IT = re.compile(r"\W*(?:an?|one of the) (?P<what>[^,;:.!?()\"“”]{3,80}),\s+(?:the\s+)?$", re.IGNORECASE)


def _behind_apposed(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> Stretch:
    """Return a sentence without what its subject is only called ahead of it; as it is where that may matter."""
    first = names[0] if names else None
    found = _AHEAD_OF_IT.match(text, sentence.start, first.start) if first else None
    if first is None or found is None or may_matter(found["what"]) or called(f", a {found['what']},"):
        return sentence
    return Stretch(first.start, sentence.end) if _is_harmless(f"a {found['what']}", None, set_off=True) else sentence


_OF_WHOM = re.compile(r"\W*(?:in|for|among) (?:people|patients|those|adults) (?:with|who have)\b", re.IGNORECASE)
_SUBJECT_FIRST = re.compile(r"(?:(?!it\b|they\b|this\b|that\b|these\b|those\b)[\w-]+\s+){0,2}", re.IGNORECASE)


# "If you have *B*, …", "… when people take *A*": of whom or on what something is said, and no condition.
_WHOEVER = re.compile(
    r"\b(?:(?P<about>(?:with|in) (?:regard|respect|reference|relation) to|as regards|regarding|concerning|"
    r"(?:when|where) it comes to)|"
    r"(?:if|when|once|whenever|in case)\s+(?:you|people|patients|they|we|someone|somebody|"
    r"your patients?)(?:['’](?:re|ve))?\s+"
    r"(?:also\s+)?(?:(?P<have>have|has|suffer from|suffers from|get|live with|struggle with|are living with|got|"
    r"are prone to)|"
    r"(?P<take>take|takes|use|uses|are on|on|are taking|is on|is taking|start|drink|eat|add|taking)))\s+(?:a |"
    r"an |the |your )?$",
    re.IGNORECASE,
)


def of_whoever(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> str:
    """Return the text with "in" for "if you have", and "on" for "if you take", before a name and a comma or the end."""
    for name in names:
        found = _WHOEVER.search(text, max(sentence.start, name.start - _LONGEST_IF), name.start)
        behind = text[name.end : sentence.end].lstrip()
        if (
            found is None
            or (found.start() > sentence.start and behind.strip(" .!") and not _TELLS.match(text, sentence.start))
            or behind[:1] not in (",", ".", "!", "")
        ):
            continue
        if (len(names) > _A_PAIR or found["about"]) and (found["take"] or not name.ill):
            continue  # "if you take *A*, *B* …" may join the two
        said = "on" if found["take"] else "in"
        text = text[: found.start()] + said + " " * (found.end() - found.start() - 2) + text[found.end() :]
    return text


# "Tell your doctor (if you use *A*, as it …)": who is to be told of it, and no condition.
_TELLS = re.compile(
    r"\W*(?:(?:so|but|and|also|please|always|you should|you must)\s+)*(?:tell|inform|let|ask|notify|alert|"
    r"talk to|speak to|speak with|check with|consult)\s+(?:your|the|an?)\s+(?:\w+\s+)?"
    r"(?:doctor|physician|gp|pharmacist|nurse|surgeon|prescriber|clinician|midwife|health professional|care team|"
    r"\w+(?:ologist|iatrist|aethetist|aesthetist|esthetist|dentist))s?\s",
    re.IGNORECASE,
)
# Some of a kind, of which those are that are named: "several supplements, including *A* and *B*, prevent".
_EXAMPLES = re.compile(
    r"\W*(?:(?:overall|today|currently|also|yet|but|and|so|thus|however),?\s+)?"
    r"(?:(?:there are|among the|the|these|both|some|many|most|several|various|certain|numerous|multiple|two|three|four"
    r"|five|six|seven|a few|a number of|a range of|a variety of|other|common|known|popular|important|major"
    r"|over-the-counter|prescription|(?!alleged|supposed|so-called|fail|fake|un|ineffect|homeop|fict|imag|hypoth|theor|non)[a-z-]+(?:al|ic|ary|ous|ive|ed|ant|ent"
    r"|able|ible))\s+){0,4}(?P<kind>(?:risk\s+)?[a-z-]+s)"
    r"(?:\s+(?:in|of|from)\s+(?:this|that|the same|its)\s+(?:class|group|family|kind|type|sort))?"
    r"(?:(?P<opens>\s*,|\s*\(|\s+[–—-])?\s*\b(?:including|such as|like|for example|for instance|e\.g\.|among them"
    r"|notably|namely|especially|particularly),?|(?P<bare>\s*,|\s*\(|\s+[–—-]))\s*(?:the\s+|both\s+)?",
    re.IGNORECASE,
)
_CLOSES = {",": re.compile(r"\s*,"), "(": re.compile(r"\s*\)"), "–": re.compile(r"\s+[–—-]")}


def of_examples(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> str:
    """Return the text without the kind that a sentence begins with and names some of, so that they are its subjects.

    Every place stays. What is said of none or of few of a kind is left as it is.
    """
    found = _EXAMPLES.fullmatch(text, sentence.start, names[0].start) if names else None
    if found is None or _kinds().isdisjoint(word_keys(found["kind"])):
        return text
    count = max(n for n in range(1, len(names) + 1) if _are_listed(text, names[:n]))
    if any(miscalled(f", a {found['kind']}", name.mention.text) for name in names[:count]):
        return text
    opens = (found["opens"] or found["bare"] or "").strip().replace("—", "–").replace("-", "–")
    closes = _CLOSES[opens].match(text, names[count - 1].end) if opens else None
    if (opens and closes is None) or (found["bare"] and count == 1):
        return text
    plain = text[: sentence.start] + " " * (names[0].start - sentence.start) + text[names[0].start :]
    return plain if closes is None else plain[: closes.start()] + " " * len(closes[0]) + plain[closes.end() :]


# "Not only *A* but also *B*": both.
_NOT_ONLY = re.compile(
    r"\b(?P<first>not (?:only|just|merely))\s+[^,;:.!?]{0,120}?(?P<second>,?\s+but\s+(?:(?:also|likewise|even)\b)?)",
    re.IGNORECASE,
)


def without_not_only(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> str:
    """Return the text with "… and …" for "not only … but also …" between two names; every place stays."""
    for found in _NOT_ONLY.finditer(text, sentence.start, sentence.end):
        first, second = found.span("first"), found.span("second")
        inner = [n for n in names if first[1] <= n.start and n.end <= second[0]]
        next_ = min((n.start for n in names if n.start >= second[1]), default=sentence.end)
        lead = text[first[1] : inner[0].start].strip() if inner else None
        if not inner or text[inner[-1].end : second[0]].strip() or text[second[1] : next_].strip() != lead:
            continue
        text = text[: first[0]] + " " * (first[1] - first[0]) + text[first[1] :]
        text = text[: second[0]] + " and".ljust(second[1] - second[0]) + text[second[1] :]
    return text


# "*A* and related products", "*A*, along with others,": what else does so, without a name.
_AND_OTHERS = re.compile(
    r"\s*,?\s+(?:and|as well as|along with|together with|like)\s+(?:(?:several|many|some|a few|various|most)\s+)?"
    r"(?:others|(?:others|other|related|similar|comparable)\s+(?:[a-z]+\s+)?(?P<kind>[a-z-]+s))\b\s*,?(?=\s+[a-z])",
    re.IGNORECASE,
)


def without_others(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> str:
    """Return the text without what does the same as its subject and has no name; every place stays."""
    first = names[0] if names else None
    found = _AND_OTHERS.match(text, first.end, sentence.end) if first else None
    if first is None or found is None or read_frame_before(text[sentence.start : first.start]) is None:
        return text
    known = found["kind"] is None or not _kinds().isdisjoint(word_keys(found["kind"]))
    overlaps = any(n.start < found.end() for n in names[1:])
    if not known or overlaps or may_matter(found[0]) or disowns(found[0]):
        return text
    return f"{text[: found.start()]}{' ' * len(found[0])}{text[found.end() :]}"


@cache
def _kinds() -> frozenset[str]:
    lists = word_lists()
    words = (*lists["sort"], *lists["generic noun"], "factor", "remedy", "herb", "option", "pill", "statin", "product")
    return frozenset(key for word in words for key in word_keys(word))


_A_PAIR = 2
_LONGEST_IF = 60  # characters of such words
# "By blocking *B*, *A* …", "Because it induces *B*, *A* …", "In addition to lowering *B*, *A* …": said of *A*, too.
_LEADS_WITH = re.compile(
    r"\W*(?:(?:and|but|so|yet|also|however|then|thus),?\s+)?(?:"
    r"(?:because|since|as|although|though|while)\s+(?:it|they)(?:\s+(?:also|both|all))?\s+|"
    r"(?:by|through|besides|apart from|aside from|in addition to|beyond|on top of)\s+(?:also\s+)?(?=\w+ing\b)|"
    r"(?P<excludes>far from|instead of)\s+(?:actually\s+)?(?=\w+ing\b)|"
    r"(?=\w+ing\b))",
    re.IGNORECASE,
)


def excludes_ahead(words: str) -> bool:
    """Whether words ahead of a subject say what it does not do: "far from (preventing *B*, *A* …)"."""
    found = _LEADS_WITH.match(words)
    return found is not None and found["excludes"] is not None


def said_ahead(
    text: str, sentence: Stretch, names: Sequence[NameSpan]
) -> tuple[NameSpan, Stretch, tuple[NameSpan, ...]] | None:
    """Return whom the words before a sentence's subject tell of, where they say it, and the names there; or None.

    "Because it induces *B*, *A* lowers …": the subject is *A*, and what is said of it is "induces *B*".
    """
    found = _LEADS_WITH.match(text, sentence.start, sentence.end)
    comma = text.find(",", found.end(), sentence.end) if found else -1
    while comma >= 0 and any(n.start <= comma < n.end for n in names):
        comma = text.find(",", comma + 1, sentence.end)
    if found is None or comma < 0 or may_deny_or_hedge(text[found.end() : comma]):
        return None
    inner = tuple(n for n in names if found.end() < n.start and n.end <= comma and not n.stands_for)
    behind = [n for n in names if n.start > comma]
    if not inner or not behind or not _are_listed(text, inner):
        return None
    if text[inner[-1].end : comma].strip() or _SUBJECT_NEXT.fullmatch(text, comma, behind[0].start) is None:
        return None
    return behind[0], Stretch(found.end(), comma), inner


_SUBJECT_NEXT = re.compile(r",\s*(?:the\s+)?", re.IGNORECASE)


def _is_of_others(lead: str) -> bool:
    """Whether what stands behind these words is perhaps not asserted by whoever writes them."""
    return _SPEAKS_OF.search(lead) is not None or may_deny_or_hedge(lead) or not is_of_matter(lead)


Told = tuple[NameSpan, int, tuple[NameSpan, ...]]


@dataclass(frozen=True, slots=True)
class Plainly:
    """A sentence without its asides: the text with them as spaces, the names left, and what they say of names.

    `added`: a name and one of which the same is said; `excluded`: a name and the one that is left out; `told`: a name,
    where a relative clause about it begins, and the names at its end. `apposed`: the same of what it is said to be.
    """

    text: str
    names: tuple[NameSpan, ...]
    excluded: tuple[tuple[NameSpan, NameSpan], ...] = ()
    added: tuple[tuple[NameSpan, NameSpan], ...] = ()
    told: tuple[Told, ...] = ()
    apposed: tuple[Told, ...] = ()


# "Aspirin, also known as *acetylsalicylic acid*, …": another name of the same.
_ALIAS = re.compile(
    r"(?:(?:also|formerly|better|commonly|sometimes|often|chemically)\s+)*(?:known as|called|named|referred to as|or|"
    r"aka|"
    r"i\.e\.)\s+",
    re.IGNORECASE,
)


def without_asides(
    text: str, sentence: Stretch, names: Sequence[NameSpan], ahead: tuple[Beside, Beside] = ((), ())
) -> Plainly:
    """Return the sentence as it reads without what is set off behind its names; every character keeps its place.

    `ahead`: names, each with one that was left out ahead of it, and with one that it was likened to there.
    """
    blanks: list[tuple[int, int]] = []
    dropped: list[NameSpan] = []
    excluded, added = map(list, ahead)
    told: list[Told] = []
    apposed: list[Told] = []
    for name in names:
        aside = _ASIDE.match(text, name.end, sentence.end)
        if aside is None or name in dropped:
            continue
        start, end = aside.span(str(aside.lastgroup))
        inner = [n for n in names if start <= n.start and n.end <= end]
        lead = text[start : inner[0].start].lstrip() if inner else None
        set_off = aside.lastgroup in ("commas", "dashes")
        members = aside.lastgroup == "brackets" and len(inner) > 1 and lead == ""  # "statins (*A*, *B*) …"
        alias = inner and all(n.mention.ref == name.mention.ref for n in inner) and _ALIAS.fullmatch(lead or "")
        harmless = members or alias or _is_harmless(text[start:end], lead, set_off=set_off)
        if not harmless or (inner and not _are_listed(text, inner)):
            continue
        rest = _BEFORE_IT.sub("", text[inner[-1].end : end]) if inner else ""
        is_told = lead is not None and _APPOSED.fullmatch(lead) is not None
        goes_on = is_told or (set_off and lead is not None and _RELATIVE.match(lead) is not None)
        if rest.strip() and (not goes_on or may_change_between(rest)):
            continue
        blanks.append(aside.span())
        dropped += inner
        if lead is None or alias:
            continue
        if _RELATIVE.match(lead):
            told.append((name, start, tuple(inner)))
        elif is_told:
            apposed.append((name, start, tuple(inner)))
        excluded += ((name, one) for one in inner if _EXCLUDING.fullmatch(lead))
        added += ((name, one) for one in inner if members or _ADDING.fullmatch(lead) or _LIKENED.fullmatch(lead))
    plain = text
    for start, end in blanks:
        plain = plain[:start] + " " * (end - start) + plain[end:]
    left = tuple(n for n in names if n not in dropped)
    return Plainly(plain, left, tuple(excluded), tuple(added), tuple(told), tuple(apposed))


def _is_harmless(words: str, before_name: str | None, *, set_off: bool) -> bool:
    """Whether an aside leaves what is said as it is; `set_off`: by commas or dashes, so that it only adds to a name."""
    if (lead := before_name) is not None:
        if _RELATIVE.match(lead) or _APPOSED.fullmatch(lead):
            return not may_change_between(lead)
        return any(pattern.fullmatch(lead) for pattern in (_EXCLUDING, _ADDING, _COMPARED))
    if _RATED.fullmatch(words.strip()) or _ALONE.fullmatch(words.strip()):
        return True
    if set_off and may_open(words.strip()):
        return True
    if _SAYS.match(words) and not (is_accounted(words, ()) or evidence().search(words)):
        return False
    if _TOLD.match(words.lstrip()):
        plain = not (disowns(words) or _INERT.search(words) or calls_it_a_sort(words))
        return plain and not may_change_between(_CONCEDED.sub(" ", words))
    taken = _TAKEN.match(words.strip()) is not None and neutral_keys().issuperset(word_keys(words))
    like_that = taken or _LIKE_THAT.fullmatch(words.strip()) is not None
    return set_off and like_that and not (may_matter(words) or disowns(words) or taken_by_another(words))


def may_open(words: str) -> bool:
    """Whether words set off in a sentence are such as one may open with: "*A*, as every doctor knows, …"."""
    if " " not in words and not (words.endswith("ly") and is_accounted(words, ())):
        return False
    turned = _OF_TAKING.search(words) or _TURNS_ROUND.search(words) or limits(words)
    return not turned and only_opens(f"{words}, ")


# What sets a claim against another, and in the middle of it against itself: "*A*, contrary to fact, treats *B*".
_TURNS_ROUND = re.compile(
    r"\b(?:contrar\w+|convers\w+|invers\w+|revers\w+|paradoxical\w*|perverse\w*|ironical\w*|vice versa)\b",
    re.IGNORECASE,
)
# What an opening leaves to the name behind it: "users of", "taking", "tablets".
_OF_TAKING = re.compile(
    r"\b(?:of|with|to|taking|using|eating|drinking|giving|receiving|adding|having|supplements?|tablets?|capsules?|extracts?|"
    r"doses?|levels?|high|higher|low|lower|daily|regular|long-term)$",
    re.IGNORECASE,
)


def _are_listed(text: str, names: Sequence[NameSpan]) -> bool:
    """Whether nothing but commas and "and" stands between names."""
    return all(_LISTING.fullmatch(text, one.end, other.start) for one, other in pairwise(names))


def with_asides(said: Sequence[RelationSpan], plain: Plainly) -> list[RelationSpan]:
    """Return what was said, and that it is so of what was added, and denied of what was excluded.

    "Vitamin E, as well as zinc, prevents", "vitamin E, but not magnesium, prevents".
    """
    found = list(said)
    for kept, other in plain.added:
        found += (replace(one, subjects=(other,)) for one in said if kept in one.subjects)
    for kept, out in plain.excluded:
        for one in said:
            if kept in one.subjects and one.frame == ClaimFrame() and not may_deny_or_hedge(one.phrase):
                found.append(replace(one, subjects=(out,), frame=ClaimFrame(negated=True)))
    return found


_ADJECTIVE_BEFORE = re.compile(
    r"(?:^|(?<=\s))(?!(?:[\w-]*(?:less|free|like|resistant|deficient|independent|induced|related|mediated)|alleged|supposed|"
    r"fake|dummy|sham|placebo|no|any|only|even|several|un\w+|in(?:active|effective|adequate|sufficient)\w*|anti\S*|non\S*)\s)"
    r"((?:[a-z]{3,}-)?[a-z]{2,}(?:ic|al|ed|ous|ive|[ai]ble|[ae]nt|ary|ar|some|ish|ly)|raw|fresh|cheap|free|ferrous|"
    r"circulating|long-acting|short-acting|prescription|over-the-counter|household|commercial)\s+$",
    re.IGNORECASE,
)


def without_adjectives(text: str, sentence: Stretch, names: Sequence[NameSpan]) -> tuple[str, str] | None:
    """Return a text without adjectives that stand right before its names, and these: "liposomal *A*"; None without any.

    Every place stays. What may deny, suppose or take something away is none.
    """
    told = list[str]()
    for name in names:
        found = _ADJECTIVE_BEFORE.search(text, max(sentence.start, name.start - _LONGEST_IF), name.start)
        if found is None or name.stands_for or may_matter(found[1]) or find_cue(found[1], CueScope.MENTION):
            continue
        told.append(found[1])
        text = f"{text[: found.start(1)]}{' ' * len(found[1])}{text[found.end(1) :]}"
    return (text, " … ".join(told)) if told else None
