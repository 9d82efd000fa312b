"""Nobody can try seeds: a round follows from a secret that was committed to, and from results."""

import json
from dataclasses import replace
from hashlib import sha256
from uuid import uuid4

import pytest

from games.log import folding, openings, store
from games.log.commitments import commitments_in
from games.log.tables import Event
from tests.builders import (
    a_context,
    a_tournament,
    an_entrant,
    an_organisation,
    do,
    finish,
    imported,
    logged_in,
    state_of,
)
from tournaments.commands import PairAllRounds, PairRound, pair_all_rounds, pair_round
from tournaments.competition.history import Game, Result, Winner
from tournaments.competition.settings import ScheduleSettings, SeededBy
from tournaments.domain.draw_secrets import SeedCommitted, SeedSource
from tournaments.domain.pairs import MakePair
from tournaments.domain.presence import SetPresence
from tournaments.domain.results import ClearResult, RecordResult
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.rounds import RecordPairing, RoundFacts, RoundPaired, UnpairRound
from tournaments.domain.settings import ChangeSettings
from tournaments.interchange.importing import import_tournament
from tournaments.loading import stream_of
from tournaments.reading.published_openings import published_secrets
from tournaments.tables.people import Office
from tournaments.tables.rows import PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
API = "/api/v1/tournaments/open/"


@pytest.fixture
def row():
    return a_tournament(players=8)


@pytest.fixture
def director():
    return logged_in("head", Office.DIRECTOR)


def paired(row, number=1, **asked):
    """The event of a new command."""
    recorded = pair_round(str(row.id), PairRound(round=number, **asked), a_context(command_id=uuid4()))
    return next(one.event for one in recorded if isinstance(one.event, RoundPaired))


def unpaired(row, number=1):
    do(row, UnpairRound(round=number, reason="again"))


def played(row, number=1):
    do(row, PublishRound(round=number))
    finish(row, number)


def meets(event):
    return event.seed, event.order, {frozenset((pair.white, pair.black)) for pair in event.pairs}


def stored(row, kind):
    return [one for one in store.read(stream_of(str(row.id))) if isinstance(one.event, kind)]


def proof(client, number=1):
    return client.get(f"{API}rounds/{number}/proof/").json()["parts"][0]["drawn"]


# who can try


def test_a_round_that_is_paired_again_is_the_same_whoever_commands(row):
    first = paired(row)
    for _ in range(5):
        unpaired(row)
        assert meets(paired(row)) == meets(first)


def test_saying_a_result_again_is_no_other_draw_and_another_result_is(row):
    paired(row)
    played(row)
    first = paired(row, 2)
    unpaired(row, 2)
    game_id, pair = next(iter(state_of(row).round(1).pairs.items()))
    do(row, ClearResult(game_id=game_id, reason="mistyped"))
    do(row, RecordResult(game_id=game_id, result=Result(winner=Winner.JIGO), reason="mistyped"))
    other = paired(row, 2)
    unpaired(row, 2)
    do(row, RecordResult(game_id=game_id, result=replace(pair.result, by_default=True), reason="after all"))
    assert meets(paired(row, 2)) == meets(first)
    assert other.seed != first.seed


def test_who_comes_and_goes_again_leaves_the_draw_of_round_1(row):
    who = str(row.entries.first().id)
    first = paired(row)
    unpaired(row)
    do(row, SetPresence(entry_id=who, round=1, present=False))
    assert paired(row).seed != first.seed
    unpaired(row)
    do(row, SetPresence(entry_id=who, round=1, present=True))
    assert meets(paired(row)) == meets(first)


def test_the_secret_decides_the_draw():
    row = a_tournament(players=8, system="knock_out", schedule=ScheduleSettings(seeded_by=SeededBy.LOT))
    state, source = state_of(row), SeedSource(chance=0)
    drawn = [source.seed_for(replace(state, secrets={1: f"{n:064x}"}), 1) for n in range(10)]
    assert {one.seed_of for one in drawn} == {1}
    draws = set()
    for one in drawn:
        draws.add(paired(row, seed=one.seed).order)
        unpaired(row)
    assert len(draws) == len(drawn)


