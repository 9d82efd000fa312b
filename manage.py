#!/usr/bin/env python
"""Run a Nigiri command: `python manage.py COMMAND`."""

import sys

from deploy.program import commands

if __name__ == "__main__":
    sys.exit(commands.run(["manage.py", *sys.argv[1:]]))
