"""Each formula of deploy/format/pairing.md against the program, on random rounds."""

from dataclasses import asdict, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.format.drawn import rounds_of_all_systems
from tests.format.pairing import Round, best_total, inputs_digest
from tournaments.competition.history import Entrant, Game, MeetingGroup, MeetingKind, Settings
from tournaments.competition.pairing import RULES, pair, weights

SEEDS = st.integers(0, 2**31)
RULE_SETS = st.sampled_from(sorted(RULES))


@settings(max_examples=60)
@given(rounds_of_all_systems(), RULE_SETS, SEEDS)
def test_every_term_of_every_pair(history, rules, seed):
    round_ = Round(history, history.settings.rounds, rules, seed)
    for one, other, costs in weights(history, round_.r, rules, seed=seed).rows():
        assert round_.worth(one, other) == costs, (one, other)
        assert round_.worth(other, one) == costs


@settings(max_examples=60)
@given(rounds_of_all_systems(), RULE_SETS, SEEDS)
def test_the_round_that_follows(history, rules, seed):
    """Order, bye, total, optimum, stones, komi, colours, tables."""
    ours = pair(history, history.settings.rounds, rules=rules, seed=seed)
    round_ = Round(history, history.settings.rounds, rules, seed)
    assert ours.order == tuple(round_.order)
    nodes = [id_ for id_, e in round_.e.items() if e.present]
    assert ours.bye == (round_.bye(nodes) if len(nodes) % 2 else None)
    nodes = [id_ for id_ in nodes if id_ != ours.bye]
    worth = {(a, b): sum(round_.worth(a, b).values()) for a in nodes for b in nodes if a != b}
    assert ours.total == ours.optimum == ours.bound == best_total(worth, nodes)
    pairs = [tuple(sorted((two.white, two.black))) for two in ours.pairs]
    tables = round_.tables(pairs, ())
    for two, key in zip(ours.pairs, pairs, strict=True):
        a, b = (round_.e[id_] for id_ in key)
        assert two.total == worth[key]
        assert two.handicap == round_.stones(a, b)
        assert two.white == round_.white(*key)
        assert two.komi == round_.komi(two.handicap)
        assert two.table == tables[key]


@settings(max_examples=40)
@given(rounds_of_all_systems(), RULE_SETS, SEEDS)
def test_a_round_that_is_paired_in_parts(history, rules, seed):
    """Who has a game already counts in the groups; their tables stay taken."""
    r = history.settings.rounds
    first = pair(history, r, rules=rules, seed=seed).pairs[0]
    game = Game(round=r, table=first.table, white=first.white, black=first.black)
    history, apart = replace(history, games=(*history.games, game)), {first.white, first.black}
    round_ = Round(history, r, rules, seed)
    nodes = [id_ for id_, e in round_.e.items() if e.present and id_ not in apart]
    if len(nodes) < 2:
        return
    ours = pair(history, r, rules=rules, seed=seed, apart=apart)
    assert ours.order == tuple(round_.order)
    assert ours.bye == (round_.bye(nodes) if len(nodes) % 2 else None)
    nodes = [id_ for id_ in nodes if id_ != ours.bye]
    worth = {(a, b): sum(round_.worth(a, b).values()) for a in nodes for b in nodes if a != b}
    assert ours.total == best_total(worth, nodes)
    pairs = [tuple(sorted((two.white, two.black))) for two in ours.pairs]
    tables = round_.tables(pairs, apart)
    assert [two.table for two in ours.pairs] == [tables[key] for key in pairs]
    assert ours.inputs_digest == digest_of(history, rules, seed, apart, {first.table})


@settings(max_examples=30)
@given(rounds_of_all_systems(), RULE_SETS, SEEDS)
def test_last_ties_are_found_again_from_the_order_that_the_event_tells(history, rules, seed):
    told = pair(history, history.settings.rounds, rules=rules, seed=seed).order
    place = {id_: at for at, id_ in enumerate(told)}
    entrants = {
        id_: replace(entrant, order=place.get(id_, len(told)))
        for id_, entrant in reversed(history.entrants.items())
    }
    again = Round(replace(history, entrants=entrants), history.settings.rounds, rules, seed)
    assert again.order == list(told)


@settings(max_examples=60)
@given(rounds_of_all_systems(), RULE_SETS, SEEDS)
def test_the_digest_of_the_inputs(history, rules, seed):
    """Whatever was chosen, and whatever was not."""
    ours = pair(history, history.settings.rounds, rules=rules, seed=seed)
    assert ours.inputs_digest == digest_of(history, rules, seed, (), ())


def digest_of(history, rules, seed, apart, taken):
    r = history.settings.rounds
    entrant = Entrant(id="", rank=0, rating=0)
    group = asdict(MeetingGroup(id="", kind=MeetingKind.MUST, members=()))
    defaults = {
        "settings": asdict(Settings()),
        "entrant": asdict(entrant),
        "game": asdict(Game(round=0, table=0, white="", black="")),
        "meeting": group | {"id": None, "kind": None, "members": None},
    }
    return inputs_digest(
        _plain(asdict(history.settings)),
        _plain(defaults),
        [_plain(asdict(one)) for one in history.entrants.values()],
        [_plain(asdict(one)) for one in history.games],
        history.byes,
        r,
        rules,
        seed,
        apart,
        taken,
        [_plain(asdict(one)) for one in history.meetings if not one.rounds or r in one.rounds],
        [one.clubs for one in history.club_groups],
    )


def _plain(value):
    """As JSON has it."""
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
