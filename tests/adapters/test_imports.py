from __future__ import annotations

import subprocess
import sys

import pytest

MODULES = {
    "langchain": "langchain_core",
    "llama_index": "llama_index",
    "haystack": "haystack",
    "spacy": "spacy",
    "sklearn": "sklearn",
    "pandas": "pandas",
    "polars": "polars",
    "duckdb": "duckdb",
}
EXTRAS = {"llama_index": "llama-index", "sklearn": "scikit-learn"}
BLOCKED = "import sys; sys.modules['{package}'] = None; import reprank.{module}"


@pytest.mark.parametrize("module", MODULES)
def test_a_missing_package_is_named_with_its_extra(module: str) -> None:
    code = BLOCKED.format(package=MODULES[module], module=f"adapters.{module}")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert f"MissingExtra: reprank.adapters.{module} needs" in done.stderr
    assert f"pip install 'reprank[{EXTRAS.get(module, module)}]'" in done.stderr


def test_the_server_names_its_extra() -> None:
    code = "import sys; sys.modules['mcp'] = None; from reprank.cli import main; sys.exit(main(['mcp']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "reprank: reprank mcp needs an optional package: pip install 'reprank[mcp]'\n"


def test_the_package_of_adapters_imports_none_of_them() -> None:
    packages = [*MODULES.values(), "datasets", "mcp", "pydantic"]
    code = f"import sys, reprank.adapters, reprank.cli; print([it for it in {packages} if it in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
