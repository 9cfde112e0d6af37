"""Reading articles for facts: names found or given, what is proposed, and how it stands to the graph."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, chain

from kgcore.curation.articles import AnnotatedArticle, NamedSpan, part_headed, with_names
from kgcore.curation.clauses import THAN_ANOTHER
from kgcore.curation.concluded import CHANCE, concluded_in
from kgcore.curation.findings import announces, relates, says_more
from kgcore.curation.layer import THING, ProposalKind
from kgcore.curation.learning import NO_LESSONS, Lessons
from kgcore.curation.names import COMPANY, is_name, is_part_of_more, is_product_type
from kgcore.curation.new_names import new_names
from kgcore.curation.pairs import EntityKind, kind_of_type
from kgcore.curation.proposals import LEAST, LEAST_OF_FOUND, Proposal, proposals_in
from kgcore.english.initialisms import defined
from kgcore.english.qualifier_terms import without_people
from kgcore.library.design import study_design
from kgcore.library.model import Article, Design, Section
from kgcore.linking.lookup_keys import is_initialism_of
from kgcore.ports import KnowledgeGraph, LanguageModel
from kgcore.turn.checking import Checker
from kgcore.turn.given_names import entities_meant, fits
from kgcore.turn.modelled import ModelReader
from kgcore.turn.reader import Spots
from kgcore.turn.trials import trial_signed
from kgcore.values.model import Candidate, Claim, Match, Mention, Statement, Triple
from kgcore.verdicts import Verdict
from kgcore.vocabulary.vocabulary import Vocabulary

ASKED_AT_ONCE = 4  # articles that a model reads at a time
_SHORT = 5  # letters of a short form
_INTERACTS = re.compile(r"\binteract|\bpotentiat|\bsynerg", re.IGNORECASE)
_PEOPLE = re.compile(r"\b(?:patients|subjects|women|men|people)\Z", re.IGNORECASE)
_APART = re.compile(r"[,;:()]|(?:\S+\s+){12}")  # two that stand so are told of each other by a score alone
_SUCH_PEOPLE = re.compile(
    r" (?:patients|subjects|participants|individuals|(?:wo)?men|people|children|adults|rats|mice)\b"
)
_BEFORE = 60  # characters before a name that can say what it is
_COMPARED_WITH = re.compile(  # what stands behind is not what did it
    r"\b(?:superior|inferior|equal|equivalent|comparable|preferable|similar|compared|than|versus|vs\.?)"
    r"(?: (?:to|with))?(?: (?:that|those) of)?(?: (?:the|an?|either))?(?: (?:oral|intravenous|topical|placebo or))? \Z",
    re.IGNORECASE,
)
_PURPOSE = re.compile(  # the aim of what was tried, in a title
    r"\b(?:to|for)(?: the)? (?:treat|prevent|manag|reduc|improv|reliev|alleviat|control|lower|decreas|attenuat"
    r"|ameliorat)",
    re.IGNORECASE,
)
_DETERMINER = re.compile(r"(?:the|an?|this|these|its|their)\s+(?=\S)", re.IGNORECASE)


class ArticleReader:
    """Proposes facts from articles. `given`: the names that stand in them are used, and no others looked for.

    `least` is the score from which on something is proposed; without one, names that were looked for need more than
    given ones. `lessons` are what the team's decisions so far have taught. `model` reads the sentences where there is
    one; where it does not answer, the reader of plain text does.
    """

    def __init__(
        self,
        graph: KnowledgeGraph,
        vocabulary: Vocabulary,
        *,
        given: bool = False,
        least: float | None = None,
        lessons: Lessons = NO_LESSONS,
        model: LanguageModel | None = None,
    ) -> None:
        self._graph = graph
        self._vocabulary = vocabulary
        self._checker = Checker(graph, vocabulary)
        self._types = tuple(type for type, _ in graph.info.types)
        self._given = given
        self._least = LEAST if least is None else least
        self._least_of_pairs = LEAST_OF_FOUND if least is None and not given else self._least
        self._lessons = lessons
        self._model = ModelReader(model, graph.info, vocabulary) if model is not None else None

    async def read(self, articles: Sequence[AnnotatedArticle]) -> list[tuple[Proposal, ...]]:
        """Return the proposals of each article, the likeliest first. Raises GraphError."""
        named = articles if self._given else await self._spotted(articles)
        read = await self._read_each(named)
        if self._given:
            read = await self._in_the_graph(named, read)
        found = [sorted(self._lessons.weighed(some, self._least), key=lambda p: -p.score) for some in read]
        all_found = [p for some in found for p in some]
        known = await self._graph.entities({id for p in all_found for id in p.ends})
        claims = iter(await self._judged(all_found, known))
        designs = map(_design_of, articles)
        return [
            tuple(_of_study(self._standing(p, next(claims), known), design) for p in some)
            for some, design in zip(found, designs, strict=True)
        ]

    async def _in_the_graph(
        self, articles: Sequence[AnnotatedArticle], read: Sequence[Sequence[Proposal]]
    ) -> list[list[Proposal]]:
        """Return proposals with what the graph has for the ids that their articles give."""
        ids = {n.id for some in read for p in some for n in (p.subject, p.object)}
        meant = await entities_meant(self._graph, (n for a in articles for n in a.names if n.id in ids))
        ends = [[(meant.get(p.subject.id, ""), meant.get(p.object.id, "")) for p in some] for some in read]
        return [
            [replace(p, meant=pair) if pair[0] != pair[1] else p for p, pair in zip(some, pairs, strict=True)]
            for some, pairs in zip(read, ends, strict=True)
        ]

    async def _read_each(self, articles: Sequence[AnnotatedArticle]) -> list[list[Proposal]]:
        """Return what each article proposes; a model is asked about some of them at a time."""
        turn = asyncio.Semaphore(ASKED_AT_ONCE)

        async def read(article: AnnotatedArticle) -> list[Proposal]:
            async with turn:
                return await self._proposed(article)

        return list(await asyncio.gather(*map(read, articles)))

    async def _proposed(self, article: AnnotatedArticle) -> list[Proposal]:
        if self._model is not None and self._model.able:
            found = await self._model.read(article)
            if found is not None:
                return [p for p in found if p.score >= self._least]
        pairs = ((p, trial_signed(p, self._vocabulary)) for p in proposals_in(article, self._vocabulary, 0.0))
        said = concluded_in(article, self._vocabulary)
        if self._given:
            given = {n.id for n in article.names}
            said = [p for p in said if {p.subject.id, p.object.id} <= given and (p.negated or p.effect)]
            rest = (p for _, p in pairs if not any(_tells(clause, p) for clause in said))
            return sorted((p for p in chain(said, rest) if p.score >= self._least), key=lambda p: -p.score)
        rest = (
            p
            for made, p in pairs
            if (p is not made and p.score >= made.score) or _relates_by_words(article, p, self._vocabulary)
        )
        rest = (p for p in rest if not any(_tells(clause, p) for clause in said))
        both = ((p, self._least) for p in said), ((p, self._least_of_pairs) for p in rest)
        return sorted((p for p, least in chain(*both) if p.score >= least), key=lambda p: -p.score)

    def _new_types(self, proposal: Proposal, known: Collection[str]) -> tuple[str, str]:
        """Return the types of what the graph lacks, as far as they are types of its own or of none."""
        ends = zip((proposal.subject, proposal.object), proposal.ends, strict=True)
        first, second = ("" if id in known else self._own_type(n.type) for n, id in ends)
        return first, second

    def _own_type(self, type: str) -> str:
        """Return a type as the graph says it: its own of that kind, where it has one; else as it stands."""
        if type in self._types or not type:
            return type or THING
        return next((own for own in self._types if fits(own, type)), type)

    def _standing(self, proposal: Proposal, claim: Claim, known: Collection[str]) -> Proposal:
        """Return a proposal with how it stands to the graph."""
        own = proposal.article.removeprefix("PMID:")
        papers = {id for edge in claim.edges_for for id in edge.publications if id.removeprefix("PMID:") != own}
        types = self._new_types(proposal, known)
        return replace(proposal, kind=kind_of(claim.verdict), papers_for=len(papers), types=types)

    async def _judged(self, proposals: Sequence[Proposal], known: Collection[str]) -> Sequence[Claim]:
        """Return each as a claim of which the graph's own edges have judged."""
        triples = [_triple(p, stated=all(id in known for id in p.ends)) for p in proposals]
        return await self._checker.check([self._in_words(t, p) for t, p in zip(triples, proposals, strict=True)])

    def _in_words(self, triple: Triple, proposal: Proposal) -> Triple:
        return replace(triple, relation=self._vocabulary.words(proposal.predicate, proposal.negated))

    async def _spotted(self, articles: Sequence[AnnotatedArticle]) -> list[AnnotatedArticle]:
        spotted = await self._graph.spot([a.text for a in articles])
        meant = [short_forms(a.text) for a in articles]
        longs = list(dict.fromkeys(Mention(long) for some in meant for long in some.values()))
        found = await self._graph.candidates(longs) if longs else ()
        linked = {mention.text: candidates for mention, candidates in zip(longs, found, strict=True)}
        named = [
            list(_names(article.text, spots, {short: linked[long] for short, long in forms.items()}))
            for article, spots, forms in zip(articles, spotted, meant, strict=True)
        ]
        companies = await self._companies({n.id for some in named for n in some if is_product_type(n.type)})
        sold = [
            [n for n in some if n.id not in companies or _sold_by(companies[n.id], article.text)]
            for article, some in zip(articles, named, strict=True)
        ]
        return [
            with_names(article, (*some, *new_names(article.text, some, self._types)))
            for article, some in zip(articles, sold, strict=True)
        ]

    async def _companies(self, products: Collection[str]) -> dict[str, str]:
        """Return who sells each of some products, "" where the graph does not tell."""
        found = {}
        for id in products:
            told = await self._graph.attributes(id)
            found[id] = next((value for key, value in told if _key(key) in COMPANY), "")
        return found


