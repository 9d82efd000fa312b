"""Check the statements of a bundle: compute its games, pairings, claims and standings again. Pure.

``check`` reads the file of a bundle and computes its statements with the rules and the mathematics of this
program. ``deploy/verifier/check_bundle.py`` checks that the bytes are those that were signed.
"""

from tournaments.checking.bundle import check

__all__ = ["check"]
