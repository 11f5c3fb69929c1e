"""Bytes to cases: atheris changes bytes so that they reach code that was not reached before.

    python -m fuzz.guided --seconds 600           in the environment that ``make fuzz-guided`` makes

The bytes take the place of chance, so that cases and checks are those of ``python -m fuzz``.
"""

from __future__ import annotations

import argparse
import importlib
import json
import pkgutil
import random
import sys
from pathlib import Path

from benchmarks.report import RESULTS

import reprank

CHANGED_BYTES = 4_096  # of an input at most
SEEDS, SEED_BYTES = 60, 600
INSTRUMENTED = ("text", "readers", "roles", "graph", "coverage", "phrases", "sources", "compression", "paper")


class ByteChance(random.Random):
    """Chance that comes from bytes; zeros when they are used up.

    >>> chance = ByteChance(bytes([7, 1, 2, 3]))
    >>> chance.randrange(10), chance.randrange(10)
    (7, 1)
    """

    def __new__(cls, _: bytes) -> ByteChance:
        """Make the generator without a seed: bytes are no seed."""
        return super().__new__(cls)

    def __init__(self, raw: bytes) -> None:
        super().__init__(0)
        self._raw, self._at = raw, 0

    def getrandbits(self, k: int, /) -> int:
        """Take as many bits as asked for from the next bytes."""
        size = (k + 7) // 8
        piece = self._raw[self._at : self._at + size]
        self._at += size
        return int.from_bytes(piece, "little") & ((1 << k) - 1)

    def random(self) -> float:
        """Take two bytes as a fraction."""
        return self.getrandbits(16) / (1 << 16)


def main() -> None:
    """Let atheris run; it ends the process itself."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--kinds", help="only these, separated by commas")
    parser.add_argument(
        "--corpus", type=Path, default=Path("build/fuzz/guided"), help="folder of inputs that were found"
    )
    options = parser.parse_args()
    import atheris

    with atheris.instrument_imports(include=["reprank"]):
        from fuzz.cases import SHARES, make_case
        from fuzz.engine import try_cases

        for part in INSTRUMENTED:  # most modules are imported when first used, which would be too late
            for module in pkgutil.walk_packages([str(Path(reprank.__path__[0], part))], f"reprank.{part}."):
                importlib.import_module(module.name)
    kinds = {kind: SHARES[kind] for kind in options.kinds.split(",")} if options.kinds else None
    tried = 0

    def test(raw: bytes) -> None:
        nonlocal tried
        tried += 1
        if tried % 1_000 == 0:
            _count(1_000)
        case = make_case(ByteChance(raw), kinds)
        tally = try_cases([case])
        if tally.failures:
            print(case.to_json(), flush=True)
            raise AssertionError(tally.failures[0][1])

    options.corpus.mkdir(parents=True, exist_ok=True)
    for seed in range(SEEDS):  # without these it begins with inputs of a few bytes, which make empty cases
        (options.corpus / f"seed-{seed}").write_bytes(random.Random(seed).randbytes(SEED_BYTES))
    limits = ["-len_control=0", f"-max_total_time={options.seconds}", f"-max_len={CHANGED_BYTES}", "-timeout=60"]
    atheris.Setup([sys.argv[0], str(options.corpus), f"-artifact_prefix={options.corpus}/", *limits], test)
    atheris.Fuzz()


def _count(inputs: int) -> None:
    """Add to the number of inputs that were tried."""
    path = RESULTS / "fuzz.json"
    figures = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**figures, "guided": figures["guided"] + inputs}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
