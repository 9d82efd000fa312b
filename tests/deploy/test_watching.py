from os import environ

import pytest
from django.contrib.auth.models import User
from django.db.migrations.recorder import MigrationRecorder
from health_check.exceptions import ServiceUnavailable

from deploy.watching import checks
from deploy.watching.checks import Writing


@pytest.mark.django_db(transaction=True)
def test_health_asks_the_database_the_cache_and_the_queue(client):
    response = client.get("/health/?format=json")
    assert response.status_code == 200
    assert set(response.json().values()) == {"OK"}
    assert list(response.json()) == ["database", "writing", "cache", "queue", "jobs"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(bool(environ.get("DATABASE_URL")), reason="the space of a server is its operator's")
def test_a_disk_without_space_is_not_healthy():
    Writing(least_free=1).run()
    with pytest.raises(ServiceUnavailable, match="disk is full"):
        Writing(least_free=2**62).run()


@pytest.mark.django_db
def test_metrics_are_for_the_bearer_of_the_token(client, settings):
    settings.METRICS_TOKEN = "a token"
    assert client.get("/metrics", headers={"Authorization": "Bearer a token"}).status_code == 200
    assert client.get("/metrics", headers={"Authorization": "Bearer another"}).status_code == 404


@pytest.mark.django_db
def test_without_a_token_metrics_are_for_staff(client, settings):
    settings.METRICS_TOKEN = ""
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    client.force_login(User.objects.create_user("ada", is_staff=True))
    assert b"django_http_requests_total" in client.get("/metrics").content


@pytest.mark.django_db(transaction=True)
def test_a_server_whose_tables_are_too_old_lives_and_is_not_ready(client, monkeypatch):
    monkeypatch.setattr(checks, "_seen", False)
    newest = MigrationRecorder.Migration.objects.latest("pk")
    newest.delete()
    try:
        response = client.get("/health/ready/?format=json")
        assert response.status_code == 503
        assert response["Retry-After"]
        assert response.json()["migrated"].endswith("The tables are older than the program: migrate.")
        assert client.get("/health/live/").status_code == 200
    finally:
        newest.save(force_insert=True)
    assert client.get("/health/ready/").status_code == 200


def test_whether_it_lives_is_asked_of_nobody_else(client):
    """Without a mark any question to the database would fail."""
    assert client.get("/health/live/").content == b"OK\n"
