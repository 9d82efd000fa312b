"""Changes of criteria after a round was paired, which need the digest of the places that would change.

The digest proves that the director has seen the list; it is recomputed when the command is decided.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from games.refusals import refuse
from tournaments.competition.history import History, Winner
from tournaments.competition.settings import Settings
from tournaments.competition.standings import PlaceChange, Standings, differences, standings
from tournaments.state.groups import groups_in_history, history_of_group
from tournaments.state.tournament import Tournament
from tournaments.teams.standings import team_standings

StandingsPairs = tuple[tuple[Standings, Standings], ...]
"""Pairs of standings: the current ones and the new ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacingPreview:
    """Standings of each group after ``round``, the last with a result, under current and other criteria.

    ``teams``: the same for teams, if their criteria would change.
    """

    round: int
    tables: tuple[tuple[Standings, Standings], ...]
    teams: tuple[tuple[Standings, Standings], ...] = ()

    @property
    def place_changes(self) -> tuple[PlaceChange, ...]:
        """Return the entries whose place would change, by group and new place."""
        return _place_changes(self.tables)

    @property
    def team_place_changes(self) -> tuple[PlaceChange, ...]:
        return _place_changes(self.teams)

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the new criteria, the round and all changes of places."""
        digest_input = [
            *_digest_input(self.tables, self.round),
            *(_digest_input(self.teams, self.round) if self.teams else ()),
        ]
        return sha256(json.dumps(digest_input, separators=(",", ":")).encode()).hexdigest()


def _place_changes(tables: StandingsPairs) -> tuple[PlaceChange, ...]:
    found = (one for before, after in tables for one in differences(before, after))
    return tuple(one for one in found if one.place_before != one.place_after)


def _digest_input(tables: StandingsPairs, number: int) -> list[object]:
    moves = sorted((one.entry, one.place_before, one.place_after) for one in _place_changes(tables))
    return [[list(after.criteria) for _, after in tables], number, moves]


def preview_moves(
    state: Tournament, settings: Settings, order: Mapping[str, int] | None = None
) -> PlacingPreview:
    """Return the places under the criteria of ``settings``, all else unchanged. ``order``: of equal rows."""
    history = state.history(order)
    number = _last_round(history)
    groups = [history_of_group(history, group) for group in groups_in_history(history)]
    return PlacingPreview(
        round=number,
        tables=tuple(
            (standings(group, number), standings(_replace_criteria(settings, group), number))
            for group in groups
        ),
        teams=_team_tables(state, settings, number) if _changes_team_criteria(settings, state) else (),
    )


def _team_tables(state: Tournament, settings: Settings, number: int) -> StandingsPairs:
    chosen = replace(state.settings.teams, criteria=settings.teams.criteria)
    other = replace(state, settings=replace(state.settings, teams=chosen))
    return ((team_standings(state, number), team_standings(other, number)),)


def _changes_team_criteria(settings: Settings, state: Tournament) -> bool:
    """Return whether criteria of teams change, in a tournament that has teams."""
    now = state.settings.teams
    return bool(now.boards and settings.teams.boards) and settings.teams.criteria != now.criteria


def _replace_criteria(settings: Settings, history: History) -> History:
    chosen = replace(history.settings, criteria=settings.criteria, draw_seed=settings.draw_seed)
    return replace(history, settings=chosen)


def need_seen_moves(settings: Settings, state: Tournament, seen: str) -> None:
    """Refuse changed criteria, or another draw, unless ``seen`` is the digest of the changed places."""
    if _placing_settings(settings) == _placing_settings(state.settings) and not _changes_team_criteria(
        settings, state
    ):
        return
    preview = preview_moves(state, settings)
    if seen != preview.digest:
        refuse(
            "moves_not_seen",
            moves=len(preview.place_changes) + len(preview.team_place_changes),
            seen=bool(seen),
        )


def _placing_settings(settings: Settings) -> tuple[tuple[str, ...], int]:
    return settings.criteria, settings.draw_seed


def _last_round(history: History) -> int:
    played = (game.round for game in history.games if game.result.winner is not Winner.NOBODY_YET)
    return max(played, default=0)
