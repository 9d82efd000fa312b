"""Every line of ``python -m tests.faults.table`` meets its target."""

from importlib import import_module

import pytest

from tests.faults.serving import tell
from tests.faults.table.__main__ import PARTS

pytestmark = [pytest.mark.postgresql, pytest.mark.redis, pytest.mark.long]


@pytest.mark.parametrize("part", PARTS)
def test_every_fault_is_outlasted(part, tmp_path):
    rows = []
    for row in import_module(f"tests.faults.table.{part}_rows").rows(tmp_path):
        tell(row)
        rows.append(row)
    assert [row for row in rows if row.good is False] == []
