"""A bundle checked for its meaning: games, pairings, claims and standings computed again. Pure.

``check`` takes the file of a bundle and computes with the rules and the mathematics of this program what the
bundle states. Whether its bytes are those that were signed is for ``deploy/verifier/check_bundle.py``.
"""

from tournaments.checking.bundle import check

__all__ = ["check"]
