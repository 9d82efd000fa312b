"""Compute the pairing of a round again, as of the event that states it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from tournaments.checking.report import Place, Report, Words
from tournaments.competition.facts import PairFacts, SeedFacts
from tournaments.competition.pairing import CannotPair, Pairing
from tournaments.competition.pairing.bye import bye_receiver
from tournaments.competition.pairing.digest import inputs_digest
from tournaments.competition.pairing.field import Field, field_of, layers_of
from tournaments.competition.pairing.matching import matching_of
from tournaments.competition.pairing.pairing import MATCHING, games_of_matching
from tournaments.competition.pairing.proof import with_entrant_order
from tournaments.competition.pairing.rulesets import are_ties_by_number, find_rules
from tournaments.competition.pairing.table import costs_at, total_weights
from tournaments.competition.pairing.tables import sort_by_table, taken_tables
from tournaments.competition.schedules import SCHEDULES
from tournaments.domain.draw_secrets import Seed, seed_follows
from tournaments.domain.drawing import draw_group
from tournaments.domain.pairing_proof import PairingProved
from tournaments.domain.rounds import RoundPaired, matches_of_event
from tournaments.state.groups import NO_GROUP, pairing_group, unmatched_entries
from tournaments.state.tournament import PairMade, Tournament
from tournaments.teams.boards import board_games
from tournaments.teams.history import paired_history
from tournaments.teams.matches import unmatched_teams

ALL_PAIRS = 200  # up to this number of players every pair is weighed to find the optimum
OPTIMUM_HIDDEN = "optimum of rounds in which wishes to meet, or not to, are not public"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingEvent:
    """An event that paired a round. ``hidden``: a table or constraint before it is not public."""

    event: RoundPaired
    before: Tournament
    place: Place
    hidden: bool


def check_pairing(one: PairingEvent, words: Words, report: Report) -> None:
    """Compare a pairing with the one that follows from its rules, its seed and earlier rounds."""
    method = one.event.method
    if method not in SCHEDULES and method != MATCHING:
        report.unchecked["rounds paired by hand or read from a file, which follow from nothing"] += 1
        return
    _check_seed(one, report)
    with report.reading(one.place):
        if method == MATCHING:
            _check_matching(one, words, report)
        else:
            _check_schedule(one, words, report)


def _check_seed(one: PairingEvent, report: Report) -> None:
    event = one.event
    fits = seed_follows(event, one.before)
    if fits is None:
        why = "secret not opened" if event.seed_of else "chosen by a director or drawn unseen"
        report.unchecked[f"seeds: {why}"] += 1
        return
    report.checked["Seed"] += 1
    if not fits:
        report.fault(one.place, f"The seed {event.seed} does not follow from a secret committed to before.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _RoundField:
    """The field of a round. ``ordered``: facts in the log break its last ties."""

    state: Tournament
    field: Field
    apart: frozenset[str]
    taken: frozenset[int]
    digest: str
    ordered: bool


def _field_of_round(one: PairingEvent) -> _RoundField:
    """Return the field of the round. Raises CannotPair for unknown rules."""
    event, before, number = one.event, one.before, one.event.round
    state = pairing_group(before, event.group, number) if event.group != NO_GROUP else before
    teams = bool(state.settings.teams.boards)
    rules = find_rules(event.rules)
    out = unmatched_teams(state, number) if teams else unmatched_entries(state, number)
    own = paired_history(state, rules=rules.name)
    taken = frozenset(taken_tables(own, number, out))
    ordered = teams or are_ties_by_number(rules.name)
    field = field_of(own if ordered else with_entrant_order(own, event.order), number, rules, event.seed)
    return _RoundField(
        state=state,
        field=field,
        apart=out,
        taken=taken,
        digest=inputs_digest(own, number, rules.name, event.seed, out, taken),
        ordered=ordered,
    )


def _fields_by_home(field: Field) -> list[Field]:
    """Return the field for each of the equally common clubs and countries that may be at home in it."""
    clubs, countries = ([getattr(one, name) for one in field.entrants] for name in ("club", "country"))
    above = field.settings.pairing.at_home_above
    return [
        replace(field, home=club, home_country=country, guest=np.array([one != club for one in clubs]))
        for club, country in product(_most_common(clubs, above), _most_common(countries, above))
    ]


def _most_common(values: Sequence[str], above: int) -> list[str]:
    """Return the most common values, as ``at_home`` counts them; names break ties."""
    counts = Counter(values)
    most = max(counts.values(), default=0)
    return [one for one in counts if counts[one] == most] if 100 * most > above * len(values) else [""]


def _check_matching(one: PairingEvent, words: Words, report: Report) -> None:
    event, place = one.event, one.place
    try:
        found = _field_of_round(one)
    except CannotPair as error:
        report.unchecked[f"pairings: {error}"] += 1
        return
    teams, field = bool(found.state.settings.teams.boards), found.field
    pairs, byes = matches_of_event(event) if teams else (_players(event), event.byes)
    nodes = [i for i, id_ in enumerate(field.ids) if id_ not in found.apart]
    due = [field.ids[bye_receiver(field, nodes)]] if len(nodes) % 2 else []
    named = {id_: words.player(found.state, id_) for id_ in {*field.ids, *byes}}
    report.compare(place, "Bye", [named[id_] for id_ in byes], [named[id_] for id_ in due])
    orders = [[words.player(found.state, id_) for id_ in order] for order in (event.order, field.order)]
    report.compare(place, "Order of players", *orders)
    index = {id_: i for i, id_ in enumerate(field.ids)}
    matched = {id_ for pair in pairs for id_ in pair}
    stated = sorted(words.player(found.state, id_) for id_ in matched)
    present = sorted(named[field.ids[i]] for i in nodes if field.ids[i] not in byes)
    report.compare(place, "Players who have a game", stated, present)
    if not matched <= index.keys():
        return
    order = sort_by_table([(index[a], index[b]) for a, b in pairs], field.overall)
    fields = (
        [field]
        if found.ordered
        else [one for one in _fields_by_home(field) if _has_costs_of(one, event, order)]
    )
    field = fields[0] if fields else field
    _check_games(one, found, tuple(games_of_matching(field, order, found.taken)), words, report)
    if one.hidden or not found.ordered:
        report.unchecked["digests of inputs of which not everything is public"] += 1
    else:
        report.compare(place, "Digest of the inputs", event.inputs_digest, found.digest)
    _check_optimum(one, fields or [field], sorted(index[id_] for id_ in matched), report)


def _has_costs_of(field: Field, event: RoundPaired, order: Sequence[tuple[int, int]]) -> bool:
    """Return whether the stated costs of country and club are those of this field."""
    costs = {
        frozenset(field.ids[i] for i in two): one
        for two, one in zip(order, costs_at(field, order), strict=True)
    }
    return all(
        pair.components.get("geography") == costs[frozenset((pair.white, pair.black))]["geography"]
        for pair in event.pairs
    )


def _players(event: RoundPaired) -> tuple[tuple[str, str], ...]:
    return tuple((pair.white, pair.black) for pair in event.pairs)


def _check_games(
    one: PairingEvent, found: _RoundField, stated: Sequence[PairFacts], words: Words, report: Report
) -> None:
    """Compare costs, colours, stones, komi and tables of each game."""
    total = sum(pair.total for pair in stated)
    if found.state.settings.teams.boards:
        matches = Pairing(round=one.event.round, bye=None, pairs=tuple(stated))  # type: ignore[arg-type]
        stated = board_games(found.state, matches, lambda _: "")
    due = {frozenset((pair.white, pair.black)): pair for pair in stated}
    for pair in one.event.pairs:
        expected = due.get(frozenset((pair.white, pair.black)))
        if expected is None:
            place = _place(one, pair, words)
            report.fault(place, "These two do not sit at one board of two teams that were paired.")
            continue
        _check_pair(one, pair, expected, words, report)
    if not one.hidden:
        report.compare(one.place, "Total of the round", one.event.total, total)


def _check_pair(one: PairingEvent, pair: PairMade, expected: PairFacts, words: Words, report: Report) -> None:
    place, white = _place(one, pair, words), words.player(one.before, expected.white)
    constraint = {name: cost for name, cost in pair.components.items() if one.hidden and name == "meetings"}
    costs = {**expected.components, **constraint}
    report.compare(place, "Costs of the pair", dict(pair.components), costs)
    report.compare(place, "Total of the pair", pair.total, sum(costs.values()))
    report.compare(place, "White", words.player(one.before, pair.white), white)
    report.compare(place, "Handicap", pair.handicap, expected.handicap)
    report.compare(place, "Komi", pair.komi, expected.komi)
    if one.hidden:
        report.unchecked["tables of rounds for which players may be pinned to tables"] += 1
    else:
        report.compare(place, "Table", pair.table, expected.table)


def _place(one: PairingEvent, pair: PairMade, words: Words) -> Place:
    black, white = (words.player(one.before, id_) for id_ in (pair.black, pair.white))
    title = f"Round {one.event.round}, table {pair.table}, {black} (Black) and {white} (White)"
    return replace(one.place, title=title, table=pair.table, game=pair.game_id)


def _check_optimum(one: PairingEvent, fields: Sequence[Field], among: Sequence[int], report: Report) -> None:
    """Compare the optimum; of a large round only the order of total, optimum and bound."""
    event = one.event
    bound = event.bound or event.optimum
    if not event.total <= (event.optimum or event.total) <= bound:
        report.fault(one.place, f"Total {event.total}, optimum {event.optimum} and bound {bound} contradict.")
    if len(among) > ALL_PAIRS:
        report.unchecked[f"optimum of rounds of more than {ALL_PAIRS} players"] += 1
    elif one.hidden and any("meetings" in pair.components for pair in event.pairs):
        report.unchecked[OPTIMUM_HIDDEN] += 1
    else:
        found = [_optimum_of(field, among) for field in fields]
        best = event.total if event.total in found else found[0]
        stated = {"total": event.total, "optimum": event.optimum, "bound": bound}
        report.compare(one.place, "Optimum", stated, dict.fromkeys(stated, best))


def _optimum_of(field: Field, among: Sequence[int]) -> int:
    layers = [layer[list(among)] for layer in layers_of(field)]
    return matching_of(total_weights(field, among), range(len(among)), layers).total


def _check_schedule(one: PairingEvent, words: Words, report: Report) -> None:
    event, before = one.event, one.before
    if event.method != before.settings.system:
        report.unchecked[f"a round of {event.method} in a tournament of {before.settings.system}"] += 1
        return
    due = draw_group(before, event.round, event.group, Seed(**SeedFacts.facts_of(event)))
    orders = [[words.player(before, id_) for id_ in order] for order in (event.order, due.order)]
    report.compare(one.place, "Seeding", *orders)
    report.compare(one.place, "Digest of the inputs", event.inputs_digest, due.inputs_digest)
    named = [sorted(words.player(before, id_) for id_ in byes) for byes in (event.byes, due.byes)]
    report.compare(one.place, "Byes", *named)
    stated, expected = (
        {(pair.place, pair.table): _facts(pair, before, words) for pair in pairs}
        for pairs in (event.pairs, due.pairs)
    )
    for key in sorted({*stated, *expected}):
        place = replace(one.place, title=f"Round {event.round}, table {key[1]}, match {key[0]}", table=key[1])
        report.compare(place, "Game", stated.get(key), expected.get(key))


def _facts(pair: PairMade, before: Tournament, words: Words) -> dict[str, Any]:
    return {
        "Black": words.player(before, pair.black),
        "White": words.player(before, pair.white),
        "handicap": pair.handicap,
        "komi": pair.komi,
    }


def check_optimum_proof(
    event: PairingProved, matchings: Mapping[str, RoundPaired], place: Place, report: Report
) -> None:
    """Compare a later proof with the matching of its inputs."""
    paired = matchings.get(event.inputs_digest)
    if paired is None:
        report.fault(place, "It proves the optimum of a matching that nobody paired.")
        return
    bound = paired.bound or paired.optimum
    report.compare(place, "Total that was proved", event.total, paired.total)
    if not paired.total <= event.optimum <= bound or paired.optimum not in (0, event.optimum):
        report.fault(place, f"Optimum {event.optimum} with a total of {paired.total} and a bound of {bound}.")
