"""The IRIs that graphs in RDF use, and those of our own export."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote, unquote

OWN = "urn:evigraph:"
ENTITY, PREDICATE, EDGE, PAPER = (f"{OWN}{kind}:" for kind in ("entity", "predicate", "edge", "paper"))
TERMS = f"{OWN}terms:"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
DCT = "http://purl.org/dc/terms/"
DC = "http://purl.org/dc/elements/1.1/"
OBO = "http://purl.obolibrary.org/obo/"
OIO = "http://www.geneontology.org/formats/oboInOwl#"
BIOLINK = "https://w3id.org/biolink/vocab/"
SCHEMA = "http://schema.org/"
XSD = "http://www.w3.org/2001/XMLSchema#"

TYPE, STATEMENT = f"{RDF}type", f"{RDF}Statement"
REIFIED = (f"{RDF}subject", f"{RDF}predicate", f"{RDF}object")
AXIOM = (f"{OWL}annotatedSource", f"{OWL}annotatedProperty", f"{OWL}annotatedTarget")
DENIED = (f"{OWL}sourceIndividual", f"{OWL}assertionProperty", f"{OWL}targetIndividual")  # it does not hold
LABEL = (f"{RDFS}label", f"{SKOS}prefLabel", f"{SCHEMA}name", "https://schema.org/name", f"{DCT}title", f"{DC}title")
SYNONYM = (
    f"{SKOS}altLabel",
    *(f"{OIO}has{kind}Synonym" for kind in ("Exact", "Related", "Narrow", "Broad")),
    *(f"{SCHEMA}alternateName", "https://schema.org/alternateName"),
)
XREF = (f"{OIO}hasDbXref", f"{SKOS}exactMatch", f"{SKOS}closeMatch", f"{OWL}sameAs", f"{BIOLINK}same_as")
ABOUT = (
    *(f"{DCT}description", f"{DC}description", f"{OBO}IAO_0000115", f"{SKOS}definition", f"{RDFS}comment"),
    f"{SCHEMA}description",
)
NEGATED = (f"{TERMS}negated", f"{BIOLINK}negated")
CITES = (
    *(f"{TERMS}publication", f"{BIOLINK}publications", f"{BIOLINK}has_evidence", f"{DCT}references"),
    *(f"{DCT}source", f"{DC}source", f"{OIO}hasDbXref", "http://www.w3.org/ns/prov#wasDerivedFrom"),
    f"{DCT}isReferencedBy",
)
SENTENCE = (f"{TERMS}sentence", f"{BIOLINK}supporting_text")
SOURCE = (
    *(f"{TERMS}source", f"{BIOLINK}primary_knowledge_source", f"{BIOLINK}knowledge_source"),
    *(f"{BIOLINK}aggregator_knowledge_source", f"{DCT}source", f"{DC}source"),
)
NOTE = (f"{TERMS}note", f"{RDFS}comment")
_PAPERS = re.compile(
    r"https?://(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov/|ncbi\.nlm\.nih\.gov/pubmed/|identifiers\.org/pubmed[:/]|"
    r"bio2rdf\.org/pubmed:|rdf\.ncbi\.nlm\.nih\.gov/pubchem/reference/PMID|purl\.uniprot\.org/pubmed/)(\d+)/?"
)
_DOI = re.compile(r"https?://(?:dx\.)?doi\.org/(10\..+)")
_IDENTIFIERS = re.compile(r"https?://identifiers\.org/([A-Za-z0-9._-]+)[:/](.+)")
_KNOWN = {BIOLINK: "biolink", RDFS: "rdfs", OWL: "owl", SKOS: "skos", OIO: "oboInOwl", f"{SCHEMA}": "schema"}


def own(kind: str, id: str) -> str:
    """Return the IRI of one of our own things."""
    return kind + quote(id, safe="")


def curie(iri: str, prefixes: Mapping[str, str]) -> str:
    """Return a short id for an IRI: ours as it was, OBO's and identifiers.org's as they are written, or by the file's
    prefixes (namespace → prefix); else the IRI itself.
    """
    for kind in (ENTITY, PREDICATE, EDGE, PAPER):
        if iri.startswith(kind):
            return unquote(iri[len(kind) :])
    if iri.startswith(OBO):
        return iri[len(OBO) :].replace("_", ":", 1)
    found = _IDENTIFIERS.fullmatch(iri)
    if found:
        return found[2] if ":" in found[2] else f"{found[1]}:{found[2]}"
    space = next((s for s in sorted(prefixes, key=len, reverse=True) if s and iri.startswith(s)), "")
    local = iri[len(space) :]
    return f"{prefixes[space]}:{local}" if space and prefixes[space] and local else iri


def local(iri: str) -> str:
    """Return the last piece of an IRI: "http://example.org/g#treats" → "treats"."""
    return unquote(re.split(r"[#/:]", iri.rstrip("#/:"))[-1]) or iri


def predicate_name(iri: str) -> str:
    """Return what a relation is called in a graph: ours as it was; with a prefix where that says more."""
    if iri.startswith(PREDICATE):
        return unquote(iri[len(PREDICATE) :])
    if iri.startswith(OBO):
        return iri[len(OBO) :].replace("_", ":", 1)
    space = next((s for s in _KNOWN if iri.startswith(s)), "")
    return f"{_KNOWN[space]}:{iri[len(space) :]}" if space else local(iri)


def cited(value: str) -> str:
    """Return the id of the paper that an IRI or a text names, as it can be: "" for what is no paper's address."""
    if value.startswith(PAPER):
        return unquote(value[len(PAPER) :])
    if found := _PAPERS.fullmatch(value):
        return f"PMID:{found[1]}"
    if found := _DOI.fullmatch(value):
        return f"DOI:{unquote(found[1])}"
    return "" if value.startswith(("http:", "https:")) else value
