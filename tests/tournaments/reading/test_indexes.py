"""Indexes by which PostgreSQL reads lists that grow with the years."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.claims.rows import ClaimRow
from games.log.tables import Event
from tests.test_permission_matrix import a_house, client_of
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

LARGE = (ClaimRow, EntryRow, Event, PairingRow, Player, TournamentRow)
TAKE_FOR_LARGE = """
UPDATE pg_class SET reltuples = 1e6, relpages = 1 WHERE oid = ANY(%(tables)s::regclass[])
    OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ANY(%(tables)s::regclass[]))
"""


@pytest.mark.parametrize(
    ("who", "address", "index"),
    [
        ("public", "/", "tournaments_at_home"),
        ("public", "/organisations/home/", "tournaments_of_house"),
        ("public", "/api/v1/tournaments/", "tournaments_shown"),
        ("public", "/api/v1/tournaments/?system=mcmahon", "tournaments_of_system"),
        ("owner", "/organisations/home/players/", "players_by_name"),
        ("owner", "/api/v1/claims/", "claims_made"),
        ("owner", "/api/v1/claims/?state=open", "claims_at_stage"),
        ("player", "/my/", "tournaments_entryrow_player_id"),
    ],
)
def test_list_is_read_by_its_index(who, address, index):
    client = client_of(a_house(published=True), who)
    tables = {model._meta.db_table for model in LARGE}
    with connection.cursor() as cursor:
        cursor.execute(TAKE_FOR_LARGE, {"tables": sorted(tables)})
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        read = [
            node
            for query in queries.captured_queries
            if query["sql"].startswith("SELECT")
            for node in nodes(plan(cursor, query["sql"]))
        ]
    whole = [node["Relation Name"] for node in read if node["Node Type"] == "Seq Scan"]
    assert tables.isdisjoint(whole)
    assert any(node.get("Index Name", "").startswith(index) for node in read)


def plan(cursor, statement):
    cursor.execute(f"EXPLAIN (FORMAT JSON) {statement}")
    [(told,)] = cursor.fetchall()
    return (json.loads(told) if isinstance(told, str) else told)[0]["Plan"]


def nodes(plan):
    yield plan
    for part in plan.get("Plans", ()):
        yield from nodes(part)
