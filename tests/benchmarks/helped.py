"""``--help`` of a benchmark: what its module says of itself."""

import sys


def helped(text):
    """Print ``text`` and end, where that is what is asked."""
    if {"-h", "--help"} & set(sys.argv[1:]):
        sys.stdout.write(f"{text}\n")
        sys.exit(0)
