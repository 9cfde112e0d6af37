"""The page about growth: its table and its chart, made from what the bench found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "performance.md"
NEO4J_PAGE = ROOT / "docs" / "neo4j.md"
CHART = ROOT / "docs" / "pictures" / "growth.svg"
NAMES_APART = 1.3  # times: so far apart names are told from each other on the logarithmic axis
BEGIN, END = "<!-- measured: growth -->", "<!-- measured until here -->"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure by size (million edges), what is wanted of it, and where that is reached (None: nothing is wanted)."""

    name: str
    wanted: str
    values: Mapping[float, float]
    ok: Mapping[float, bool | None]

    def each(self) -> Iterator[tuple[str, float, bool | None]]:
        """Yield (words for the size, value, whether it is reached)."""
        for size, value in self.values.items():
            yield f", {size:g} M", value, self.ok.get(size)

    def cell(self, size: float) -> str:
        """Return the value for reading; ✗ stands where it misses what is wanted."""
        if size not in self.values:
            return ""
        value = self.values[size]
        text = f"{value:.0f}" if value >= 100 else f"{value:.3g}"
        return f"{text} ✗" if self.ok.get(size) is False else text


def write_page(rows: Sequence[Figure], sizes: Sequence[float]) -> None:
    """Renew the table in docs/performance.md and the chart beside it."""
    write_table(PAGE, rows, sizes)
    _draw(rows, sizes)


def write_table(page: Path, rows: Sequence[Figure], sizes: Sequence[float]) -> None:
    """Renew the table in a page."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    heads = ["million edges", *(f"{size:g}" for size in sizes), "wanted"]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    lines += ["| " + " | ".join([row.name, *(row.cell(size) for size in sizes), row.wanted]) + " |" for row in rows]
    page.write_text(f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{after}", encoding="utf-8")


def _draw(rows: Sequence[Figure], sizes: Sequence[float]) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "evigraph"  # the same figures give the same bytes
    from matplotlib import pyplot as plt
    from matplotlib.ticker import FuncFormatter, LogLocator

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.8), width_ratios=(2, 5), layout="constrained")
    whole = [row for row in rows if set(row.values) >= set(sizes)]
    left.plot(sizes, [whole[0].values[size] for size in sizes], marker="o")
    left.set_title("import, seconds of CPU")
    lines = sorted((row for row in whole if "CPU ms" in row.name), key=lambda row: row.values[sizes[-1]])
    free = 0.0  # above which the next name does not touch the one below it
    for row in lines:
        (line,) = right.plot(sizes, [row.values[size] for size in sizes], marker="o")
        said, last = row.name.removesuffix(", CPU ms").removesuffix(", p95 CPU ms"), row.values[sizes[-1]]
        at = max(last, free)
        free = at * NAMES_APART
        right.annotate(f"{said}: {last:.0f}", (sizes[-1], at), xytext=(8, 0), textcoords="offset points",
                       va="center", fontsize=8, color=line.get_color())  # fmt: skip
    right.set_title("questions, milliseconds of CPU")
    right.set_xlim(sizes[0] * 0.8, sizes[-1] * (sizes[-1] / sizes[0]) ** 0.75)  # room for the names
    for axes in (left, right):
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel("million edges")
        axes.set_xticks(list(sizes), [f"{size:g}" for size in sizes])
        axes.minorticks_off()
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        axes.grid(alpha=0.3)
    figure.savefig(CHART, metadata={"Date": None})
    plt.close(figure)