def annotated_article(article: Article) -> AnnotatedArticle | None:
    """Return title and abstract of a paper as they are read for facts; None where it has neither."""
    sections = [(part_headed(s.title), text) for s in article.abstract if (text := " ".join(s.text.split()))]
    title = " ".join(article.title.split())
    if not title and not sections:
        return None
    starts = accumulate((len(text) + 1 for _, text in sections), initial=len(title) + 1)
    parts = tuple((start, part) for start, (part, _) in zip(starts, sections, strict=False))
    abstract = " ".join(text for _, text in sections)
    headed = any(part is not None for _, part in parts)
    return AnnotatedArticle(article.id, title, abstract, design=_told(article), parts=parts if headed else ())


def _told(article: Article) -> str:
    """Return the design of an article's study, "" where it does not tell."""
    design = study_design(article) if article.design is Design.UNKNOWN else article.design
    return "" if design is Design.UNKNOWN else design.value


def _of_study(proposal: Proposal, design: str) -> Proposal:
    """Return a proposal as found in a study of a design: what was seen in animals or cells is not said of people."""
    return replace(proposal, design=design, qualifiers=without_people(proposal.qualifiers, design))


def _design_of(article: AnnotatedArticle) -> str:
    return article.design or _told(Article((article.id,), article.title, abstract=(Section("", article.abstract),)))


