import pytest

from tournaments.competition.ratings import TimeClass, adjusted_minutes, time_class
from tournaments.formats import Overtime, TimeSystem


def time(basic, overtime=Overtime.NONE, seconds=0, moves=0):
    return TimeSystem(basic=basic, overtime=overtime, seconds=seconds, moves=moves)


@pytest.mark.parametrize(
    ("told", "minutes"),
    [
        (time(75), 75),
        (time(60, Overtime.BYOYOMI, 30), 82.5),
        (time(60, Overtime.CANADIAN, 300, 15), 80),
        (time(60, Overtime.CANADIAN, 300, 0), 60),
        (time(45, Overtime.FISCHER, 15), 75),
    ],
)
def test_adds_usual_overtime_to_adjusted_time(told, minutes):
    assert adjusted_minutes(told) == minutes


@pytest.mark.parametrize(
    ("told", "found"),
    [
        (time(75), TimeClass.A),
        (time(74), TimeClass.B),
        (time(60, Overtime.BYOYOMI, 20), TimeClass.A),
        (time(60, Overtime.BYOYOMI, 19), TimeClass.B),
        (time(59, Overtime.BYOYOMI, 60), TimeClass.B),
        (time(40, Overtime.CANADIAN, 150, 15), TimeClass.B),
        (time(39, Overtime.CANADIAN, 600, 15), TimeClass.C),
        (time(45, Overtime.FISCHER, 15), TimeClass.A),
        (time(44, Overtime.FISCHER, 60), TimeClass.B),
        (time(30, Overtime.FISCHER, 10), TimeClass.B),
        (time(20, Overtime.FISCHER, 5), TimeClass.C),
        (time(30), TimeClass.C),
        (time(29), None),
        (time(24, Overtime.BYOYOMI, 60), None),
        (time(19, Overtime.FISCHER, 60), None),
    ],
)
def test_best_class_follows_from_the_time(told, found):
    assert time_class(told) is found


@pytest.mark.parametrize(("basic", "found"), [(90, TimeClass.D), (50, TimeClass.D), (49, None)])
def test_internet_tournament_has_class_d_or_none(basic, found):
    assert time_class(time(basic), online=True) is found
