"""Metrics of the log: its length, and its last verification and backup."""

from collections.abc import Iterable
from datetime import datetime
from math import inf

from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from games.log import statements, upkeep
from games.log.tables import DamagedStream

_ENDS = """
SELECT (SELECT COALESCE(MAX(position), 0) FROM games_event),
       (SELECT COALESCE(MAX(position), 0) FROM games_projectionposition)
"""


class Log(Collector):
    def collect(self) -> Iterable[Metric]:
        at = timezone.now()
        [(head, projected)] = statements.select(_ENDS)
        yield GaugeMetricFamily("nigiri_log_events", "Events of the log.", value=head)
        yield GaugeMetricFamily(
            "nigiri_projection_lag_events", "Events not in the tables.", value=head - projected
        )
        damaged = DamagedStream.objects.count()
        yield GaugeMetricFamily("nigiri_damaged_streams", "Streams whose log was altered.", value=damaged)
        verified, backed_up = upkeep.last_run(upkeep.VERIFY), upkeep.last_run(upkeep.BACKUP)
        yield _age("nigiri_verify_age_seconds", "Since it was verified; infinite: never.", verified.at, at)
        good = GaugeMetricFamily("nigiri_verify_ok", "1: the last verification found no fault; 0: it did.")
        if verified.good is not None:
            good.add_metric([], verified.good)
        yield good
        yield _age("nigiri_backup_age_seconds", "Since manage.py backup; infinite: never.", backed_up.at, at)


def _age(name: str, about: str, since: datetime | None, at: datetime) -> Metric:
    return GaugeMetricFamily(name, about, value=(at - since).total_seconds() if since else inf)
