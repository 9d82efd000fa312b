"""`python -m deploy.program`: the same where no `nigiri` is on the path."""

import sys

from deploy.program import main

if __name__ == "__main__":
    sys.exit(main())
