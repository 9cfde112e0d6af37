"""What stands before a sentence's subject and behind its object, and what it does to the claim. Pure.

"There is no evidence that", "In a large trial, regular use of", "It is unlikely that": words that are all accounted for
give a `Frame`; anything else makes the reader abstain, because it may change what is said ("a lack of", "unlike").
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Frame:
    """What the words around a claim add to it."""

    negated: bool = False
    hedged: bool = False


# Words that stand for each other, to be used in the openings below as <name>.
_SORTS = {
    "adverb": """also|now|clearly|consistently|repeatedly|recently|generally|widely|often|well|further|strongly|already
        long|really|currently|still|yet|quite|very|highly|perfectly|entirely|common|as yet|so far|at present""",
    "kind": """several|many|most|some|two|three|four|five|recent|large|larger|small|clinical|randomi[sz]ed|controlled|of
        earlier|these|those|this|that|the|a|an|one|new|newer|other|animal|human|observational|epidemiological|different
        multiple|numerous|various|good|strong|solid|convincing|clear|growing|increasing|available|current|existing|our
        double-blind|placebo-controlled|prospective|retrospective|systematic|preclinical|laboratory|long-term|big|more
        further|scientific|medical|reliable|direct|real|credible|consistent|high-quality|robust|compelling|sufficient
        enough|from|body|hard|experimental|cohort|case-control|pooled|independent|well-designed|all|both|mouse|rat|their""",
    "study": """stud(?:y|ies)|trials?|research|researchers?|scientists?|evidence|data|reviews?|meta-?analys[ei]s|results?
        findings?|work|authors?|experts?|doctors?|reports?|papers?|experiments?|investigators?|clinicians?|literature|we
        it|they|guidelines?|tests?|analys[ei]s|surveys?""",
    "shown": """shows?|showed|shown|finds?|found|demonstrate[sd]?|confirm(?:s|ed)?|report(?:s|ed)?|conclude[sd]?|know
        establish(?:es|ed)?|prove[sdn]?|observe[sd]?|document(?:s|ed)?|reveal(?:s|ed)?|agree|noted?|notes|verified""",
    "guessed": """suggest(?:s|ed|ing)?|indicate[sd]?|propose[sd]?|believe[sd]?|thinks?|thought|claim(?:s|ed)?|says?|said
        hypothesi[sz]e[sd]?|speculate[sd]?|suspect(?:s|ed)?|hint(?:s|ed)?|assume[sd]?|suppose[sd]?|argue[sd]?|hope[sd]?
        expect(?:s|ed)?|guess|feel|reckon""",
    "likely": """likely|possible|plausible|conceivable|probable|thought|believed|said|hoped|suspected|suggested|assumed
        claimed|rumou?red|hypothesi[sz]ed|presumed|expected|argued|theoretically possible|supposed""",
    "known": """known|established|clear|certain|accepted|true|proven|documented|a fact|evident|obvious|recogni[sz]ed
        understood|knowledge|undisputed""",
    "untrue": """not true|not the case|untrue|false|wrong|incorrect|a (?:common |popular )?(?:myth|misconception|fallacy)
        not correct|no longer believed""",
    "where": """mice|rats|animals|humans|cells|vitro|vivo|adults|children|people|patients|women|men|practice|general
        older adults|older people|the brain|the body|the gut|the liver|cell culture|primates|dogs|pregnancy|addition
        fact|short|sum|contrast|turn|particular|most cases|many cases|the end|brief|summary|conclusion|elderly people""",
    "source": """(?:(?:from|in|of|by) (?:<kind> )*(?:<study>|humans|mice|rats|animals|people|patients) )?""",
    "none": """no|little|insufficient|scant|hardly any|not enough|not any|no good|almost no|virtually no|very little""",
    "not": """(?:ha[sv]e?|had|did|does|do|could|can|was|were|is) (?:not|never|yet to|not yet)|(?:ha[sv]e?|did|does|do|could)n't
        cannot|can't|fail(?:s|ed)? to|never""",
    "people": "people|patients|those|individuals|adults|women|men|children|anyone|someone|everyone|persons",
    "form": """oral|daily|regular|long-term|short-term|dietary|supplemental|topical|intravenous|adequate|moderate|fresh
        pure|purified|synthetic|natural|chronic|acute|severe|mild|early|late|untreated|established|plain|ordinary|common
        prolonged|frequent|habitual|continuous|most|many|high-dose|low-dose|standard-dose|occasional|advanced|recurrent
        persistent|whole|dried|extra|modern|popular""",
    "use": "use|administration|intake|consumption|ingestion|supplementation|treatment|therapy|exposure|infusion|injection",
    "sort": """drugs?|supplement|herb|hormone|protein|enzyme|vitamin|mineral|plant|compound|symptom|disease|disorder|gene
        substance|spice|medicine|medication|antioxidant|antidepressant|antibiotic|condition|agent""",
}  # fmt: skip

