"""`python -m deploy.program`: the command `nigiri` when it is not on the path."""

import sys

from deploy.program import main

if __name__ == "__main__":
    sys.exit(main())
