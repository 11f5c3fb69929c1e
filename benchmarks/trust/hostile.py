"""Short inputs that once took seconds, hours or an exception of Python: what each costs now.

    python -m benchmarks.trust.hostile

Each case runs in a process of its own, which is ended after ``MAX_SECONDS`` of processor time. Prints a table, and
writes the part ``hostile`` of docs/lab/robustness.md and docs/results/hostile.json. Exits with 1 if a case takes more
than a second or ends in an exception that is not ours. With the source of another revision first in PYTHONPATH and
``--no-write``, it says what the cases cost there.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

MAX_SECONDS = 25
GOOD_SECONDS = 1.0
SHOWN_CASES = 4
PROSE = (
    "The river rose all night and flooded the town. By dawn it had closed the bridge. The mayor spoke to the press on "
    "Monday."
)


def _summarize(text: str, **options: Any) -> Callable[[Any], object]:
    return lambda reprank: reprank.summarize(text, **{"sentences": 1, **options})


def _read(raw: bytes, name: str) -> Callable[[Any], object]:
    return lambda reprank: reprank.read(raw, name=name)


def _compress(text: str, keep: str) -> Callable[[Any], object]:
    return lambda reprank: reprank.compress([text], "river", ratio=0.9, keep=[keep])


FORMS = b"%PDF-1.4\n" + b"1 0 obj <</Subtype/Form/Length 9>>stream\n" * 8000
CASES: dict[str, Callable[[Any], object]] = {
    "dateline, 354 characters": _summarize(f"AA, {'A' * 100}, {'A' * 100} flooded the town. {PROSE}"),
    "agency, 400 letters in brackets": _summarize(f"({'A' * 400} flooded the town. {PROSE}"),
    "two SHA-256 sums, 290 characters": _summarize(
        f"CHECKSUMS, {'3FA9' * 16}, {'C01D' * 16} are of the files. {PROSE}"
    ),
    "24 HTML comments before a text": _read(b"<!-- a -->\n" * 24 + b"The river rose.", "a.md"),
    "450 HTML comments before a text": _read(b"<!-- a -->\n" * 450 + b"The river rose.", "a.md"),
    "title with 40,000 spaces in Markdown": _read(f"---\ntitle: a{' ' * 40_000}b\n---\nA.".encode(), "a.md"),
    "40,000 opening brackets in Markdown": _read(f"# {'[' * 40_000}\n\nThe river rose.".encode(), "a.md"),
    "80,000 characters `[](` in Markdown": _read(f"# {'[](' * 26_667}\n\nThe river rose.".encode(), "a.md"),
    "80,000 characters `.[^a` in Markdown": _read(f"The river.{'.[^a' * 20_000}".encode(), "a.md"),
    "query of 80,000 characters `« a`": _summarize(PROSE, query="« a" * 26_667),
    "keep quotes in 320,000 characters": _compress("The river “" * 29_000, "quotes"),
    "PDF of 320 kB without a table of objects": _read(FORMS, "a.pdf"),
    "keep a pattern of 5,000 brackets": _compress("The river rose.", "(" * 5000),
    "keep `a{99999999999}`": _compress("The river rose.", "a{99999999999}"),
    "100,000 marks `‘`": _summarize("‘" * 100_000 + "The river rose.", sentences=2),
    "50,000 marks `“‘`": _summarize("“‘" * 25_000 + "The river rose.", sentences=2),
    "`\\u99999999999` in RTF": _read(rb"{\rtf1 \u99999999999? The river.}", "a.rtf"),
    "ratio of 10^400": _summarize(PROSE, sentences=None, ratio=10**400),
    "5,000 dashes before an English text": _summarize("-" * 5000 + "\n" + PROSE),
    "100,000 spaces before a man page's foot": _summarize("LS(1)  User  LS(1)\n\na" + " " * 100_000 + "b\n\n" + PROSE),
    "100,000 letters and an ellipsis": _summarize(PROSE + " " + "a" * 100_000 + " x..."),
    "100,000 times `A-` before a pronoun": _summarize("The " + "A-" * 100_000 + " man said that he left. " + PROSE),
}


def main() -> int:
    """Run every case, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-write", action="store_true", help="print only")
    parser.add_argument("--case", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.case:
        print(_run(options.case))
        return 0
    rows = []
    for name in CASES:
        rows.append([name, *_measured(name)])
        print(f"{name:42} {rows[-1][1]:>8}  {rows[-1][2]}", flush=True)
    if not options.no_write:
        from benchmarks.report import DOCS, table, write_between, write_figures

        write_figures("hostile", {name: {"seconds": seconds, "ended": ended} for name, seconds, ended in rows})
        slowest = sorted(rows, key=lambda row: float(row[1]) if "stopped" not in row[1] else MAX_SECONDS, reverse=True)
        caption = f"The slowest {SHOWN_CASES} of {len(rows)}:"
        content = table(["input", "seconds", "ended with"], slowest[:SHOWN_CASES], caption=caption)
        write_between(DOCS / "lab" / "robustness.md", "hostile", content)
    bad = [row for row in rows if "stopped" in row[1] or float(row[1]) > GOOD_SECONDS or row[2].startswith("exception")]
    return 1 if bad else 0


def _measured(name: str) -> list[str]:
    """Run one case in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.trust.hostile", "--case", name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return ["stopped", f"more than {MAX_SECONDS} s of processor time"]
    seconds, _, ended = done.stdout.strip().rpartition("\n")[2].partition(" ")
    return [seconds, ended]


def _run(name: str) -> str:
    import reprank

    warnings.simplefilter("ignore")
    reprank.summarize(PROSE, sentences=1)  # loads what the first call needs
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    began = time.process_time()
    try:
        CASES[name](reprank)
        ended = "a result"
    except reprank.RepRankError as error:
        ended = f"refused: {type(error).__name__}"
    except Exception as error:  # noqa: BLE001 - it is what is looked for
        ended = f"exception of Python: {type(error).__name__}"
    return f"{time.process_time() - began:.2f} {ended}"


if __name__ == "__main__":
    raise SystemExit(main())
