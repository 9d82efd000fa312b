"""Pair a round, try out what a pairing would be, or list what every possible pair is worth.

JSON: players are named by their keys (name and first name, upper case, no blanks), as in standings; a list of
pairs for people has their names.
``--weights``: ``{"round", "rules", "pairs": [{"players": [key, key], "components", "total"}]}``, each of the
possible pairs once; the ten names of the components are those of ``tournaments.pairing.CRITERIA``.
"""

from typing import Any, NoReturn

from django.core.management.base import CommandParser

from games.management.base import Answer, JsonCommand
from games.progress import Progress
from games.refusals import refuse
from tournaments.commands import PairRound, pair_round
from tournaments.events import PairMade, RoundPaired
from tournaments.history import History
from tournaments.management.base import as_table, context, history, keys, known_round, tournament
from tournaments.pairing import RULES, CannotPair, Pair, Pairing, WeightTable, pair, weights
from tournaments.pairing.pairing import STAGES
from tournaments.queries import Name, entry_names
from tournaments.rows import TournamentRow


class Command(JsonCommand):
    help = "Pair everyone who waits for a game in a round; with --dry-run or --weights nothing is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, required=True)
        parser.add_argument("--rules", choices=sorted(RULES), help="else the tournament's")
        parser.add_argument(
            "--seed", type=int, help="of the draws; else 0 for a trial, a new one for a round"
        )
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="pair everyone present anew from the rounds before, whatever is paired already",
        )
        parser.add_argument(
            "--weights", action="store_true", help="list the ten costs of every possible pair"
        )

    def answer(self, **options: Any) -> Answer:
        row = tournament(options["slug"])
        command = PairRound(round=options["round"], rules=options["rules"], seed=options["seed"])
        if not (options["dry_run"] or options["weights"]):
            return _pairing(_paired(row, command), entry_names(row))
        try:
            return _weights(row, command) if options["weights"] else _trial(row, command)
        except CannotPair as fault:
            _refuse(fault)


def _paired(row: TournamentRow, command: PairRound) -> RoundPaired:
    with Progress("stages of the pairing", STAGES) as report:
        recorded = pair_round(str(row.id), command, context(), lambda _stage, done, _of: report(done))
    event: RoundPaired = recorded[0].event
    return event


def _past(row: TournamentRow, round_: int) -> History:
    """The tournament as it stood before the round."""
    told = history(row)
    return told.up_to(known_round(round_, 1, told) - 1)


def _trial(row: TournamentRow, command: PairRound) -> Answer:
    past = _past(row, command.round)
    with Progress("stages of the pairing", STAGES) as report:
        tried = pair(
            past,
            command.round,
            rules=command.rules,
            seed=command.seed or 0,
            progress=lambda _stage, done, _of: report(done),
        )
    return _pairing(tried, entry_names(row))


def _weights(row: TournamentRow, command: PairRound) -> Answer:
    past = _past(row, command.round)
    table = weights(past, command.round, command.rules, seed=command.seed or 0)
    pairs = _worth(table, keys(row))
    rules = command.rules or past.settings.pairing.rules
    text = as_table(["one", "other", *table.costs, "total"], [_cells(pair) for pair in pairs])
    return Answer(data={"round": command.round, "rules": rules, "pairs": pairs}, text=text)


def _cells(pair: dict[str, Any]) -> list[object]:
    return [*pair["players"], *pair["components"].values(), pair["total"]]


def _worth(table: WeightTable, names: dict[str, str]) -> list[dict[str, Any]]:
    return [
        {"players": [names[one], names[other]], "components": costs, "total": sum(costs.values())}
        for one, other, costs in table.rows()
    ]


def _pairing(made: Pairing | RoundPaired, names: dict[str, Name]) -> Answer:
    bye = made.bye if isinstance(made, Pairing) else next(iter(made.byes), None)
    data = {
        "round": made.round,
        "rules": made.rules,
        "total": made.total,
        "bye": None if bye is None else names[bye].key,
        "pairs": [_game(game, names) for game in made.pairs],
    }
    head = ["table", "white", "black", "handicap", "komi"]
    table = as_table(head, [_line(game, names) for game in made.pairs])
    rest = [f"bye: {names[bye]}"] if bye is not None else []
    return Answer(data=data, text="\n".join([table, *rest, f"total: {made.total}"]))


def _line(game: Pair | PairMade, names: dict[str, Name]) -> list[object]:
    return [game.table, str(names[game.white]), str(names[game.black]), game.handicap, game.komi]


def _game(game: Pair | PairMade, names: dict[str, Name]) -> dict[str, Any]:
    return {
        "table": game.table,
        "white": names[game.white].key,
        "black": names[game.black].key,
        "handicap": game.handicap,
        "komi": game.komi,
        "components": dict(game.components),
        "total": game.total,
    }


def _refuse(fault: CannotPair) -> NoReturn:
    code = "too_few_players" if fault.code == "too_few_present" else "cannot_pair"
    refuse(code, why=fault.code, **fault.facts)
