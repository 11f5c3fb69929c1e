"""The container file against the project: what it copies is there, and what it runs can be run."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from starlette.testclient import TestClient

from reprank.cli import _parser

ROOT = Path(__file__).parents[2]
LINES = re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text(encoding="utf-8")).splitlines()


def arguments(instruction: str) -> list[str]:
    return [line.removeprefix(instruction).strip() for line in LINES if line.startswith(f"{instruction} ")]


def test_everything_that_is_copied_exists_and_is_enough_to_build_the_package() -> None:
    copied = {name for line in arguments("COPY") for name in line.split()[:-1]}
    assert [name for name in sorted(copied) if not (ROOT / name).exists()] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    readme = project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["fragments"]
    needed = {"pyproject.toml", *(part["path"] for part in readme), *project["project"]["license-files"]}
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert needed | {Path(package).parts[0] for package in packages} <= copied


def test_the_extras_that_are_installed_exist() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (installed,) = re.findall(r"'/source\[([\w,]+)\]'", arguments("RUN")[0])
    assert set(installed.split(",")) <= set(project["project"]["optional-dependencies"])


def test_the_service_runs_as_the_unprivileged_user_that_was_made() -> None:
    (user,) = arguments("USER")
    assert re.search(rf"useradd --system .* {user}$", arguments("RUN")[0])
    names = [line.split(" ", 1)[0] for line in LINES]
    assert names.index("RUN") < names.index("USER") < names.index("ENTRYPOINT")


def test_the_command_can_be_parsed_and_listens_on_the_port_that_is_exposed_and_asked(client: TestClient) -> None:
    program, *command = json.loads(arguments("ENTRYPOINT")[0])
    options = _parser().parse_args(command)
    assert (program, options.host) == ("reprank", "0.0.0.0")
    assert arguments("EXPOSE") == [str(options.port)]
    (asked,) = re.findall(r"urlopen\('([^']+)'\)", arguments("HEALTHCHECK")[0])
    assert urlsplit(asked).port == options.port
    assert client.get(urlsplit(asked).path).status_code == 200


def test_the_lock_has_every_package_that_the_container_needs_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = [
        *project["project"]["dependencies"],
        *extras["files"],
        *extras["web"],
        *project["build-system"]["requires"],
    ]
    lock = (ROOT / "container.lock").read_text(encoding="utf-8")
    packages = re.findall(r"^([\w.-]+)==\S+((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", lock, re.MULTILINE)
    assert len(packages) == len(re.findall(r"^[\w.-]+==", lock, re.MULTILINE))
    names = {name.lower().replace("_", "-") for name, _ in packages}
    assert {re.split(r"[><=!\[]", name)[0].lower().replace("_", "-") for name in wanted} <= names


def test_actions_are_named_by_commit() -> None:
    used = re.findall(r"uses: (\S+)", (ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8"))
    assert used
    assert [name for name in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", name)] == []
