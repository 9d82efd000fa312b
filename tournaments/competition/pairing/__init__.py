"""Pairing: pure, exact, and with its reasons."""

from tournaments.competition.pairing.criteria import CRITERIA
from tournaments.competition.pairing.errors import CannotPair
from tournaments.competition.pairing.pairing import Pair, Pairing, pair_players, seats_of_two, terms_of_two
from tournaments.competition.pairing.rulesets import RULES, PairingRules
from tournaments.competition.pairing.table import Cost, WeightTable, cost_of, edit_cost, weights

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
    "pair_players",
    "seats_of_two",
    "terms_of_two",
    "weights",
]
