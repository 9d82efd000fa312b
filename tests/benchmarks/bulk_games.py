"""Very many stored games for benchmarks: real events, digests and rows, copied from games that were played.

A game that is played through the commands takes ten milliseconds, so that 100,000 would take a quarter of an
hour of processor time. A copy differs from its model by the names in it alone; ``manage.py verify`` finds
nothing wrong with it.
"""

from collections.abc import Sequence
from hashlib import sha256
from itertools import islice
from uuid import UUID

from django.db import connection, transaction

from games.game.commands import stream_of
from games.game.rows import GameRow
from games.log import projections, statements, store
from games.log.canonical import canonical
from games.log.digests import timestamp
from games.log.tables import Event, StreamHead
from tests.builders import a_context
from tournaments.tables.rows import PairingRow

AT_ONCE = 200  # games in one transaction
COPIED = (
    *("turns", "phase", "to_play", "outcome", "winner", "margin", "by", "version"),
    *("lost_most", "continuations", "claims_made", "sequences", "fines"),
)
_NAMES = "position, stream, version, kind, data, actor, command_id, ordinal, recorded_at, digest"
_INSERT = f"INSERT INTO games_event ({_NAMES}) VALUES ({', '.join(['%s'] * 10)})"


def copy_games(models: Sequence[UUID], copies: Sequence[UUID]) -> None:
    """Play the opened games ``copies`` as the games ``models`` were, each opened and played once.

    Copy number n is like model n modulo how many there are.
    """
    played = [store.read(stream_of(str(game_id)), after=1) for game_id in models]
    texts = [[(one.kind, canonical(one.data)) for one in game] for game in played]
    numbered = iter(enumerate(sorted(copies)))
    while batch := list(islice(numbered, AT_ONCE)):
        with transaction.atomic():
            _copy(texts, batch)
    _project(models, sorted(copies))


def _copy(texts: Sequence[Sequence[tuple[str, str]]], batch: Sequence[tuple[int, UUID]]) -> None:
    store.take_turn()
    context, position, ordinal = a_context(), store.head(), 0
    command = statements.column(Event, "command_id", context.command_id)
    at = statements.column(Event, "recorded_at", context.at)
    told, ends = timestamp(context.at), _ends(batch)
    rows: list[tuple[object, ...]] = []
    for number, game_id in batch:
        stream = stream_of(str(game_id))
        digest = ends[stream].digest
        for version, (kind, data) in enumerate(texts[number % len(texts)], start=2):
            position += 1
            line = (
                f'{digest}{{"actor":"{context.actor}","command_id":"{context.command_id}","data":{data},'
                f'"kind":"{kind}","ordinal":{ordinal},"position":{position},'
                f'"recorded_at":"{told}","stream":"{stream}","version":{version}}}'
            )
            digest = sha256(line.encode()).hexdigest()
            rows.append((position, stream, version, kind, data, context.actor, command, ordinal, at, digest))
            ordinal += 1
        ends[stream].version, ends[stream].digest = version, digest
    with connection.cursor() as cursor:
        cursor.executemany(_INSERT, rows)
    statements.upsert(list(ends.values()))
    projections.note(position)


def _ends(batch: Sequence[tuple[int, UUID]]) -> dict[str, StreamHead]:
    return StreamHead.objects.in_bulk([stream_of(str(game_id)) for _, game_id in batch])


def _project(models: Sequence[UUID], copies: Sequence[UUID]) -> None:
    for number, model in enumerate(models):
        like = GameRow.objects.get(game_id=model)
        proof = PairingRow.objects.values("proved_winner", "proved_text").get(game_id=model)
        for begin in range(number, len(copies), len(models) * AT_ONCE):
            some = copies[begin : begin + len(models) * AT_ONCE : len(models)]
            GameRow.objects.filter(game_id__in=some).update(**{name: getattr(like, name) for name in COPIED})
            PairingRow.objects.filter(game_id__in=some).update(**proof)
