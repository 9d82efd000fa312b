"""What a change of limits costs over stored games of 253 actions on 19x19.

The group "rescoring" judges 200 stored games again: for another komi (from the margin, everything written),
by a replay of what is stored (nothing written), and by the engine alone, with every action at hand.
``python -m tests.benchmarks.test_rescoring 1000 10000`` prints a table for so many games, in a database of
its own or in the folder that NIGIRI_DATA names, where games that were made before are found again; 100000
are 25 million events, and want ten minutes and 8 GB. ``deploy/decisions/rescoring-speed.md`` has the tables.

Of the twenty games that are copied, two are won by Black by half a point under komi 6.5 and one by White: a
tenth changes hands at 7.5, a twentieth at 5.5. Of games that people play to the end it is about a thirtieth.
"""

import os
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from time import process_time

import pytest

from tests.benchmarks.helped import helped

GAMES = 200
PREVIEWED = 480
SAMPLE = 2000  # games that are replayed to know what a replay costs
FOLDED = 100
ROUNDS = 15
KOMI = (7.5, 6.5, 5.5, 6.5)
SUPPLIES = (7, 5, 3, "unlimited")


@pytest.fixture
def row(db):
    from tests.benchmarks.stored_games import stocked

    return stocked(GAMES)


def change(row, **limits):
    from tests.builders import a_context
    from tournaments.commands import carry_out
    from tournaments.deciding.limits import ChangeLimits
    from tournaments.events.limits import Limits

    carry_out(str(row.id), ChangeLimits(limits=Limits(**limits), reason="measured"), a_context())


def rescored(row) -> int:
    """As the job does it, in batches of its greatest size."""
    from tests.builders import a_context
    from tournaments.jobs.rescoring import MOST
    from tournaments.limits import rescore_some, waiting_games

    left = waiting_games(str(row.id))
    batches = [left[begin : begin + MOST] for begin in range(0, len(left), MOST)]
    return sum(rescore_some(str(row.id), a_context(), limit=MOST, among=batch) for batch in batches)


def replayed(row, most: int | None = None) -> int:
    """Judge the tournament's games by a replay of what is stored, and write nothing."""
    from games.game.rows import GameRow
    from games.rescoring import judge_by_replay
    from tournaments.limits.rescoring import with_terms
    from tournaments.loading import load

    rows = list(GameRow.objects.filter(context=str(row.id)).order_by("game_id")[:most])
    return len(judge_by_replay(with_terms(load(str(row.id))[0], rows)))


def fold_of(row, most: int) -> int:
    """The same as any reader folds a stream, one after the other."""
    from games.game.evolving import fold
    from games.game.loading import stream_of
    from games.game.rows import GameRow
    from games.log import folding

    ids = GameRow.objects.filter(context=str(row.id)).order_by("game_id").values_list("game_id", flat=True)
    return sum(folding.fold(stream_of(str(game_id)), None, fold) is not None for game_id in ids[:most])


def engine(games: int) -> int:
    from rules import Ruleset, replay
    from tests.benchmarks.stored_games import RECORDS, RULES, entered

    ruleset, records = Ruleset.parse(RULES).replace(komi=6.5), [entered(seed) for seed in range(RECORDS)]
    return sum(replay(ruleset, records[number % RECORDS]).game.outcome is not None for number in range(games))


@pytest.mark.benchmark(group="rescoring: 200 games of 253 actions", timer=process_time, min_rounds=3)
def test_another_komi(benchmark, row):
    turns = count()

    def again():
        change(row, komi=(7.5, 6.5)[next(turns) % 2])
        return rescored(row)

    assert benchmark(again) == GAMES / 10


@pytest.mark.benchmark(group="rescoring: 200 games of 253 actions", timer=process_time, min_rounds=3)
def test_a_replay_of_what_is_stored(benchmark, row):
    assert benchmark(replayed, row) == GAMES