def drawn_seed(secret, k, known):
    """As pairing.md says where the seed is from."""
    spelled = json.dumps(known, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    digest = sha256("\n".join(("nigiri seed", secret, str(k), spelled)).encode()).digest()
    return int.from_bytes(digest[:4], "big") % 2**31


def test_the_seed_follows_by_the_text_alone(row):
    event = paired(row)
    here = sorted(str(entry.id) for entry in row.entries.all())
    assert event.seed == drawn_seed(state_of(row).secrets[1], 1, here)
    played(row)
    games = PairingRow.objects.filter(tournament=row, round=1)
    known = sorted([1, *sorted((str(one.white_id), str(one.black_id))), str(one.black_id)] for one in games)
    event = paired(row, 2)
    assert (event.seed, event.seed_of) == (drawn_seed(state_of(row).secrets[2], 2, known), 2)


def test_the_next_secret_is_in_the_log_before_any_result(row):
    paired(row)
    played(row)
    paired(row, 2)
    committed = {one.event.round: one.version for one in stored(row, SeedCommitted)}
    kinds = {one.version: one.kind for one in store.read(stream_of(str(row.id)))}
    first_result = min(version for version, kind in kinds.items() if "result" in kind)
    assert committed[2] < first_result < committed[3]
    assert committed[1] < min(version for version, kind in kinds.items() if "player-entered" in kind)


def test_pairs_made_by_hand_are_followed_by_a_secret_too(row):
    one, other = (str(entry.id) for entry in row.entries.all()[:2])
    do(row, MakePair(round=1, game_id=str(uuid4()), white=one, black=other))
    assert [event.event.round for event in stored(row, SeedCommitted)] == [1, 2]


# who is told


def test_nobody_is_told_a_secret_before_the_round_is_published(row, director, client):
    paired(row)
    texts = [state_of(row).secrets[n] for n in (1, 2)]
    last = stored(row, SeedCommitted)[-1]
    addresses = [
        *(f"{API}{what}" for what in ("events/", "exports/json/", "story/", "rounds/1/proof/", "rounds/1/")),
        "/tournaments/open/story/",
        "/tournaments/open/rounds/1/proof/",
        f"/log/proof/{last.position}",
    ]
    for address in addresses:
        for one in (director, client):
            body = b"".join(one.get(address)).decode()
            assert not any(text in body for text in texts), address
    assert published_secrets(state_of(row)) == {}
    do(row, PublishRound(round=1))
    body = client.get(f"{API}rounds/1/proof/").content.decode()
    assert (texts[0] in body, texts[1] in body) == (True, False)
    assert texts[0] in client.get("/tournaments/open/rounds/1/proof/").content.decode()
    assert published_secrets(state_of(row)).keys() == {1}


def test_everybody_reads_the_commitment_at_once(row, client):
    paired(row)
    do(row, PublishRound(round=1))
    events = {one["version"]: one for one in client.get(f"{API}events/").json()["results"]}
    one = events[stored(row, SeedCommitted)[-1].version]
    assert (one["data"], one["withheld"]) == ({"round": 2, "secret": ""}, ["secret"])
    assert commitments_in(one["line"].replace("\\", ""))
    paired_line = events[stored(row, RoundPaired)[0].version]
    assert json.loads(paired_line["line"])["data"]["seed_of"] == 1


def test_the_proof_says_where_the_seed_is_from(row, director):
    paired(row)
    do(row, PublishRound(round=1))
    found = proof(director)
    opening = found["opening"]
    assert (found["source"], found["secret_of"], found["follows"]) == ("secret", 1, True)
    assert opening["value"] == state_of(row).secrets[1]
    assert published_secrets(state_of(row))[1].commitment == opening["salted"]
    assert "derived from a secret" in found["says"]


def test_a_seed_by_hand_is_told_as_one(row, director):
    event = paired(row, seed=7)
    assert (event.seed, event.seed_of, event.seed_given) == (7, 0, True)
    do(row, PublishRound(round=1))
    found = proof(director)
    assert (found["source"], found["follows"], found["opening"]) == ("director", None, None)
    assert found["says"] in director.get("/tournaments/open/rounds/1/proof/").content.decode()


# what goes wrong


@pytest.mark.parametrize("changes", [{"seed": 5}, {"seed_of": 2}, {"seed_of": 9}])
def test_a_seed_that_does_not_follow_is_named(row, director, changes):
    event = paired(row)
    unpaired(row)
    facts = RoundFacts.facts_of(event) | changes
    pairs = tuple(replace(pair, game_id=str(uuid4())) for pair in event.pairs)
    do(row, RecordPairing(**facts | {"pairs": pairs}))
    found = proof(director)
    assert found["follows"] is False
    assert "does not match" in found["says"]


def test_without_the_secret_the_service_draws_and_the_next_round_has_one_again(row, director):
    openings.erase([one for event in Event.objects.all() for one in commitments_in(event.data)])
    folding.clear_cache()
    event = paired(row)
    assert (event.seed_of, event.seed_given) == (0, False)
    played(row)
    assert paired(row, 2).seed_of == 2
    assert proof(director, 2)["follows"] is True


def test_a_secret_lost_afterwards_is_said_to_be(row, director):
    paired(row)
    openings.erase([one for event in Event.objects.all() for one in commitments_in(event.data)])
    folding.clear_cache()
    found = proof(director)
    assert (found["source"], found["follows"], found["found"]) == ("secret", None, None)
    assert "lost" in found["says"]


def test_a_tournament_of_before_has_secrets_from_its_next_pairs_on(row):
    state = replace(state_of(row), secrets={})
    assert SeedSource(chance=3).seed_for(state, 1).seed == 3


# every way to a round


@pytest.mark.parametrize("system", ["knock_out", "double_elimination"])
def test_brackets(system, director):
    row = a_tournament(players=8, system=system, rounds=3)
    first = paired(row)
    assert first.seed_of == 1
    unpaired(row)
    assert meets(paired(row)) == meets(first)
    played(row)
    assert paired(row, 2).seed_of == 2
    do(row, PublishRound(round=2))
    assert proof(director, 2)["follows"] is True


def test_a_round_robin_drawn_at_once_follows_from_one_secret(director):
    row = a_tournament(players=6, system="round_robin", rounds=5)
    pair_all_rounds(str(row.id), PairAllRounds(), a_context())
    rounds = [one.event for one in stored(row, RoundPaired)]
    assert {(one.seed_of, one.seed) for one in rounds} == {(1, rounds[0].seed)}
    assert len(rounds) == 5
    assert all(proof(director, number)["follows"] for number in range(1, 6))


def test_groups_are_drawn_from_their_own_results():
    entrants = [an_entrant(place, group="AB"[place % 2]) for place in range(8)]
    import_tournament(imported(entrants), an_organisation(), "open", a_context())
    row = TournamentRow.objects.get(slug="open")
    first, second = (
        one.event
        for one in pair_round(str(row.id), PairRound(round=1), a_context())
        if isinstance(one.event, RoundPaired)
    )
    assert (first.group, second.group, first.seed_of, second.seed_of) == ("A", "B", 1, 1)
    assert first.seed != second.seed
    do(row, PublishRound(round=1))
    for one in first.pairs:
        do(row, RecordResult(game_id=one.game_id, result=Result(winner=Winner.BLACK)))
    drawn = paired(row, 2, group="A")
    unpaired(row, 2)
    for one in second.pairs:
        do(row, RecordResult(game_id=one.game_id, result=Result(winner=Winner.BLACK)))
    assert paired(row, 2, group="A").seed == drawn.seed


def test_an_imported_tournament_has_a_secret_for_the_round_after():
    entrants = [an_entrant(place) for place in range(4)]
    game = Game(round=1, table=1, white=entrants[0].id, black=entrants[1].id)
    import_tournament(imported(entrants, [game], rounds=3), an_organisation(), "read", a_context())
    row = TournamentRow.objects.get(slug="read")
    assert [one.event.round for one in stored(row, SeedCommitted)] == [2]
    assert paired(row, 2, reason="The file lacks a result.").seed_of == 2


def test_a_round_that_is_added_has_a_secret(row):
    state = state_of(row)
    for number in range(1, state.settings.rounds + 1):
        paired(row, number)
        played(row, number)
    last = state.settings.rounds
    assert last + 1 not in state_of(row).secrets
    longer = replace(state.settings, rounds=last + 1)
    do(row, ChangeSettings(settings=longer, ruleset=state.ruleset, reason="one more"))
    assert paired(row, last + 1).seed_of == last + 1
