"""``python -m reprank``: the command line for those without the script on their path."""

import sys

from reprank.cli import main

sys.exit(main())