@pytest.mark.benchmark(group="rescoring: 200 games of 253 actions", timer=process_time, min_rounds=3)
def test_the_engine_alone(benchmark):
    assert benchmark(engine, GAMES) == GAMES


@pytest.mark.benchmark(group="preview", timer=process_time, min_rounds=3)
@pytest.mark.parametrize("limits", [{"komi": 7.5}, {"stone_supply": 0}], ids=["komi", "supply"])
def test_a_preview(benchmark, row, limits):
    from tournaments.events.limits import Limits
    from tournaments.limits import preview_body

    body, _ = benchmark(preview_body, row, Limits(**limits))
    assert body["judged"] >= GAMES / 2


def main(sizes: list[int]) -> None:
    """Print a table for each size: seconds of processor time, and milliseconds a game."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("NIGIRI_DATA", folder)
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        from tournaments.outbox import waking

        waking.wake = lambda *_: None  # nobody else is to judge the games meanwhile
        for games in sizes:
            _table(games)


def _table(games: int) -> None:
    row = _stock(f"many-{games}", games)
    sample = min(games, SAMPLE)
    _say(f"{games} games, 254 events each; the first {sample} of them stand for all in the next three lines")
    engine(1)  # the records are made
    stored = _told("replay, read from the disk", sample, lambda: replayed(row, sample))[0] / sample
    folded = _told("fold of what is stored", FOLDED, lambda: fold_of(row, FOLDED))[0] / FOLDED
    alone, again = _fastest(lambda: engine(GAMES), lambda: replayed(row, GAMES))
    _say(
        f"   fastest of {ROUNDS} rounds: engine {alone / GAMES * 1000:.3f} ms/game,"
        f" replay {again / GAMES * 1000:.3f} ms/game"
    )
    _say(f"   the engine's share of the replay: {alone / again:.0%}")
    change(row, komi=6.5)
    rescored(row)
    for komi in KOMI:
        _another_komi(row, komi, games, stored, folded)
    for supply in SUPPLIES:
        change(row, stone_supply=supply)
        _, done = _told(f"supply {supply}", games, lambda: rescored(row))
        _say(f"   {done} of {games} games")
    _previews()


def _fastest(*works: Callable[[], object]) -> list[float]:
    """Of each, in turns: others use the machine too."""
    rounds = [[_seconds(work) for work in works] for _ in range(ROUNDS)]
    return [min(column) for column in zip(*rounds, strict=True)]


def _seconds(work: Callable[[], object]) -> float:
    begin = process_time()
    work()
    return process_time() - begin


def _another_komi(row, komi: float, games: int, stored: float, folded: float) -> None:
    """From the request to the last game, everything written."""
    changed, _ = _told(f"komi {komi:g}, all rows", games, lambda: change(row, komi=komi))
    turned, done = _told(f"komi {komi:g}, other winners", games, lambda: rescored(row))
    both = (changed + turned) / games
    _say(f"   another winner: {done / games:.1%}; together {both / stored:.1%} of the replay,")
    _say(f"   {both / folded:.2%} of the fold; without the other winners {changed / games / stored:.1%}")


def _previews() -> None:
    from tournaments.events.limits import Limits
    from tournaments.limits import preview_body

    few = _stock("few", PREVIEWED)
    for limits in ({"komi": 9.5}, {"stone_supply": 0}):
        _told(f"preview {limits}", PREVIEWED, lambda limits=limits: preview_body(few, Limits(**limits)))


def _stock(slug: str, games: int):
    """The tournament with this slug, made where it is not there yet."""
    from tests.benchmarks.stored_games import stocked
    from tournaments.tables.rows import TournamentRow

    found = TournamentRow.objects.filter(slug=slug).first()
    return found or _told("made", games, lambda: stocked(games, slug))[1]


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
    helped(__doc__)
    main([int(size) for size in sys.argv[1:]] or [1000])
