"""Merge a newer save of a tournament into the one here: compute the differences, then apply them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from games.log import unit_of_work
from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import refuse
from tournaments.commands import carry_out
from tournaments.competition.history import History
from tournaments.domain.batches import CommandSequence
from tournaments.formats import Imported, Person
from tournaments.formats.opengotha import key as name_key
from tournaments.interchange import fitting
from tournaments.interchange.differences import Difference, Newer, commands, differences
from tournaments.interchange.event_history import Ids
from tournaments.interchange.fitting import recognise
from tournaments.interchange.importing import read_file, store_people
from tournaments.loading import load
from tournaments.persons.names import players_by_id
from tournaments.persons.own_games import CreatedGames, concerns_own_game, games_to_create
from tournaments.state.tournament import Tournament
from tournaments.tables.people import Club, Organisation, Player
from tournaments.tables.rows import TournamentRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Merging:
    """The differences of a file. ``version``: of the tournament with which it was compared."""

    differences: tuple[Difference, ...]
    warnings: tuple[str, ...]
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _People:
    """The people of a file. ``people``: rows by entrant; ``players``: the tournament's players by id.

    ``entries``: entrant -> entry, if already entered; ``known``: entrant -> player, if not new.
    """

    people: Mapping[str, Player]
    players: Mapping[str, Player]
    entries: Mapping[str, str]
    known: Mapping[str, Player]


def preview_merge(row: TournamentRow, data: bytes, context: Context) -> Merging:
    """Return the changes that ``merge`` would make. Refuses ``exchange_fault`` and ``not_merged``."""
    return _plan(row, read_file(data), context)[0]


def merge(row: TournamentRow, data: bytes, context: Context) -> Merging:
    """Apply all differences of the file by one command, or none.

    Refuses ``exchange_fault``, ``not_merged``, and the refusal of any difference, with its sentence in
    ``about``. Raises VersionClash if the tournament is not at ``context.expected``.
    """
    imported = read_file(data)

    def work() -> Merging:
        merging, people, clubs = _plan(row, imported, context)
        if unit_of_work.earlier_events(context):
            return replace(merging, differences=())
        store_people(row.organisation_id, clubs, people.people, people.known)
        carry_out(str(row.id), CommandSequence(commands=commands(merging.differences)), context)
        return merging

    return unit_of_work.run(work, context=context)


def _plan(row: TournamentRow, imported: Imported, context: Context) -> tuple[Merging, _People, list[Club]]:
    state, version = load(str(row.id))
    _refuse_unlike(state, imported)
    organisation = Organisation.objects.get(pk=row.organisation_id)
    warnings = list(imported.warnings)
    history = fitting.fit_history(imported.history, warnings.append)
    ids = Ids(command_id=context.command_id)
    people = _identify_people(state, organisation, imported.details.persons, history, ids, warnings)
    if state.entries and not people.entries:
        refuse("not_merged", fault=marked("nobody in the file plays here: it is another tournament"))
    entry_ids = {key: people.entries.get(key) or ids.entry(key) for key in people.people}
    new = {
        key: people.known.get(key, person)
        for key, person in people.people.items()
        if key not in people.entries
    }
    newer = Newer(
        history=_by_entry(history, entry_ids),
        new={entry_ids[key]: str(player.id) for key, player in new.items()},
        game_id=ids.game,
        komi={(number, entry_ids[white]): komi for (number, white), komi in imported.komi.items()},
    )
    found = _without_own_games(
        differences(state, newer, _names(state, people, entry_ids)), state, context.actor
    )
    merging = Merging(differences=tuple(found), warnings=tuple(dict.fromkeys(warnings)), version=version)
    return merging, people, fitting.new_clubs(organisation, history)


def _without_own_games(found: list[Difference], state: Tournament, actor: str) -> list[Difference]:
    """Leave differences in games of the person who imports the file to another official."""
    created = games_to_create(command for each in found for command in each.apply)
    return [
        _leave_to_others(each) if _concerns_own_game(each, state, actor, created) else each for each in found
    ]


def _concerns_own_game(each: Difference, state: Tournament, actor: str, created: CreatedGames) -> bool:
    return any(concerns_own_game(state, command, actor, created) for command in (*each.undo, *each.apply))


def _leave_to_others(each: Difference) -> Difference:
    text = f"{each.text} It is left as it is: the game is your own, and another official takes it over."
    return replace(each, text=text, undo=(), apply=())


def _refuse_unlike(state: Tournament, imported: Imported) -> None:
    """Refuse tournaments of teams and sides, which are not compared."""
    if state.settings.teams.boards or imported.teams:
        refuse("not_merged", fault=marked("teams are not compared"))
    if state.settings.players_per_side > 1 or imported.sides:
        refuse("not_merged", fault=marked("sides of pair go are not compared"))


def _identify_people(
    state: Tournament,
    organisation: Organisation,
    persons: Mapping[str, Person],
    history: History,
    ids: Ids,
    warnings: list[str],
) -> _People:
    people = {
        key: fitting.new_player(organisation, persons[key], entrant, warnings.append)
        for key, entrant in history.entrants.items()
    }
    players = players_by_id(entry.player_id for entry in state.entries.values())
    entries = _entries(state, players, people)
    new = {key: person for key, person in people.items() if key not in entries}
    for key, person in new.items():
        person.id = UUID(ids.player(key))
    # A repeated command must not recognise the players that it made the first time.
    own = [str(person.id) for person in new.values()]
    known = recognise(organisation, new, warnings.append, unseen=[*players, *own])
    known |= {key: players[state.entries[entry_id].player_id] for key, entry_id in entries.items()}
    return _People(people=people, players=players, entries=entries, known=known)


def _entries(
    state: Tournament, players: Mapping[str, Player], people: Mapping[str, Player]
) -> dict[str, str]:
    """Return entrant of the file -> entry, by the EGF PIN, else by a unique name."""
    entry_of = {entry.player_id: entry.id for entry in state.entries.values()}
    found: dict[str, str] = {}
    for by in (_pin, _name):
        marks = _unique({key: by(person) for key, person in people.items() if key not in found})
        taken = set(found.values())
        free = {id_: player for id_, player in players.items() if entry_of[id_] not in taken}
        known = _unique({id_: by(player) for id_, player in free.items() if not player.erased})
        alike = {key: players[known[mark]] for mark, key in marks.items() if mark in known}
        for key, player in alike.items():
            if not _pins_differ(player, people[key]):
                found[key] = entry_of[str(player.id)]
    return found


def _pins_differ(one: Player, other: Player) -> bool:
    return bool(one.egf_pin and other.egf_pin) and one.egf_pin != other.egf_pin


def _unique(marks: Mapping[str, str]) -> dict[str, str]:
    """Return mark -> owner, for marks that have exactly one owner."""
    owners: dict[str, list[str]] = {}
    for owner, mark in marks.items():
        owners.setdefault(mark, []).append(owner)
    return {mark: of_it[0] for mark, of_it in owners.items() if mark and len(of_it) == 1}


def _pin(player: Player) -> str:
    return player.egf_pin


def _name(player: Player) -> str:
    return name_key(player.family_name + player.given_name)


def _by_entry(history: History, ids: Mapping[str, str]) -> History:
    entrants = {ids[key]: replace(entrant, id=ids[key]) for key, entrant in history.entrants.items()}
    return replace(
        history,
        entrants=entrants,
        games=tuple(replace(game, white=ids[game.white], black=ids[game.black]) for game in history.games),
        byes={number: frozenset(ids[key] for key in keys) for number, keys in history.byes.items()},
    )


def _names(state: Tournament, people: _People, entry_ids: Mapping[str, str]) -> Callable[[str], str]:
    names = {entry_ids[key]: person.name for key, person in people.people.items()}
    entered = (entry for entry in state.entries.values() if entry.player_id in people.players)
    names |= {entry.id: people.players[entry.player_id].name for entry in entered}
    return lambda entry_id: names.get(entry_id, "A player without a name")
