"""Games for tests: the events they are opened with, and what is typed into them."""

from functools import reduce
from uuid import uuid4

from django.utils import timezone

from games.game import events as e
from games.game.evolving import fold
from games.log.unit_of_work import Context

ID = "0f0e0d0c-0000-4000-8000-000000000001"
PASSES = [e.Passed(color="b"), e.Passed(color="w")]
WHITE_BY_KOMI = e.GameEnded(winner="w", by="score", margin=0.5, text="W+0.5")


def opened(**changes):
    """A 3x3 game of Anna against Bert, komi 0.5, unless told otherwise."""
    terms = {"ruleset": "tromp-taylor komi=0.5", "width": 3, "height": 3, "handicap": 0}
    whose = {"game_id": ID, "context": "hall", "black": "anna", "white": "bert"}
    return e.GameOpened(**whose | terms | changes)


def other_terms(ruleset, *, black="anna", white="bert"):
    return e.TermsChanged(ruleset=ruleset, handicap=0, black=black, white=white)


def given(*events):
    return reduce(fold, events, None)


def stones(*points):
    """Black and White play these points in turn."""
    return [e.StonePlayed(color=("b", "w")[number % 2], at=at) for number, at in enumerate(points)]


def context(expected=None, command_id=None):
    """A command of its own."""
    return Context(actor="user:1", command_id=command_id or uuid4(), at=timezone.now(), expected=expected)
