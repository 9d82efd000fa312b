"""How PostgreSQL reads each list and page: which tables by which index, and which from end to end."""

import json
from collections.abc import Iterator

from tests.benchmarks.archive.addresses import asked
from tests.benchmarks.archive.making import EMPTIED

LARGE = sorted({*EMPTIED} - {"games_projectionposition", "tournaments_organisation", "tournaments_changed"})
TIMES = 100
"""The archive is taken for so many times as large as it is: one of 1,000 tournaments for one of 100,000."""
_TAKEN_FOR = """
UPDATE pg_class SET reltuples = reltuples * %(times)s WHERE oid = ANY(%(large)s::regclass[])
    OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ANY(%(large)s::regclass[]))
"""


def plans() -> Iterator[dict]:
    """Of each address its ``status``, ``indexes`` of large tables that are read, and those read ``whole``."""
    from django.contrib.auth import get_user_model
    from django.db import connection
    from django.test import Client

    connection.ensure_connection()
    client = Client()
    for who, addresses in asked():
        if who:
            client.force_login(get_user_model().objects.get(username=who))
        for pattern, address in addresses:
            statements = []

            def noting(run, sql, params, *given, statements=statements):
                statements.append((sql, params))
                return run(sql, params, *given)

            _forget()
            with connection.execute_wrapper(noting):
                status = client.get(address).status_code
            yield {"who": who, "pattern": pattern, "status": status, **_told(statements)}


def exaggerate():
    """Let the planner take the large tables for larger than they are, until they are analysed again."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_TAKEN_FOR, {"times": TIMES, "large": LARGE})


def _forget():
    from django.core.cache import caches

    from games.log import folding

    caches["shared"].clear()
    folding.forget()


def _told(statements):
    indexes, whole = set(), set()
    for sql, params in dict.fromkeys((sql, _frozen(params)) for sql, params in statements):
        if sql.lstrip().upper().startswith("SELECT"):
            for node in _nodes(_plan(sql, params)):
                if node.get("Relation Name") in LARGE and node["Node Type"] == "Seq Scan":
                    whole.add(node["Relation Name"])
                if "Index Name" in node:
                    indexes.add(node["Index Name"])
    return {"indexes": sorted(indexes), "whole": sorted(whole)}


def _frozen(params):
    return tuple(tuple(one) if isinstance(one, list) else one for one in params or ())


def _plan(sql, params):
    from django.db import connection

    with connection.cursor() as cursor:
        given = [list(one) if isinstance(one, tuple) else one for one in params]
        cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", given)
        [(plan,)] = cursor.fetchall()
    return (json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]


def _nodes(plan):
    yield plan
    for one in plan.get("Plans", ()):
        yield from _nodes(one)
