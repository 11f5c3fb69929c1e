"""Learn a representation from plain texts: the paper's section 2.2, on any corpus, in any language.

This is the only part of the package that needs torch: ``pip install 'reprank[train]'``.
"""

from reprank.training.config import Callback, TrainingConfig, TrainingProgress
from reprank.training.train import train

__all__ = ["Callback", "TrainingConfig", "TrainingProgress", "train"]
