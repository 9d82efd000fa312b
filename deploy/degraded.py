"""Health checks of parts that the service can do without: a failure is a warning, with status 200."""

from dataclasses import dataclass

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.utils import timezone
from health_check.base import HealthCheck
from health_check.exceptions import ServiceWarning

from deploy.celery import app
from tournaments.outbox.overdue import count_overdue
from tournaments.outbox.waking import BROKER_ERRORS


@dataclass
class Cache(HealthCheck):  # type: ignore[misc]  # django-health-check ships no types
    """Check that Redis, if there is one, answers."""

    def run(self) -> None:
        caches["shared"].set("health", 1)
        if not caches["shared"].get("health"):
            raise ServiceWarning("Redis does not answer: cached pages are made again for each request.")


@dataclass
class Queue(HealthCheck):  # type: ignore[misc]  # django-health-check ships no types
    """Check that Celery's broker, if there is one, answers."""

    def run(self) -> None:
        if not settings.CELERY_BROKER_URL:
            return
        try:
            with app.connection_for_write() as link:
                link.ensure_connection(max_retries=0)
        except BROKER_ERRORS:
            raise ServiceWarning("The queue does not answer: background work waits for it.") from None


@dataclass
class Jobs(HealthCheck):  # type: ignore[misc]  # django-health-check ships no types
    """Check that no job is overdue."""

    def run(self) -> None:
        was_open = connection.connection is not None
        try:
            number = count_overdue(timezone.now())
        finally:
            if not was_open:
                connection.close()  # of a thread that ends with this request
        if number:
            raise ServiceWarning(f"{number} jobs lie undone, and nobody is at one.")
