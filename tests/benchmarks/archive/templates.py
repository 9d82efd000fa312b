"""Tournaments to copy: their events and rows as text in which every id, the slug and the day are marked.

An id is told from those of other copies by its last twelve hexadecimal digits, which the mark stands for:
those of a tournament, its entries, games, claims and commands are its copy's; those of players, and of the
organisation, the organisation's. Marks are control characters, which no canonical JSON has.
"""

import re
from dataclasses import dataclass

from tests.benchmarks.archive.marks import CHAIN, COPY, DAY, HOUSE

SEEDS = {
    5: True,
    22: True,
    16: True,
    4: True,
    24: True,
    2: True,
    6: True,
    20: True,
    18: True,
    21: False,
    17: False,
}
"""Seed -> quiet. Those that are not have claims, and games with records."""
UUID = re.compile(r"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-)[0-9a-f]{12}")
PIN = re.compile(r'"game_digest":"([0-9a-f]{64})"')
TABLES = {  # in an order in which each finds what it points at
    "tournaments_tournamentrow": "id = %s",
    "tournaments_entryrow": "tournament_id = %s",
    "tournaments_roundrow": "tournament_id = %s",
    "tournaments_pairingrow": "tournament_id = %s",
    "games_gamerow": "context = %s",
    "games_claimrow": "context = %s",
    "games_claimevidence": "claim_id IN (SELECT claim_id FROM games_claimrow WHERE context = %s)",
}
EVENTS = [
    *("position", "stream", "version", "kind", "data", "actor", "command_id"),
    *("ordinal", "recorded_at", "digest", "joined"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """What a tournament's copies are made of; ``text`` and ``rows`` with marks.

    ``text``: of each event what its digest covers before and after its position, and its columns; then names
    of streams. ``pins``: number of an event -> digests in its data of events that it rests on, with their
    numbers; ``stream_of``: the stream of each event, ``versions`` the last of each; ``rows``: table -> rows
    as COPY has them, ``people`` those of players; ``openings``: commitment, number of its event, salt, words.
    """

    text: str
    events: int
    pins: dict[int, list[tuple[str, int]]]
    stream_of: tuple[int, ...]
    versions: tuple[int, ...]
    rows: dict[str, str]
    people: str
    openings: tuple[tuple[str, int, str, str], ...]


PLAYERS = "tournaments_player"
_PLAYING = """
id IN (SELECT unnest(ARRAY[player_id, partner_id, third_id])
       FROM tournaments_entryrow WHERE tournament_id = %s)
"""


def made(raw):
    """Templates made in the empty database behind ``raw``, and the marked id of their organisation."""
    from tests.generated import Wish, generate

    found = [generate(seed, Wish(quiet=quiet), organisation="archive") for seed, quiet in SEEDS.items()]
    [(house,)] = raw.execute("SELECT id::text FROM tournaments_organisation").fetchall()
    return [_template(raw, one) for one in found], UUID.sub(rf"\1{HOUSE}", house)


def columns(raw, table):
    """Without those that the database counts itself."""
    rows = raw.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND is_identity = 'NO'"
        " ORDER BY ordinal_position",
        [table],
    )
    return [f'"{name}"' for (name,) in rows.fetchall()]


def _template(raw, generated):
    id_ = generated.tournament_id
    shared = {str(one) for (one,) in raw.execute("SELECT id FROM tournaments_player").fetchall()}
    shared |= {str(one) for (one,) in raw.execute("SELECT id FROM tournaments_organisation").fetchall()}
    [(day,)] = raw.execute("SELECT begins FROM tournaments_tournamentrow WHERE id = %s", [id_]).fetchall()
    events = raw.execute(_EVENTS, [id_] * 3).fetchall()
    return _of_events(raw, id_, Marking(shared=shared, slug=generated.slug, day=day), events)


_EVENTS = f"""
SELECT {", ".join(EVENTS)} FROM games_event WHERE stream = 'tournament-' || %s
    OR stream IN (SELECT 'game-' || game_id FROM games_gamerow WHERE context = %s)
    OR stream IN (SELECT 'claim-' || claim_id FROM games_claimrow WHERE context = %s)
ORDER BY position
"""


def _of_events(raw, id_, mark, events):
    from games.log.raw import Row

    rows = [Row(**dict(zip(EVENTS, event, strict=True))) for event in events]
    streams = list(dict.fromkeys(row.stream for row in rows))
    ends = {row.stream: row.version for row in rows}
    at, by_digest = ({getattr(row, name): i for i, row in enumerate(rows)} for name in ("position", "digest"))
    pins = {i: [(old, by_digest[old]) for old in PIN.findall(row.data)] for i, row in enumerate(rows)}
    said = raw.execute(
        "SELECT commitment, position, salt, said FROM games_opening WHERE position = ANY(%s)", [list(at)]
    ).fetchall()
    return Template(
        text=mark(CHAIN.join([text for row in rows for text in _texts(row)] + streams)),
        events=len(rows),
        pins={i: found for i, found in pins.items() if found},
        stream_of=tuple(streams.index(row.stream) for row in rows),
        versions=tuple(ends[stream] for stream in streams),
        rows={table: mark(_copied(raw, table, where, id_)) for table, where in TABLES.items()},
        people=mark(_copied(raw, PLAYERS, _PLAYING, id_)),
        openings=tuple((one, at[position], salt, words) for one, position, salt, words in said),
    )


def _texts(row):
    """Of one event: what its digest covers before and after its position, and its columns after that."""
    from games.log.digests import line

    before, after = line(row, 0).rsplit('"position":0,', 1)
    data = row.data.replace("\\", "\\\\")
    named = f"{row.stream}\t{row.version}\t{row.kind}\t{data}\t{row.actor}\t{row.command_id}\t{row.ordinal}"
    return f'{before}"position":', f",{after}", f"{named}\t{row.recorded_at.isoformat()}"


def _copied(raw, table, where, id_):
    """Rows of a table as COPY writes them."""
    from psycopg import ClientCursor, sql

    named = ", ".join(columns(raw, table))
    query = ClientCursor(raw).mogrify(f"SELECT {named} FROM {table} WHERE {where}", [id_])
    with raw.cursor() as cursor, cursor.copy(sql.SQL(f"COPY ({query}) TO STDOUT")) as copy:
        return b"".join(bytes(part) for part in copy).decode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Marking:
    """Text -> the same with marks in place of what differs between copies."""

    shared: set[str]
    slug: str
    day: str

    def __call__(self, text):
        text = UUID.sub(lambda one: one[1] + (HOUSE if one[0] in self.shared else COPY), text)
        text = re.sub(rf"\b{self.slug}\b(?!-)", f"{self.slug}-{COPY}", text)
        return re.sub(rf"{self.day}(?![T ])", DAY, text)