def _relates_by_words(article: AnnotatedArticle, proposal: Proposal, vocabulary: Vocabulary) -> bool:
    """Whether the words of a sentence, and no score alone, say what a proposal of two names says.

    Two drugs named together may be compared, and neither what people are nor what they did not do acts on anything.
    """
    left, right = sorted((proposal.subject, proposal.object), key=lambda n: n.start)
    if proposal.sentence == proposal.title and announces(proposal.title):
        return False
    if any(_PEOPLE.search(name.text) or _SUCH_PEOPLE.match(article.text, name.end) for name in (left, right)):
        return False
    before = article.text[max(0, left.start - _BEFORE) : left.start]
    if before.endswith("not ") or _COMPARED_WITH.search(before):
        return False
    between, predicate = article.text[left.end : right.start], (proposal.predicate,)
    if _APART.search(between) or (not proposal.negated and CHANCE.match(article.text, right.end)):
        return False
    if proposal.sentence == proposal.title and _PURPOSE.search(between):
        return False
    if vocabulary.read("interacts with").predicates[:1] == predicate:
        return _INTERACTS.search(between) is not None
    compared = THAN_ANOTHER.match(article.text, right.end) is not None  # "a lower risk of bleeding than other drugs"
    if vocabulary.read("causes").predicates[:1] == predicate:
        return relates(between) and says_more(between) and not compared
    helps = predicate[0] in {name for words in ("treats", "prevents") for name in vocabulary.read(words).predicates[:1]}
    if helps and compared:
        return False
    return relates(between) and not (helps and kind_of_type(proposal.object.type) is EntityKind.CHEMICAL)


