"""Make kgcore/english/identifiers.npz: python -m tests.bench.fit_identifiers NAMES [COUNT]

NAMES is a JSON file {"given": [[…], …], "family": […], "words": […]} with a list a country. It is
written by `python -m tests.bench.fit_identifiers collect NAMES` where faker and mimesis (both MIT) are
installed, which nothing else needs. Messages are put together from identifier_forms.tsv, where `{x}` stands for one of
the forms of x, `{a¦b}` for one of both, `{3-9}` for a number, `{#9#}` for digits and letters; `[n|…]` marks a name, b a
birth, m a number, p a phone, e an e-mail, a an address. Sentences that name nobody come from ../shared.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import random
import re
import string
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kgcore.english import fitted_identifiers as reader

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "data"
SETS = (
    "clinics",
    "mixed",
    "chats",
)  # of tests/bench/identifiers: their messages are learnt from, the others' are measured
CLASSES = {"n": 1, "b": 2, "m": 3, "p": 4, "e": 5, "a": 6}
OF_KIND = {"name": 1, "birthdate": 2, "phone": 4, "email": 5, "address": 6}  # every other is a number
SHARES = (("beside", 0.30), ("alone", 0.16), ("only", 0.14), ("harmless", 0.40))
OFTEN, SELDOM = 300, 10  # times that papers have a word
NAME = re.compile(r"[A-Za-zÀ-ɏḀ-ỹ'’.\- ]{2,28}")
WORD = re.compile(r"[A-Za-zÀ-ɏА-Яа-яЁёІіЇїЄє'’]{2,}")
_SLOT = re.compile(r"\{([^{}]*)\}")
_MARK = re.compile(r"\[([nbmpea])\|([^\]]*)\]")
Row = tuple[str, list[tuple[int, int, int]]]  # a message, and where it has what

Example = tuple[NDArray[np.int32], int]  # the features of a word, and its class


class Forms:
    """The forms of messages, and the names that stand in them."""

    def __init__(self, names: dict[str, Any], sentences: Sequence[str], seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311
        self.rules: dict[str, list[str]] = defaultdict(list)
        for line in (ROOT / "tests" / "bench" / "identifier_forms.tsv").read_text(encoding="utf-8").splitlines():
            name, _, forms = line.partition("\t")
            self.rules[name] += _alternatives(forms)
        self.rules["sentence"] = [re.sub(r"[\[\]{}|]", "", one) for one in sentences]
        self.names = {key: [[n for n in one if NAME.fullmatch(n)] for one in names[key]] for key in ("given", "family")}
        self.names = {key: [one for one in lists if len(one) > 5] for key, lists in self.names.items()}
        self.rules["thing"] = _things()
        self.separator = ", "

    def message(self) -> Row:
        """Return a message, in the case and with the signs that people use."""
        kind = self.random.choices([k for k, _ in SHARES], [share for _, share in SHARES])[0]
        self.separator = self.random.choice(self.rules["sep"]).replace("\\n", "\n")
        text = self.expanded("{" + kind + "}").replace("\\n", "\n")
        chance = self.random.random()
        if chance < 0.25:
            text = _MARK.sub(lambda m: f"[{m[1]}|{m[2].lower()}]", text.lower())
        elif chance < 0.28:
            text = _MARK.sub(
                lambda m: f"[{m[1].lower()}|{m[2]}]", re.sub(r"\[[A-Z]\|", lambda m: m[0].lower(), text.upper())
            )
        elif chance < 0.32:
            text = re.sub(r",(?= )", "", text)
        return marked(re.sub(r"  +", " ", text).strip())

    def expanded(self, form: str) -> str:
        """Return a form in which every slot is filled, the innermost first."""
        while found := _SLOT.search(form):
            form = form[: found.start()] + self._filled(found[1]) + form[found.end() :]
        return form

    def _filled(self, slot: str) -> str:
        if slot.startswith("#") and slot != "#":
            pattern = self.random.choice(slot[1:].split("¦"))
            return "".join(self._sign(c) for c in pattern.removesuffix("-" if pattern == "#-" else "\0"))
        if "¦" in slot:
            return self.random.choice(slot.split("¦"))
        if numbers := re.fullmatch(r"(\d+)-(\d+)", slot):
            return str(self.random.randint(int(numbers[1]), int(numbers[2]))).zfill(
                len(numbers[1]) if slot[0] == "0" else 0
            )
        name, how = slot.rstrip("^+-"), slot[len(slot.rstrip("^+-")) :]
        text = self._name(name) if name in {"given", "family"} else self._rule(name)
        if how == "-":
            plain = unicodedata.normalize("NFKD", text.lower())
            return re.sub(r"[^a-z]", "", plain) or "anna"
        return text.upper() if how == "+" else text[:1].upper() + text[1:] if how == "^" else text

    def _sign(self, sign: str) -> str:
        return self.random.choice(string.digits if sign == "9" else string.ascii_uppercase) if sign in "9#" else sign

    def _rule(self, name: str) -> str:
        return self.separator if name == "s" else self.random.choice(self.rules[name])

    def _name(self, key: str) -> str:
        chance = self.random.random()
        rare, more = ("wordname", "more_given") if key == "given" else ("surword", "more_family")
        if chance < 0.15:
            return self.random.choice(self.rules[rare if chance < 0.05 else more])
        name: str = self.random.choice(self.random.choice(self.names[key]))
        return name[:1].upper() + name[1:] if name.islower() else name


def _alternatives(forms: str) -> list[str]:
    """Return the forms of a row, which `¦` parts outside of slots."""
    found, depth = [""], 0
    for sign in forms:
        depth += (sign == "{") - (sign == "}")
        if sign == "¦" and not depth:
            found.append("")
        else:
            found[-1] += sign
    return found


def _things() -> list[str]:
    lines = (ROOT / "kgcore" / "graph" / "starter" / "nodes.tsv").read_text(encoding="utf-8").splitlines()[1:]
    names = [name for line in lines for name in (line.split("\t")[1], *line.split("\t")[3].split("|"))]
    return [name for name in names if 2 < len(name) < 32 and not set(name) & set("{}[]|¦")]


def marked(text: str) -> Row:
    """Return a message without its marks, and where they stood."""
    plain, found, at = "", [], 0
    for mark in _MARK.finditer(text):
        plain += text[at : mark.start()]
        found.append((len(plain), len(plain) + len(mark[2]), CLASSES[mark[1]]))
        plain += mark[2]
        at = mark.end()
    return plain + text[at:], found


def sentences() -> list[str]:
    """Return sentences of papers, claims and questions, which name nobody."""
    texts: list[str] = []
    for path in (*(SHARED / "papers").glob("*.pubtator"),):
        for line in path.read_text(encoding="utf-8").splitlines():
            if re.match(r"\d+\|[ta]\|", line):
                texts.append(line.split("|", 2)[2])
    exams = (ROOT / "tests" / "bench").rglob("*.jsonl")
    for path in (*(SHARED / "papers").glob("*dev.jsonl"), *(SHARED / "claims").glob("*.jsonl"), *exams):
        if path.parent.name != "identifiers":
            for line in filter(None, path.read_text(encoding="utf-8").split("\n")):
                row = json.loads(line)
                texts += [str(row[k]) for k in ("text", "question", "sentence", "query", "context") if row.get(k)]
    found = [one for text in texts for one in re.split(r"(?<=[.?!])\s+", text)]
    return [one for one in found if 8 < len(one) < 300]


def written() -> list[Row]:
    """Return the messages of the sets that are there to learn from."""
    paths = [ROOT / "tests" / "bench" / "identifiers" / f"{name}.jsonl" for name in SETS]
    rows: list[Row] = []
    for path in (*paths, SHARED / "identifiers" / "dev.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            spans = [tuple(s.values())[:3] if isinstance(s, dict) else s for s in row["spans"]]
            rows.append((row["text"], [(s[0], s[1], OF_KIND.get(s[2], 3)) for s in spans]))
    return rows


def word_list(names: dict[str, Any], texts: Iterable[str]) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """Return hashed words with how common each is, in how many countries a name, and whether papers have it."""
    counts = {
        key: Counter(w for one in names[key] for w in {w for n in one for w in WORD.findall(n.lower())})
        for key in ("given", "family")
    }
    papers = Counter(w for text in texts for w in re.findall(r"(?<![\w.])[a-z][a-zà-ÿ]{2,}", text))
    flags = {}
    listed = set(names["words"])
    medical = {w for w, count in papers.items() if count > 1}
    for word in {*counts["given"], *counts["family"], *listed, *medical}:
        common = 3 if papers[word] >= OFTEN else 2 if word in listed else papers[word] >= SELDOM
        given, family = counts["given"][word], counts["family"][word]
        flag = int(common)
        flag += 4 * (3 if given >= 10 else 2 if given >= 3 else bool(given))
        flag += 16 * (2 if family >= 3 else bool(family)) + 64 * (word in medical)
        flags[reader.hash_of(word.replace("’", "'"))] = flag
    hashes = np.array(sorted(flags), dtype=np.uint32)
    return hashes, np.array([flags[int(h)] for h in hashes], dtype=np.uint8)


def read(
    rows: Sequence[Row], words: tuple[NDArray[np.uint32], NDArray[np.uint8]], chance: random.Random
) -> Iterator[Example]:
    """Yield the features and the class of every word; some names are read as if the list did not have them."""
    for text, spans in rows:
        tokens = reader.tokens_of(text)
        classes = [next((k for start, end, k in spans if one.start >= start and one.end <= end), 0) for one in tokens]
        known = reader.known_words(tokens, *words)
        hidden = 0.6 if chance.random() < 0.35 else 0.0
        known = [
            0 if chance.random() < (hidden if k == 1 else 0.02) else flag
            for flag, k in zip(known, classes, strict=True)
        ]
        rows_of = reader.features_of(text, tokens, known)
        yield from zip((np.array(one, dtype=np.int32) for one in rows_of), classes, strict=True)


def fit(
    examples: Sequence[Example], rounds: int = 5, size: int = 512
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return weights and bias of a log-linear model, stepped downhill by AdaGrad."""
    classes = 1 + max(CLASSES.values())
    weights, bias = np.zeros((1 << reader.BITS, classes), np.float32), np.zeros(classes, np.float32)
    past, past_bias = np.full_like(weights, 1e-4), np.full_like(bias, 1e-4)
    order = np.arange(len(examples))
    chance = np.random.default_rng(1)
    for n in range(rounds):
        chance.shuffle(order)
        loss = 0.0
        for start in range(0, len(order), size):
            batch = [examples[int(k)] for k in order[start : start + size]]
            lengths = np.array([len(one) for one, _ in batch])
            index = np.concatenate([one for one, _ in batch])
            at = np.concatenate(([0], np.cumsum(lengths)[:-1]))
            scores = np.add.reduceat(weights[index], at, axis=0) + bias
            scores = np.exp(scores - scores.max(axis=1, keepdims=True))
            scores /= scores.sum(axis=1, keepdims=True)
            truth = np.array([k for _, k in batch])
            loss -= float(np.log(scores[np.arange(len(batch)), truth] + 1e-9).sum())
            scores[np.arange(len(batch)), truth] -= 1
            unique, place = np.unique(index, return_inverse=True)
            each = np.repeat(scores, lengths, axis=0)
            sums = [np.bincount(place, each[:, k], len(unique)) for k in range(classes)]
            slope = np.stack(sums, axis=1).astype(np.float32)
            slope += 2e-3 * weights[unique]  # towards nothing
            past[unique] += slope**2
            weights[unique] -= 0.15 * slope / np.sqrt(past[unique])
            past_bias += scores.sum(axis=0) ** 2
            bias -= 0.15 * scores.sum(axis=0) / np.sqrt(past_bias)
        print(f"round {n + 1}: {loss / len(order):.4f}", flush=True)
    return weights, bias


