"""A small NCBI: efetch and esearch for PubMed, answering with XML, and with whatever trouble it is told to make.

`python -m tests.servers.ncbi` serves a few made-up articles on a free port and prints NCBI_URL.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs
from xml.sax.saxutils import escape

from kgcore.values.citation import Citation, name_parts

ARTICLE = """\
<PubmedArticle><MedlineCitation Status="MEDLINE" Owner="NLM"><PMID Version="1">{pmid}</PMID><Article PubModel="Print">
<Journal><JournalIssue CitedMedium="Print">{number}<PubDate><Year>{year}</Year></PubDate></JournalIssue>
<Title>{journal}</Title></Journal><ArticleTitle>{title}</ArticleTitle>{pages}{authors}{types}</Article></MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="pubmed">{pmid}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>
"""
RETRACTED = (
    "<PublicationTypeList><PublicationType UI='D016441'>Retracted Publication</PublicationType></PublicationTypeList>"
)
DOCTYPE = (
    '<?xml version="1.0" ?>\n<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2024//EN"'
    ' "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_240101.dtd">\n'
)


def _citation(cited: Citation) -> Mapping[str, str]:
    """Return who wrote an article and where it stands as PubMed tells it: of the last page, what the first has not."""
    first, dash, last = cited.pages.partition("-")
    while 1 < len(last) <= len(first) and last[0] == first[-len(last)]:
        last = last[1:]
    pages = f"{first}{dash}{last}"
    number = "".join(f"<{tag}>{escape(n)}</{tag}>" for tag, n in (("Volume", cited.volume), ("Issue", cited.issue)))
    authors = "".join(f'<Author ValidYN="Y">{_author(name)}</Author>' for name in cited.authors)
    return {
        "number": number,
        "pages": f"<Pagination><MedlinePgn>{escape(pages)}</MedlinePgn></Pagination>" if pages else "",
        "authors": f'<AuthorList CompleteYN="Y">{authors}</AuthorList>' if authors else "",
    }


def _author(name: str) -> str:
    family, *given = map(escape, name_parts(name))
    if not given:
        return f"<CollectiveName>{family}</CollectiveName>"
    initials = "".join(word[0] for word in given[0].split())
    suffix = "".join(f"<Suffix>{text}</Suffix>" for text in given[1:])
    return f"<LastName>{family}</LastName><ForeName>{given[0]}</ForeName><Initials>{initials}</Initials>{suffix}"


@dataclass(slots=True)
class FakeNcbi:
    """What it knows by PubMed id (title, journal, year), what it is to answer first, and what it was asked."""

    articles: Mapping[str, tuple[str, str, int]]
    troubles: list[int | str] = field(default_factory=list)  # a status, or "half": an answer that breaks off
    retracted: set[str] = field(default_factory=set)  # PubMed ids
    cited: Mapping[str, Citation] = field(default_factory=dict)  # by PubMed id
    asked: list[Mapping[str, Sequence[str]]] = field(default_factory=list)
    url: str = ""

    def xml(self, pmids: Sequence[str]) -> bytes:
        """Return the articles as efetch does."""
        known = ((p, *self.articles[p]) for p in pmids if p in self.articles)
        rows = (
            ARTICLE.format(
                pmid=p,
                title=escape(t),
                journal=escape(j),
                year=y,
                types=RETRACTED if p in self.retracted else "",
                **_citation(self.cited.get(p, Citation())),
            )
            for p, t, j, y in known
        )
        return f"{DOCTYPE}<PubmedArticleSet>{''.join(rows)}</PubmedArticleSet>".encode()

    def found(self, term: str) -> bytes:
        """Return the ids for a term as esearch does: of papers with one of its words in the title, or with that id."""
        if "retracted publication" in term.lower():
            wanted = {*re.findall(r"(\d+)\[uid\]", term)} & self.retracted
            return self._listed([p for p in self.articles if p in wanted])
        words = {word for word in re.findall(r"[\w./]+", term.lower()) if len(word) > 2}
        ids = [p for p, (title, *_) in self.articles.items() if p in words or words & {*title.lower().split()}]
        return self._listed(ids)

    @staticmethod
    def _listed(ids: Sequence[str]) -> bytes:
        listed = "".join(f"<Id>{p}</Id>" for p in ids)
        return f"<eSearchResult><Count>{len(ids)}</Count><IdList>{listed}</IdList></eSearchResult>".encode()

    @contextmanager
    def serving(self) -> Iterator[FakeNcbi]:
        """Serve on a free port until the block ends."""
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                fields = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
                fake.asked.append(fields)
                trouble = fake.troubles.pop(0) if fake.troubles else 200
                search = "esearch" in self.path
                body = fake.found(fields["term"][0]) if search else fake.xml(fields["id"][0].split(","))
                self.send_response(trouble if isinstance(trouble, int) else 200)
                if trouble == 429:
                    self.send_header("Retry-After", "7")
                self.end_headers()
                if trouble in (200, "half"):
                    self.wfile.write(body if trouble == 200 else body[: len(body) // 2])

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        self.url = f"http://127.0.0.1:{server.server_address[1]}"
        try:
            yield self
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


if __name__ == "__main__":
    with FakeNcbi({"1": ("Donepezil & others", "The Journal", 2001)}).serving() as running:
        print(f"NCBI_URL={running.url}", flush=True)
        threading.Event().wait()
