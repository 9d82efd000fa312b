"""Which alerts of `deploy/watching/alerts.yaml` go off, by promtool on what a server really exported."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.conftest import ROOT

RULES = ROOT / "deploy" / "watching" / "alerts.yaml"
BEFORE, AFTER = 30, 120  # minutes that each of the two scrapes lasts: longer than any rule waits
UP = ("up", (("instance", "here"), ("job", "nigiri")))
FIRED = 'group by (alertname) (last_over_time(ALERTS{alertstate="firing"}[119m]))'

needs_promtool = pytest.mark.skipif(
    shutil.which("promtool") is None, reason="alerts are tried with promtool (Debian: apt install prometheus)"
)


def fire(before: str | None, after: str | None, expected: set[str]) -> None:
    """Fails unless exactly these alerts go off after the second scrape; None: it was not answered."""
    document = {
        "rule_files": [str(RULES)],
        "evaluation_interval": "30s",
        "tests": [_test(_series(before, after), expected)],
    }
    with TemporaryDirectory() as folder:
        file = Path(folder) / "test.json"
        file.write_text(json.dumps(document))
        done = subprocess.run(
            ["promtool", "test", "rules", file], capture_output=True, text=True, timeout=120, check=False
        )
    assert done.returncode == 0, done.stdout + done.stderr


def _test(series: list[dict[str, str]], expected: set[str]) -> dict[str, object]:
    fired = [{"labels": f'{{alertname="{name}"}}', "value": 1} for name in sorted(expected)]
    said = {"expr": FIRED, "eval_time": f"{BEFORE + AFTER - 1}m", "exp_samples": fired}
    return {"interval": "1m", "input_series": series, "promql_expr_test": [said]}


def _series(before: str | None, after: str | None) -> list[dict[str, str]]:
    """Without buckets that did not grow: rules ask for rates, and promtool takes no thousands of series."""
    first, second = samples(before), samples(after)
    return [
        {"series": _name(key), "values": _lasting(first.get(key), BEFORE) + _lasting(second.get(key), AFTER)}
        for key in sorted(first.keys() | second.keys())
        if not key[0].endswith("_bucket") or first.get(key) != second.get(key, first.get(key))
    ]


def samples(page: str | None) -> Mapping[tuple[str, tuple[tuple[str, str], ...]], float]:
    """Name and labels -> value, of what rules speak of."""
    if page is None:
        return {UP: 0}
    found = {
        (one.name, tuple(sorted(one.labels.items()))): one.value
        for family in text_string_to_metric_families(page)
        for one in family.samples
        if one.name in _rules()
    }
    return {**found, UP: 1}


@cache
def _rules() -> str:
    return RULES.read_text()


def _name(key: tuple[str, tuple[tuple[str, str], ...]]) -> str:
    name, labels = key
    inner = ",".join(f'{label}="{value}"' for label, value in labels)
    return f"{name}{{{inner}}}"


def _lasting(value: float | None, minutes: int) -> str:
    one = "_" if value is None else f"{value:+}" if value == float("inf") else f"{value:f}"
    return f"{one} " * minutes
