"""Commands in the database: one transaction, games with their pairs, one effect for one command id."""

from uuid import uuid4

import pytest

from games.game import commands as games
from games.game.rows import GameRow
from games.log import store, unit_of_work
from games.log.store import VersionClash
from games.refusals import Refusal
from tests.builders import a_context, a_family, a_tournament, an_organisation, do, pair, state_of
from tournaments import commands
from tournaments.commands import PairRound, carry_out, compute, create, pair_round
from tournaments.competition.settings import PairingSettings, Settings
from tournaments.domain.byes import GiveBye, TakeBackBye
from tournaments.domain.draw_secrets import Seed
from tournaments.domain.entries import ChangeEntry
from tournaments.domain.pairs import MakePair, SetHandicap, SwapColours, UnmakePair
from tournaments.domain.presence import ReinstateEntry, SetPresence, WithdrawEntry
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.tournament import CreateTournament, Publish
from tournaments.loading import stream_of
from tournaments.state.tournament import Details
from tournaments.tables.rows import PairingRow, RoundRow, TournamentRow

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def row(lasting_db):
    return a_tournament(players=6)


def first_game(row, number=1):
    return str(PairingRow.objects.filter(tournament=row, round=number).first().game_id)


def creating(slug="new", **values):
    return CreateTournament(
        **{
            "tournament_id": str(uuid4()),
            "organisation_id": str(an_organisation().id),
            "slug": slug,
            "details": Details(name="New"),
            "ruleset": "tromp-taylor",
            "settings": Settings(),
            **values,
        }
    )


def refused(call, *args, **kwargs):
    with pytest.raises(Refusal) as refusal:
        call(*args, **kwargs)
    return refusal.value.code


def test_a_new_tournament_is_a_stream_and_a_row():
    command = creating()
    recorded, committed = create(command, a_context(actor="user:4"))
    row = TournamentRow.objects.get(slug="new")
    assert (recorded.stream, recorded.version, recorded.actor) == (f"tournament-{row.id}", 1, "user:4")
    assert (str(row.id), row.version, row.published) == (command.tournament_id, 2, False)
    assert (committed.kind, committed.data["round"]) == ("tournament.seed-committed.v1", 1)


def test_a_taken_slug_leaves_nothing(row):
    head = store.head()
    assert refused(create, creating(slug=row.slug), a_context()) == "slug_taken"
    assert (store.head(), TournamentRow.objects.count()) == (head, 1)


def test_nothing_happens_to_a_tournament_that_does_not_exist():
    head = store.head()
    assert refused(carry_out, str(uuid4()), Publish(), a_context()) == "not_found"
    assert store.head() == head


def test_pairing_opens_a_game_for_each_pair_under_the_same_command(row):
    context = a_context()
    committed, recorded = pair_round(str(row.id), PairRound(round=1, seed=3), context)
    assert (committed.kind, committed.data["round"]) == ("tournament.seed-committed.v1", 2)
    made = {one["game_id"]: (one["black"], one["white"]) for one in recorded.data["pairs"]}
    opened = {game.game_id: (game.black, game.white) for game in GameRow.objects.all()}
    assert {str(game_id): players for game_id, players in opened.items()} == made
    assert {game.context for game in GameRow.objects.all()} == {str(row.id)}
    stored = store.events_of_command(context.command_id)
    assert [one.ordinal for one in stored] == [0, 1, 2, 3, 4]
    assert {one.stream for one in stored} == {stream_of(str(row.id))} | {f"game-{id_}" for id_ in made}
    assert recorded.data["seed"] == 3


def test_edits_reach_the_game(row):
    pair(row, 1)
    game_id = first_game(row)
    before = GameRow.objects.get(game_id=game_id)
    do(row, SwapColours(game_id=game_id, reason="as agreed"))
    do(row, SetHandicap(game_id=game_id, handicap=3, komi=0.5, reason="as agreed"))
    after = GameRow.objects.get(game_id=game_id)
    assert (after.black, after.white) == (before.white, before.black)
    assert (after.handicap, "komi=0.5" in after.ruleset) == (3, True)
    pairing = PairingRow.objects.get(game_id=game_id)
    assert (str(pairing.black_id), pairing.handicap, pairing.komi) == (after.black, 3, 0.5)


def test_unmaking_a_pair_withdraws_its_game_and_a_new_pair_has_a_new_one(row):
    pair(row, 1)
    old = PairingRow.objects.filter(tournament=row).first()
    do(row, UnmakePair(game_id=str(old.game_id), reason="brothers"))
    new = str(uuid4())
    black, white = str(old.black_id), str(old.white_id)
    do(
        row,
        MakePair(round=1, game_id=new, black=black, white=white, handicap=0, komi=6.5, reason="no brothers"),
    )
    withdrawn = {str(game.game_id): game.withdrawn for game in GameRow.objects.all()}
    assert (withdrawn[str(old.game_id)], withdrawn[new]) == (True, False)
    assert PairingRow.objects.get(game_id=new).table == old.table


