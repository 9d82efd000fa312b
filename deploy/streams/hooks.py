"""Gunicorn's configuration of the server of streams, beside its command line."""

from typing import Any

worker_connections = 20_000
asgi_disconnect_grace_period = 1  # seconds; what a viewer leaves behind is a task that has been told


def post_worker_init(_worker: Any) -> None:
    from deploy import parents  # noqa: PLC0415 - the application has been loaded by now

    parents.say_ready()
