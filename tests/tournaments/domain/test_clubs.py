"""Club groups: setting, dropping and undoing them, and their sentences in the story."""

from uuid import UUID

import pytest

from tests.tournaments.build import after, entered, given, paired, refused
from tests.tournaments.domain.test_undoing import done
from tournaments.competition.history import ClubGroup
from tournaments.domain.base import StoryContext, sentence_for
from tournaments.domain.clubs import (
    MOST_CLUB_GROUPS,
    MOST_CLUBS,
    ClubGroupRemoved,
    ClubGroupSet,
    RemoveClubGroup,
    SetClubGroup,
)
from tournaments.domain.undo import undo_command

FOUR = [*entered("abcd")]
PAIRED = [*FOUR, paired(1, "ab", "cd")]


def west(*clubs, **values):
    named = frozenset(clubs or ("Lei", "Haa"))
    return SetClubGroup(**{"group_id": "g", "name": "West", "clubs": named, **values})


def test_group_is_sorted_alphabetically_and_reaches_the_pairing():
    state = given(*FOUR)
    assert west("Lei", "haa", "Gro").decide(state) == [
        ClubGroupSet(group_id="g", name="West", clubs=("Gro", "haa", "Lei"))
    ]
    told = after(state, west()).history()
    assert told.club_groups == (ClubGroup(id="g", name="West", clubs=("Haa", "Lei")),)
    assert told.up_to(0).club_groups == told.club_groups
    assert west().decide(after(state, west())) == []
    assert after(state, west(), RemoveClubGroup(group_id="g")) == state


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (west("Lei"), "clubs"),
        (west("Lei", "LEI"), "clubs"),
        (west("Lei", ""), "clubs"),
        (west("Lei", " Haa"), "clubs"),
        (west("Lei", "a" * 13), "clubs"),
        (west("Lei", "a\nb"), "clubs"),
        (west(*(f"c{n}" for n in range(MOST_CLUBS + 1))), "clubs"),
        (west(name=""), "name"),
        (west(name="  "), "name"),
        (west(name="a" * 61), "name"),
        (west(name="a\u202eb"), "name"),
        (west(group_id="h", name="EAST"), "name"),
    ],
)
def test_rejects_invalid_group(command, field):
    state = given(*FOUR, west(group_id="other", name="East"))
    code, facts = refused(command, state)
    assert (code, facts["field"]) == ("invalid_club_group", field)


def test_rejects_dropping_unknown_group():
    assert refused(RemoveClubGroup(group_id="h"), given(*FOUR, west()))[0] == "unknown_club_group"


def test_rejects_more_groups_than_the_limit():
    state = given(*(west(group_id=str(n), name=str(n)) for n in range(MOST_CLUB_GROUPS)))
    assert refused(west(), state)[0] == "invalid_club_group"
    assert after(state, west("Lei", "Gro", group_id="7", name="7")).club_groups["7"].clubs == ("Gro", "Lei")


def test_club_may_belong_to_two_groups():
    state = given(*FOUR, west(), west("Lei", "Gro", group_id="h", name="East"))
    assert list(state.club_groups) == ["g", "h"]


def test_needs_reason_once_a_round_is_paired():
    state = given(west(), *PAIRED)
    other = {"clubs": frozenset(("Lei", "Gro"))}
    assert refused(west(**other), state) == ("reason_required", {"about": "groups of clubs"})
    assert refused(RemoveClubGroup(group_id="g"), state)[0] == "reason_required"
    assert refused(west(group_id="h", name="East", reason=" "), state)[0] == "reason_required"
    (event,) = west(**other, reason="the club moved").decide(state)
    assert event.reason == "the club moved"
    assert after(state, RemoveClubGroup(group_id="g", reason="no club of it is here")).club_groups == {}


def test_rejects_undoing_a_group_that_changed_again():
    steps, state = done(given(*FOUR), west())
    state = after(state, west("Lei", "Gro"))
    assert refused(undo_command(steps, UUID(int=7)), state)[0] == "changed_since"


def test_story_names_clubs_of_a_deleted_group():
    state = given(west())
    dropped = ClubGroupRemoved(group_id="g", reason="moved")
    assert "West (Haa, Lei)" in sentence_for(dropped, StoryContext(before=state, after=state, names={}))
    assert sentence_for(dropped, StoryContext(before=given(), after=given(), names={}))
