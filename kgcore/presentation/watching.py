"""What a channel is told of what it watches, and the list of that. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from kgcore.curation.watching import Watch, WatchKind
from kgcore.english.agreement import number_noun
from kgcore.library.model import Article
from kgcore.presentation.export import safe_url
from kgcore.presentation.reviewing import DESK
from kgcore.values.message import Action, Verb
from kgcore.values.reply import Block, Choice, Choices, Inline, Link, Notice, Plain, Reply, Strong, Text, Tone
from kgcore.verdicts import Verdict

NOTHING_NEW = "Nothing new on what is watched here."
NOTHING_WATCHED = (
    "Nothing is watched here yet. Write what to look out for after the command: an entity of the graph, or words as "
    "in a search for papers."
)
NO_LIBRARY = "There is no library of papers here, so there is no news of papers, retractions or verdicts."
_SHOWN = 5  # papers, retractions, and claims of each kind
_WEEK = 7  # days within which a thread is told by its weekday


@dataclass(frozen=True, slots=True)
class ThreadClaim:
    """A claim of an earlier answer: its number there from 1, the thread's title, and the day it was last used on."""

    number: int
    title: str
    day: date
    words: str = ""


@dataclass(frozen=True, slots=True)
class ChangedVerdict:
    """A claim whose verdict is another one now."""

    claim: ThreadClaim
    before: Verdict
    now: Verdict


@dataclass(frozen=True, slots=True)
class Digest:
    """What is new on what a channel watches: `known` and `new` count the facts that the papers state, `against` are the
    earlier claims that these papers speak against, one each time.
    """

    papers: tuple[Article, ...] = ()
    known: int = 0
    new: int = 0
    against: tuple[ThreadClaim, ...] = ()
    contrary: int = 0  # facts against what the graph says, beside those that are against an earlier claim
    retracted: tuple[Article, ...] = ()
    changed: tuple[ChangedVerdict, ...] = ()
    proposed: int = 0  # facts that wait for a reviewer since
    unread: int = 0  # of the papers, those that were not read for facts: there were too many at once

    def __bool__(self) -> bool:
        return bool(self.papers or self.retracted or self.changed)


def digest_reply(digest: Digest, today: date) -> Reply:
    """Return the one message that tells what is new, to everybody there."""
    blocks: list[Block] = [Text((Plain(f"{digest_sentence(digest, today)}."),))]
    blocks += (Text(_paper(a)) for a in digest.papers[:_SHOWN])
    blocks += _more(len(digest.papers))
    if digest.unread:
        words = f"{digest.unread:,} of these papers {'was' if digest.unread == 1 else 'were'} not read for facts"
        blocks.append(Notice(f"{words}: too many came at once.", Tone.QUIET))
    blocks += (Text((Strong("Retracted: "), *_paper(a))) for a in digest.retracted[:_SHOWN])
    blocks += _more(len(digest.retracted))
    for change in digest.changed[:_SHOWN]:
        verdicts = f"{change.before.label} {change.before.icon} → {change.now.label} {change.now.icon}"
        where = _claim(change.claim, today)
        blocks.append(Text((Plain(f"{where[:1].upper()}{where[1:]}, “{change.claim.words}”: {verdicts}."),)))
    blocks += _more(len(digest.changed))
    if digest.proposed:
        words = f"{number_noun(digest.proposed, 'fact')} {'waits' if digest.proposed == 1 else 'wait'} for a reviewer"
        blocks.append(Notice(f"{words}; until then they decide no verdict.", Tone.QUIET))
        blocks.append(Choices((Choice("Review", str(Action(Verb.REVIEW, DESK))),)))
    return Reply("", "What is new", tuple(blocks))


def digest_sentence(digest: Digest, today: date) -> str:
    """Return what is new in one sentence without its full stop: "12 new papers on your saved searches, 9 known facts,
    2 new, 1 against claim 4 of Monday's thread".
    """
    parts: list[str] = []
    if digest.papers:
        parts.append(f"{number_noun(len(digest.papers), 'new paper')} on what is watched here")
    if digest.known:
        parts.append(number_noun(digest.known, "known fact"))
    if digest.new:
        parts.append(f"{digest.new:,} new" if digest.known else number_noun(digest.new, "new fact"))
    for claim in dict.fromkeys(digest.against):
        parts.append(f"{digest.against.count(claim):,} against {_claim(claim, today)}")
    if digest.contrary:
        parts.append(f"{digest.contrary:,} against what the graph says")
    if digest.retracted:
        parts.append(f"{number_noun(len(digest.retracted), 'paper')} retracted")
    if digest.changed:
        parts.append(f"{number_noun(len(digest.changed), 'verdict')} changed")
    return ", ".join(parts) or NOTHING_NEW.removesuffix(".")


def _claim(claim: ThreadClaim, today: date) -> str:
    if claim.day == today:
        when = "today's thread"
    elif 0 < (today - claim.day).days < _WEEK:
        when = f"{claim.day:%A}'s thread"
    else:
        when = f"the thread of {claim.day.day} {claim.day:%B %Y}"
    return f"claim {claim.number} of {when}"


def _paper(article: Article) -> tuple[Inline, ...]:
    title = " ".join(article.title.split()) or article.id
    scheme, _, number = article.id.partition(":")
    known = f"https://pubmed.ncbi.nlm.nih.gov/{number}/" if scheme == "PMID" else ""
    url = safe_url(article.url or known)
    year = Plain(f" ({article.year})" if article.year else "")
    return (Link(title, url) if url else Plain(title), year)


def _more(count: int) -> Iterator[Block]:
    if count > _SHOWN:
        yield Notice(f"… and {count - _SHOWN:,} more", Tone.QUIET)


def watches_reply(watches: Sequence[Watch], said: str = "") -> Reply:
    """Return the list of what is watched, for the person alone; `said` is what has just been done."""
    blocks: list[Block] = [Notice(said)] if said else []
    if not watches:
        blocks.append(Notice(NOTHING_WATCHED))
    for number, watch in enumerate(watches, 1):
        kind = "Search" if watch.kind is WatchKind.SEARCH else "Followed"
        blocks.append(Text((Plain(f"{number}. {kind}: "), Strong(watch.text))))
    if watches:
        blocks.append(Notice("“now” behind the command looks at once; “stop 1” ends the first.", Tone.QUIET))
    return Reply("", "Watched here", tuple(blocks), private=True)
