"""A summarizer that misbehaves on demand, also in worker processes."""

from __future__ import annotations

import os
import runpy
from pathlib import Path

import pytest

from reprank.systems import SYSTEMS

TRAP = '''
import os, signal, time
from pathlib import Path
import reprank.systems
from reprank.api import RepRank

class Trap:
    """Summarize like RepRank, but do to this process what a document asks for."""

    def summarize(self, documents, **options):
        text = documents[0] if documents else ""
        if text.startswith("kill"):
            os.kill(os.getpid(), signal.SIGKILL)
        if text.startswith("first kill"):
            mark = Path(text.split()[-1])
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        if text.startswith("touch"):
            Path(text.split()[1]).touch()
        if text.startswith("wait"):
            while not Path(text.split()[1]).exists():
                time.sleep(0.02)
        if text.startswith("sleep"):
            time.sleep(float(text.split()[1]))
        if text.startswith("deaf"):
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
            time.sleep(60)
        if text.startswith("devour"):
            bytearray(1 << 32)
        if text.startswith("bug"):
            raise KeyError("a mistake of ours")
        return RepRank().summarize(documents, **options)

reprank.systems.SYSTEMS["trap"] = Trap
'''


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Name a system that kills, sleeps, devours memory or fails; known here and in every worker started from here."""
    folder = tmp_path / "trap"
    folder.mkdir()
    # Python imports this when a worker starts: the one door into a process that inherits nothing.
    (folder / "sitecustomize.py").write_text(TRAP, encoding="utf-8")
    source = str(Path(__file__).parents[2] / "src")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), source]))
    monkeypatch.setitem(SYSTEMS, "trap", SYSTEMS["reprank"])
    runpy.run_path(str(folder / "sitecustomize.py"))
    return "trap"
