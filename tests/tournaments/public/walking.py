"""Every address of ours that takes GET, in a house where each leads to something."""

from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.urls import resolve

from games.game import commands as games
from games.log import folding
from tests.builders import a_context, finish, pair
from tests.test_permission_matrix import SGF, a_house, handlers, named_patterns
from tournaments.tables.rows import TournamentRow

QUERIES = {"api:standings-changes": "?since=1"}  # without it there is no answer


def a_walked_house():
    """Round 1 is played, one of its games with its record; round 2 is paired."""
    with transaction.atomic():
        house = a_house(published=True)
        games.receive_record(str(house.pairing.game_id), SGF, a_context())
    row = TournamentRow.objects.get(slug=house.known["slug"])
    finish(row, 1)
    pair(row, 2)
    return house


def addresses(house):
    """Name -> address, of those that answer GET."""
    found = {name: (house.address(name, pattern), pattern) for name, pattern in named_patterns()}
    return {
        name: address + QUERIES.get(name, "")
        for name, (address, pattern) in found.items()
        if _takes_get(pattern.callback)
    }


def _takes_get(view):
    return "get" in handlers(view) if hasattr(view, "cls") else True


def read(address, **headers):
    """The answer to a stranger who has been here never before, with its body, and the statements it took."""
    asked = []

    def counted(run, sql, *given):
        asked.append(sql)
        return run(sql, *given)

    with connection.execute_wrapper(counted):
        answer = Client().get(address, headers=headers)
        answer.body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return answer, asked


def forget():
    """Empty the cache and forget the states that this process holds."""
    caches["shared"].clear()
    folding.clear_cache()


def is_public(address):
    """Whether the view of an address answers anonymous readers from the cache."""
    return getattr(resolve(address.partition("?")[0]).func, "is_public", False)
