"""Many inputs: every row of a file summarized, in order, surviving whatever stops it."""

from reprank.batch.job import Engine, Job, Local, Progress, Report, Stopped, run
from reprank.batch.worker import Limits, Settings

__all__ = ["Engine", "Job", "Limits", "Local", "Progress", "Report", "Settings", "Stopped", "run"]
