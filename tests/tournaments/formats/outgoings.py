"""Tournaments to be written: by hand, or one that was played and that federations' files tell."""

import json
from datetime import date

from tests.tournaments.competition.standings.builders import DATA, wallist
from tournaments.formats import Details, Imported, Overtime, Person, TimeSystem
from tournaments.formats.outgoing import Outgoing

PLAYED = "mcmahon_handicap_19x4"
ANOTHER_ORDER = "players are placed differently than in the file: no usual criteria give its order."
HOUR = TimeSystem(basic=60, overtime=Overtime.BYOYOMI, seconds=40)


def outgoing(history, persons=None, **changes):
    """Return a tournament whose players are named after their ids: A to Z are "Aa A" to "Zz Z"."""
    names = {id_: Person(name=f"{id_}{id_.lower()}", first_name=id_) for id_ in history.entrants}
    values = {
        "name": "Spring Open",
        "place": "Leiden",
        "country": "NL",
        "begins": date(2026, 6, 5),
        "ends": date(2026, 6, 7),
        "time": HOUR,
        "ruleset": "japanese",
        "slug": "open",
        "version": 45,
        "position": 123,
    }
    return Outgoing(history=history, persons=names | (persons or {}), **{**values, **changes})


def facts():
    """Lines of the files, and what their headers were written from."""
    return json.loads((DATA / f"exchange_{PLAYED}.json").read_text())


def cup():
    """A .tou of OpenGotha's cup scoring."""
    lines = json.loads((DATA / "exchange_cup_16x4.json").read_text())["tou"]
    return "\n".join([*lines, ""]).encode("iso-8859-15")


def as_played():
    """The tournament of the files."""
    told, (history, _) = facts(), wallist(PLAYED)
    names = [line[5:35].split() for line in told["h9"] if not line.startswith(";")]
    return outgoing(
        history,
        {f"{name}{first}".upper(): Person(name=name, first_name=first) for name, first in names},
        name=told["name"],
        short_name=told["name"],
        place=told["place"],
        country="",
        begins=date.fromisoformat(told["begins"]),
        ends=date.fromisoformat(told["ends"]),
        time=TimeSystem(**told["time"] | {"overtime": Overtime(told["time"]["overtime"])}),
    )


def again(imported: Imported, **changes):
    """Return the imported tournament as input for a writer."""
    details: Details = imported.details
    values = {
        "name": details.name,
        "short_name": details.short_name,
        "place": details.location,
        "country": details.country,
        "begins": details.begins,
        "ends": details.ends,
        "time": details.time,
        "time_class": details.time_class,
        "online": details.online,
    }
    return outgoing(imported.history, dict(details.persons), **{**values, **changes})
