"""Measurements to documents: tables and plots in docs/lab/speed.md, the short version in the README."""

from __future__ import annotations

import math
from typing import Any

from website.plots import SYSTEM_NAMES

from benchmarks.report import DOCS, ROOT, table, write_between

RANKERS = ("sumy-lexrank", "sumy-textrank", "lexrank", "summa")  # peers that rank sentences on a graph
Measured = dict[str, Any]


def write_documents(results: Measured) -> None:
    """Write the tables and the README's part from one set of measurements."""
    write_between(DOCS / "lab" / "speed.md", "speed", "\n\n".join(sections(results)))
    write_between(ROOT / "README.md", "speed", _short(results))


def sections(results: Measured) -> list[str]:
    """Write the parts of docs/lab/speed.md."""
    machine = results["machine"]
    busy = f"; {machine['busy']:.1f} processes were running" if machine["busy"] > 1.5 else ""
    peers = ", ".join(sorted(set(results["peers"].values()))) or "none"
    about = (
        f"Measured on {machine['processor']}, {machine['cores']} cores, one thread for each process, "
        f"Python {machine['python']}, NumPy {machine['numpy']}, RepRank {machine['reprank']}{busy}; peers: {peers}. "
        "Every number is the median of interleaved runs, each in a process of its own, on text made "
        "by `benchmarks/speed/speed_texts.py`. Times exclude imports. RepRank splits the running text, summarizes it "
        "and finds ten keywords; the others do one or the other, and sumy and lexrank get their sentences already "
        "split."
    )
    growth = _growth(results["runs"])
    return [
        about,
        "![Time and memory against the number of sentences](../pictures/speed.svg)",
        "## Seconds for one text",
        _table(results["runs"], "wall", lambda value: f"{value:.3g}"),
        "## Peak memory in MB (without that of a bare Python)",
        _table(results["runs"], "peak", lambda value: f"{value / 1024:.0f}", extra="added"),
        "## How many times faster and smaller",
        _ratios(results["runs"]),
        "## Growth",
        f"Beyond 1,000 sentences, run time scales as n^{growth['wall']:.2f} and peak memory as n^{growth['peak']:.2f}.",
        "## Start-up",
        _startup(results["startup"]),
        "## Many articles",
        _articles(results),
        *(["## Real text", _real(results["real"])] if results["real"] else []),
    ]


def _table(runs: list[Measured], field: str, shown: Any, extra: str | None = None) -> str:
    sizes = sorted({run["sentences"] for run in runs})
    rows = [["sentences", *(f"{size:,}" for size in sizes)]]
    for system in dict.fromkeys(run["system"] for run in runs):
        mine = {run["sentences"]: run for run in runs if run["system"] == system}
        rows.append([SYSTEM_NAMES[system], *(_cell(mine.get(size), field, shown, extra) for size in sizes)])
    return table(rows[0], rows[1:])


def _cell(run: Measured | None, field: str, shown: Any, extra: str | None) -> str:
    if run is None:
        return ""
    if "over" in run:
        return f"over {run['over']:g} s"
    if "failed" in run:
        return "failed"
    return str(shown(run[field])) + (f" ({shown(run[extra])})" if extra else "")


def _ratios(runs: list[Measured]) -> str:
    """Compare with sumy's LexRank and with the fastest graph-ranking peer, on sizes where they ran."""
    rows = [
        ["sentences", "sumy LexRank", "its memory over ours", "fastest graph ranker", "that is", "its memory over ours"]
    ]
    for size in sorted({run["sentences"] for run in runs if run["system"] in RANKERS}):
        here = {run["system"]: run for run in runs if run["sentences"] == size and "wall" in run}
        ours, rivals = here.get("reprank"), [name for name in RANKERS if name in here]
        if ours is None or not rivals:
            continue
        lexrank = here.get("sumy-lexrank")
        fastest = min(rivals, key=lambda name: here[name]["wall"])
        rows.append([
            f"{size:,}",
            f"{lexrank['wall'] / ours['wall']:.0f} ×" if lexrank else "–",
            f"{lexrank['added'] / ours['added']:.1f} ×" if lexrank else "–",
            f"{here[fastest]['wall'] / ours['wall']:.0f} ×",
            SYSTEM_NAMES[fastest],
            f"{here[fastest]['added'] / ours['added']:.1f} ×",
        ])  # fmt: skip
    return table(rows[0], rows[1:])


