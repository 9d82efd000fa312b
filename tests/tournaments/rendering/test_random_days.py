"""Whatever happens in whatever order, what is kept is what would be made, at every address."""

import random

import pytest

from games.game import commands
from games.refusals import Refusal
from tests.builders import NOW, a_claim, a_club_group, a_context, a_family, a_signup
from tests.sizes import size
from tests.test_permission_matrix import SGF
from tests.tournaments.rendering.test_every_address import KEPT, wrapped
from tests.tournaments.rendering.walking import a_walked_house, addresses, read
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.competition.history import Result, Winner
from tournaments.deciding.closing import CloseRound, ReopenRound
from tournaments.deciding.editing import UnpublishRound
from tournaments.deciding.entries import CheckIn, ReinstateEntry, SetPresence, WithdrawEntry
from tournaments.deciding.pairs import MoveTable, SwapColours
from tournaments.deciding.results import ClearResult, RecordResult
from tournaments.deciding.rounds import PublishRound
from tournaments.deciding.wishes import AskForBye, PinPlayer
from tournaments.people.commands import change_player
from tournaments.rendering import keeping
from tournaments.rendering.freshness import Apart, freshness_of
from tournaments.tables.people import Hiding, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both]
STEPS = size(8, long=200)


class Day:
    """A tournament in which anything may happen; what is refused does not."""

    def __init__(self, chance):
        self.chance, self.row = chance, TournamentRow.objects.get(slug="open")

    def entry(self):
        return self.chance.choice(sorted(EntryRow.objects.filter(tournament=self.row), key=by_number)).id

    def game(self):
        return str(
            self.chance.choice(sorted(PairingRow.objects.filter(tournament=self.row), key=by_table)).pk
        )

    def player(self):
        return Player.objects.get(pk=EntryRow.objects.get(pk=self.entry()).player_id)

    def do(self, command):
        carry_out(str(self.row.id), command, a_context())


def by_number(entry):
    return entry.number


def by_table(pairing):
    return pairing.round, pairing.table


def pair_next(day):
    pair_round(str(day.row.id), PairRound(round=3, seed=1, reason="it is late"), a_context())


def come_and_go(day, entry):
    for here in (True, False):
        day.do(CheckIn(entry_id=entry, here=here))


CLOCKS = {"web:calendar"}
"""It says when it was made."""

HARMLESS = {
    "a check-in": lambda day: day.do(CheckIn(entry_id=day.entry())),
    "a check-in undone": lambda day: come_and_go(day, day.entry()),
    "a family": lambda day: a_family(day.row),
    "clubs of one town": lambda day: a_club_group(day.row, "Lake", "Port", name="East"),
    "a bye asked for": lambda day: day.do(AskForBye(entry_id=day.entry(), round=4)),
    "a player pinned": lambda day: day.do(PinPlayer(entry_id=day.entry(), table=9, reason="a wheelchair")),
}
OTHERS = {
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
    "a round paired": pair_next,
    "it is published": lambda day: day.do(PublishRound(round=3)),
    "a round taken back": lambda day: day.do(UnpublishRound(round=2, reason="a slip")),
    "it is shown again": lambda day: day.do(PublishRound(round=2)),
    "a round closed": lambda day: day.do(CloseRound(round=1, at=NOW)),
    "it is open again": lambda day: day.do(ReopenRound(round=1, reason="a slip")),
    "a registration": lambda day: a_signup(day.row),
}


def shown(kept):
    """Of each address what a stranger gets, with its ETag."""
    told = {name: read(address)[0] for name, address in kept.items()}
    return {name: (answer.status_code, answer.body, answer.get("ETag")) for name, answer in told.items()}


def happens(what, day):
    """Whether it did."""
    try:
        (HARMLESS | OTHERS)[what](day)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("seed", range(size(1, long=10)))
def test_what_is_kept_is_what_would_be_made_whatever_happens(seed):
    house, chance = a_walked_house(), random.Random(seed)
    kept = {name: address for name, address in addresses(house).items() if name in KEPT.keys() - CLOCKS}
    day, happened = Day(chance), []
    shown(kept)
    while len(happened) < STEPS:
        what = chance.choice(sorted(HARMLESS if chance.random() < 0.4 else HARMLESS | OTHERS))
        if happens(what, day):
            happened.append(what)
            before = shown(kept)
            keeping.forget()
            after = shown(kept)
            assert {name for name in kept if before[name][:2] != after[name][:2]} == set(), happened


@pytest.mark.parametrize("what", [*HARMLESS, "a claim", "a record"])
def test_what_cannot_concern_a_table_does_not_throw_it_away(what):
    house = a_walked_house()
    day, kept = Day(random.Random(1)), addresses(house)
    apart = {name: kept[name] for name in KEPT if wrapped(kept[name]).without == frozenset(Apart)}
    assert {"api:standings", "api:prizes", "api:rounds", "web:embed"} <= apart.keys()
    before = shown(apart)
    fresh = freshness_of("open", frozenset(Apart)), freshness_of("open")
    assert happens(what, day)
    now = freshness_of("open", frozenset(Apart)), freshness_of("open")
    assert now[0] == fresh[0]
    assert now[1] != fresh[1]
    assert [len(read(address)[1]) for address in apart.values()] == [1] * len(apart)
    keeping.forget()
    assert shown(apart) == before  # and its ETag is the same
