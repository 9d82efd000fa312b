"""Half a minute of mixed load on real processes, one of which is killed every four seconds.

``python -m tests.faults.load`` is the same for as long as one likes.
"""

import pytest

from tests.faults.load.__main__ import load
from tests.faults.load.report import report
from tests.faults.serving import tell

pytestmark = [pytest.mark.postgresql, pytest.mark.long]


def test_what_clients_were_told_is_what_the_log_says(tmp_path):
    run = load(tmp_path, seconds=40, rate=20, kill_every=4, seed=3)
    tell(report(run))
    assert len(run.kills) >= 5
    assert run.findings == []
    assert run.recorder.no_retry_after == []
