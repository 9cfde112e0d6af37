"""Property: whatever stands in a file of any format, an import gives a whole graph, or an error of ours and nothing."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kgcore.ingest.samples import SAMPLES, archive, content, folder
from tests.kgcore.ingest.test_importers_any_bytes import attempt

BITS = st.sampled_from(
    [b'"', b"'", b",", b"\t", b"|", b"\n", b"\r", b"\\", b"\0", b"\xff", b"\xc3", b"{", b"[", b"}", b"<", b" .", b"\\N"]
) | st.binary(max_size=12)


@pytest.mark.parametrize("format", list(SAMPLES))
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_a_sample_with_bytes_put_in_or_taken_out(format: str, data: st.DataObject) -> None:
    files = {name: content(text) for name, text in SAMPLES[format].items()}
    for _ in range(data.draw(st.integers(1, 3))):
        name = data.draw(st.sampled_from(sorted(files)))
        raw = files[name]
        at = data.draw(st.integers(0, len(raw)))
        until = min(len(raw), at + data.draw(st.integers(0, 20)))
        files[name] = raw[:at] + data.draw(BITS) * data.draw(st.integers(1, 3)) + raw[until:]
    with TemporaryDirectory() as room:
        attempt(folder(files, Path(room, "mine")), Path(room, "graph"))


@settings(max_examples=25, deadline=None)
@given(raw=st.binary(max_size=120), name=st.sampled_from(["a.csv", "a.tsv.gz", "a.ttl", "a.json", "a.jsonl", "a.zip"]))
def test_a_file_of_anything_at_all(raw: bytes, name: str) -> None:
    with TemporaryDirectory() as room:
        folder({name: raw}, Path(room, "mine"))
        attempt(Path(room, "mine", name), Path(room, "graph"))


@settings(max_examples=15, deadline=None)
@given(at=st.integers(0, 2000), bits=BITS, format=st.sampled_from(list(SAMPLES)))
def test_a_zip_with_bytes_put_in(at: int, bits: bytes, format: str) -> None:
    with TemporaryDirectory() as room:
        path = archive(SAMPLES[format], Path(room, "mine.zip"))
        raw = path.read_bytes()
        path.write_bytes(raw[:at] + bits + raw[at + len(bits) :])
        attempt(path, Path(room, "graph"))