def _growth(runs: list[Measured]) -> dict[str, float]:
    """Fit a straight line through logarithms, by least squares, from 1,000 sentences on."""
    mine = [run for run in runs if run["system"] == "reprank" and "wall" in run and run["sentences"] >= 1000]
    return {field: slope([(run["sentences"], run[field]) for run in mine]) for field in ("wall", "peak")}


def slope(points: list[tuple[float, float]]) -> float:
    """Return the exponent b of y = a·x^b that fits best.

    >>> round(slope([(1, 3), (10, 300), (100, 30000)]), 6)
    2.0
    """
    across, up = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
    centre, middle = sum(across) / len(across), sum(up) / len(up)
    rise = sum((x - centre) * (y - middle) for x, y in zip(across, up, strict=True))
    return rise / sum((x - centre) ** 2 for x in across)


def _startup(times: dict[str, float]) -> str:
    base = times["import numpy"]
    rows = [["", "milliseconds", "of `import numpy`"]]
    rows += [[f"`{name}`", f"{1000 * seconds:.0f}", f"{seconds / base:.2f} ×"] for name, seconds in times.items()]
    return table(rows[0], rows[1:])


def _articles(results: Measured) -> str:
    """Write how many articles go through one process in a second, and through the whole command."""
    one = [["sentences", "RepRank", "sumy LexRank", "RepRank is faster"]]
    for run in results["articles"]:
        ours, theirs = (
            system["texts"] / system["wall"] if "wall" in system else math.nan
            for system in (run["systems"].get(name, {}) for name in ("reprank", "sumy-lexrank"))
        )
        low, high = run["sentences"]
        one.append([f"{low} to {high}", f"{ours:.0f}", f"{theirs:.0f}", f"{ours / theirs:.1f} ×"])
    command = [["news (15 to 40 sentences)", "articles a second, start included"]]
    for run in results["batch"]:
        engine = "`reprank batch`" if run["engine"] == "local" else "`reprank batch --engine ray`"
        workers = f"{run['workers']} worker{'s' if run['workers'] > 1 else ''}"
        command.append([f"{engine}, {workers}", f"{run['rows'] / run['seconds']:.0f}"])
    about = (
        "Articles a second in one process, one after the other. RepRank splits them into sentences and names keywords "
        "too; sumy, which does neither here, compares all pairs of sentences."
    )
    return "\n\n".join([about, table(one[0], one[1:]), table(command[0], command[1:])])


def _real(runs: list[Measured]) -> str:
    """Write how fast real text is read, and how many times faster that is than sumy's LexRank on the same text."""
    rows = [["text", "texts", "sentences", "kB", "RepRank", "kB a second", "sumy LexRank", "RepRank is faster"]]
    for run in runs:
        ours, theirs = run["systems"]["reprank"], run["systems"].get("sumy-lexrank")
        both = theirs is not None and "wall" in theirs and "wall" in ours
        rows.append([
            run["name"],
            f"{run['texts']:,}",
            f"{run['sentences']:,}",
            f"{run['characters'] / 1000:,.0f}",
            _cell(ours, "wall", _seconds, None),
            f"{run['characters'] / 1000 / ours['wall']:,.0f}" if "wall" in ours else "–",
            _cell(theirs, "wall", _seconds, None) or "–",
            f"{theirs['wall'] / ours['wall']:.1f} ×" if theirs and both else "–",
        ])  # fmt: skip
    about = (
        "Seconds for all texts of a kind, one after the other in one process: news articles and an encyclopaedia, "
        "which are not part of the project. sumy gets its sentences already split."
    )
    return f"{about}\n\n{table(rows[0], rows[1:])}"


def _seconds(value: float) -> str:
    return f"{value:.3g} s"


def _short(results: Measured) -> str:
    """Write the README's table: RepRank and the graph-ranking peers at the sizes where all were tried."""
    sizes = {run["sentences"] for run in results["runs"] if run["system"] != "reprank"}
    few = [run for run in results["runs"] if run["system"] != "yake" and (run["sentences"] in sizes or not sizes)]
    growth = _growth(results["runs"])
    return (
        "Seconds for one text, summary and keywords, one thread:\n\n"
        + _table(few, "wall", lambda value: f"{value:.2g}")
        + f"\n\nRun time scales as n^{growth['wall']:.2f}. [Speed](docs/lab/speed.md) lists all measurements."
    )
