"""Whatever happens in whatever order, a cached answer equals a fresh one at every public address."""

import random

import pytest
from django.core.cache import caches

from games.game import commands
from games.refusals import Refusal
from tests.builders import NOW, a_claim, a_club_group, a_context, a_family, a_signup, open_registration
from tests.sizes import size
from tests.test_permission_matrix import SGF
from tests.tournaments.public.walking import a_walked_house, addresses, is_public, read
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.domain.byes import RequestBye
from tournaments.domain.pairs import SwapColours
from tournaments.domain.presence import CheckIn, ReinstateEntry, SetPresence, WithdrawEntry
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.domain.round_stages import CloseRound, PublishRound, ReopenRound, UnpublishRound
from tournaments.domain.tables import MoveTable, PinPlayer
from tournaments.organisations.commands import add_club
from tournaments.organisations.founding import rename_organisation
from tournaments.persons.erasing import erase_player
from tournaments.persons.players import change_player
from tournaments.tables.people import Hiding, Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = size(5, long=200)
CLOCKS = {"web:calendar"}
"""Says when it was made."""


class Day:
    """A tournament in which anything may happen; what is refused does not."""

    def __init__(self, chance):
        self.chance, self.row = chance, TournamentRow.objects.get(slug="open")
        self.house = Organisation.objects.get(pk=self.row.organisation_id)

    def entry(self):
        return self.chance.choice(EntryRow.objects.filter(tournament=self.row).order_by("number")).id

    def game(self):
        pairings = PairingRow.objects.filter(tournament=self.row)
        return str(self.chance.choice(pairings.order_by("round", "table")).pk)

    def player(self):
        return Player.objects.get(pk=EntryRow.objects.get(pk=self.entry()).player_id)

    def do(self, command):
        carry_out(str(self.row.id), command, a_context())


def pair_next(day):
    pair_round(str(day.row.id), PairRound(round=3, seed=1, reason="it is late"), a_context())


HAPPENS = {
    "a check-in": lambda day: day.do(CheckIn(entry_id=day.entry())),
    "a family": lambda day: a_family(day.row),
    "clubs of one town": lambda day: a_club_group(day.row, "Lake", "Port", name="East"),
    "a bye asked for": lambda day: day.do(RequestBye(entry_id=day.entry(), round=4)),
    "a player pinned": lambda day: day.do(PinPlayer(entry_id=day.entry(), table=9, reason="a wheelchair")),
    "a claim": lambda day: a_claim(day.game()),
    "a record": lambda day: commands.receive_record(day.game(), SGF, a_context()),
    "a result": lambda day: day.do(RecordResult(game_id=day.game(), result=Result(winner=Winner.WHITE))),
    "another": lambda day: day.do(RecordResult(game_id=day.game(), result=Result(winner=Winner.JIGO))),
    "a result cleared": lambda day: day.do(ClearResult(game_id=day.game(), reason="a slip")),
    "colours swapped": lambda day: day.do(SwapColours(game_id=day.game(), reason="a slip")),
    "a table moved": lambda day: day.do(MoveTable(game_id=day.game(), table=7, reason="the light")),
    "an absence": lambda day: day.do(SetPresence(entry_id=day.entry(), round=4, present=False)),
    "a withdrawal": lambda day: day.do(WithdrawEntry(entry_id=day.entry(), reason="ill")),
    "a return": lambda day: day.do(ReinstateEntry(entry_id=day.entry())),
    "a name": lambda day: change_player(day.player(), {"family_name": "Quintillian"}, a_context()),
    "initials": lambda day: change_player(day.player(), {"hidden": Hiding.INITIALS}, a_context()),
    "an erasure": lambda day: erase_player(day.player()),
    "the organisation's name": lambda day: rename_organisation(day.house, "Weiqi Society"),
    "a club's name": lambda day: add_club(day.house, day.player().club, "Riverside Go", "NL"),
    "a round paired": pair_next,
    "it is published": lambda day: day.do(PublishRound(round=3)),
    "a round taken back": lambda day: day.do(UnpublishRound(round=2, reason="a slip")),
    "it is shown again": lambda day: day.do(PublishRound(round=2)),
    "a round closed": lambda day: day.do(CloseRound(round=1, at=NOW)),
    "it is open again": lambda day: day.do(ReopenRound(round=1, reason="a slip")),
    "registration": lambda day: open_registration(day.row),
    "a registration": lambda day: a_signup(day.row),
}


def happens(what, day):
    try:
        HAPPENS[what](day)
    except Refusal:
        return False
    return True


def shown(kept):
    answers = {name: read(address)[0] for name, address in kept.items()}
    return {name: (answer.status_code, answer.body) for name, answer in answers.items()}


@pytest.mark.parametrize("seed", range(size(1, long=10)))
def test_cached_answer_equals_a_fresh_one_whatever_happens(seed):
    house, chance = a_walked_house(), random.Random(seed)
    kept = {name: at for name, at in addresses(house).items() if is_public(at) and name not in CLOCKS}
    day, happened = Day(chance), []
    shown(kept)
    while len(happened) < STEPS:
        what = chance.choice(sorted(HAPPENS))
        if happens(what, day):
            happened.append(what)
            before = shown(kept)
            caches["shared"].clear()
            after = shown(kept)
            assert {name for name in kept if before[name] != after[name]} == set(), happened