def test_unpairing_withdraws_every_game_and_the_round_is_paired_anew(row):
    pair_round(str(row.id), PairRound(round=1), a_context())
    old = set(PairingRow.objects.values_list("game_id", flat=True))
    do(row, UnpairRound(round=1))
    assert not PairingRow.objects.exists()
    assert not RoundRow.objects.exists()
    assert all(game.withdrawn for game in GameRow.objects.all())
    pair_round(str(row.id), PairRound(round=1), a_context())
    assert old.isdisjoint(PairingRow.objects.values_list("game_id", flat=True))


def test_a_command_sent_again_is_carried_out_once(row):
    context = a_context()
    first = pair_round(str(row.id), PairRound(round=1), context)
    head = store.head()
    assert pair_round(str(row.id), PairRound(round=1), context) == first
    game_id = first_game(row)
    again = a_context()
    swapped = carry_out(str(row.id), SwapColours(game_id=game_id, reason="as agreed"), again)
    assert carry_out(str(row.id), SwapColours(game_id=game_id, reason="as agreed"), again) == swapped
    assert store.head() == head + 2  # the swap, and the game's new terms


def test_a_command_sent_again_answers_though_it_could_not_be_carried_out_any_more(row):
    context = a_context()
    first = pair_round(str(row.id), PairRound(round=1), context)
    pair_round(str(row.id), PairRound(round=2, reason="rain"), a_context())
    assert pair_round(str(row.id), PairRound(round=1), context) == first


def test_a_command_that_changes_nothing_stores_nothing(row):
    head = store.head()
    assert do(row, Publish()) == []
    assert store.head() == head


def test_the_version_that_was_seen_must_be_the_last(row):
    entry = str(row.entries.first().id)
    change = ChangeEntry(entry_id=entry, rank=-9)
    with pytest.raises(VersionClash) as clash:
        do(row, change, expected=row.version - 1)
    assert (clash.value.expected, clash.value.actual) == (row.version - 1, row.version)
    with pytest.raises(VersionClash):
        pair_round(str(row.id), PairRound(round=1), a_context(expected=row.version + 1))
    (recorded,) = do(row, change, expected=row.version)
    assert recorded.version == TournamentRow.objects.get().version == row.version + 1


def test_a_version_of_the_tournament_is_not_asked_of_its_games(row):
    pair(row, 1)
    version = TournamentRow.objects.get().version
    do(row, SwapColours(game_id=first_game(row), reason="as agreed"), expected=version)
    assert TournamentRow.objects.get().version == version + 1


def test_a_refused_command_leaves_nothing(row):
    pair(row, 1)
    head = store.head()
    assert refused(do, row, UnpairRound(round=1)) == "reason_required"
    assert refused(pair_round, str(row.id), PairRound(round=1), a_context()) == "round_already_paired"
    assert store.head() == head


def test_a_game_that_cannot_be_opened_takes_the_pair_with_it(row):
    """The tournament's events are stored before its games': all of them go."""
    pair(row, 1)
    taken, free = first_game(row), state_of(row)
    do(row, UnmakePair(game_id=taken, reason="again"))
    gone = free.round(1).pairs[taken]
    state, head = state_of(row), store.head()
    command = MakePair(
        round=1, game_id=taken, black=gone.black, white=gone.white, handicap=0, komi=6.5, reason="again"
    )
    assert refused(do, row, command) == "game_exists"
    assert (store.head(), state_of(row)) == (head, state)
    assert not PairingRow.objects.filter(game_id=taken).exists()


def test_a_transaction_that_fails_later_leaves_nothing_of_a_pairing(row):
    context, head = a_context(), store.head()

    def work():
        pair_round(str(row.id), PairRound(round=1), context)
        raise RuntimeError("the power went")

    with pytest.raises(RuntimeError):
        unit_of_work.run(work, context=context)
    assert (store.head(), PairingRow.objects.count(), GameRow.objects.count()) == (head, 0, 0)
    assert state_of(row).rounds == {}
    assert len(pair_round(str(row.id), PairRound(round=1), context)) == 2


def test_somebody_writing_meanwhile_makes_the_pairing_be_computed_again(row, monkeypatch):
    entry = str(row.entries.first().id)
    computed = []

    def interrupted(state, command, seed, progress=None):
        computed.append(len(state.history().games))
        if len(computed) == 1:
            do(row, SetPresence(entry_id=entry, round=1, present=False))
        return compute(state, command, seed, progress)

    monkeypatch.setattr(commands, "compute", interrupted)
    pair_round(str(row.id), PairRound(round=1), a_context())
    assert len(computed) == 2
    assert entry not in {str(who) for who in PairingRow.objects.values_list("white_id", flat=True)}
    assert len(state_of(row).round(1).byes) == 1