def collect() -> dict[str, Any]:
    """Return names and words of the packages that hold them."""
    names: dict[str, Any] = {"given": [], "family": [], "words": []}
    package = importlib.import_module("faker.providers.person")
    for module in pkgutil.iter_modules(package.__path__):
        provider = importlib.import_module(f"{package.__name__}.{module.name}").Provider
        for key, stems in (("given", ("first", "given")), ("family", ("last", "surname", "family"))):
            found: set[str] = set()
            for field in dir(provider):
                value = getattr(provider, field)
                if any(stem in field for stem in stems) and isinstance(value, (tuple, list, dict)):
                    found |= {n for n in value if isinstance(n, str) and "{" not in n}
            names[key].append(sorted(found))
    folder = Path(str(importlib.import_module("mimesis").__file__)).parent
    for path in sorted(folder.glob("datasets/*/person.json")):
        person = json.loads(path.read_text(encoding="utf-8"))
        for key, field in (("given", "names"), ("family", "surnames")):
            value = person.get(field, {})
            lists = value.values() if isinstance(value, dict) else [value]
            names[key].append(sorted({str(n) for one in lists for n in one}))
    package = importlib.import_module("faker.providers.lorem")
    for module in pkgutil.iter_modules(package.__path__):
        listed = getattr(importlib.import_module(f"{package.__name__}.{module.name}").Provider, "word_list", ())
        names["words"] += [word for word in listed if word.islower()]
    for path in sorted(folder.glob("datasets/*/text.json")):
        listed = json.loads(path.read_text(encoding="utf-8")).get("words", [])
        names["words"] += [word for word in listed if isinstance(word, str) and word.islower()]
    names["words"] = sorted({word for word in names["words"] if WORD.fullmatch(word)})
    return names


def main() -> None:
    if sys.argv[1] == "collect":
        Path(sys.argv[2]).write_text(json.dumps(collect(), ensure_ascii=False), encoding="utf-8")
        return
    names = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    texts = sentences()
    forms = Forms(names, texts, seed=7)
    for key in ("given", "family"):
        names[key] += [forms.rules[f"more_{key}"]] * 3
    words = word_list(names, [*texts, *(thing.lower() for thing in _things())])
    rows = [forms.message() for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 40_000)] + written() * 6
    weights, bias = fit(list(read(rows, words, random.Random(3))))  # noqa: S311
    scale = np.abs(weights).max(axis=0) / 127
    scale = np.minimum(scale, 4 / 127)
    small = np.clip(np.round(weights / scale), -127, 127).astype(np.int8)
    np.savez_compressed(
        reader.FILE, weights=small, scale=scale.astype(np.float32), bias=bias, hashes=words[0], flags=words[1]
    )
    print(f"{len(rows)} messages, {len(words[0])} words, {reader.FILE.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
