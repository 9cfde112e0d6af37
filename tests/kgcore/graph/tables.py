"""Small graphs as TSV folders, and embedders for them."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kgcore.errors import ModelRefused


def padded(table: str) -> str:
    """Lengthen every row to the width of the header."""
    rows = [line.split("\t") for line in table.splitlines()]
    return "".join("\t".join(row + [""] * (len(rows[0]) - len(row))) + "\n" for row in rows)


NODES = padded("""\
id	name	category	synonym	xref	description
D:1	donepezil	Drug	Aricept|E2020	MESH:1	A tablet.
D:2	rivastigmine	Drug	Exelon
D:3	cholinesterase inhibitors	DrugClass
X:1	Alzheimer's disease	Disease	AD|Alzheimer disease
X:2	Parkinson's disease dementia	Disease	PDD
X:3	dementia	Disease
X:4	kuru	Disease
P:1	sleep	Process	slumber
""")
EDGES = padded("""\
id	subject	predicate	object	negated	publications	knowledge_source	sentences	note	trial
E1	D:1	TREATS	X:1	false	PMID:1|PMID:2	hand	First.|Second.	a note	NCT1
E2	D:1	TREATS	X:1	true	PMID:3	hand
E3	D:2	ISA	D:3	false		hand
E4	D:3	TREATS	X:2	false	DOI:10.1000/four	hand|again
E5	X:2	COEXISTS_WITH	X:1	false		hand
E6	D:2	TREATS	X:1	false	PMID:2	hand
E7	X:1	ISA	X:3	false		hand
E8	D:1	ISA	D:3	false		hand
E9	X:1	mystery	P:1	false	PMID:1	hand
""")
PAPERS = padded("""\
id	title	journal	year	url	authors	volume	issue	pages
PMID:1	Donepezil for Alzheimer's disease: a trial	The Journal	2019	https://pubmed.ncbi.nlm.nih.gov/1/	Doe, Jo, Jr|A Group	12	3	115-120
PMID:2	Cholinesterase inhibitors reviewed	The Journal	2021
PMID:3
""")  # noqa: E501
PREDICATES = padded("""\
predicate	label	symmetric	inverse	opposite	implies	phrases
TREATS	treats	false	TREATED_BY	CAUSES	AFFECTS	helps with|improves
CAUSES	causes	false				leads to
ISA	is a	false
COEXISTS_WITH	occurs with	true
""")


TABLES = {"nodes": NODES, "edges": EDGES, "papers": PAPERS, "predicates": PREDICATES}


def write(folder: Path, zipped: bool = False, /, **tables: str) -> Path:
    """Write a folder of tables, these instead of the usual ones, and return it; an empty text leaves its file out."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (TABLES | tables).items():
        if text and zipped:
            (folder / f"{name}.tsv.gz").write_bytes(gzip.compress(text.encode()))
        elif text:
            (folder / f"{name}.tsv").write_text(text, encoding="utf-8")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder by its path."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


class LetterEmbedder:
    """Unit vectors from a hash of the text: equal texts are equal, nothing else is near."""

    name = "letters"

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = np.empty((len(texts), 16), np.float32)
        for row, text in zip(vectors, texts, strict=True):
            row[:] = np.frombuffer(hashlib.blake2b(text.encode(), digest_size=16).digest(), np.uint8)
        vectors -= vectors.mean(axis=1, keepdims=True)
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-6)
        return vectors


class RefusingEmbedder:
    """Fails as an embedder with a wrong key does."""

    name = "refusing"

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        raise ModelRefused("The key was refused.")
