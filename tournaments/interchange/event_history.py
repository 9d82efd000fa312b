"""The events that would have led to a tournament played elsewhere. Pure.

Every step is decided like a director's command, so that nothing is imported that could not have happened
here. The state is folded in memory.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from uuid import UUID, uuid5

from tournaments.competition.facts import EntryFacts, GameFacts, TeamFacts
from tournaments.competition.history import Entrant, Game, History, Winner
from tournaments.domain.base import Command, Event
from tournaments.domain.batches import CommandSequence
from tournaments.domain.clubs import SetClubGroup
from tournaments.domain.entries import EnterPlayer
from tournaments.domain.line_ups import SetLineUp
from tournaments.domain.results import RecordResult
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.rounds import IMPORTED, RecordPairing
from tournaments.domain.teams import FormTeam
from tournaments.domain.tournament import CreateTournament
from tournaments.formats.imported import ImportedTeam
from tournaments.state.tournament import PairMade, Tournament

Komi = Mapping[tuple[int, str], float]
"""(round, White's id in the file) -> komi."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ids:
    """The ids of an import, derived from the command's id so that a repetition gives the same events."""

    command_id: UUID

    @property
    def tournament(self) -> str:
        return self._id_of("tournament")

    def player(self, key: str) -> str:
        return self._id_of(f"player/{key}")

    def entry(self, key: str) -> str:
        return self._id_of(f"entry/{key}")

    def club_group(self, key: str) -> str:
        return self._id_of(f"club-group/{key}")

    def team(self, place: int) -> str:
        return self._id_of(f"team/{place}")

    def game(self, game: Game) -> str:
        return self._id_of(f"{game.round}/{game.table}")

    def _id_of(self, what: str) -> str:
        return str(uuid5(self.command_id, what))


def events_of_history(
    create: CreateTournament,
    history: History,
    players: Mapping[str, Sequence[str]],
    ids: Ids,
    teams: Sequence[ImportedTeam] = (),
    komi: Komi = MappingProxyType({}),
) -> list[Event]:
    """Return the events of the tournament's stream.

    ``players``: entrant id -> ids of the players; ``komi``: of games that have their own. Raises Refusal.
    """
    commands = tuple(_commands(create, history, players, ids, teams, komi))
    return [*CommandSequence(commands=commands).decide(Tournament())]


def _commands(
    create: CreateTournament,
    history: History,
    players: Mapping[str, Sequence[str]],
    ids: Ids,
    teams: Sequence[ImportedTeam],
    komi: Komi,
) -> Iterator[tuple[str, Command]]:
    yield "the tournament", create
    for group in history.club_groups:
        made = SetClubGroup(group_id=ids.club_group(group.id), name=group.name, clubs=frozenset(group.clubs))
        yield f"the group of clubs {group.name}", made
    for key, entrant in history.entrants.items():
        yield key, _entry_commands(entrant, history.settings.rounds, players[key], ids)
    for place, team in enumerate(teams, start=1):
        yield from _team_commands(ids.team(place), team, ids)
    order = sorted(history.entrants, key=lambda key: history.entrants[key].order)
    begun = {game.round for game in history.games} | history.byes.keys()
    for number in sorted(begun):
        yield from _round(number, history, [ids.entry(key) for key in order], ids, komi)


def _entry_commands(entrant: Entrant, rounds: int, players: Sequence[str], ids: Ids) -> EnterPlayer:
    first, partner, third = (*players, "", "")[:3]
    return EnterPlayer(
        entry_id=ids.entry(entrant.id),
        player_id=first,
        partner_id=partner,
        third_id=third,
        absent=frozenset(number for number in entrant.absent if number <= rounds),
        **EntryFacts.facts_of(entrant),
    )


def _team_commands(team_id: str, team: ImportedTeam, ids: Ids) -> Iterator[tuple[str, Command]]:
    """Yield the commands that form a team and set its line-ups, before any round."""
    about = f"team {team.name}"
    members = tuple(ids.entry(key) for key in team.members)
    yield about, FormTeam(team_id=team_id, **TeamFacts.facts_of(team) | {"members": members})
    for number, players in sorted(team.line_ups.items()):
        seated = tuple(ids.entry(key) for key in players)
        yield f"{about}, round {number}", SetLineUp(round=number, team_id=team_id, players=seated)


def _round(
    number: int, history: History, order: list[str], ids: Ids, komi: Komi
) -> Iterator[tuple[str, Command]]:
    games = sorted(history.games_of(number), key=lambda game: game.table)
    about = f"round {number}"
    yield (
        about,
        RecordPairing(
            round=number,
            method=IMPORTED,
            rules=history.settings.pairing.rules,
            order=tuple(order),
            pairs=tuple(_pair(game, history, ids, komi) for game in games),
            byes=tuple(sorted(ids.entry(key) for key in history.byes.get(number, ()))),
        ),
    )
    decided = [game for game in games if game.result.winner is not Winner.NOBODY_YET]
    for game in decided:
        yield f"{about}, table {game.table}", RecordResult(game_id=ids.game(game), result=game.result)
    if decided:  # the pairings of a round with results are public
        yield about, PublishRound(round=number)


def _pair(game: Game, history: History, ids: Ids, komi: Komi) -> PairMade:
    here = replace(game, white=ids.entry(game.white), black=ids.entry(game.black))
    own = komi.get((game.round, game.white), history.settings.komi_for(game.handicap))
    return PairMade(game_id=ids.game(game), komi=own, **GameFacts.facts_of(here))
