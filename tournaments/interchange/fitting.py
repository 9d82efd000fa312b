"""Fit the data of a file to our tables, with a warning for each loss, and recognise its people.

Rows are created but not saved. People are recognised among an organisation's players, by EGF PIN, else by
name and country. A warning names those who were recognised by name and country alone, and those who were not
although a known player has a similar name, so that a person can look at the file before it is imported.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from uuid import UUID

from games.marking import marked
from games.one_line import is_one_line, to_one_line
from tournaments.competition.facts import PlayerFacts
from tournaments.competition.history import ClubGroup, Entrant, History
from tournaments.competition.pairing.clubs import club_key
from tournaments.domain.clubs import LONGEST_CLUB_GROUP
from tournaments.formats import Details, Person
from tournaments.formats.imported import ImportedTeam
from tournaments.persons.lists.similar import NUMBERS, KnownPlayers
from tournaments.state.tournament import Details as Poster
from tournaments.tables.people import FOR_FILES, Club, Organisation, Player

Warn = Callable[[str], None]
LONGEST_TITLE = 200
LONGEST_CODE = 12
LONGEST_NAME = 60
LONGEST_NUMBER = 16
UNNAMED = "Unnamed clubs"


def fit_details(details: Details, warn: Warn) -> Poster:
    """Return the public details of a tournament; if the dates are in the wrong order, without the second."""
    name = details.name.strip() or details.short_name.strip()
    if not name:
        name = "Imported tournament"
        warn(marked("The file does not name the tournament: it is called %(name)s.", name=name))
    ends = details.ends
    if details.begins and ends and ends < details.begins:
        warn(
            marked(
                "The tournament would end (%(ends)s) before it begins (%(begins)s): the end is dropped.",
                ends=ends,
                begins=details.begins,
            )
        )
        ends = None
    return Poster(
        name=_cut(name, LONGEST_TITLE, marked("name of the tournament"), warn),
        place=_cut(details.location.strip(), LONGEST_TITLE, marked("place"), warn),
        begins="" if details.begins is None else details.begins.isoformat(),
        ends="" if ends is None else ends.isoformat(),
        country=details.country,
        time=details.time,
        time_class=details.time_class,
        online=details.online,
        short_name=_cut(
            details.short_name.strip(), LONGEST_NAME, marked("short name of the tournament"), warn
        ),
    )


def fit_history(history: History, warn: Warn) -> History:
    """Return the history with clubs and countries as they are stored, since pairing compares them."""
    entrants = {key: _fit_entrant(entrant, warn) for key, entrant in history.entrants.items()}
    return replace(history, entrants=entrants, club_groups=_club_groups(history.club_groups, warn))


def _club_groups(groups: Iterable[ClubGroup], warn: Warn) -> tuple[ClubGroup, ...]:
    """Return the club groups that can be stored: two or more clubs each, and distinct names."""
    kept: dict[str, ClubGroup] = {}
    for group in groups:
        fitted = _club_group(group, warn)
        if len(set(map(club_key, fitted.clubs))) < 2:
            warn(
                marked(
                    "The group of clubs %(name)s has fewer than two clubs: it is dropped.", name=fitted.name
                )
            )
        elif club_key(fitted.name) in kept:
            warn(
                marked(
                    "Another group of clubs is called %(name)s here: the second is dropped.", name=fitted.name
                )
            )
        else:
            kept[club_key(fitted.name)] = fitted
    return tuple(kept.values())


def _club_group(group: ClubGroup, warn: Warn) -> ClubGroup:
    name = _cut(group.name, LONGEST_CLUB_GROUP, marked("name of a group of clubs"), warn).strip() or UNNAMED
    clubs = [
        _cut(
            club, LONGEST_CODE, marked("club %(club)s of %(name)s", club=repr(club[:40]), name=name), warn
        ).strip()
        for club in group.clubs
    ]
    return replace(group, name=name, clubs=tuple(dict.fromkeys(filter(None, clubs))))


def _fit_entrant(entrant: Entrant, warn: Warn) -> Entrant:
    country = entrant.country
    if len(country) > 2:
        warn(
            marked(
                "The country %(country)s of %(who)s has no two-letter code: it is dropped.",
                country=repr(country[:40]),
                who=entrant.id,
            )
        )
        country = ""
    return replace(
        entrant,
        country=country,
        club=_cut(entrant.club, LONGEST_CODE, marked("club of %(who)s", who=entrant.id), warn),
    )


def fit_teams(all_teams: Iterable[ImportedTeam], warn: Warn) -> tuple[ImportedTeam, ...]:
    """Return the teams with names as they are stored."""
    return tuple(
        replace(
            team,
            name=_cut(
                team.name, LONGEST_NAME, marked("name of the team %(name)s", name=repr(team.name[:40])), warn
            ).strip(),
        )
        for team in all_teams
    )


def fit_sides(
    side_players: Mapping[str, tuple[Entrant, ...]], history: History, warn: Warn
) -> dict[str, tuple[Entrant, ...]]:
    """Return the players by entrant: one, or those of a side, as in ``fit_history``."""
    return {
        key: tuple(_fit_entrant(one, warn) for one in side_players[key])
        if key in side_players
        else (entrant,)
        for key, entrant in history.entrants.items()
    }


def new_player(organisation: Organisation, person: Person, entrant: Entrant, warn: Warn) -> Player:
    """Return an unsaved row, without a lasting id, for a person who is not known yet."""
    return Player(
        organisation=organisation,
        family_name=_cut(
            person.name.strip(), LONGEST_NAME, marked("family name of %(who)s", who=entrant.id), warn
        ),
        given_name=_cut(
            person.first_name.strip(), LONGEST_NAME, marked("given name of %(who)s", who=entrant.id), warn
        ),
        egf_pin=_cut(person.egf_pin, LONGEST_NUMBER, marked("EGF PIN of %(who)s", who=entrant.id), warn),
        ffg_licence=_cut(
            person.ffg_licence, LONGEST_NUMBER, marked("FFG licence of %(who)s", who=entrant.id), warn
        ),
        aga_id=_cut(person.aga_id, LONGEST_NUMBER, marked("AGA number of %(who)s", who=entrant.id), warn),
        **{column: _fit_text(getattr(person, column), column) for column in FOR_FILES},
        **PlayerFacts.facts_of(entrant),
    )


def _fit_text(text: str, column: str) -> str:
    """Return the text, or "" if it is longer than any program writes."""
    return to_one_line(text) if len(text) <= FOR_FILES[column] else ""


def new_clubs(organisation: Organisation, history: History) -> list[Club]:
    """Return an unsaved row for each club, with the country of the first of its players."""
    found: dict[str, str] = {}
    for entrant in history.entrants.values():
        if entrant.club:
            found.setdefault(entrant.club, entrant.country)
    return [Club(organisation=organisation, code=code, country=country) for code, country in found.items()]


def warn_of_losses(details: Details, warn: Warn) -> None:
    """Warn of data that was read and cannot be stored."""
    if details.director:
        warn(marked("The director's name is not kept: give the office to an account."))


def _cut(text: str, longest: int, what: str, warn: Warn) -> str:
    if not is_one_line(text):
        warn(marked("The %(what)s has line breaks or control characters: they are left out.", what=what))
        text = to_one_line(text)
    if len(text) > longest:
        warn(marked("The %(what)s is cut to %(most)s characters.", what=what, most=longest))
    return text[:longest]


def recognise(
    organisation: Organisation, people: Mapping[str, Player], warn: Warn, *, unseen: Collection[str] = ()
) -> dict[str, Player]:
    """Return key -> known player, for those of ``people`` (unsaved rows) who match exactly one.

    Nobody is recognised twice. A person who could be several players, or one already taken, is left out with
    a warning. ``unseen``: ids of players to ignore.
    """
    players = Player.objects.filter(organisation=organisation, erased=False)
    known = list(players.exclude(id__in=[UUID(id_) for id_ in unseen]))
    by_pin, by_name = _indexes(known)
    found: dict[str, Player] = {}
    taken: set[UUID] = set()
    unsure: set[str] = set()
    for key, person in people.items():
        alike = _find_alike(person, by_pin, by_name)
        free = [player for player in alike if player.id not in taken]
        if len(free) == 1:
            found[key] = free[0]
            taken.add(free[0].id)
        elif alike:
            unsure.add(key)
            warn(
                marked("%(who)s may be one of several known players: entered as a new one.", who=person.name)
            )
    rest = {key: person for key, person in people.items() if key not in unsure}
    _warn_of_matches(rest, found, KnownPlayers(known), warn)
    return found


def _warn_of_matches(
    people: Mapping[str, Player], found: Mapping[str, Player], known: KnownPlayers, warn: Warn
) -> None:
    by_name = [people[key].name for key, player in found.items() if not _have_same_pin(people[key], player)]
    if by_name:
        names = ", ".join(by_name)
        warn(marked("Matched with known players by name and country alone: %(names)s.", names=names))
    for key, person in people.items():
        numbers = {column: getattr(person, column) for column in NUMBERS.values()}
        if key not in found and (others := known.alike(person.name, numbers)):
            spelled = ", ".join(dict.fromkeys(other.name for other in others))
            warn(
                marked(
                    "%(who)s is entered as a new player; already known here: %(spelled)s.",
                    who=person.name,
                    spelled=spelled,
                )
            )


def _have_same_pin(one: Player, other: Player) -> bool:
    return bool(one.egf_pin) and one.egf_pin == other.egf_pin


def _indexes(
    known: Iterable[Player],
) -> tuple[dict[str, list[Player]], dict[tuple[str, str], list[Player]]]:
    by_pin, by_name = defaultdict(list), defaultdict(list)
    for player in known:
        if player.egf_pin:
            by_pin[player.egf_pin].append(player)
        by_name[player.key, player.country].append(player)
    return by_pin, by_name


def _find_alike(
    person: Player, by_pin: Mapping[str, list[Player]], by_name: Mapping[tuple[str, str], list[Player]]
) -> list[Player]:
    if person.egf_pin and (same := by_pin.get(person.egf_pin)):
        return same
    namesakes = by_name.get((person.key, person.country), [])
    return [player for player in namesakes if not (person.egf_pin and player.egf_pin)]
