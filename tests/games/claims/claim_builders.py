"""Claims on the game of ``game_builders``, and an event around it that says who plays and what holds."""

from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

from django.utils import timezone

from games.adjudication.kinds import ClaimKind
from games.claims import commands
from games.claims.around import Surroundings, around, register_around
from games.claims.deciding import Terms
from games.claims.events import Remedy
from games.claims.rows import ClaimEvidence, ClaimRow
from games.game import commands as games
from games.game.records import GameRecord
from games.log.tables import Event
from games.log.unit import Context
from tests.games.game_builders import ID, opened
from tests.rules.records import action

NOW = timezone.now()
WORDS = commands.Evidence(text="I had sente.", photo="IMG_1.jpg")
BLACK_WON = Remedy(result="black", score="B+9")
RESULT = {"kind": ClaimKind.WRONG_RESULT, "result": "B+9"}


def by(actor="user:1", minutes=0, expected=None):
    """A command of its own, so many minutes from now."""
    return Context(actor=actor, command_id=uuid4(), at=NOW + timedelta(minutes=minutes), expected=expected)


def a_game(*steps, **terms):
    """Open the game and record these steps."""
    games.open_games([opened(**{"ruleset": "tromp-taylor-agreement"} | terms)], by())
    record(*steps)


def record(*steps):
    for step in steps:
        games.play(ID, acted(step), by())


def acted(step):
    return action(step) if isinstance(step, str) else step


def made(who="b", evidence=WORDS, minutes=0, **statement):
    """Claim it, or that Black won by 9; the id."""
    claim_id = str(uuid4())
    commands.make(claim_id, ID, who, statement or RESULT, evidence, by(minutes=minutes))
    return claim_id


def begun(claim_id, *steps, turn=None, sequence=0, who="desk"):
    """Begin a sequence and play it; its number. ``who`` does so: a player, or an official for both."""
    stored = commands.begin_sequence(claim_id, by(), turn=turn, sequence=sequence, by=who)
    number = stored[0].event.number
    act(claim_id, number, *steps, who=who)
    return number


def act(claim_id, number, *steps, who="desk"):
    """``who`` "each": the player whose action it is."""
    for step in map(acted, steps):
        commands.act(claim_id, number, step, by(), by=step.color.value if who == "each" else who)


def ruled(claim_id, remedy=BLACK_WON, decision="upheld", actor="user:7", minutes=0):
    commands.rule(claim_id, decision, "Rule 9.", remedy, by(actor, minutes), plays=False)
    return claim_id


def stored():
    """How much there is in the log and beside it."""
    return [table.objects.count() for table in (Event, GameRecord, ClaimEvidence, ClaimRow)]


class Hall:
    """What holds around the games of a test; what it is told, it keeps."""

    def __init__(self, **changes):
        self.terms = replace(Terms(), **changes)
        self.told = []

    def side(self, user, game):
        return ""

    def surroundings(self, game):
        return Surroundings(terms=self.terms, handicap=0, komi=6.5)

    def in_force(self, game_id, claim_id):
        return True

    def decided(self, decided, context):
        self.told.append((decided.remedy.result, decided.remedy.replay, decided.final))

    def appealed(self, game_id, claim_id, context):
        self.told.append("appealed")


@contextmanager
def a_hall(**terms):
    """These terms for as long as it lasts."""
    before, hall = around(), Hall(**terms)
    register_around(hall)
    try:
        yield hall
    finally:
        register_around(before)
