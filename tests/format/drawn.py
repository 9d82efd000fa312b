"""Tournaments of every system and setting that the texts speak of, drawn at random."""

from dataclasses import replace

from hypothesis import strategies as st

from tests.tournaments.competition.pairing.builders import rounds_to_pair
from tests.tournaments.competition.standings.builders import histories
from tournaments.competition.history import ClubGroup, HandicapSettings, MeetingGroup, MeetingKind
from tournaments.competition.standings import CRITERIA

SYSTEMS = ("mcmahon", "swiss", "swiss_categories", "cup", "league")
PLACES = ("W1/1", "W2/1", "L1/1", "L2/1", "F/1", "F/2", "T/1", "C1/1", "")
NAMES = (*sorted(CRITERIA), "SOS", "SOS-1", "SODOS", " cuss", "Buchholz-1", "CAT", "lottery")


def _varied(draw, history, systems):
    """The same in another system, with corrections, entries left out, colours unknown."""
    entrants = {
        id_: replace(
            entrant,
            rating=draw(st.integers(0, 2)),
            correction=draw(st.sampled_from([0, 0, 0, 1, -1, -40])),
            voided=draw(st.integers(0, 9)) == 0,
        )
        for id_, entrant in history.entrants.items()
    }
    games = tuple(
        replace(game, colours_known=bool(game.handicap) or draw(st.booleans())) for game in history.games
    )
    settings = replace(
        history.settings,
        system=draw(st.sampled_from(systems)),
        floor=draw(st.sampled_from([-30, -20, -5])),
        bar=draw(st.sampled_from([-3, 3])),
        nbw_absent2=draw(st.sampled_from([0, 1])),
        draw_seed=draw(st.integers(0, 3)),
        categories=draw(st.sampled_from([(), (0,), (3, -10)])),
    )
    return replace(history, settings=settings, entrants=entrants, games=games)


@st.composite
def standings_to_make(draw):
    """Any list of criteria, some named twice; in a third of them games name their match of a bracket."""
    systems = (*SYSTEMS, "knock_out", "double_elimination", "round_robin")
    history = _varied(draw, draw(histories()), systems)
    names = tuple(draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=6)))
    schedule = replace(history.settings.schedule, second_final=draw(st.booleans()))
    settings = replace(history.settings, criteria=names, schedule=schedule, rounds=draw(st.integers(1, 6)))
    games, entrants = history.games, history.entrants
    if draw(st.integers(0, 2)) == 0:
        games = tuple(replace(game, place=draw(st.sampled_from(PLACES))) for game in games)
    met = {id_ for game in games for id_ in (game.white, game.black)}
    entrants = {
        id_: replace(entrant, final=id_ in met or draw(st.booleans())) for id_, entrant in entrants.items()
    }
    return replace(history, settings=settings, games=games, entrants=entrants)


@st.composite
def rounds_of_all_systems(draw):
    """A round to be paired, with homes, groups of clubs, wishes, pinned tables and weights of any size."""
    history = _varied(draw, draw(rounds_to_pair()), SYSTEMS)
    ids, last = sorted(history.entrants), history.settings.rounds
    pairing = replace(
        history.settings.pairing,
        balance_colours=draw(st.sampled_from([1_000, 1_000_001])),
        avoid_mixing_categories=draw(st.sampled_from([0, 20_000_000_000_000])),
        draw_weight=draw(st.sampled_from([100_000_000, 123_456_789])),
        maximise_seeding=draw(st.sampled_from([5_000_000, 4_999_999])),
        rating_in_first=draw(st.booleans()),
        avoid_same_geography=draw(st.sampled_from([0, 100_000_000_000, 20_000_000_000_000])),
        country_factor=draw(st.integers(0, 3)),
        club_factor=draw(st.integers(0, 8)),
        nx1_factor=draw(st.sampled_from([0, 0.5, 1, 0.3])),
        at_home_above=draw(st.sampled_from([100, 50, 30])),
        strong_from=draw(st.sampled_from([0, -10, 6])),
        strong_at_bar=draw(st.booleans()),
        strong_by_wins=draw(st.booleans()),
        byes_on_request=draw(st.booleans()),
        tables_unused=tuple(draw(st.sets(st.integers(1, 4), max_size=2))),
    )
    handicap = HandicapSettings(
        by_score=draw(st.booleans()),
        ceiling=draw(st.sampled_from([0, 9])),
        correction=draw(st.integers(-1, 2)),
        no_handicap_from=draw(st.sampled_from([0, -30, 8])),
    )
    entrants = {
        id_: replace(
            entrant,
            country=draw(st.sampled_from(["", "DE", "FR"])),
            club=draw(st.sampled_from(["", "Aa", "aA", "B"])),
            byes_asked=frozenset(draw(st.sampled_from([(), (last,)]))),
            table=draw(st.sampled_from([0, 0, 0, 2, 5])),
        )
        for id_, entrant in history.entrants.items()
    }
    return replace(
        history,
        settings=replace(history.settings, pairing=pairing, handicap=handicap),
        entrants=entrants,
        meetings=tuple(_group(draw, number, ids, last) for number in range(draw(st.integers(0, 2)))),
        club_groups=draw(
            st.sampled_from([(), (ClubGroup(id="g", name="G", clubs=("aa", "B")),)]),
        ),
    )


def _group(draw, number, ids, last):
    members = draw(st.lists(st.sampled_from(ids), min_size=2, max_size=4, unique=True))
    return MeetingGroup(
        id=str(number),
        kind=draw(st.sampled_from(MeetingKind)),
        members=tuple(members),
        rounds=draw(st.sampled_from([(), (last,), (last + 1,)])),
    )
