"""Sending of tasks while the broker is unreachable and after it returns."""

import os
import signal
import socket
from contextlib import contextmanager
from time import monotonic

import pytest
import redis
from celery import Celery
from django.conf import settings

from tests.conftest import wait_until
from tests.services import free_port, start_redis, stop
from tournaments.outbox import waking


@pytest.fixture(autouse=True)
def _fresh(monkeypatch):
    monkeypatch.delenv("CELERY_BROKER_URL", raising=False)  # Celery would prefer it
    monkeypatch.setattr(waking._Broker, "silent_until", 0.0)


def celery(monkeypatch, broker):
    """An application with the options of the service and this broker."""
    app = Celery("test", set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf.update(broker_url=broker, task_default_queue="test")
    monkeypatch.setattr(waking, "current_app", app)
    return app


@contextmanager
def redis_server(port, folder):
    process = start_redis(port, folder)
    try:
        yield process
    finally:
        stop(process)


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_waits_only_once_for_an_unreachable_broker(scheme, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        celery(monkeypatch, f"{scheme}://127.0.0.1:{silent.getsockname()[1]}")
        begun = monotonic()
        assert [waking.send_task("a.task") for _ in range(100)] == [False] * 100
        assert monotonic() - begun < 2  # one timeout of a quarter of a second, on a busy machine


@pytest.mark.redis
def test_sends_again_when_the_broker_returns(monkeypatch, tmp_path):
    monkeypatch.setattr(waking, "PAUSE", 0)
    port = free_port()
    celery(monkeypatch, f"redis://127.0.0.1:{port}/0")
    with redis_server(port, tmp_path):
        wait_until(lambda: waking.send_task("a.task", "an id"))
    assert not waking.send_task("a.task")
    with redis_server(port, tmp_path) as process:
        wait_until(lambda: waking.send_task("a.task"))
        os.kill(process.pid, signal.SIGSTOP)
        assert not waking.send_task("a.task")
        os.kill(process.pid, signal.SIGCONT)
        wait_until(lambda: waking.send_task("a.task"))
        prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
        assert redis.Redis(port=port).llen(f"{prefix}test") >= 2
