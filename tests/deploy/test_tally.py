import pytest

from tests.tally import main, tally

SQLITE = {"part": "sqlite", "outcomes": {"a": "passed", "b": "passed"}, "left": {"c": "needs PostgreSQL"}}
SERVICES = {"part": "services", "outcomes": {"b": "failed", "c": "passed"}, "left": {"d": "needs SQLite"}}
BROWSER = {"part": "browser", "outcomes": {}, "left": {"e": "needs Chromium", "f": "needs Chromium"}}


def test_what_ran_in_any_part_has_run():
    total = tally([SQLITE, SERVICES, BROWSER])
    assert (total.passed, total.failed) == (3, 1)
    assert total.not_run == {"needs SQLite": 1, "needs Chromium": 2}


def test_a_worker_and_its_controller_report_the_same_tests():
    assert tally([SQLITE, SQLITE]) == tally([SQLITE])


@pytest.mark.parametrize(
    ("record", "faults", "status"),
    [
        ('{"part": "sqlite", "outcomes": {"a": "passed"}, "left": {}}', [], 0),
        ('{"part": "sqlite", "outcomes": {"a": "passed"}, "left": {}}', ["mypy"], 1),
        ('{"part": "sqlite", "outcomes": {"a": "failed"}, "left": {}}', [], 1),
        ('{"part": "sqlite", "outcomes": {}, "left": {}}', [], 1),
    ],
)
def test_only_a_run_in_which_all_went_well_has_status_0(tmp_path, capsys, record, faults, status):
    (tmp_path / "one.json").write_text(record)
    assert main([str(tmp_path), *faults]) == status
