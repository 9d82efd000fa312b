"""Tournaments made at random from a seed, by the commands that directors, desks, players and referees give.

For whoever wants many tournaments to try a program on: ``manage.py generate_tournament``. ``planned`` says,
purely, what kind of tournament a seed stands for; ``generate`` carries it out. The same seed gives the same
events, ids, times and actors; only the salts of commitments differ.
"""

from tournaments.generating.making import Generated, generate
from tournaments.generating.plan import FORMS, Form, Plan, Wish, planned

__all__ = ["FORMS", "Form", "Generated", "Plan", "Wish", "generate", "planned"]
