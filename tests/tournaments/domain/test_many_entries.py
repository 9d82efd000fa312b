"""Commands that change several entries, all or none, and replacement of a player."""

import pytest

from tests.tournaments.build import after, entered, given, paired, refused, said, shown, won
from tournaments.domain.bulk_entries import ChangeEntries, SetPresenceOfMany, SetStrengths, Strength
from tournaments.domain.entries import ChangeEntry, EnterPlayer, EntryReplaced, ReplacePlayer
from tournaments.domain.presence import (
    AbsenceDeclared,
    AbsenceWithdrawn,
    CheckIn,
    CheckInUndone,
    PlayerCheckedIn,
    SetPresence,
    WithdrawEntry,
)

AB = ("a", "b")
ENTER_AGAIN = EnterPlayer(entry_id="z", player_id="player-a", rank=0, rating=2100)


@pytest.fixture
def three():
    return given(*entered("abc"))


def replace(**values):
    facts = {"player_id": "player-x", "rank": -4, "rating": 1700, "country": "DE", "club": "Kiel"}
    return ReplacePlayer(**{"entry_id": "a", **facts, **values})


class TestPresence:
    def test_marking_all_present_leaves_present_players_unchanged(self, three):
        state = after(three, CheckIn(entry_id="b"))
        every = SetPresenceOfMany(entries=("a", "b", "c"), here=True)
        assert every.decide(state) == [PlayerCheckedIn(entry_id="a"), PlayerCheckedIn(entry_id="c")]

    def test_marked_players_miss_rounds_and_return(self, three):
        gone = after(three, SetPresenceOfMany(entries=AB, absent=(1, 3)))
        assert [sorted(gone.entries[id_].absent) for id_ in "abc"] == [[1, 3], [1, 3], []]
        back = SetPresenceOfMany(entries=AB, here=False, present=(1,))
        assert back.decide(gone) == [AbsenceWithdrawn(entry_id=id_, round=1) for id_ in AB]
        assert back.decide(after(gone, CheckIn(entry_id="a")))[0] == CheckInUndone(entry_id="a")

    def test_rejects_all_if_one_fails_and_names_the_player(self, three):
        state = after(three, paired(1, "ab", byes="c"))
        code, facts = refused(SetPresenceOfMany(entries=("c", "b"), absent=(1,)), state)
        assert (code, facts["about"]) == ("already_paired", "c")
        assert SetPresenceOfMany(entries=AB, absent=(2,)).decide(state) == [
            AbsenceDeclared(entry_id=id_, round=2) for id_ in AB
        ]

    @pytest.mark.parametrize(
        ("entries", "code"), [((), "nobody_chosen"), (("a", "a"), "invalid_entry"), (("z",), "unknown_entry")]
    )
    def test_rejects_empty_or_repeated_selection(self, three, entries, code):
        assert refused(SetPresenceOfMany(entries=entries, here=True), three)[0] == code


class TestChanges:
    def test_ranks_follow_ratings_up_or_down(self):
        state = given(*entered("a", rank=0, rating=1849), *entered("b", rank=-7, rating=2300))
        by_rating = after(state, ChangeEntries(entries=AB, rank_by_rating=True))
        assert [by_rating.entries[id_].rank for id_ in AB] == [-3, 2]
        assert [by_rating.entries[id_].rating for id_ in AB] == [1849, 2300]
        up = after(state, ChangeEntries(entries=AB, rank_steps=1))
        assert [up.entries[id_].rank for id_ in AB] == [1, -6]

    def test_sets_registration_status_and_group(self, three):
        state = after(three, ChangeEntries(entries=AB, final=False, group="Youth"))
        assert [(one.final, one.group) for one in state.entries.values()] == [
            (False, "Youth"),
            (False, "Youth"),
            (True, ""),
        ]

    def test_rejects_all_if_a_rank_exceeds_the_strongest(self):
        state = given(*entered("a"), *entered("b", rank=8))
        code, facts = refused(ChangeEntries(entries=AB, rank_steps=1), state)
        assert (code, facts["field"], facts["about"]) == ("invalid_entry", "rank", "b")

    def test_needs_reason_once_a_round_is_paired(self, three):
        state = after(three, paired(1, "ab", byes="c"))
        assert refused(ChangeEntries(entries=AB, rank_steps=1), state)[0] == "reason_required"
        assert len(ChangeEntries(entries=AB, rank_steps=1, reason="their list").decide(state)) == 2

    def test_sets_strengths_from_a_list(self, three):
        new = SetStrengths(strengths=(Strength(entry_id="b", rank=-1, rating=2012),), reason="EGD")
        assert [(one.rank, one.rating) for one in after(three, new).entries.values()] == [
            (0, 2100),
            (-1, 2012),
            (0, 2100),
        ]


class TestReplacement:
    def test_keeps_number_constraints_and_registration_and_takes_new_strength(self, three):
        asked = after(
            three,
            ChangeEntry(entry_id="a", correction=1, group="Youth"),
            SetPresence(entry_id="a", round=2, present=False),
            CheckIn(entry_id="a"),
        )
        entry = after(asked, replace()).entries["a"]
        assert (entry.player_id, entry.number, entry.absent) == ("player-x", 1, frozenset({2}))
        assert (entry.rank, entry.rating, entry.country, entry.club) == (-4, 1700, "DE", "Kiel")
        assert (entry.correction, entry.group, entry.checked_in) == (1, "Youth", False)
        assert entry.earlier == (("player-a", "", ""),)

    def test_replacing_with_the_same_player_changes_nothing(self, three):
        assert replace(player_id="player-a").decide(three) == []

    def test_rejects_replacement_by_a_player_already_entered(self, three):
        assert refused(replace(player_id="player-b"), three) == (
            "already_entered",
            {"player": "player-b"},
        )

    def test_keeps_the_seat_of_an_unplayed_round_with_a_reason(self, three):
        state = after(three, paired(1, "ab", byes="c"))
        assert refused(replace(), state)[0] == "reason_required"
        (event,) = replace(reason="ill").decide(state)
        assert isinstance(event, EntryReplaced)
        assert after(state, replace(reason="ill")).round(1).pairs == state.round(1).pairs

    @pytest.mark.parametrize("word", [won(1, "ab"), said(1, "ab", "b")], ids=["recorded", "reported"])
    def test_rejects_replacing_a_player_who_has_played(self, three, word):
        state = after(three, paired(1, "ab", byes="c"), shown(1), word)
        assert refused(replace(reason="ill"), state) == ("entry_has_played", {"entry": "a", "round": 1})

    def test_rejects_replacing_a_player_with_a_published_bye(self, three):
        state = after(three, paired(1, "bc", byes="a"))
        assert replace(reason="ill").decide(state)
        assert refused(replace(reason="ill"), after(state, shown(1)))[0] == "entry_has_played"

    def test_replaced_player_may_enter_again(self, three):
        state = after(three, replace(), WithdrawEntry(entry_id="b"))
        assert after(state, ENTER_AGAIN).entries["z"].number == 4

    def test_rejects_replacement_without_existing_player(self, three):
        assert refused(replace(entry_id="z"), three)[0] == "unknown_entry"
