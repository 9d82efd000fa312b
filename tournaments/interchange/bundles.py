"""Exports that are too large for one value: written in pieces, with one piece in memory at a time."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.text import slugify

from games.game.loading import state_of
from games.game.queries import record_sgf
from games.game.records import OriginalFiles, original_files
from games.game.rows import GameRow
from games.log.serialisation import encode
from games.marking import marked
from tournaments.competition.ratings import class_of, ratings_of
from tournaments.competition.standings import standings
from tournaments.formats.outgoing import Outgoing
from tournaments.loading import load_at
from tournaments.reading.log_view import log_view_for
from tournaments.reading.queries import events_of, last_round_with_results
from tournaments.reading.visibility import PublishedRounds, public_state, publication_of
from tournaments.state.groups import groups_of, with_teams_of
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.teams.standings import team_standings

EXACT = ("total", "optimum", "bound")  # above 2**53, so written as text
BATCH = 100
NOT_RECORDED = marked("Round %(round)s, table %(table)s is left out: nobody recorded the game.")
UPLOADED = "as-uploaded"
READABLE = 0o644 << 16


def rounds_of(row: TournamentRow, outgoing: Outgoing) -> Iterator[dict[str, Any]]:
    """Return each round with seed, rules, sums and pairs, as of the exported position."""
    state = _exported_state(row, outgoing)
    for number in sorted(state.rounds):
        round_ = encode(state.rounds[number])
        pairs = sorted(round_.pop("pairs").values(), key=lambda pair: (pair["table"], pair["game_id"]))
        exact = {name: str(round_[name]) for name in EXACT}
        yield {**round_, **exact, "pairs": [_pair(pair) for pair in pairs]}


def teams_of(row: TournamentRow, outgoing: Outgoing, last: int) -> Iterator[dict[str, Any]]:
    """Return each team with its members and its place in its group after round ``last``."""
    state = _exported_state(row, outgoing)
    for group in groups_of(state) if state.teams else ():
        for standing in team_standings(with_teams_of(state, group), last).rows:
            team = state.teams[standing.entrant_id]
            yield {**encode(team), "place": standing.place, "scores": standing.plain()}


def _exported_state(row: TournamentRow, outgoing: Outgoing) -> Tournament:
    state, _ = load_at(str(row.id), outgoing.position)
    return public_state(state) if outgoing.public else state


def _pair(pair: dict[str, Any]) -> dict[str, Any]:
    return {**pair, "total": str(pair["total"])}


def ratings_body(outgoing: Outgoing) -> dict[str, Any]:
    """Return the ratings before and after by the EGF's system, and the class; ``/ratings/`` has each game."""
    time_class, known_by = class_of(outgoing.time_class, outgoing.time, online=outgoing.online)
    table = ratings_of(outgoing.history, time_class)
    return {
        "system": "egf-2021",
        "class": time_class.value if time_class else None,
        "class_by": known_by.value,
        "rows": [
            {"player": row.player, "before": round(row.before, 3), "after": round(row.after, 3)}
            for row in table.rows
        ],
        "left_out": [
            {"round": left.game.round, "table": left.game.table, "why": left.why.value}
            for left in table.left_out
        ],
    }


