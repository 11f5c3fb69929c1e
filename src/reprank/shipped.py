"""Names to files that ship with the package: word lists, tables, models, examples.

``importlib.resources`` finds them too; importing it takes longer than a summary.
"""

from __future__ import annotations

from pathlib import Path

DATA = Path(__file__).parent / "data"
