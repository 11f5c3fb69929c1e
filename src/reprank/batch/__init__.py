"""Many inputs: every row of a file summarized, in order, resumable after any interruption."""

from reprank.batch.job import Engine, Job, Local, Progress, Report, Stopped, run
from reprank.batch.rows import RowFormat
from reprank.batch.worker import Limits, RowSettings

__all__ = ["Engine", "Job", "Limits", "Local", "Progress", "Report", "RowFormat", "RowSettings", "Stopped", "run"]