class Pipe:
    """A write-only file that returns the bytes written since the last read."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def write(self, data: bytes, /) -> int:
        self.pieces.append(bytes(data))
        return len(self.pieces[-1])

    def flush(self) -> None:
        """Do nothing, since no other buffer exists."""

    def close(self) -> None:
        """Do nothing: written bytes remain until ``drain``."""

    def drain(self) -> bytes:
        data, self.pieces = b"".join(self.pieces), []
        return data


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """A row of ``BUNDLES``.

    ``write`` yields the file; ``past``: it can be written as of a past position.
    """

    name: str
    title: str
    media_type: str
    extension: str
    past: bool
    write: Callable[[TournamentRow, Outgoing, int | None], Iterator[bytes]]
    warnings: Callable[[TournamentRow, Outgoing, int | None], tuple[str, ...]]


def sgf_zip(row: TournamentRow, outgoing: Outgoing, round_: int | None) -> Iterator[bytes]:
    """Yield a zip with one record per game, of one round or all, in one folder per round.

    Uploaded files are below ``UPLOADED``. ``manifest.json`` names the state of the tournament.
    """
    pipe, held = Pipe(), []
    with ZipFile(pipe, "w", ZIP_DEFLATED) as archive:
        for pairing, game, files in _games_with_moves(row, outgoing, round_):
            name = _file_name(pairing, outgoing)
            names = _sides(pairing, outgoing) if pairing.colours_known else {}
            state = state_of(str(game.game_id), game)
            may = outgoing.hidden.isdisjoint((pairing.black_id, pairing.white_id))
            archive.writestr(_entry(name), record_sgf(game, state, names, names_readable=may))
            uploaded = files.get((state.game_id, state.record.sha256)) if may and state.record else None
            if uploaded:
                archive.writestr(_entry(f"{UPLOADED}/{name}"), uploaded)
            place = {"file": name, "round": pairing.round, "table": pairing.table, "game": state.game_id}
            held.append(place | {"uploaded": f"{UPLOADED}/{name}" if uploaded else None})
            yield pipe.drain()
        manifest = {
            "tournament": outgoing.slug,
            "version": outgoing.version,
            "position": outgoing.position,
            "games": held,
            "warnings": games_without_moves(row, outgoing, round_),
        }
        archive.writestr(_entry("manifest.json"), json.dumps(manifest, indent=1))
    yield pipe.drain()


def games_without_moves(row: TournamentRow, outgoing: Outgoing, round_: int | None) -> tuple[str, ...]:
    """Return the games without a move, which are left out."""
    return tuple(
        marked(NOT_RECORDED, round=pairing.round, table=pairing.table)
        for pairing, game in _games(row, outgoing, round_)
        if game is None or not game.turns
    )


def _games(
    row: TournamentRow, outgoing: Outgoing, round_: int | None
) -> Iterator[tuple[PairingRow, GameRow | None]]:
    shown = publication_of(row) if outgoing.public else None
    pairings = PairingRow.objects.filter(tournament=row).order_by("round", "table", "game_id")
    if round_ is not None:
        pairings = pairings.filter(round=round_)
    found = pairings.iterator(chunk_size=BATCH)
    while batch := list(islice(found, BATCH)):
        rows = GameRow.objects.in_bulk([pairing.game_id for pairing in batch])
        yield from ((pairing, rows.get(pairing.game_id)) for pairing in batch if _is_visible(pairing, shown))


def _is_visible(pairing: PairingRow, visible_rounds: PublishedRounds | None) -> bool:
    """Return whether a pairing is visible; ``visible_rounds`` None makes all visible."""
    held = frozenset() if visible_rounds is None else visible_rounds.get(pairing.round)
    return held is not None and str(pairing.white_id) not in held


def _games_with_moves(
    row: TournamentRow, outgoing: Outgoing, round_: int | None
) -> Iterator[tuple[PairingRow, GameRow, OriginalFiles]]:
    """Return the games with moves, and the uploaded files by game and hash."""
    found = ((pairing, game) for pairing, game in _games(row, outgoing, round_) if game and game.turns)
    while batch := list(islice(found, BATCH)):
        files = original_files(str(game.game_id) for _, game in batch)
        yield from ((pairing, game, files) for pairing, game in batch)


def _entry(name: str) -> ZipInfo:
    """Return the zip entry without a time, so that the same games give the same bytes."""
    info = ZipInfo(name)
    info.compress_type, info.external_attr = ZIP_DEFLATED, READABLE
    return info


def _file_name(pairing: PairingRow, outgoing: Outgoing) -> str:
    players = slugify(" ".join(_name(outgoing, id_) for id_ in (pairing.white_id, pairing.black_id)))[:80]
    return f"round-{pairing.round:02}/table-{pairing.table:03}{players and '-'}{players}.sgf"


def _sides(pairing: PairingRow, outgoing: Outgoing) -> dict[str, str]:
    return {"black": _name(outgoing, pairing.black_id), "white": _name(outgoing, pairing.white_id)}


def _name(outgoing: Outgoing, entry_id: str) -> str:
    return outgoing.persons[entry_id].full if entry_id in outgoing.persons else ""


def tournament_json(row: TournamentRow, outgoing: Outgoing, round_: int | None) -> Iterator[bytes]:
    """Yield one JSON object: the state with names, the standings, and the tournament's own log."""
    yield b"{"
    for number, (name, value) in enumerate(_state(row, outgoing).items()):
        yield _json(f"{',' if number else ''}{json.dumps(name)}:", value)
    for name, values in (
        ("players", _players(outgoing)),
        ("teams", teams_of(row, outgoing, last_round_with_results(outgoing.history))),
        ("games", _game_bodies(outgoing)),
        ("rounds", rounds_of(row, outgoing)),
        ("events", _events(row, outgoing)),
    ):
        yield f',"{name}":['.encode()
        for number, value in enumerate(values):
            yield _json("," if number else "", value)
        yield b"]"
    yield b"}\n"


