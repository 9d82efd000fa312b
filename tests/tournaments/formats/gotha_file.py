"""Writes files as OpenGotha would, from values, so that tests know what a reader must find in them."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import quoteattr

from tournaments.competition.history import Winner

DATA = Path(__file__).resolve().parents[2] / "data"
WINNER_NAMES = {
    Winner.NOBODY_YET: "UNKNOWN",
    Winner.BLACK: "BLACKWINS",
    Winner.WHITE: "WHITEWINS",
    Winner.JIGO: "EQUAL",
    Winner.BOTH: "BOTHWIN",
    Winner.NEITHER: "BOTHLOSE",
}
GENERAL = {
    "shortName": "Tulip",
    "name": "Tulip Cup",
    "location": "Leiden",
    "director": "E. Vos",
    "beginDate": "2024-05-01",
    "endDate": "2024-05-02",
    "numberOfRounds": "3",
    "komi": "6.5",
    "size": "19",
    "basicTime": "45",
    "complementaryTimeSystem": "STDBYOYOMI",
    "stdByoYomiTime": "30",
    "genMMFloor": "20K",
    "genMMBar": "4D",
    "genMMZero": "30K",
    "genMMS2ValueAbsent": "1",
    "genMMS2ValueBye": "2",
    "genNBW2ValueAbsent": "0",
    "genNBW2ValueBye": "2",
    "genRoundDownNBWMMS": "true",
    "genCountNotPlayedGamesAsHalfPoint": "false",
    "numberOfCategories": "1",
}
PLAYERS = (
    {"name": "De Wit", "firstName": "Anna", "rank": "4D", "rating": "2400", "country": "NL", "club": "Lei"},
    {"name": "Berg", "firstName": "Émile", "rank": "2K", "rating": "1880", "egfPin": "12345678"},
    {"name": "Cramer", "firstName": "Jo", "rank": "12K", "rating": "900", "participating": "101"},
)
GAMES = (
    {"roundNumber": "1", "tableNumber": "1", "whitePlayer": "DEWITANNA", "blackPlayer": "BERGÉMILE"},
    {"roundNumber": "2", "tableNumber": "1", "whitePlayer": "BERGÉMILE", "blackPlayer": "DEWITANNA"},
)


def tag(name, attributes, inside=""):
    written = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{name}{written}>{inside}</{name}>\n"


@dataclass(kw_only=True)
class GothaFile:
    """A file in parts; ``bytes(file)`` is the file. Whatever a test changes is what it is about."""

    version: dict = field(default_factory=lambda: {"dataVersion": "201", "fullVersionNumber": "3.52"})
    players: list = field(default_factory=lambda: [dict(player) for player in PLAYERS])
    games: list = field(default_factory=lambda: [dict(game) for game in GAMES])
    byes: list = field(default_factory=list)
    general: dict = field(default_factory=lambda: dict(GENERAL))
    categories: list = field(default_factory=list)
    handicap: dict | None = field(default_factory=dict)
    criteria: tuple = ("MMS", "SOSM", "NULL")
    pairing: dict | None = field(default_factory=dict)
    more: str = ""
    encoding: str = "UTF-8"
    doctype: str = ""
    around_byes: str = "ByePlayers"

    def __str__(self):
        inside = tag("Players", {}, "".join(tag("Player", player) for player in self.players))
        inside += tag("Games", {}, "".join(tag("Game", game) for game in self.games))
        inside += tag(self.around_byes, {}, "".join(tag("ByePlayer", bye) for bye in self.byes))
        inside += tag("TournamentParameterSet", {}, self._parameters()) + self.more
        prolog = f'<?xml version="1.0" encoding="{self.encoding}"?>\n{self.doctype}'
        return prolog + tag("Tournament", self.version, inside)

    def __bytes__(self):
        return str(self).encode(self.encoding)

    def _parameters(self):
        categories = "".join(tag("Category", category) for category in self.categories)
        criteria = "".join(
            tag("PlacementCriterion", {"name": name, "number": str(number)})
            for number, name in enumerate(self.criteria, start=1)
        )
        placement = tag("PlacementCriteria", {}, criteria)
        return (
            tag("GeneralParameterSet", self.general, tag("Categories", {}, categories))
            + (tag("HandicapParameterSet", self.handicap) if self.handicap is not None else "")
            + tag("PlacementParameterSet", {}, placement)
            + (tag("PairingParameterSet", self.pairing) if self.pairing is not None else "")
        )


def published(name):
    """A file that was published, out of tests/data; the names are invented."""
    told = json.loads((DATA / f"{name}.json").read_text())
    rows = {part: [*_rows(**told[part])] for part in ("players", "games")}
    parts = ("version", "byes", "general", "categories", "handicap", "pairing")
    return GothaFile(criteria=tuple(told["criteria"]), **rows, **{part: told[part] for part in parts})


def _rows(same, columns, rows):
    """Attributes of elements: those that all share, and those of each, None where it has none."""
    for row in rows:
        yield same | {name: text for name, text in zip(columns, row, strict=True) if text is not None}


def written(history):
    """A ``History`` as a file. Ids must be capitals; the last letter becomes the given name."""
    settings = history.settings
    return GothaFile(
        players=[_player(entrant) for entrant in history.entrants.values()],
        games=[_game(game) for game in history.games],
        byes=[
            {"roundNumber": str(round_), "player": id_}
            for round_, ids in history.byes.items()
            for id_ in sorted(ids)
        ],
        general=GENERAL
        | {
            "numberOfRounds": str(settings.rounds),
            "komi": str(settings.komi),
            "genMMFloor": rank_name(settings.floor),
            "genMMBar": rank_name(settings.bar),
            "genMMS2ValueAbsent": str(settings.mms_absent2),
            "genRoundDownNBWMMS": str(settings.round_down).lower(),
            "genCountNotPlayedGamesAsHalfPoint": str(settings.not_played_counts_half).lower(),
        },
        criteria=settings.criteria,
    )


def rank_name(rank):
    return f"{rank + 1}D" if rank >= 0 else f"{-rank}K"


def _player(entrant):
    return {
        "name": entrant.id[:-1],
        "firstName": entrant.id[-1],
        "rank": rank_name(entrant.rank),
        "rating": str(entrant.rating),
        "country": entrant.country,
        "club": entrant.club,
        "participating": "".join("0" if round_ in entrant.absent else "1" for round_ in range(1, 21)),
        "registeringStatus": "FIN" if entrant.final else "PRE",
        "smmsCorrection": str(entrant.correction),
    }


def _game(game):
    default = "_BYDEF" if game.result.by_default and game.result.winner is not Winner.NOBODY_YET else ""
    return {
        "roundNumber": str(game.round),
        "tableNumber": str(game.table),
        "whitePlayer": game.white,
        "blackPlayer": game.black,
        "handicap": str(game.handicap),
        "result": f"RESULT_{WINNER_NAMES[game.result.winner]}{default}",
    }
