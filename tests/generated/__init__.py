"""Tournaments made at random from a seed, by the commands that directors, desks, players and referees give.

``planned`` says, purely, what kind of tournament a seed stands for; ``generate`` carries it out. The same
seed gives the same events, ids, times and actors; only the salts of commitments differ.
"""

from tests.generated.making import Generated, generate
from tests.generated.plan import FORMS, Form, Plan, Wish, planned

__all__ = ["FORMS", "Form", "Generated", "Plan", "Wish", "generate", "planned"]