# What a sentence may open with, one pattern a line, and what it does: "!" denies, "?" hedges.
_OPENINGS = (
    ("", r"""
        [-*•–]|\d{1,2}[.)]
        however|moreover|also|indeed|therefore|thus|so|and|but|yet|still|hence|furthermore|additionally|overall|besides
        interestingly|notably|importantly|surprisingly|unfortunately|fortunately|today|nowadays|generally|typically
        clinically|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|then|yes|well|actually|certainly|undoubtedly|clearly
        obviously|meanwhile|for example|for instance|of course|as a result|on the other hand|by contrast|as expected
        in other words|that said|note that|remember that|similarly|likewise|while|whereas|although|though|because|since
        i know(?: that)?|fyi|in my experience|as (?:we|you) know|evidently|specifically|consequently
        in <where>
        (?:in|according to|across) (?:<kind> )*<study>(?: (?:of|in|with|among) [a-z0-9 -]{2,30}(?=,))?
        (?:contrary to|despite) (?:popular|common|widespread|general|earlier|previous|many|frequent) (?:beliefs?|claims?|opinion|expectations?|reports?|wisdom|assumptions?|hopes)
        contrary to (?:claims?|expectations?|what (?:is|many(?: people)?) (?:often )?(?:said|claimed|think|believe|say))
        there (?:is|was|has been) (?:<adverb> )?(?:<kind> )*(?:evidence|proof|data|no doubt|no question|agreement|consensus) <source>that
        (?:<kind> )*<study> <source>(?:(?:have|has|had|did|does|do) )?(?:<adverb> )?<shown>(?: that)?
        it is (?:<adverb> )*<known> that
        it (?:has|have|had|was|were) (?:been )?(?:<adverb> )*<shown> that
        the|a|an|its|their|this|these|both|either|<form>
        <use> (?:of|with|to)
        taking|eating|drinking|using|giving|receiving|smoking|chewing|administering
        (?:supplements|doses|a dose|daily doses|low doses|high doses|tablets|capsules|extracts?) of
        <people> (?:with|who have|suffering from|living with|who take|taking|on|affected by)
        <sort>(?: called| known as)?
    """),
    ("?", r"""
        perhaps|maybe|possibly|probably|apparently|allegedly|reportedly|supposedly|presumably|theoretically|potentially
        in theory|hypothetically|arguably|traditionally
        there (?:is|was|are) (?:(?:some|limited|weak|preliminary|early|a little|tentative|suggestive|anecdotal|mixed|emerging) )+(?:<kind> )*(?:evidence|signs?|indications?|hints?|data|suggestion) <source>that
        (?:<kind> )*<study> <source>(?:(?:have|has|had|may|might|would|do|does|did) )?(?:<adverb> )?<guessed>(?: that)?
        (?:i|some|many|most)(?: people)? (?:also )?<guessed>(?: that)?
        it (?:is|was) (?:<adverb> )*<likely> that
        it (?:may|might|could)(?: well)? be that
        it (?:seems|appears|looks)(?: likely)?(?: that| as if| as though| like)
    """),
    ("!", r"""
        neither
        there (?:is|was|has been|exists) (?:<adverb> )?<none> (?:<kind> )*(?:evidence|proof|indication|sign|data|support|reason to (?:think|believe)|hint|study|trial|basis for (?:the )?(?:claim|belief|idea)) <source>(?:that|for the (?:claim|idea|notion|belief) that|(?:to (?:suggest|show|prove|indicate|support)|showing|suggesting|proving) (?:that|the claim that))
        (?:no|not one|none of the|not a single|neither) (?:<kind> )*<study> <source>(?:(?:has|have|had|could|can|yet) )*(?:<adverb> )?(?:<shown>|<guessed>)(?: that)?
        (?:<kind> )*<study> <source><not> (?:<adverb> )?(?:<shown>|show|confirm|find|prove|report|establish|observe)(?: that)?
        (?:nobody|no one|no-one) (?:has |have )?(?:ever )?<shown> that
        it (?:is|was) (?:simply |just |plainly )?<untrue> (?:to (?:say|claim|think) )?that
        it <not> (?:been |be )?(?:<adverb> )*<shown> that
    """),
    ("!?", r"""
        (?:i|we|they|experts|scientists|researchers|doctors) (?:seriously |strongly )?doubt(?: that)?
        it (?:is|was|seems|appears|looks) (?:<adverb> )*(?:rather |most )?(?:unlikely|doubtful|improbable|not likely|implausible) that
    """),
)  # fmt: skip
_NOTHING = re.compile(
    r"\b(?:if|whether|unless|suppose|supposing|assuming|imagine|would it|should (?:we|you|i))\b|\?\s*[\"'”’)]*\s*$",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\b(?:no (?:better|different|more|longer)|not at all|disprov|refut|myth|until|withdrawn|retract|overturn|untrue|false|"
    r"wrong|nonsense|incorrect|mistaken|debunk|discredit|unproven|in none|nowhere|never|doubt|unconfirmed|rather than|"
    r"instead|unfounded|disput|controvers|unsupported|contradict|questionable|unclear|unknown|uncertain|only if|unless|"
    r"not (?:true|proven|confirmed|supported|the case|shown|clear|been|known)|failed|hoax|disappoint)",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:no|not|never|without|lack|fail|ineffective|useless|may|might|could|possibl|perhaps|likely|unclear|unknown|"
    r"uncertain|investigat|stud(?:y|ied|ies)|trial|test|research|explor|evaluat|controvers|disput|debat|promis|potential|"
    r"question|unproven|experiment|whether|contraindicat|avoid|unsafe|discourag|risk|worse|little|rare|seldom|hardly|than)|n't",
    re.IGNORECASE,
)


def before(words: str) -> Frame | None:
    """Return what the words before a subject add; None where they are not all understood."""
    rest, effects = " ".join(words.split()), ""
    if len(rest) > 400:
        return None
    while rest:
        found = next(((m, effect) for pattern, effect in _openings() if (m := pattern.match(rest)) and m.end()), None)
        if found is None:
            return None
        effects += found[1]
        rest = rest[found[0].end() :]
    return None if effects.count("!") > 1 else Frame("!" in effects, "?" in effects)


@cache
def _openings() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Compile the openings; those that do something come first, and longer ones before shorter ones."""
    sorts: dict[str, str] = {}
    for name, words in _SORTS.items():
        alternatives = "|".join(line.strip() for line in words.splitlines())
        sorts[name] = f"(?:{_filled(alternatives, sorts)})"
    found = []
    for effect, block in _OPENINGS:
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        patterns = (re.compile(rf"(?:{_filled(p, sorts)})(?=\s|$|[,:])[\s,:]*", re.IGNORECASE) for p in lines)
        found += [(pattern, effect) for pattern in patterns]
    return tuple(sorted(found, key=lambda f: (-len(f[1]), -len(f[0].pattern))))


def _filled(pattern: str, sorts: dict[str, str]) -> str:
    return re.sub(r"<([a-z]+)>", lambda m: sorts[m[1]], pattern)


def asserts_nothing(sentence: str) -> bool:
    """Whether a sentence asks or supposes rather than claims."""
    return _NOTHING.search(sentence) is not None


def taken_back(words: str) -> bool:
    """Whether the words behind a claim may take it back ("… is a myth")."""
    return _TAKEN_BACK.search(words) is not None


def unsettled(words: str) -> bool:
    """Whether any word of a sentence may deny or hedge what a mere noun phrase ("treatment of B with A") says."""
    return _UNSURE.search(words) is not None
