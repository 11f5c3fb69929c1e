"""Examples of the pages run in a folder of sample files, so that they may name files."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from website.samples import write_samples

# The page about other packages is run by `make test-adapters`, with these packages.
collect_ignore = [] if find_spec("langchain_core") else ["adapters.md"]


@pytest.fixture(scope="session")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the folder of sample files, once."""
    folder = tmp_path_factory.mktemp("samples") / "samples"
    folder.mkdir()
    write_samples(folder)
    return folder


@pytest.fixture(autouse=True)
def _in_samples(samples: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(samples)
    return
