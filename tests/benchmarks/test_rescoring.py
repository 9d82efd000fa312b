"""What a change of limits costs over stored games of 253 actions on 19x19.

The group "rescoring" judges 200 stored games again: for another komi (from the margin, everything written),
by a replay of what is stored (nothing written), and by the engine alone, with every action at hand.
``python -m tests.benchmarks.test_rescoring 1000 10000`` prints a table for so many games, in a database of
its own; 100000 are 25 million events, and want an hour and 15 GB.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from time import process_time

import pytest

GAMES = 200
PREVIEWED = 500


@pytest.fixture
def row(db):
    from tests.benchmarks.stored_games import stocked

    return stocked(GAMES)


def change(row, **limits):
    from tests.builders import a_context
    from tournaments.commands import carry_out
    from tournaments.deciding.limits import ChangeLimits
    from tournaments.limits import Limits

    carry_out(str(row.id), ChangeLimits(limits=Limits(**limits), reason="measured"), a_context())


def rescored(row) -> int:
    from tests.builders import a_context
    from tournaments.rescoring import rescore_some

    done = 0
    while some := rescore_some(str(row.id), a_context()):
        done += some
    return done


def replayed(row, most: int | None = None) -> int:
    """Judge the tournament's games by a replay of what is stored, and write nothing."""
    from games.rejudging import AT_ONCE, _replayed
    from games.rows import GameRow
    from tournaments.loading import load
    from tournaments.rescoring import asked

    rows = list(GameRow.objects.filter(context=str(row.id)).order_by("game_id")[:most])
    wanted = asked(load(str(row.id))[0], rows)
    return sum(len(_replayed(wanted[begin : begin + AT_ONCE])) for begin in range(0, len(wanted), AT_ONCE))


def fold_of(row, most: int) -> int:
    """The same as any reader folds a stream, one after the other."""
    from games import folding
    from games.commands import stream_of
    from games.game import fold
    from games.rows import GameRow

    ids = GameRow.objects.filter(context=str(row.id)).order_by("game_id").values_list("game_id", flat=True)
    return sum(folding.fold(stream_of(str(game_id)), None, fold) is not None for game_id in ids[:most])


def judged_from_margins(row) -> int:
    """Judge the games that another komi touches, and write nothing."""
    from games import rejudging
    from tournaments.loading import load
    from tournaments.rescoring import affected, asked

    state, _ = load(str(row.id))
    return len(rejudging.judge(asked(state, affected(state))))


def engine(games: int) -> int:
    from rules import Ruleset, replay
    from tests.benchmarks.stored_games import RECORDS, RULES, entered

    ruleset, records = Ruleset.parse(RULES).replace(komi=6.5), [entered(seed) for seed in range(RECORDS)]
    return sum(replay(ruleset, records[number % RECORDS]).game.turn > 0 for number in range(games))


@pytest.mark.benchmark(group="rescoring: 200 games of 253 actions", timer=process_time, min_rounds=3)
def test_another_komi(benchmark, row):
    turns = count()

    def again():
        change(row, komi=(7.5, 6.5)[next(turns) % 2])
        return rescored(row)

    assert benchmark(again) == GAMES


@pytest.mark.benchmark(group="rescoring: 200 games of 253 actions", timer=process_time, min_rounds=3)
def test_a_replay_of_what_is_stored(benchmark, row):
    assert benchmark(replayed, row) == GAMES


@pytest.mark.benchmark(group="rescoring: 200 games of 253 actions", timer=process_time, min_rounds=3)
def test_the_engine_alone(benchmark):
    assert benchmark(engine, GAMES) == GAMES


@pytest.mark.benchmark(group="preview", timer=process_time, min_rounds=3)
@pytest.mark.parametrize("limits", [{"komi": 7.5}, {"stone_supply": 0}], ids=["komi", "supply"])
def test_a_preview(benchmark, row, limits):
    from tournaments.limits import Limits
    from tournaments.previewing import preview_body

    body, _ = benchmark(preview_body, row, Limits(**limits))
    assert body["judged"] >= GAMES / 2


def main(sizes: list[int]) -> None:
    """Print a table: seconds of processor time in all, and milliseconds a game."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["NIGIRI_DATA"] = folder
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        from tournaments.jobs import doorbell

        doorbell.ring = lambda _: None  # nobody else is to judge the games meanwhile
        for games in sizes:
            _table(games)


def _table(games: int) -> None:
    from tests.benchmarks.stored_games import stocked
    from tournaments.limits import Limits
    from tournaments.previewing import preview_body

    row = _told("stocked", games, lambda: stocked(games, f"many-{games}"))[1]
    alone, _ = _told("engine alone", games, lambda: engine(games))
    stored, _ = _told("replay of what is stored", games, lambda: replayed(row, games))
    _say(f"   the engine's share of the replay: {alone / stored:.0%}")
    sample = min(games, 200)
    folded, _ = _told("fold of what is stored", sample, lambda: fold_of(row, sample))
    change(row, komi=7.5)
    judged, _ = _told("another komi, judged", games, lambda: judged_from_margins(row))
    komi, _ = _told("another komi, all written", games, lambda: rescored(row))
    _say(
        f"   judged: {judged / stored:.1%} of the replay, {_share(judged, games, folded, sample)} of the fold"
    )
    _say(f"   written: {komi / stored:.1%} of the replay, {_share(komi, games, folded, sample)} of the fold")
    for supply in (7, 5, 3, 1, "unlimited"):
        change(row, stone_supply=supply)
        _, done = _told(f"supply {supply}", games, lambda: rescored(row))
        _say(f"   {done} of {games} games")
    few = stocked(PREVIEWED - PREVIEWED % 40, f"few-{games}")
    for limits in ({"komi": 9.5}, {"stone_supply": 0}):
        _told(
            f"preview {limits}",
            PREVIEWED - PREVIEWED % 40,
            lambda limits=limits: preview_body(few, Limits(**limits)),
        )


def _share(seconds: float, games: int, other: float, others: int) -> str:
    return f"{seconds / games * others / other:.1%}"


def _told(what: str, games: int, work: Callable[[], object]) -> tuple[float, object]:
    begin = process_time()
    answer = work()
    seconds = process_time() - begin
    _say(f"{what:28}{games:8} games {seconds:10.3f} s {seconds / games * 1000:8.3f} ms/game")
    return seconds, answer


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]] or [1000])
