"""A tournament with many finished games in the log, for benchmarks: 252 turns each on 19x19, all counted."""

from collections.abc import Sequence
from functools import cache
from uuid import UUID, uuid5

from games.game.acting import event_of
from games.game.commands import stream_of
from games.game.deciding import proved
from games.log import unit
from games.log.store import Change
from rules import Action, AgreeDead, Color, Pass, Ruleset, replay
from tests.benchmarks.bulk_games import copy_games
from tests.benchmarks.test_replay import SIDE, sensible_game
from tests.builders import a_context, an_entrant, an_organisation, imported
from tournaments.commands import carry_out
from tournaments.deciding.rounds import RecordPairing
from tournaments.deciding.setting_up import ChangeSettings
from tournaments.events.pairs import PairMade
from tournaments.interchange.importing import import_tournament
from tournaments.loading import load
from tournaments.tables.rows import PairingRow, TournamentRow

ROUNDS = 40
RECORDS = 20  # different games; the others are like one of them
AT_ONCE = 50
RULES = "makrai stone_supply=unlimited"


def stocked(games: int, slug: str = "many") -> TournamentRow:
    """So many games; results are not reported. A multiple of 40, or at most 40."""
    tables = max(games // ROUNDS, 1)
    rounds = games // tables
    entrants = [an_entrant(place) for place in range(2 * tables)]
    settings = {"rounds": rounds, "board_size": SIDE}
    told = import_tournament(imported(entrants, **settings), an_organisation(), slug, a_context())
    chosen = ChangeSettings(settings=load(told.tournament_id)[0].settings, ruleset=RULES)
    carry_out(told.tournament_id, chosen, a_context())
    for number in range(1, rounds + 1):
        _pair(told.tournament_id, number)
    of_it = PairingRow.objects.filter(tournament_id=told.tournament_id).order_by("round", "table")
    game_ids = list(of_it.values_list("game_id", flat=True))
    _play(game_ids[:RECORDS])
    if game_ids[RECORDS:]:
        copy_games(game_ids[:RECORDS], game_ids[RECORDS:])
    return TournamentRow.objects.get(pk=told.tournament_id)


def _pair(tournament_id: str, number: int) -> None:
    """Neighbours in the list of entries, whoever has met whom."""
    ids = list(load(tournament_id)[0].entries)
    pairs = tuple(
        PairMade(
            game_id=str(uuid5(UUID(tournament_id), f"{number}/{table}")),
            table=table,
            black=black,
            white=white,
            handicap=0,
            komi=6.5,
        )
        for table, (black, white) in enumerate(zip(ids[::2], ids[1::2], strict=True), start=1)
    )
    recording = RecordPairing(
        round=number,
        method="matching",
        rules="opengotha-3.52",
        seed=0,
        order=(),
        inputs_digest="",
        total=0,
        optimum=0,
        pairs=pairs,
        byes=(),
    )
    carry_out(tournament_id, recording, a_context())


def _play(game_ids: Sequence[UUID]) -> None:
    records = [_record(seed) for seed in range(RECORDS)]
    for begin in range(0, len(game_ids), AT_ONCE):
        some = game_ids[begin : begin + AT_ONCE]
        changes = [
            Change(stream=stream_of(str(game_id)), expected=1, events=records[(begin + index) % RECORDS])
            for index, game_id in enumerate(some)
        ]
        unit.execute_many(lambda changes=changes: changes, a_context())


@cache
def entered(seed: int) -> list[Action]:
    """The actions of a game."""
    return [*sensible_game(seed), Pass(Color.BLACK), Pass(Color.WHITE), AgreeDead(())]


def _record(seed: int) -> list[object]:
    """The events of a game, and what it proves."""
    actions = entered(seed)
    told = proved(replay(Ruleset.parse(RULES).replace(komi=6.5), actions).game)
    return [*map(event_of, actions), told]
