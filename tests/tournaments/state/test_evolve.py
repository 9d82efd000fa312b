"""The state of a tournament after each kind of event."""

from dataclasses import replace

from tests.tournaments.build import BLACK, WHITE, after, entered, given, paired, said, shown, won
from tournaments.competition.standings import standings
from tournaments.domain import consequences
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.presence import ReinstateEntry, SetPresence, WithdrawEntry
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.settings import ChangeSettings
from tournaments.domain.tables import MoveTable
from tournaments.domain.tournament import ChangeDetails, Publish, Unpublish
from tournaments.state.tournament import Details, Tournament

TWO_ROUNDS = [*entered("abcd"), paired(1, "ab", "cd"), won(1, "ab"), won(1, "cd"), paired(2, "ac", "bd")]


def absent(state, who):
    return state.history().entrants[who].absent


def mms(state, round_):
    return {row.entrant_id: row.scores["MMS"] for row in standings(state.history(), round_).rows}


def late(result=WHITE):
    return RecordResult(game_id="1ab", result=result, reason="miscounted")


def test_keeps_latest_details_settings_and_publication():
    state = given(*entered("a"))
    settings = replace(state.settings, rounds=9)
    details = Details(name="Other")
    state = after(state, ChangeDetails(details=details), Publish())
    state = after(state, ChangeSettings(settings=settings, ruleset="tromp-taylor komi=5.5"))
    assert (state.details, state.settings, state.published) == (details, settings, True)
    assert state.ruleset == "tromp-taylor komi=5.5"
    assert not after(state, Unpublish()).published


def test_states_are_immutable_values():
    before = given(*TWO_ROUNDS)
    history = before.history()
    after(before, late(), WithdrawEntry(entry_id="d"), MoveTable(game_id="1ab", table=2))
    assert before.history() == history
    assert not before.round(2).corrected


def test_entry_has_its_latest_values():
    state = given(*entered("a", club="Rive"), ChangeEntry(entry_id="a", rank=2, rating=2300, correction=1))
    entrant = state.history().entrants["a"]
    assert (entrant.rank, entrant.rating, entrant.correction, entrant.club) == (2, 2300, 1, "Rive")


def test_swapping_colours_twice_restores_the_pair():
    state = given(*TWO_ROUNDS)
    once = after(state, SwapColours(game_id="2ac"))
    assert once.round(2).pairs["2ac"].players == ("c", "a")
    assert after(once, SwapColours(game_id="2ac")) == state


def test_history_lists_games_by_round_and_table():
    state = given(
        *TWO_ROUNDS, MoveTable(game_id="2bd", table=1), SetHandicap(game_id="2bd", handicap=2, komi=0.5)
    )
    games = [(game.round, game.table, game.black, game.handicap) for game in state.history().games]
    assert games == [(1, 1, "a", 0), (1, 2, "c", 0), (2, 1, "b", 2), (2, 2, "a", 0)]


def test_entrants_keep_the_given_order():
    state = given(*entered("ab"))
    assert [e.order for e in state.history().entrants.values()] == [1, 2]
    assert [e.order for e in state.history({"a": 1, "b": 0}).entrants.values()] == [1, 0]


# --- rounds that were paired on points corrected afterwards


def test_corrected_result_flags_rounds_paired_on_it():
    state = given(*TWO_ROUNDS, late())
    assert (state.round(1).corrected, state.round(2).corrected) == (False, True)


def test_unchanged_effective_result_does_not_flag_round():
    state = given(*TWO_ROUNDS, late(BLACK))
    agreed = given(
        *entered("abcd"), paired(1, "ab", "cd"), shown(1), said(1, "ab", "a"), paired(2, "ac", "bd")
    )
    confirmed = after(agreed, said(1, "ab", "b"), won(1, "ab"))
    assert not state.round(2).corrected
    assert not confirmed.round(2).corrected


def test_dispute_and_late_result_flag_later_rounds():
    start = given(
        *entered("abcd"), paired(1, "ab", "cd"), shown(1), said(1, "ab", "a"), paired(2, "ac", "bd")
    )
    assert after(start, said(1, "ab", "b", WHITE)).round(2).corrected
    assert after(start, won(1, "cd")).round(2).corrected
    assert after(start, ClearResult(game_id="1ab", reason="typo")).round(2).corrected


def test_result_of_last_round_flags_nothing():
    state = given(*TWO_ROUNDS, won(2, "ac"), won(2, "ac", WHITE))
    assert not any(round_.corrected for round_ in state.rounds.values())


def test_byes_and_absences_of_earlier_rounds_flag_later_rounds():
    start = [*entered("abcde"), paired(1, "ab", "cd"), paired(2, "ac", "bd")]
    given_late = given(*start, GiveBye(round=1, entry_id="e"))
    assert given_late.round(2).corrected
    assert given(*start, SetPresence(entry_id="e", round=1, present=False, reason="ill")).round(2).corrected
    assert not given(*start, SetPresence(entry_id="e", round=3, present=False)).round(2).corrected


def test_round_with_only_promised_byes_is_not_flagged():
    state = given(*entered("abc"), GiveBye(round=2, entry_id="c"), paired(1, "ab"), won(1, "ab"))
    assert not state.round(2).corrected


def test_second_part_keeps_the_flag_of_its_round():
    state = given(*TWO_ROUNDS, *entered("ef"), late(), paired(2, "ef", first_table=3))
    assert state.round(2).corrected


def test_round_paired_in_parts_has_no_single_matching():
    """Though the second part has made again what was undone of the first."""
    whole = given(*entered("abcd"), paired(1, "ab", "cd"))
    assert whole.round(1).matched == whole.round(1).met
    parts = after(whole, UnmakePair(game_id="1cd"), paired(1, "cd", first_table=2))
    assert (parts.round(1).met, parts.round(1).matched) == (whole.round(1).met, frozenset())


