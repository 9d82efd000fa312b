"""The command that pairs a round, tries a pairing, or lists the weight of every possible pair.

JSON: players are named by their keys (name and first name, upper case, no blanks), as in standings; a list of
pairs for people has their names. ``--weights``: ``{"round", "rules", "pairs": [{"players": [key, key],
"components", "total"}]}``, each of the possible pairs once; the ten names of the components are those of
``competition.pairing.CRITERIA``.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NoReturn

from django.core.management.base import CommandParser

from games.log.progress import Progress
from games.management.base import Answer
from games.refusals import refuse
from tournaments.commands import NotHere, PairRound, pair_round, pairing_in_parts
from tournaments.competition.history import History
from tournaments.competition.pairing import (
    RULES,
    CannotPair,
    Pair,
    Pairing,
    WeightTable,
    pair_players,
    weights,
)
from tournaments.competition.pairing.pairing import STAGES
from tournaments.competition.pairing.unknown import UnknownOrigins
from tournaments.domain.rounds import RecordPairing, RoundPaired
from tournaments.domain.waiting import unknown_facts
from tournaments.loading import load
from tournaments.management.base import NamesTold, as_table, context, known_group, known_round, tournament
from tournaments.persons.names import name_order
from tournaments.reading.queries import Name, entry_names
from tournaments.reading.schedule_bodies import names_in
from tournaments.state.groups import history_of_group
from tournaments.state.tournament import PairMade
from tournaments.tables.rows import TournamentRow
from tournaments.teams.history import paired_history

OPTIONS = ("round", "rules", "seed", "group", "not_here", "reason")


class Command(NamesTold):
    help = "Pair everyone who waits for a game in a round; with --dry-run or --weights nothing is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--round", type=int, required=True)
        parser.add_argument("--rules", choices=sorted(RULES), help="else the tournament's")
        parser.add_argument(
            "--seed", type=int, help="of the draws; else 0 for a trial, and drawn from its secret for a round"
        )
        parser.add_argument("--group", help="of an event with groups, the one to pair; else all of them")
        parser.add_argument(
            "--not-here",
            choices=[*NotHere],
            default=NotHere.ASK,
            help="of who is not checked in",
        )
        parser.add_argument("--reason", default="", help="needed while results of earlier rounds are missing")
        parser.add_argument(
            "--dry-run",
            action="store_true",
            help="pair everyone present from the rounds before, ignoring what is paired already",
        )
        parser.add_argument(
            "--weights", action="store_true", help="list the ten costs of every possible pair"
        )

    def answer(self, **options: Any) -> Answer:
        row = tournament(options["slug"])
        command = PairRound(**{name: options[name] for name in OPTIONS})
        if not (options["dry_run"] or options["weights"]):
            return _pairing(_pair_round(row, command), entry_names(row))
        try:
            return _weights(row, command) if options["weights"] else _trial(row, command)
        except CannotPair as fault:
            _refuse(fault)


def _pair_round(row: TournamentRow, command: PairRound) -> list[RoundPaired]:
    with Progress("stages of the pairing", STAGES) as report:
        recorded = pair_round(str(row.id), command, context(), _stage_reporter(report))
    return [one.event for one in recorded if isinstance(one.event, RoundPaired)]


def _stage_reporter(report: Progress) -> Callable[[str, int, int], None]:
    """Return a function that prints the current stage with the count and the time left."""

    def report_stage(stage: str, done: int, of: int) -> None:
        report.what = f"pairing ({stage}), stages"
        report(done)

    return report_stage


def _past(row: TournamentRow, command: PairRound) -> History:
    """Return the tournament, or the group, as it was before the round."""
    state, _ = load(str(row.id))
    rules = command.rules or state.settings.pairing.rules
    history = paired_history(state, name_order(state, rules), rules)
    past = history.up_to(known_round(command.round, 1, history) - 1)
    return past if command.group is None else history_of_group(past, known_group(command.group, past))


def _trial(row: TournamentRow, command: PairRound) -> Answer:
    state, _ = load(str(row.id))
    before = replace(state, rounds={n: round_ for n, round_ in state.rounds.items() if n < command.round})
    if parts := pairing_in_parts(before, replace(command, seed=command.seed or 0), context()):
        return _as_trial(_pairing(parts.parts, entry_names(row)), command)
    unknown = unknown_facts(before, command.round, command.rules)
    past = _past(row, command)
    with Progress("stages of the pairing", STAGES) as report:
        tried = pair_players(
            past,
            command.round,
            rules=command.rules,
            seed=command.seed or 0,
            progress=_stage_reporter(report),
        )
    return _as_trial(_with_warning(_pairing([tried], names_in(row, state)), unknown), command)


def _as_trial(answer: Answer, command: PairRound) -> Answer:
    """Return a trial; without a seed it warns that the actual draw will differ."""
    if command.seed is not None:
        return answer
    return Answer(data=answer.data, text=f"{answer.text}\ntrial with seed 0: the round has a draw of its own")


def _with_warning(tried: Answer, unknown: UnknownOrigins) -> Answer:
    """Return the trial with the number of players whose country or club is unknown."""
    counted = {"no_country": unknown.countries, "no_club": unknown.clubs}
    text = f"{tried.text}\nwarning: {unknown}" if unknown else tried.text
    return Answer(data={**tried.data, "taken_for_one": counted}, text=text)


def _weights(row: TournamentRow, command: PairRound) -> Answer:
    past = _past(row, command)
    table = weights(past, command.round, command.rules, seed=command.seed or 0)
    pairs = _pair_weights(table, {id_: name.key for id_, name in names_in(row, load(str(row.id))[0]).items()})
    rules = command.rules or past.settings.pairing.rules
    text = as_table(["one", "other", *table.costs, "total"], [_cells(pair) for pair in pairs])
    return Answer(data={"round": command.round, "rules": rules, "pairs": pairs}, text=text)


def _cells(pair: dict[str, Any]) -> list[object]:
    return [*pair["players"], *pair["components"].values(), pair["total"]]


def _pair_weights(table: WeightTable, names: dict[str, str]) -> list[dict[str, Any]]:
    return [
        {"players": [names[one], names[other]], "components": costs, "total": sum(costs.values())}
        for one, other, costs in table.rows()
    ]


def _pairing(parts: Sequence[Pairing | RoundPaired | RecordPairing], names: dict[str, Name]) -> Answer:
    """Return the text of one matching, or of those of all groups."""
    byes = [bye for part in parts for bye in _byes(part)]
    games = [game for part in parts for game in part.pairs]
    total = sum(part.total for part in parts)
    data = {
        "round": parts[0].round,
        "rules": parts[0].rules,
        "total": total,
        "bye": names[byes[0]].key if byes else None,
        "byes": [names[bye].key for bye in byes],
        "pairs": [_game(game, names) for game in games],
    }
    head = ["table", "white", "black", "handicap", "komi"]
    table = as_table(head, [_line(game, names) for game in games])
    return Answer(
        data=data, text="\n".join([table, *(f"bye: {names[bye]}" for bye in byes), f"total: {total}"])
    )


def _byes(part: Pairing | RoundPaired | RecordPairing) -> tuple[str, ...]:
    if isinstance(part, Pairing):
        return () if part.bye is None else (part.bye,)
    return part.byes


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
    refuse(code, reason=fault.code, **fault.facts)
