"""Many inputs: every row of a file summarized, in order, surviving whatever stops it."""

from reprank.batch.job import Job, run
from reprank.batch.work import Lengths, Order

__all__ = ["Job", "Lengths", "Order", "run"]
