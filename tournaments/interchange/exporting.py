"""A tournament as writers of exchange files need it, from its log and the people's rows."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from django.http import Http404

from games.log.store import read
from tournaments.competition.facts import TeamFacts
from tournaments.formats.imported import ImportedTeam, Person
from tournaments.formats.outgoing import Outgoing, TeamPlace
from tournaments.loading import load, load_at, stream_of
from tournaments.persons.names import name_order, players_by_id
from tournaments.reading.names import Name
from tournaments.reading.queries import entry_names
from tournaments.reading.readers import with_public_rights
from tournaments.reading.visibility import public_state, without_clubs
from tournaments.state.groups import groups_of, with_teams_of
from tournaments.state.line_ups import line_ups_of
from tournaments.state.tournament import Entry, Tournament
from tournaments.tables.people import FOR_FILES, Player
from tournaments.tables.rows import TournamentRow
from tournaments.teams.standings import team_standings


def outgoing(row: TournamentRow, at: int | None = None) -> Outgoing:
    """Return the tournament for export, with unpublished rounds, which only officers may see.

    ``at``: as of this position of the log, with current names. Raises Http404 before the tournament existed.
    """
    state, version = load(str(row.id)) if at is None else load_at(str(row.id), at)
    if not version:
        raise Http404
    return _outgoing_at(row, state, version)


def public_outgoing(row: TournamentRow) -> Outgoing:
    """Return the current public data: no federation numbers and no hidden players."""
    whole, version = load(str(row.id))
    state = public_state(whole)
    exported = _outgoing_at(row, state, version)
    with with_public_rights():
        names = entry_names(row)
    hidden = frozenset(id_ for id_ in state.entries if names[id_].hidden)
    return replace(
        exported,
        history=without_clubs(exported.history, names),
        persons={id_: _as_public(one, names[id_]) for id_, one in exported.persons.items()},
        public=True,
        hidden=hidden,
    )


def _as_public(person: Person, name: Name) -> Person:
    if name.hidden:
        return Person(name=str(name), first_name="", country=person.country, club="")
    return Person(name=person.name, first_name=person.first_name, country=person.country, club=person.club)


def _outgoing_at(row: TournamentRow, state: Tournament, version: int) -> Outgoing:
    details = state.details
    return Outgoing(
        history=state.history(name_order(state)),
        name=details.name,
        place=details.place,
        country=details.country,
        begins=_day(details.begins),
        ends=_day(details.ends),
        time=details.time,
        time_class=details.time_class,
        online=details.online,
        ruleset=state.ruleset,
        persons=_persons(state),
        komi={
            (round_.number, pair.white): pair.komi
            for round_ in state.rounds.values()
            for pair in round_.pairs.values()
        },
        dates={
            (round_.number, pair.white): " ".join(filter(None, (pair.date, pair.time)))
            for round_ in state.rounds.values()
            for pair in round_.pairs.values()
            if pair.date
        },
        slug=state.slug,
        short_name=details.short_name,
        version=version,
        position=_position(row, version),
        teams=_teams(state),
        team_places=_team_places(state),
    )


def _position(row: TournamentRow, version: int) -> int:
    """Return the position in the log of the tournament's version."""
    return read(stream_of(str(row.id)), after=version - 1, upto=version)[0].position


def _teams(state: Tournament) -> tuple[ImportedTeam, ...]:
    """Return the teams in the order of their numbers, with the line-up of every round."""
    rounds = range(1, state.settings.rounds + 1) if state.teams else ()
    line_ups = {number: line_ups_of(state, number) for number in rounds}
    return tuple(
        ImportedTeam(
            line_ups={number: players[team.id] for number, players in line_ups.items()},
            **TeamFacts.facts_of(team),
        )
        for team in sorted(state.teams.values(), key=lambda team: team.number)
    )


def _team_places(state: Tournament) -> tuple[TeamPlace, ...]:
    """Return the places of teams after the last paired round, by group; none without teams."""
    if not state.settings.teams.boards or not state.teams:
        return ()
    last = max((number for number, round_ in state.rounds.items() if round_.pairs), default=0)
    return tuple(
        TeamPlace(
            place=row.place,
            name=state.teams[row.entrant_id].name,
            country=state.teams[row.entrant_id].country,
            club=state.teams[row.entrant_id].club,
            group=group,
            scores=row.plain(),
        )
        for group in groups_of(state)
        for row in team_standings(with_teams_of(state, group), last).rows
    )


def _persons(state: Tournament) -> dict[str, Person]:
    entries = state.entries.values()
    people = players_by_id(who for entry in entries for who in _players(entry))
    return {entry.id: _side(entry, people) for entry in entries}


def _side(entry: Entry, people: Mapping[str, Player]) -> Person:
    """Return a pair go or rengo side as one person: joined names, no number, as federations list none."""
    side = [_person(people.get(who), entry.number, entry.country, entry.club) for who in _players(entry)]
    if len(side) == 1:
        return side[0]
    first = "/".join(filter(None, (one.first_name for one in side)))
    name = "/".join(one.name for one in side)
    return Person(name=name, first_name=first, country=entry.country, club=entry.club)


def _players(entry: Entry) -> list[str]:
    return [who for who in (entry.player_id, entry.partner_id, entry.third_id) if who]


def _person(player: Player | None, number: int, country: str, club: str) -> Person:
    if player is None:
        return Person(name=f"(player {number})", first_name="", country=country, club=club)
    return Person(
        name=player.family_name,
        first_name=player.given_name,
        country=country,
        club=club,
        egf_pin=player.egf_pin,
        ffg_licence=player.ffg_licence,
        aga_id=player.aga_id,
        **{column: getattr(player, column) for column in FOR_FILES},
    )


def _day(text: str) -> date | None:
    return date.fromisoformat(text) if text else None
