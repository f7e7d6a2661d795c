"""`python -m sai`."""

import sys

from sai.cli.app import main

sys.exit(main())
