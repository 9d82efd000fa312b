"""Claims on the game of ``game_builders``, and a test policy with its players and terms."""

from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

from django.utils import timezone

from games.adjudication.kinds import ClaimKind, Statement
from games.claims import commands
from games.claims.deciding import ActInSequence, BeginSequence, Evidence, MakeClaim, Rule, Terms
from games.claims.events import Remedy
from games.claims.host import ClaimTerms, host, register_host
from games.claims.rows import ClaimEvidence, ClaimRow
from games.game import commands as games
from games.game.deciding import Act
from games.game.records import GameRecord
from games.log.tables import Event
from games.log.unit_of_work import Context
from tests.games.game_builders import ID, opened
from tests.rules.records import action

NOW = timezone.now()
WORDS = Evidence(text="I had sente.", photo="IMG_1.jpg")
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
        games.change_record(ID, Act(action=acted(step)), by())


def acted(step):
    return action(step) if isinstance(step, str) else step


def claiming(claim_id, game_id, statement, evidence):
    """The command that makes a claim of these members of a statement."""
    return MakeClaim(claim_id=claim_id, game_id=game_id, statement=Statement(**statement), evidence=evidence)


def made(who="b", evidence=WORDS, minutes=0, **statement):
    """Claim it, or that Black won by 9; the id."""
    claim_id = str(uuid4())
    commands.make_claim(claiming(claim_id, ID, statement or RESULT, evidence), who, by(minutes=minutes))
    return claim_id


def begun(claim_id, *steps, turn=None, sequence=0, who="desk"):
    """Begin a sequence and play it; its number. ``who`` does so: a player, or an official for both."""
    stored = commands.execute(claim_id, BeginSequence(turn=turn, sequence=sequence), who, by())
    number = stored[0].event.number
    act(claim_id, number, *steps, who=who)
    return number


def act(claim_id, number, *steps, who="desk"):
    """``who`` "each": the player whose action it is."""
    for step in map(acted, steps):
        commands.execute(
            claim_id,
            ActInSequence(number=number, action=step),
            step.color.value if who == "each" else who,
            by(),
        )


def ruled(claim_id, remedy=BLACK_WON, decision="upheld", actor="user:7", minutes=0):
    keeps = not remedy.result and not remedy.replay
    rule = Rule(decision=decision, reasons="Rule 9.", remedy=remedy, keeps_result=keeps)
    commands.execute(claim_id, rule, "desk", by(actor, minutes))
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

    def claim_terms(self, game):
        return ClaimTerms(terms=self.terms, handicap=0, komi=6.5)

    def result(self, game_id, without=""):
        return Remedy()

    def in_force(self, game_id, claim_id):
        return True

    def apply_ruling(self, decided, context):
        self.told.append((decided.remedy.result, decided.remedy.replay, decided.final))

    def mark_appealed(self, game_id, claim_id, context):
        self.told.append("appealed")


@contextmanager
def a_hall(**terms):
    """These terms for as long as it lasts."""
    before, hall = host(), Hall(**terms)
    register_host(hall)
    try:
        yield hall
    finally:
        register_host(before)
