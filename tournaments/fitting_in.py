"""What a file says of people, fitted to the columns kept here; whatever is cut or dropped is told.

Rows are made and not saved.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from tournaments.events import Details as Poster
from tournaments.history import Entrant, History
from tournaments.interchange import Details, Person
from tournaments.one_line import fits, folded
from tournaments.people import Club, Organisation, Player

Warn = Callable[[str], None]
LONGEST_TITLE = 200
LONGEST_CODE = 12
LONGEST_NAME = 60
LONGEST_NUMBER = 16
DROPPED = {
    "grade": "grade",
    "rating_origin": "origin of the rating",
    "ffg_licence_status": "status of the FFG licence",
    "aga_expiration": "expiry of the AGA membership",
}


def poster(details: Details, warn: Warn) -> Poster:
    """What is public of a tournament; dates in the wrong order lose the second."""
    name = details.name.strip() or details.short_name.strip()
    if not name:
        name = "Imported tournament"
        warn(f"The file names no tournament: it is called {name}.")
    ends = details.ends
    if details.begins and ends and ends < details.begins:
        warn(f"The tournament would end ({ends}) before it begins ({details.begins}): the end is dropped.")
        ends = None
    return Poster(
        name=_cut(name, LONGEST_TITLE, "name of the tournament", warn),
        place=_cut(details.location.strip(), LONGEST_TITLE, "place", warn),
        begins="" if details.begins is None else details.begins.isoformat(),
        ends="" if ends is None else ends.isoformat(),
        country=details.country,
        time=details.time,
        time_class=details.time_class,
        online=details.online,
    )


def fitted(history: History, warn: Warn) -> History:
    """The same, with clubs and countries as they are stored: pairing compares them."""
    entrants = {key: _fitted(entrant, warn) for key, entrant in history.entrants.items()}
    return replace(history, entrants=entrants)


def _fitted(entrant: Entrant, warn: Warn) -> Entrant:
    country = entrant.country
    if len(country) > 2:
        warn(f"The country {country[:40]!r} of {entrant.id} has no two-letter code: it is dropped.")
        country = ""
    return replace(
        entrant, country=country, club=_cut(entrant.club, LONGEST_CODE, f"club of {entrant.id}", warn)
    )


def player(organisation: Organisation, person: Person, entrant: Entrant, warn: Warn) -> Player:
    """The row of somebody not known yet, unsaved and without a lasting id."""
    of = f"of {entrant.id}"
    return Player(
        organisation=organisation,
        family_name=_cut(person.name.strip(), LONGEST_NAME, f"family name {of}", warn),
        given_name=_cut(person.first_name.strip(), LONGEST_NAME, f"given name {of}", warn),
        country=entrant.country,
        club=entrant.club,
        rank=entrant.rank,
        rating=entrant.rating,
        egf_pin=_cut(person.egf_pin, LONGEST_NUMBER, f"EGF pin {of}", warn),
        ffg_licence=_cut(person.ffg_licence, LONGEST_NUMBER, f"FFG licence {of}", warn),
        aga_id=_cut(person.aga_id, LONGEST_NUMBER, f"AGA number {of}", warn),
    )


def clubs(organisation: Organisation, history: History) -> list[Club]:
    """A row for each club, unsaved; its country is that of the first of its players."""
    found: dict[str, str] = {}
    for entrant in history.entrants.values():
        if entrant.club:
            found.setdefault(entrant.club, entrant.country)
    return [Club(organisation=organisation, code=code, country=country) for code, country in found.items()]


def warn_of_the_rest(details: Details, warn: Warn) -> None:
    """Everything that was read and has no place here."""
    if details.director:
        warn("The director's name is not kept: give the office to an account.")
    if details.club_groups:
        warn(f"{len(details.club_groups)} groups of clubs are not kept: each club counts for itself.")
    if details.colours_unknown:
        warn(f"{len(details.colours_unknown)} games without known colours are kept with those of the file.")
    _warn_of_people(details.persons, warn)


def _warn_of_people(persons: Mapping[str, Person], warn: Warn) -> None:
    for attribute, what in DROPPED.items():
        number = sum(bool(getattr(person, attribute)) for person in persons.values())
        if number:
            warn(f"The {what} is not kept; players with one: {number}.")


def _cut(text: str, longest: int, what: str, warn: Warn) -> str:
    if not fits(text):
        warn(f"The {what} has line breaks or control characters: they are left out.")
        text = folded(text)
    if len(text) > longest:
        warn(f"The {what} is cut to {longest} characters.")
    return text[:longest]
