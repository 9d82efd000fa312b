"""The archive, written by COPY into tables without indexes; these are built when all is there."""

import sys
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import cycle, islice
from time import monotonic, process_time

from tests.benchmarks.archive.marks import CHAIN, COPY, DAY, HOUSE
from tests.benchmarks.archive.templates import EVENTS, PLAYERS, TABLES, columns, made

CLUBS = 500
YEARS = 25
TODAY = datetime.now(UTC).date()
FLUSH = 16_000_000  # bytes of one table that are held
OWN = ("games_event", "games_opening", "games_streamhead", "games_treeblock", "games_projectionposition")
EMPTIED = (*OWN, *TABLES, PLAYERS, "tournaments_organisation", "tournaments_changed")
_CONSTRAINTS = """
SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
WHERE contype IN ('p', 'u', 'f')
    AND (conrelid = ANY(%(of)s::regclass[]) OR confrelid = ANY(%(of)s::regclass[]))
ORDER BY contype = 'f', contype = 'u', conname
"""
_INDEXES = """
SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
WHERE indrelid = ANY(%s::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
"""


def make(events, tournaments, tell=None):
    """In the database of this process, which has the tables and nothing in them."""
    from django.core.management import call_command
    from django.db import connection

    from games.log import append_only

    tell = tell or (lambda text: sys.stdout.write(f"{text}\n") and sys.stdout.flush())
    call_command("migrate", verbosity=0)
    begun, used = monotonic(), process_time()
    connection.ensure_connection()
    raw = connection.connection
    templates, house = made(raw)
    append_only.remove()
    with raw.transaction():
        raw.execute("SET LOCAL session_replication_role = replica")
        raw.execute(f"TRUNCATE {', '.join(EMPTIED)} CASCADE")
        later = list(_without_indexes(raw))
        archive = _Archive(raw, house)
        for number, template in enumerate(_chosen(templates, events, tournaments)):
            archive.copy(template, number, tournaments)
            if (number + 1) % max(1, tournaments // 20) == 0:
                tell(f"{number + 1} tournaments, {archive.position} events, {monotonic() - begun:.0f} s")
        archive.end()
        for statement in later:
            raw.execute(statement)
    append_only.install()
    raw.execute("VACUUM ANALYZE")
    _accounts()
    tell(
        f"{archive.position} events of {tournaments} tournaments in {monotonic() - begun:.0f} s,"
        f" {process_time() - used:.0f} s of the processor here"
    )


def _without_indexes(raw):
    """Drop them; yields what makes them again."""
    tables = list(EMPTIED)
    found = raw.execute(_CONSTRAINTS, {"of": tables}).fetchall()
    indexes = raw.execute(_INDEXES, [tables]).fetchall()
    for table, name, _ in reversed(found):
        raw.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
    for name, _ in indexes:
        raw.execute(f"DROP INDEX {name}")
    yield from (f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {what}' for table, name, what in found)
    yield from (definition for _, definition in indexes)


def _chosen(templates, events, tournaments):
    """So many templates that have so many events together, the large ones and the small ones by turns."""
    mean = events / tournaments
    large, small = (
        cycle([one for one in templates if (one.events > mean) is is_large]) for is_large in (True, False)
    )
    total = 0
    for number in range(1, tournaments + 1):
        one = next(small if total >= mean * (number - 1) else large)
        total += one.events
        yield one


class _Archive:
    """What has been copied so far, and is yet to be sent."""

    def __init__(self, raw, house):
        self.raw, self.position = raw, 0
        self._held, self._sizes, self._block = {}, {}, []
        self._columns = {table: columns(raw, table) for table in (*TABLES, PLAYERS)}
        self._columns |= dict(zip(OWN, _OWN_COLUMNS, strict=True))
        self._opened, self._people = set(), set()
        self._columns["tournaments_organisation"] = ["id", "slug", "name", "demonstration", "second_factor"]
        for number in range(CLUBS + 1):
            id_ = house.replace(HOUSE, _id(number))
            self._hold("tournaments_organisation", f"{id_}\thouse-{number}\tHouse {number}\tf\tf\n")

    def copy(self, template, number, of):
        house = _id(0 if number % 2 == 0 else 1 + number // 2 % CLUBS)
        day = (TODAY + timedelta(days=180) - timedelta(days=365 * YEARS * (of - number) // of)).isoformat()

        def own(text):
            return text.replace(COPY, _id(number)).replace(HOUSE, house).replace(DAY, day)

        first = self.position
        self._events(template, own(template.text).split(CHAIN))
        for table, rows in template.rows.items():
            self._hold(table, own(rows))
        if (id(template), house) not in self._people:
            self._people.add((id(template), house))
            self._hold(PLAYERS, template.people.replace(HOUSE, house))
        if id(template) not in self._opened:
            self._opened.add(id(template))
            for commitment, index, salt, said in template.openings:
                told = said.replace("\\", "\\\\")
                self._hold("games_opening", f"{commitment}\t{first + index + 1}\t{salt}\t{told}\n")

    def _events(self, template, parts):
        ends, news, lines = [""] * len(template.versions), [], []
        for index, stream in enumerate(template.stream_of):
            self.position += 1
            before, after, stored = parts[3 * index : 3 * index + 3]
            for old, resting in template.pins.get(index, ()):
                before, stored = before.replace(old, news[resting]), stored.replace(old, news[resting])
            line = f"{before}{self.position}{after}"
            digest = ends[stream] = sha256((ends[stream] + line).encode()).hexdigest()
            news.append(digest)
            lines.append(f"{self.position}\t{stored}\t{digest}\t\\N\n")
            self._leaf(sha256(b"\0" + line.encode()).digest())
        self._hold("games_event", "".join(lines))
        streams = islice(parts, 3 * template.events, None)
        heads = zip(streams, template.versions, ends, strict=True)
        self._hold("games_streamhead", "".join(f"{name}\t{version}\t{end}\n" for name, version, end in heads))

    def _leaf(self, found):
        """Into its block of the tree, whose root is stored once it is full."""
        from games.log.tree.blocks import BLOCK
        from games.log.tree.hashing import levels

        self._block.append(found)
        if len(self._block) == BLOCK:
            root, number = levels(self._block)[-1][0], self.position // BLOCK - 1
            self._hold("games_treeblock", f"{number}\t\\\\x{root.hex()}\n")
            self._block.clear()

    def _hold(self, table, text):
        self._held.setdefault(table, []).append(text)
        self._sizes[table] = self._sizes.get(table, 0) + len(text)
        if self._sizes[table] > FLUSH:
            self._send(table)

    def _send(self, table):
        named = ", ".join(self._columns[table])
        with self.raw.cursor() as cursor, cursor.copy(f"COPY {table} ({named}) FROM STDIN") as copy:
            copy.write("".join(self._held.pop(table)))
        self._sizes[table] = 0

    def end(self):
        self._hold("games_projectionposition", f"all\t{self.position}\n")
        for table in list(self._held):
            self._send(table)


_OWN_COLUMNS = (
    EVENTS,
    ["commitment", "position", "salt", "said"],
    ["stream", "version", "digest"],
    ["place", "hashes", "root"],
    ["name", "position"],
)


def _id(number):
    """The last twelve hexadecimal digits of a copy's ids."""
    return f"{number:012x}"


def _accounts():
    """An owner of the federation, which runs half of all tournaments, and somebody who plays at a club."""
    from django.contrib.auth import get_user_model

    from tournaments.tables.people import Membership, Organisation, Player

    users = get_user_model().objects
    federation = Organisation.objects.get(slug="house-0")
    owner, player = (users.create_user(name, password=None) for name in (OWNER, PLAYER))
    Membership.objects.create(organisation=federation, user=owner, office="owner")
    plays = Player.objects.filter(organisation__slug="house-7").order_by("pk").first()
    Player.objects.filter(pk=plays.pk).update(user=player)


OWNER, PLAYER = "archive-owner", "archive-player"
