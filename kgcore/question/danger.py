"""Whether somebody who writes is in danger, or writes of somebody who is: told before anything is looked up. Pure.

A small transformer (`encoder.py`) reads a few sentences at a time, and the cues of `danger.tsv` and the signs of
`signs.tsv` speak beside it. To miss somebody is worse than to answer a curious question with an emergency number; but
whoever asks about research on the same words is to be answered as ever.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice

from kgcore.linking.lexicon import is_everyday
from kgcore.linking.spelling import edit_distance
from kgcore.question.cues import Cue, CueIndex, Said
from kgcore.question.encoder import Told, danger_read, load_encoder
from kgcore.question.signs import FIRST, LONG, cues_of_signs, signs_in, told_by_signs, windows
from kgcore.values.danger import Danger
from kgcore.values.remembering import remembered

ENOUGH = 4.0  # points that tell of a danger, by the sentences of tests/bench/answers (the half for tuning)
RULE = 2.0  # log-odds that each kind of rule adds to what the encoder reads
LEAST = -1.0  # log-odds over which some sentences tell of a danger
OF_NOBODY, ASKS_OF_NOBODY = 0.3, 2.0  # the same where they name nobody: for a remedy, and where they begin by asking
OF_A_THING = 0.5  # the same where all that they do is to ask what a thing does, for whomever
SCANT, _FEW = 1.5, 6  # the same, and how many words, where there are few
TAKES = 2.0  # the same where it has been so since somebody takes something: a side effect, as a rule
IS_WELL = 1.0  # the same, but for self-harm, where whoever writes says that they are well
CONSULTED = 5.0  # the same, but for self-harm, where a doctor is told, or tests are asked for or which ill it is
TOLD_OF = "elsewhere"  # sign of what happened in a book, in the news, long ago or to people in general
_READ, _LAST = 2_000, 600  # characters of a text that are looked at, and those of them that are its last
_MOST, _SENTENCE, _SHORTEST = 40_000, 400, 8  # characters of a long text, of one of its sentences, and of the least
_MOST_TOLD = 50  # sentences of a long text that rules tell of: each takes some milliseconds to be read
_READINGS = 1 << 20  # bytes of what the encoder has read that are remembered, about 2,000 sentences
_READING, _CHARACTER = 300, 2  # about how many bytes a reading takes, and one of its characters
_ENDS = re.compile(r"(?<![.!?…])[.!?…]++\s|[\n;]+")
_SILENT = str.maketrans("", "", "'’‘`´")
_SLIP, _LONGEST, _LONG_WORD = 5, 16, 8  # letters of a word that may be a slip for one of danger
_LONGER = 2  # letters by which it may be longer or shorter
_NEAR, _FAR = 0.85, 1.5  # what a slip may cost, in a long word
_DOUBLED = re.compile(r"([a-z])\1")
_CONTRACTED = re.compile(
    r"(?<=[a-z])['’](re|ll|ve|m|s(?=\s(?:[a-z]+(?:ing|ed|en)|not|just|all|still|really|had|got|gone|in|on|going|about|too|so|hit|cut|out|a)\b))\b"
)
_IN_FULL = {"re": " are", "ll": " will", "ve": " have", "m": " am", "s": " is"}
_MARK = re.compile(r"[.!?;:\n…]+(?!\d)")
_OTHER = re.compile(r"[^\w\s.&]|_")
# Numbers of papers ("PubMed ID 26752497" has no "I'd" in it) and of options: "(i) … (ii) …" speaks of nobody.
_REFERENCE = re.compile(
    r"\b(?:(?:pmids?|pmc(?:ids?)?|pubmed(?: ids?)?|nct|dois?)[ :#]{0,3}(?:pmc)?|ids?[ :#]{1,3}(?=\d{5}))\d[\w./()-]*"
)
_OPTION = re.compile(r"(?:(?<=\s)|(?<=^))\(?(?:i{1,3}|iv|vi{0,3}|ix|x)[).]\s")
_DECIMAL = re.compile(r"(?<=\d)[.,](?=\d)")
_OD = re.compile(r"\bod['’](?=(?:ing|ed|d)\b)")  # "OD'd" is no "odd"
_LONG_LETTERS = re.compile(r"([a-z])\1{2,}")
# Who asks to be told about a thing asks what it is: "Tell me about nausea." tells of nobody.
_WORD = (
    r"(?!(?:i|im|ive|my|me|we|our|he|she|his|her|they|their|myself|himself|herself|who|now|just|today|took|taken"
    r"|swallowed|please)\b)[^\s.!?;:]++"
)
_TOLD_ABOUT = re.compile(
    r"\W*(?:(?:please|can you|could you|would you|hi|hello|hey)\W+){0,3}(?:tell (?:me|us)(?: (?:more|something|a bit"
    r"|a little|all))? about|explain|describe|define|what do you know about|(?:give|show) (?:me|us) (?:an? )?"
    r"(?:overview|information|info|summary) (?:on|about|of))\s+(?!how\b|why\b|what\b|where\b|when\b|(?:the )?ways?\b)"
    rf"(?P<thing>{_WORD}(?:\s+{_WORD}){{0,7}}?)"
    r"(?:[\s,]+(?:(?:to|for) (?:me|us)|please|once more|again|\d{1,3}|in (?:simple|plain) (?:words|terms))){0,4}\W*"
)
# "Which drugs does grapefruit get in the way of?" asks of drugs alone; who says "I" or "my" may feel a burden.
_HINDERS = re.compile(
    r"(?!.*\b(?:i|im|ive|me|my|mine|myself|we|us|our|he|him|himself|she|her|herself|they|them|themselves|everyone"
    r"|everybody)\b)(?P<asks>\W*(?:which|what|does|do|can|could|will|would|may|might)\b[^.!?;]*?\b)"
    r"gets? in the way of\b",
    re.DOTALL,
)
_GENERAL = re.compile(r"(?:does|do|can|is|are|which|what|how|why|could|should)\b")


@dataclass(frozen=True, slots=True)
class _Cues:
    """The rows of the table, by what they do; those of one danger and role are one pattern, but for signs and hints."""

    words: Mapping[str, str]
    spelling: Mapping[str, str]
    misspelt: tuple[str, ...]
    asides: re.Pattern[str]
    person: Cue
    moment: Cue
    study: Cue
    sure: tuple[tuple[Danger, Cue], ...]
    plain: tuple[tuple[Danger, Cue], ...]
    signs: tuple[tuple[Danger, Cue], ...]
    hints: tuple[tuple[Danger, Cue], ...]
    points: tuple[tuple[Danger | None, float, Cue], ...]
    index: CueIndex


def danger_in(text: str, *, guessed: bool = True) -> Danger | None:
    """Return the danger that a message tells of, or None; `guessed`: also where no rule tells of it."""
    cues = _cues()
    read = text if len(text) <= _READ else f"{text[: _READ - _LAST]} . {text[-_LAST:]}"
    said = cues.asides.sub(" ", _plain(read, cues))[: 2 * _READ]  # slips grow when mended
    found = {_danger_of(cues.index.read(window), cues, guessed=guessed) for window in windows(said)}
    if len(text) > LONG:
        found |= set(_told_in_one_sentence(text, cues))
    return next((danger for danger in FIRST if danger in found), None)


def _told_in_one_sentence(text: str, cues: _Cues) -> Iterator[Danger | None]:
    """Yield the dangers that a sentence of a long text tells of by itself, as a rule does: it may stand anywhere."""
    parts = (part[:_SENTENCE] for part in dict.fromkeys(_ENDS.split(text[:_MOST])))
    sentences = (cues.asides.sub(" ", _plain(part, cues, mended=False)).strip(" .") for part in parts)
    read = (cues.index.read(sentence) for sentence in sentences if len(sentence) >= _SHORTEST)
    told = (said for said in read if _is_told(said, cues))
    return (_danger_of(said, cues, guessed=False) for said in islice(told, _MOST_TOLD))


def _is_told(said: Said, cues: _Cues) -> bool:
    """Tell whether a rule tells of danger in a sentence, whatever the encoder reads in it."""
    if any(said.has(cue) for _, cue in cues.sure):
        return True
    return bool(_told_by_rules(said, frozenset(signs_in(said, cues.words)), cues))


def _danger_of(said: Said, cues: _Cues, *, guessed: bool) -> Danger | None:
    """Return the danger that a few neighbouring sentences tell of, or None."""
    sure = next((danger for danger, cue in cues.sure if said.has(cue)), None)
    if sure is not None:
        return sure
    signs = frozenset(signs_in(said, cues.words))
    told = _told_by_rules(said, signs, cues)
    if TOLD_OF in signs or not (told or guessed):
        return None
    read = _read(said.text)
    if read.odds + RULE * len(told) <= _least(said, read.danger, cues):
        return None
    return Danger.SELF_HARM if Danger.SELF_HARM in told else read.danger


def _least(said: Said, danger: Danger, cues: _Cues) -> float:
    """Return the log-odds over which a text tells of a danger."""
    if danger is not Danger.SELF_HARM and (_CONSULTS.match(said.text) or _ASKS_WHICH.search(said.text)):
        return CONSULTED
    if _TELL_OF_A_THING.fullmatch(said.text):
        return ASKS_OF_NOBODY
    least = SCANT if len(said.text.split()) <= _FEW else TAKES if _SINCE_TAKING.search(said.text) else LEAST
    if danger is not Danger.SELF_HARM:
        least = max(least, IS_WELL) if _IS_WELL.search(said.text) else least
    if danger is Danger.SELF_HARM and _ASKS_OF_A_THING.fullmatch(said.text):
        return max(least, OF_A_THING)
    if said.has(cues.person):
        return least
    return ASKS_OF_NOBODY if _ASKS.match(said.text) else OF_NOBODY if _ASKS_OF_A_REMEDY.search(said.text) else least


def _bytes_of(text: str, _: Told) -> int:
    return _READING + _CHARACTER * len(text)


@remembered(_READINGS, _bytes_of)
def _read(text: str) -> Told:
    """Return what the encoder reads in a text, once: windows overlap, and people say the same again and again."""
    return danger_read(text)


def _told_by_rules(said: Said, signs: frozenset[str], cues: _Cues) -> tuple[Danger, ...]:
    """Return the dangers that phrases and signs tell of, none to two."""
    told = (_told_by_phrases(said, cues), told_by_signs(signs, cues.words))
    return tuple(danger for danger in told if danger is not None)


# Who asks which ill they have, or for tests, or has long had it, tells of it as in a doctor's room.
_ASKS_WHICH = re.compile(
    r"\b(?:which|what) (?:rare |genetic )?(?:disease|syndrome|disorder)s?\b|\bdiagnos[ei]s\b"
    r"|\b(?:what|which)(?: \w+){0,2} tests?\b|\btests? (?:do|should|will|would|are)\b"
    r"|\bi (?:think|believe|suspect) (?:that )?(?:i|it|this) (?:might |may |could )?(?:have|be|is)\b"
    r"|\b(?:it|this) (?:may|might|could) be something serious\b"
    r"|\b(?:could|can|might) (?:that|this|it) be the (?:reason|cause)\b"
    r"|\bi (?:might|may) have\b|\b(?:been|keeps) bothering me\b"
    r"|\bfor (?:a while|some time|some weeks|a few weeks|months)\b"
)
_ASKS_OF_A_REMEDY = re.compile(r"\b(?:does|do|can|is|are) (?:\w+ ){1,3}(?:help|work|good|useful)\b")
_ASKS = re.compile(
    r"\W*(?:(?:and|so|but) )?"
    r"(?:are|is|do|does|did|can|could|which|what|why|how|will|would|should|has|have)\b"
)
# "Would donepezil do my uncle's Parkinson's any good?": a sentence that asks what a thing does, and says nothing else.
_ASKS_OF_A_THING = re.compile(
    r"\W*(?:(?:and|so|but) )?(?:is|are|do|does|did|can|could|will|would|should|has|have|might|may) "
    r"(?!(?:i|we|you|he|she|they|it|this|that|these|those|there|my|our|his|her|their|any\w*|some\w*)\b)"
    r"(?:(?! \. ).)+"
)
# "Tell me about zinc, please, take 40": of a thing, and of nobody.
_TELL_OF_A_THING = re.compile(
    r"\W*(?:(?:please|can you|could you) )*tell (?:me|us) (?:more |something |a bit )?about "
    r"(?:(?!\b(?:i|im|my|me|myself|we|us|our|he|she|his|her|him|they|their|them|someone|somebody|die|dying|death|kill\w*|end\w*)\b).)+"
)
_IS_WELL = re.compile(
    r"\b(?:i am|we are|he is|she is|they are) (?:doing|feeling|all) (?:well|fine|good|better|great|right)\b"
)
_SINCE_TAKING = re.compile(r"\bsince (?:i|he|she|they|we) takes?\b")
_CONSULTS = re.compile(r"\W*(?:(?:hi|hello|hey|dear|good (?:morning|evening|day))\b\W*)?(?:doctor|doc|dr)\b")


def load_cues() -> None:
    """Load all that dangers are told by, so that no message waits for it."""
    _cues().index.compile()
    load_encoder()


def plain_text(text: str) -> str:
    """Return a message as it is read: in lower case, its marks as " . ", slips mended, without asides."""
    cues = _cues()
    return cues.asides.sub(" ", _plain(text[:_READ], cues))


def _told_by_phrases(said: Said, cues: _Cues) -> Danger | None:
    for danger, cue in cues.plain:
        if said.has(cue):
            return danger
    weighed = _weighed(said, cues)
    if weighed is not None or said.has(cues.study):
        return weighed
    signs = [danger for danger, cue in cues.signs if said.has(cue)]
    hints = [danger for danger, cue in cues.hints if said.has(cue)]
    someone, now = said.has(cues.person), said.has(cues.moment)
    told = someone or now or not _GENERAL.match(said.text)
    alarming = signs and (len(signs) + len(hints) > 1 or (someone and now))
    return signs[0] if alarming and told else None


def _weighed(said: Said, cues: _Cues) -> Danger | None:
    """Return the danger that has points enough, or None."""
    points = dict.fromkeys(Danger, 0.0)
    for danger, worth, cue in cues.points:
        different = set(said.all_of(cue))
        for one in (danger,) if danger else Danger:
            points[one] += worth * min(len(different), 2 if danger else 1)
    most = max(Danger, key=lambda danger: points[danger])
    return most if points[most] >= ENOUGH else None


def _plain(text: str, cues: _Cues, *, mended: bool = True) -> str:
    """Return the text in lower case, its marks as " . ", its apostrophes left out, common slips mended.

    `mended`: also words that are spelt nearly like one of danger, which takes its time.
    """
    said = _OD.sub("od ", unicodedata.normalize("NFKC", text).lower())
    said = _CONTRACTED.sub(lambda found: _IN_FULL[found[1]], said)
    if asked := _TOLD_ABOUT.fullmatch(said):
        said = f"what is {asked['thing']}?"
    if hinders := _HINDERS.match(said):
        said = f"{hinders['asks']}interfere with{said[hinders.end() :]}"
    said = _REFERENCE.sub(" ", said.translate(_SILENT))
    if re.search(r"\bii[).]", said):
        said = _OPTION.sub(" ", said)
    said = _LONG_LETTERS.sub(r"\1", _DECIMAL.sub("", said))
    said = _OTHER.sub(" ", _MARK.sub(" . ", said)).replace("-", " ")
    said = " ".join(said.split())
    spelling = cues.spelling
    said = _slips(frozenset(spelling)).sub(lambda found: spelling[found[0]], said)
    if not mended:
        return said
    return " ".join(_meant(word, cues.misspelt) if len(word) >= _SLIP else word for word in said.split())


@lru_cache(4_096)
def _meant(written: str, words: tuple[str, ...]) -> str:
    """Return the word of danger that a word is a slip for, or the word itself."""
    if len(written) > _LONGEST or not written.isascii() or is_everyday(written):
        return written
    heard = _heard(written)
    most = _NEAR if len(heard) < _LONG_WORD else _FAR
    alike = (word for word in words if word[0] == written[0] and abs(len(word) - len(written)) <= _LONGER)
    near = ((edit_distance(heard, _heard(word), most), word) for word in alike)
    cost, word = min(near, default=(most + 1, written))
    return word if cost <= most else written


@lru_cache(1_024)
def _heard(word: str) -> str:
    """Return a word with its doubled letters once and its "ph" as "f"."""
    return _DOUBLED.sub(r"\1", word.replace("ph", "f"))


@cache
def _slips(wrong: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(wrong, key=lambda word: (-len(word), word))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


@cache
def _cues() -> _Cues:
    rows = _rows()
    macros: dict[str, str] = {}
    for _, role, pattern in rows:
        if role == "word":
            name, _, body = pattern.partition("=")
            macros[name] = _filled(body, macros)

    def those(wanted: str) -> list[tuple[str, str]]:
        return [(danger, _filled(pattern, macros)) for danger, role, pattern in rows if role == wanted]

    def one(wanted: str) -> str:
        return "|".join(f"(?:{pattern})" for _, pattern in those(wanted))

    def several(wanted: str) -> tuple[tuple[Danger, Cue], ...]:
        return tuple((Danger(danger), Cue.of(pattern)) for danger, pattern in those(wanted))

    weights = [(danger, *text.split(" ", 1)) for danger, text in those("points")]
    points = [(None if d == "-" else Danger(d), float(worth), Cue.of(pattern)) for d, worth, pattern in weights]
    slips = [slip.partition("=") for _, text in those("spelling") for slip in text.split("|")]
    person, moment, study = (Cue.of(one(name)) for name in ("person", "moment", "study"))
    sure, plain, signs, hints = (several(name) for name in ("sure", "plain", "sign", "hint"))
    known = [person, moment, study, *(cue for some in (sure, plain, signs, hints) for _, cue in some)]
    index = CueIndex.of([*known, *(cue for _, _, cue in points), *cues_of_signs(macros)])
    spelling = {wrong: right for wrong, _, right in slips}
    asides = re.compile(one("aside"))
    misspelt = tuple(word for _, text in those("misspelt") for word in text.split("|"))
    return _Cues(
        macros, spelling, misspelt, asides, person, moment, study, sure, plain, signs, hints, tuple(points), index
    )


def _filled(pattern: str, macros: Mapping[str, str]) -> str:
    for name, body in macros.items():
        pattern = pattern.replace(f"{{{name}}}", body)
    return pattern


@cache
def _rows() -> tuple[tuple[str, str, str], ...]:
    text = files("kgcore.question").joinpath("danger.tsv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    rows = [line.split("\t") for line in lines[1:]]
    return tuple((danger, role, pattern) for danger, role, pattern in rows)
