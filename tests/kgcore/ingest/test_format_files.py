"""Each file in kgcore/ingest/formats is one format, and nothing else lists them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.cli_kg import kg_import
from kgcore.errors import InputError
from kgcore.ingest import formats
from kgcore.ingest.formats import Format, all_formats, format_named, format_names
from kgcore.ingest.recognition import recognise_source
from tests.kgcore.ingest.samples import SAMPLES, folder

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted(path for path in Path(formats.__file__).parent.glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_exports_one_format_that_is_named_after_it(path: Path) -> None:
    assert len(re.findall(r"^FORMAT = Format\(", path.read_text(encoding="utf-8"), re.MULTILINE)) == 1
    found = format_named(path.stem.replace("_", "-"))
    assert isinstance(found, Format)
    assert found.name == path.stem.replace("_", "-")
    assert all((found.title, found.needs, found.shape, found.keeps))


def test_all_files_are_formats_and_each_has_a_sample() -> None:
    assert set(format_names()) == set(SAMPLES) == {format.name for format in all_formats()}
    assert len(all_formats()) == len(FILES)
    assert len({format.rank for format in all_formats()}) == len(FILES)  # the order in which they are tried


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_a_sample_is_recognised_as_its_format_and_no_other(tmp_path: Path, name: str) -> None:
    source = folder(SAMPLES[name], tmp_path / "mine")
    found = recognise_source(source)
    assert found.format is format_named(name)
    assert found.why
    assert recognise_source(source, format_named(name)).format is format_named(name)


def test_the_command_line_takes_every_format() -> None:
    (option,) = (p for p in kg_import.params if p.name == "form")
    assert tuple(getattr(option.type, "choices", ())) == format_names()


def test_no_other_code_names_a_format() -> None:
    """A format is told of in its own file; only the registry imports that, and formats that build on it."""
    titles = [format.title for format in all_formats() if " " in format.title]
    for path in [*(ROOT / "kgcore").rglob("*.py"), *(ROOT / "bot").rglob("*.py"), *(ROOT / "adapters").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        if path not in FILES:
            assert not re.search(r"ingest\.formats\.\w", text), path
            assert not [title for title in titles if f'"{title}"' in text], path


def test_an_unknown_format_is_named_with_those_that_there_are() -> None:
    with pytest.raises(InputError, match="no format 'magic'") as caught:
        format_named("magic")
    assert all(name in str(caught.value) for name in format_names())
