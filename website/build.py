"""Pages to site: writes the whole site into a folder with Sphinx, and fails if anything on it is wrong.

python -m website.build [FOLDER]     FOLDER is build/site if not given; open its index.html
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.report import ROOT

from website.checking import complaints
from website.staging import DEMO, stage
from website.still import page as page_without_service


def main() -> None:
    """Build the site and say what is wrong with it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "site")
    folder = parser.parse_args().folder
    build(folder)
    found = list(complaints(folder))
    if found:
        raise SystemExit("\n".join([*found, f"{len(found)} faults"]))
    count = sum(1 for _ in folder.rglob("*.html"))
    print(f"{count} pages in {folder}, no faults")


def build(folder: Path) -> None:
    """Write the site into a folder; what was there before is removed. A warning of Sphinx is an error."""
    shutil.rmtree(folder, ignore_errors=True)
    with TemporaryDirectory() as name:
        source, cache = Path(name) / "pages", Path(name) / "cache"
        stage(source)
        static = source / "_static"
        options = ["-q", "-W", "--keep-going", "-b", "html", "-c", str(Path(__file__).parent), "-d", str(cache)]
        options += ["-D", f"html_static_path={static}", "-D", f"html_favicon={static / 'icon.svg'}"]
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
        done = subprocess.run(
            [sys.executable, "-m", "sphinx", *options, str(source), str(folder)],
            env={**os.environ, "PYTHONPATH": paths},
            check=False,
        )
    if done.returncode:
        raise SystemExit("the site was not built: Sphinx says why above")
    (folder / DEMO).write_text(page_without_service(), encoding="utf-8")
    for leftover in (".buildinfo", "objects.inv"):
        (folder / leftover).unlink(missing_ok=True)


if __name__ == "__main__":
    main()
