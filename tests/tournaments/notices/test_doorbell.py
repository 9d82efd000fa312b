"""After a commit somebody tells: a thread of this process, or a worker where there is a queue."""

import pytest

from tests.builders import a_tournament, an_account, pair
from tests.conftest import wait_until
from tournaments.notices import doorbell
from tournaments.notices.rows import Happening, Notice
from tournaments.tables.people import Player


def a_published_round():
    """Of two players, who have had accounts for long."""
    row = a_tournament(players=2)
    for name, player in zip(("anna", "bert"), Player.objects.all(), strict=True):
        Player.objects.filter(pk=player.pk).update(user=an_account(name))
    pair(row, 1)


def told_names():
    return sorted(Notice.objects.values_list("user__username", flat=True))


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_club_tells_by_itself():
    a_published_round()
    assert doorbell.THREAD.join(30)
    assert (told_names(), Happening.objects.count()) == (["anna", "bert"], 0)


@pytest.mark.celery
@pytest.mark.postgresql
def test_a_worker_tells(celery_worker_process):
    a_published_round()
    wait_until(lambda: not Happening.objects.exists(), seconds=60)
    assert told_names() == ["anna", "bert"]
