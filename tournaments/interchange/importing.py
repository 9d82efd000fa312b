"""Import a played tournament from a file: one transaction, one command, every round as events.

Nothing is loaded in between: the events are decided in memory (``event_history``), then appended stream by
stream and projected once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import IntegrityError

from games.log import unit_of_work
from games.log.openings import new_secrets
from games.log.store import Change
from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import refuse
from rules import RULESETS
from tournaments.commands import events_of_earlier_run, update_games
from tournaments.competition.history import Entrant, History
from tournaments.domain.base import Event
from tournaments.domain.draw_secrets import with_commitments
from tournaments.domain.tournament import CreateTournament
from tournaments.formats import Details, ExchangeError, Imported, read_tournament
from tournaments.interchange import fitting
from tournaments.interchange.event_history import Ids, events_of_history
from tournaments.interchange.fitting import recognise
from tournaments.loading import stream_of
from tournaments.organisations.founding import LONGEST_SLUG, slug_from
from tournaments.state.tournament import Details as Poster
from tournaments.state.tournament import Tournament
from tournaments.tables.changed import touch
from tournaments.tables.people import FOR_FILES, Club, Organisation, Player
from tournaments.tables.rows import TournamentRow

RULESET = "tromp-taylor-agreement"


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The result of an import. ``warnings``: data that was dropped or assumed."""

    slug: str
    tournament_id: str
    players: int
    rounds: int
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """All rows and events that an import would store. ``known``: person of the file -> known player."""

    summary: Summary
    poster: Poster
    history: History
    events: list[Event]
    clubs: list[Club]
    people: dict[str, Player]
    known: dict[str, Player]

    @property
    def new(self) -> list[Player]:
        return [person for key, person in self.people.items() if key not in self.known]


def import_file(data: bytes, organisation: Organisation, slug: str | None, context: Context) -> Summary:
    """Import a tournament from a file of any supported format.

    ``slug`` None: made from its short name. Raises Refusal: ``exchange_fault``, ``slug_taken``, or the reason
    why the tournament could not have been held here.
    """
    return import_tournament(read_file(data), organisation, slug, context)


def preview_file(data: bytes, organisation: Organisation, slug: str | None, context: Context) -> Prepared:
    """Prepare an import without storing anything. Raises as ``import_file`` does."""
    imported = read_file(data)
    prepared = _prepare(imported, organisation, _slug(slug, imported.details), context)
    _refuse_taken_slug(prepared.summary.slug)
    return prepared


def read_file(data: bytes) -> Imported:
    """Parse the file of a tournament. Refuses with ``exchange_fault`` if it is malformed."""
    try:
        return read_tournament(data)
    except ExchangeError as error:
        refuse(
            "exchange_fault", reason=error.code, fault=error.message, line=error.line, element=error.element
        )


def import_tournament(
    imported: Imported, organisation: Organisation, slug: str | None, context: Context
) -> Summary:
    """Import a tournament from a file that has been read."""
    slug = _slug(slug, imported.details)
    try:
        return unit_of_work.run(lambda: _import(imported, organisation, slug, context), context=context)
    except IntegrityError:
        # The address was taken after the lookup.
        _refuse_taken_slug(slug)
        raise


def _import(imported: Imported, organisation: Organisation, slug: str, context: Context) -> Summary:
    prepared = _prepare(imported, organisation, slug, context)
    summary = prepared.summary
    if events_of_earlier_run(summary.tournament_id, context):
        return summary
    _refuse_taken_slug(slug)
    store_people(organisation.pk, prepared.clubs, prepared.people, prepared.known)
    events = with_commitments(prepared.events, Tournament(), new_secrets())
    _store(events, summary.tournament_id, context)
    return summary


def store_people(
    organisation_id: UUID, clubs: list[Club], people: Mapping[str, Player], known: Mapping[str, Player]
) -> None:
    """Store new players and clubs, and update licences and gradings of known players from the file."""
    touch(organisation_id)
    Club.objects.bulk_create(clubs, ignore_conflicts=True)
    Player.objects.bulk_create(person for key, person in people.items() if key not in known)
    _update_players(people, known)


def _update_players(people: Mapping[str, Player], known_as: Mapping[str, Player]) -> None:
    known = []
    for key, player in known_as.items():
        if player.erased:
            continue
        texts = {column: text for column in FOR_FILES if (text := getattr(people[key], column))}
        for column, text in texts.items():
            setattr(player, column, text)
        known += [player] if texts else []
    Player.objects.bulk_update(known, [*FOR_FILES])


def _prepare(imported: Imported, organisation: Organisation, slug: str, context: Context) -> Prepared:
    warnings = list(imported.warnings)
    ids = Ids(command_id=context.command_id)
    history = fitting.fit_history(imported.history, warnings.append)
    teams = fitting.fit_teams(imported.teams, warnings.append)
    poster = fitting.fit_details(imported.details, warnings.append)
    sides = fitting.fit_sides(imported.sides, history, warnings.append)
    people, known = _people(imported.details, sides, organisation, ids, warnings)
    fitting.warn_of_losses(imported.details, warnings.append)
    if not imported.details.ruleset:
        warnings.append(
            marked("The file does not name the rules of play: %(ruleset)s is assumed.", ruleset=RULESET)
        )
    create = CreateTournament(
        tournament_id=ids.tournament,
        organisation_id=str(organisation.id),
        slug=slug,
        details=poster,
        ruleset=str(RULESETS[imported.details.ruleset or RULESET].replace(komi=history.settings.komi)),
        settings=history.settings,
    )
    summary = Summary(
        slug=slug,
        tournament_id=ids.tournament,
        players=len(history.entrants),
        rounds=history.settings.rounds,
        warnings=tuple(dict.fromkeys(warnings)),
    )
    players = {
        key: tuple(str(known.get(one.id, people[one.id]).id) for one in side) for key, side in sides.items()
    }
    return Prepared(
        summary=summary,
        poster=poster,
        history=history,
        events=events_of_history(create, history, players, ids, teams, imported.komi),
        clubs=fitting.new_clubs(organisation, history),
        people=people,
        known=known,
    )


def _store(events: Sequence[object], tournament_id: str, context: Context) -> None:
    change = Change(stream=stream_of(tournament_id), expected=0, events=events)
    unit_of_work.execute_many(lambda: [change], context)
    update_games(Tournament(), events, context)


def _people(
    details: Details,
    sides: Mapping[str, tuple[Entrant, ...]],
    organisation: Organisation,
    ids: Ids,
    warnings: list[str],
) -> tuple[dict[str, Player], dict[str, Player]]:
    """Return the row of each person of the file, and the players for known persons."""
    people = {
        one.id: fitting.new_player(organisation, details.persons[one.id], one, warnings.append)
        for side in sides.values()
        for one in side
    }
    for key, person in people.items():
        person.id = UUID(ids.player(key))
    # A repeated command must not recognise the players that it made the first time.
    own = [str(person.id) for person in people.values()]
    return people, recognise(organisation, people, warnings.append, unseen=own)


def _slug(requested: str | None, details: Details) -> str:
    if requested is None:
        return slug_from(details.short_name) or slug_from(details.name, "tournament")
    if not requested or requested != slug_from(requested):
        fault = marked("small letters a-z, digits and hyphens, at most %(most)s", most=LONGEST_SLUG)
        refuse("invalid_settings", field="slug", fault=fault)
    return requested


def _refuse_taken_slug(slug: str) -> None:
    if TournamentRow.objects.filter(slug=slug).exists():
        refuse("slug_taken", slug=slug)