def test_who_wrote_meanwhile_is_told_to_who_named_a_version(row, monkeypatch):
    entry = str(row.entries.first().id)

    def interrupted(state, command, seed, progress=None):
        do(row, SetPresence(entry_id=entry, round=1, present=False))
        return compute(state, command, seed, progress)

    monkeypatch.setattr(commands, "compute", interrupted)
    with pytest.raises(VersionClash):
        pair_round(str(row.id), PairRound(round=1), a_context(expected=row.version))
    assert not PairingRow.objects.exists()


def test_a_dry_run_stores_nothing_and_finds_what_is_then_recorded(row):
    head, context = store.head(), a_context()
    pairing = compute(state_of(row), PairRound(round=1), Seed(seed=5))
    assert store.head() == head
    _, recorded = pair_round(str(row.id), PairRound(round=1, seed=5), context)
    assert recorded.data["inputs_digest"] == pairing.inputs_digest
    assert [(p["white"], p["black"]) for p in recorded.data["pairs"]] == [
        (made.white, made.black) for made in pairing.pairs
    ]


def test_too_few_players_are_not_paired(row):
    for entry in list(row.entries.all())[1:]:
        do(row, SetPresence(entry_id=str(entry.id), round=1, present=False))
    assert refused(pair_round, str(row.id), PairRound(round=1), a_context()) == "too_few_players"
    assert refused(pair_round, str(row.id), PairRound(round=9), a_context()) == "no_such_round"
    everybody = PairRound(round=1, rules="my-own")
    do(row, SetPresence(entry_id=str(row.entries.last().id), round=1, present=True))
    assert refused(pair_round, str(row.id), everybody, a_context()) == "cannot_pair"


def test_late_players_are_paired_among_themselves_at_free_tables():
    row = a_tournament(players=7, slug="late")
    pair_round(str(row.id), PairRound(round=1), a_context())
    before = {str(p.game_id): p.table for p in PairingRow.objects.all()}
    (bye,) = state_of(row).round(1).byes
    assert refused(pair_round, str(row.id), PairRound(round=1), a_context()) == "round_already_paired"
    left = next(iter(state_of(row).round(1).pairs.values()))
    do(row, UnmakePair(game_id=left.game_id))
    do(row, TakeBackBye(round=1, entry_id=bye, reason="as agreed"))
    do(row, SetPresence(entry_id=left.white, round=1, present=False))
    (recorded,) = pair_round(str(row.id), PairRound(round=1), a_context())
    (new,) = recorded.data["pairs"]
    assert {new["white"], new["black"]} == {bye, left.black}
    assert new["table"] == before[left.game_id]


def test_who_left_after_the_round_was_paired_without_him_is_not_matched_in_its_second_part(row):
    entries = [str(entry.id) for entry in row.entries.all()]
    game_id, absent = str(uuid4()), entries[2]
    black, white = entries[:2]
    do(row, MakePair(round=1, game_id=game_id, black=black, white=white, handicap=0, komi=6.5))
    do(row, WithdrawEntry(entry_id=absent))
    (recorded,) = pair_round(str(row.id), PairRound(round=1), a_context())
    taken = {who for one in recorded.data["pairs"] for who in (one["white"], one["black"])}
    assert taken | set(recorded.data["byes"]) == set(entries[3:])
    do(row, ReinstateEntry(entry_id=absent))
    _, recorded = pair_round(str(row.id), PairRound(round=2, reason="rain"), a_context())
    assert absent in {who for one in recorded.data["pairs"] for who in (one["white"], one["black"])}


def test_a_promised_bye_is_kept_by_the_pairing(row):
    entry = str(row.entries.first().id)
    do(row, GiveBye(round=1, entry_id=entry, reason="as agreed"))
    pair_round(str(row.id), PairRound(round=1), a_context())
    round_ = state_of(row).round(1)
    assert (entry in round_.byes, len(round_.byes), len(round_.pairs)) == (True, 2, 2)


def test_a_game_takes_no_moves_once_its_pair_is_unmade(row):
    pair_round(str(row.id), PairRound(round=1), a_context())
    game_id = first_game(row)
    do(row, UnmakePair(game_id=game_id))
    assert refused(games.receive_record, game_id, b"(;SZ[19];B[aa])", a_context()) == "game_withdrawn"


def test_refuses_round_in_which_two_who_must_not_meet_would_meet(lasting_db):
    own = a_tournament(2, slug="sisters", pairing=PairingSettings(rules="house-3"))
    a_family(own)
    with pytest.raises(Refusal) as no:
        pair(own, 1)
    assert no.value.code == "must_not_meet"
    assert [len(two) for two in no.value.facts["pairs"]] == [2]
    assert not PairingRow.objects.filter(tournament=own).exists()
