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
from tournaments.interchange.importing import keep_people, read_file
from tournaments.interchange.recognising import recognise
from tournaments.loading import load
from tournaments.persons.names import players_by_id
from tournaments.persons.own_games import CreatedGames, concerns_own_game, games_created_by
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
class _Who:
    """The people of a file. ``people``: rows by entrant; ``here``: the tournament's players by id.

    ``entries``: entrant -> entry, if entered already; ``known``: entrant -> player, if not new.
    """

    people: Mapping[str, Player]
    here: Mapping[str, Player]
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
        merging, who, clubs = _plan(row, imported, context)
        if unit_of_work.earlier_events(context):
            return replace(merging, differences=())
        keep_people(row.organisation_id, clubs, who.people, who.known)
        carry_out(str(row.id), CommandSequence(commands=commands(merging.differences)), context)
        return merging

    return unit_of_work.run(work, context=context)


def _plan(row: TournamentRow, imported: Imported, context: Context) -> tuple[Merging, _Who, list[Club]]:
    state, version = load(str(row.id))
    _refuse_unlike(state, imported)
    organisation = Organisation.objects.get(pk=row.organisation_id)
    warnings = list(imported.warnings)
    history = fitting.fit_history(imported.history, warnings.append)
    ids = Ids(command_id=context.command_id)
    who = _who(state, organisation, imported.details.persons, history, ids, warnings)
    if state.entries and not who.entries:
        refuse("not_merged", fault=marked("nobody in the file plays here: it is another tournament"))
    entry_ids = {key: who.entries.get(key) or ids.entry(key) for key in who.people}
    new = {key: who.known.get(key, person) for key, person in who.people.items() if key not in who.entries}
    newer = Newer(
        history=_by_entry(history, entry_ids),
        new={entry_ids[key]: str(player.id) for key, player in new.items()},
        game_id=ids.game,
    )
    found = _but_own(differences(state, newer, _names(state, who, entry_ids)), state, context.actor)
    merging = Merging(differences=tuple(found), warnings=tuple(dict.fromkeys(warnings)), version=version)
    return merging, who, fitting.clubs(organisation, history)


def _but_own(found: list[Difference], state: Tournament, actor: str) -> list[Difference]:
    """Leave differences in games of the person who imports the file to another official."""
    made = games_created_by(command for each in found for command in each.then)
    return [_left(each) if _of_own(each, state, actor, made) else each for each in found]


def _of_own(each: Difference, state: Tournament, actor: str, made: CreatedGames) -> bool:
    return any(concerns_own_game(state, command, actor, made) for command in (*each.undo, *each.then))


def _left(each: Difference) -> Difference:
    text = f"{each.text} It is left as it is: the game is your own, and another official takes it over."
    return replace(each, text=text, undo=(), then=())


def _refuse_unlike(state: Tournament, imported: Imported) -> None:
    """Refuse tournaments of teams and sides, which are not compared."""
    if state.settings.teams.boards or imported.teams:
        refuse("not_merged", fault=marked("teams are not compared"))
    if state.settings.players_per_side > 1 or imported.sides:
        refuse("not_merged", fault=marked("sides of pair go are not compared"))


def _who(
    state: Tournament,
    organisation: Organisation,
    persons: Mapping[str, Person],
    history: History,
    ids: Ids,
    warnings: list[str],
) -> _Who:
    people = {
        key: fitting.player(organisation, persons[key], entrant, warnings.append)
        for key, entrant in history.entrants.items()
    }
    here = players_by_id(entry.player_id for entry in state.entries.values())
    entries = _entries(state, here, people)
    new = {key: person for key, person in people.items() if key not in entries}
    for key, person in new.items():
        person.id = UUID(ids.player(key))
    # A repeated command must not recognise the players that it made the first time.
    own = [str(person.id) for person in new.values()]
    known = recognise(organisation, new, warnings.append, unseen=[*here, *own])
    known |= {key: here[state.entries[entry_id].player_id] for key, entry_id in entries.items()}
    return _Who(people=people, here=here, entries=entries, known=known)


def _entries(state: Tournament, here: Mapping[str, Player], people: Mapping[str, Player]) -> dict[str, str]:
    """Return entrant of the file -> entry, by the EGF PIN, else by a unique name."""
    entry_of = {entry.player_id: entry.id for entry in state.entries.values()}
    found: dict[str, str] = {}
    for by in (_pin, _name):
        marks = _unique({key: by(person) for key, person in people.items() if key not in found})
        taken = set(found.values())
        free = {id_: player for id_, player in here.items() if entry_of[id_] not in taken}
        known = _unique({id_: by(player) for id_, player in free.items() if not player.erased})
        alike = {key: here[known[mark]] for mark, key in marks.items() if mark in known}
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


def _names(state: Tournament, who: _Who, entry_ids: Mapping[str, str]) -> Callable[[str], str]:
    names = {entry_ids[key]: person.name for key, person in who.people.items()}
    entered = (entry for entry in state.entries.values() if entry.player_id in who.here)
    names |= {entry.id: who.here[entry.player_id].name for entry in entered}
    return lambda entry_id: names.get(entry_id, "A player without a name")