def _json(before: str, value: Any) -> bytes:
    return (before + json.dumps(value, ensure_ascii=False)).encode()


def _state(row: TournamentRow, outgoing: Outgoing) -> dict[str, Any]:
    last = last_round_with_results(outgoing.history)
    table = standings(outgoing.history, last)
    return {
        "format": "nigiri-tournament",
        "format_version": 1,
        "tournament": outgoing.slug,
        "id": str(row.id),
        "version": outgoing.version,
        "position": outgoing.position,
        "name": outgoing.name,
        "place": outgoing.place,
        "country": outgoing.country,
        "begins": outgoing.begins and outgoing.begins.isoformat(),
        "ends": outgoing.ends and outgoing.ends.isoformat(),
        "time": encode(outgoing.time),
        "time_class": outgoing.time_class,
        "online": outgoing.online,
        "ruleset": outgoing.ruleset,
        "settings": encode(outgoing.history.settings),
        "byes": {str(number): sorted(ids) for number, ids in sorted(outgoing.history.byes.items())},
        "standings": {
            "round": last,
            "rows": [
                {"place": each.place, "player": each.entrant_id, "scores": each.plain()}
                for each in table.rows
            ],
        },
        "ratings": ratings_body(outgoing),
    }


def _players(outgoing: Outgoing) -> Iterator[dict[str, Any]]:
    for entrant in outgoing.history.entrants.values():
        person = outgoing.persons[entrant.id]
        yield {
            **encode(entrant),
            "family_name": person.name,
            "given_name": person.first_name,
            "egf_pin": person.egf_pin,
            "ffg_licence": person.ffg_licence,
            "aga_id": person.aga_id,
        }


def _game_bodies(outgoing: Outgoing) -> Iterator[dict[str, Any]]:
    return ({**encode(game), "komi": outgoing.komi_of(game)} for game in outgoing.history.games)


def _events(row: TournamentRow, outgoing: Outgoing) -> Iterator[dict[str, Any]]:
    """Yield the events of the tournament up to the exported version."""
    reader = log_view_for(row, officer=not outgoing.public)
    for after in range(0, outgoing.version, BATCH):
        for recorded in events_of(row, after, min(BATCH, outgoing.version - after)):
            yield {
                "position": recorded.position,
                "version": recorded.version,
                "kind": recorded.kind,
                "data": reader.data(recorded)[0],
                "actor": recorded.actor,
                "recorded_at": recorded.recorded_at.isoformat(),
                "digest": recorded.digest,
            }


def _no_warnings(row: TournamentRow, outgoing: Outgoing, round_: int | None) -> tuple[str, ...]:
    return ()


BUNDLES = {
    each.name: each
    for each in (
        Bundle(
            name="sgf",
            title=marked("records of games, zipped"),
            media_type="application/zip",
            extension="zip",
            past=False,
            write=sgf_zip,
            warnings=games_without_moves,
        ),
        Bundle(
            name="json",
            title=marked("everything as JSON"),
            media_type="application/json",
            extension="json",
            past=True,
            write=tournament_json,
            warnings=_no_warnings,
        ),
    )
}
