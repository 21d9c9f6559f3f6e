"""`python -m lastcard` is the command line."""

import sys

from lastcard.commands import main

sys.exit(main())