def test_pairing_again_clears_the_flag():
    marked = given(*TWO_ROUNDS, late())
    assert not after(marked, UnpairRound(round=2), paired(2, "ad", "bc")).round(2).corrected
    unmade = after(marked, UnmakePair(game_id="2ac"), UnmakePair(game_id="2bd"))
    assert not after(unmade, paired(2, "ad", "bc")).round(2).corrected


# --- who leaves


def test_withdrawn_player_misses_rounds_not_yet_paired():
    state = given(*entered("abcd"), paired(1, "ab", "cd"), WithdrawEntry(entry_id="a"))
    assert absent(state, "a") == {2, 3}
    assert not state.entries["a"].present_in(2)


def test_withdrawal_keeps_points_of_played_rounds():
    # e came late: to round 1 he was neither paired nor absent, which counts 0 and goes on counting 0.
    state = given(*entered("abcd"), paired(1, "ab", "cd"), won(1, "ab"), *entered("e"), round_down=False)
    before = mms(state, 1)
    gone = after(state, WithdrawEntry(entry_id="e"))
    assert mms(gone, 1) == before
    assert mms(after(gone, ReinstateEntry(entry_id="e")), 1) == before


def test_returned_player_was_absent_meanwhile():
    leaves = WithdrawEntry(entry_id="d")
    state = given(*entered("abcd"), paired(1, "ab", "cd"), leaves, paired(2, "ac"), round_down=False)
    away = mms(state, 2)
    back = after(state, ReinstateEntry(entry_id="d"))
    assert absent(back, "d") == {2}
    assert back.entries["d"].present_in(3)
    assert mms(back, 2) == away


def test_declared_absence_survives_withdrawal_and_return():
    away = SetPresence(entry_id="a", round=3, present=False)
    state = given(*entered("ab"), away, WithdrawEntry(entry_id="a"), ReinstateEntry(entry_id="a"))
    assert absent(state, "a") == {3}
    assert state.entries["a"].present_in(2)


def test_round_unpaired_after_withdrawal_counts_as_absence():
    state = given(*entered("abcd"), paired(1, "ab", "cd"), WithdrawEntry(entry_id="a"), UnpairRound(round=1))
    assert absent(state, "a") == {1, 2, 3}


def test_removing_pair_or_bye_after_withdrawal_counts_as_absence():
    start = [*entered("abcdef"), paired(1, "ab", "cd", byes="e")]
    unmade = given(*start, WithdrawEntry(entry_id="a"), UnmakePair(game_id="1ab"))
    assert (absent(unmade, "a"), absent(unmade, "b")) == ({1, 2, 3}, set())
    assert absent(given(*start, WithdrawEntry(entry_id="e"), TakeBackBye(round=1, entry_id="e")), "e") == {
        1,
        2,
        3,
    }


def test_round_unpaired_after_return_includes_the_player():
    state = given(
        *entered("abcd"), WithdrawEntry(entry_id="d"), paired(1, "ab"), ReinstateEntry(entry_id="d")
    )
    assert absent(state, "d") == {1}
    assert absent(after(state, UnpairRound(round=1)), "d") == set()
    again = SetPresence(entry_id="d", round=1, present=True)
    assert absent(after(state, again), "d") == set()


def test_withdrawn_player_misses_added_rounds():
    state = given(*entered("ab"), WithdrawEntry(entry_id="a"))
    longer = ChangeSettings(settings=replace(state.settings, rounds=5), ruleset=state.ruleset)
    assert absent(after(state, longer), "a") == {1, 2, 3, 4, 5}


# --- what follows for games


def effect_on_games(state, *commands):
    """Return the effect of the last command on games."""
    before = after(state, *commands[:-1])
    return consequences.consequences_for_games(before, commands[-1].decide(before))


def test_pairs_open_games_with_tournament_terms():
    state = given(*entered("abcd"), board_size=13)
    opened = effect_on_games(state, paired(1, "ab", "cd")).opened
    assert [(o.game_id, o.black, o.white, o.width, o.height, o.context) for o in opened] == [
        ("1ab", "a", "b", 13, 13, "t"),
        ("1cd", "c", "d", 13, 13, "t"),
    ]
    assert "komi=6.5" in opened[0].ruleset
    by_hand = MakePair(round=1, game_id="new", black="a", white="d", handicap=4, komi=-5)
    (game,) = effect_on_games(state, by_hand).opened
    assert (game.game_id, game.handicap) == ("new", 4)
    assert "komi=-5" in game.ruleset


def test_edits_change_terms_and_unpairing_withdraws_games():
    state = given(*TWO_ROUNDS)
    ((game_id, terms),) = effect_on_games(state, SwapColours(game_id="2ac")).changed
    assert (game_id, terms.black, terms.white) == ("2ac", "c", "a")
    ((_, terms),) = effect_on_games(state, SetHandicap(game_id="2ac", handicap=3, komi=0.5)).changed
    assert (terms.handicap, "komi=0.5" in terms.ruleset) == (3, True)
    assert effect_on_games(state, UnmakePair(game_id="2ac", reason="why")).withdrawn == [("2ac", "why")]
    assert effect_on_games(state, UnpairRound(round=2, reason="why")).withdrawn == [
        ("2ac", "why"),
        ("2bd", "why"),
    ]


def test_other_events_do_not_affect_games():
    nothing = consequences.consequences_for_games(Tournament(), [])
    assert effect_on_games(given(*TWO_ROUNDS), won(2, "ac")) == nothing
    assert effect_on_games(given(*TWO_ROUNDS), MoveTable(game_id="2ac", table=7)) == nothing
