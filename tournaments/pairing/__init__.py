"""Pairing: pure, exact, and with its reasons."""

from tournaments.pairing.costs import Cost, cost_of, edit_cost
from tournaments.pairing.criteria import CRITERIA
from tournaments.pairing.errors import CannotPair
from tournaments.pairing.pairing import Pair, Pairing, pair
from tournaments.pairing.rulesets import RULES, PairingRules
from tournaments.pairing.table import WeightTable, weights

__all__ = [
    "CRITERIA",
    "RULES",
    "CannotPair",
    "Cost",
    "Pair",
    "Pairing",
    "PairingRules",
    "WeightTable",
    "cost_of",
    "edit_cost",
    "pair",
    "weights",
]