def _tells(clause: Proposal, pair: Proposal) -> bool:
    """Whether a clause says what a score says of a pair: of the same two, or of names that have them within."""
    ends, told = (pair.subject, pair.object), (clause.subject, clause.object)
    if {n.id for n in ends} == {n.id for n in told}:
        return True
    return all(any(one.start <= n.start and n.end <= one.end for one in told) for n in ends)


def _key(words: str) -> str:
    return re.sub(r"[^a-z]", "", words.lower())


def _sold_by(company: str, text: str) -> bool:
    """Whether a text names the company of a product: the same name from another company is another product."""
    return bool(company) and re.search(rf"(?<!\w){re.escape(company)}(?!\w)", text, re.IGNORECASE) is not None


_ONE_WORD = re.compile(r"(?<![\w-])([^\W\d_][\w-]{4,60}) \(([A-Z][A-Za-z0-9]{1,3})[;,)]")


def short_forms(text: str) -> dict[str, str]:
    """Return the short names that an article defines, with what they stand for: "dopamine (DA)", too."""
    words = {found[2]: found[1] for found in _ONE_WORD.finditer(text) if is_initialism_of(found[2], found[1])}
    return words | {short: long for short, long in defined(text).items() if is_short(short)}


def is_short(words: str) -> bool:
    """Whether a name is so short that other articles mean other things by it."""
    return len(words) <= _SHORT and words[:2].isupper()


def _names(text: str, spots: Spots, meant_by: Mapping[str, Sequence[Candidate]]) -> Iterator[NamedSpan]:
    """Yield what is surely named: by its names, and short forms as the article itself defines them."""
    for first, end, candidates in spots:
        start = first + len(determiner[0]) if (determiner := _DETERMINER.match(text, first, end)) else first
        words = text[start:end]
        meant = meant_by.get(words, candidates)
        if not meant or meant[0].match is Match.SEMANTIC or not is_name(words) or is_part_of_more(text, start, end):
            continue
        if words not in meant_by and (len(words) < 3 or (is_short(words) and meant[0].match is Match.INITIALISM)):
            continue  # other articles mean other things by it, or it is made up from the first letters of a name
        yield NamedSpan(start, end, words, meant[0].entity.type, meant[0].entity.id)


_KINDS = {
    Verdict.SUPPORTED: ProposalKind.KNOWN,
    Verdict.CONTRADICTED: ProposalKind.AGAINST,
    Verdict.MIXED: ProposalKind.AGAINST,
}


def kind_of(verdict: Verdict) -> ProposalKind:
    """Return how a fact stands to a graph that judges it so."""
    return _KINDS.get(verdict, ProposalKind.NEW)


def _triple(proposal: Proposal, *, stated: bool) -> Triple:
    """Return a proposal as a claim; where the graph has both entities by their ids, nothing is read or linked."""
    subject, object = proposal.subject, proposal.object
    ids = Statement(proposal.ends[0], proposal.predicate, proposal.ends[1], proposal.negated)
    return Triple(
        Mention(subject.text, subject.type or None),
        proposal.predicate,
        Mention(object.text, object.type or None),
        proposal.predicate,
        proposal.negated,
        stated=ids if stated else None,
    )
