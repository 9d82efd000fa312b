"""The members of a bundle for people: ``index.html``, readable without a network or scripts, and ``README``.

They are in English, like the tools that check a bundle. Names are those that the bundle opens, so the same
log and the same head give the same bytes.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.template.loader import render_to_string
from django.utils import translation

from games.log.tree.checkpoints import read_checkpoint, read_note
from tournaments.competition.standings.tiebreaks import UnknownCriterion, find_criterion
from tournaments.interchange.bundle.content import BundleContent
from tournaments.interchange.bundle.published import rounds_body, standings_body
from tournaments.interchange.bundle.scope import Scope
from tournaments.persons.recorded_names import names_at
from tournaments.state.tournament import Entry, Tournament

RESULTS = {"white": "1-0", "black": "0-1", "jigo": "½-½", "both_win": "1-1", "both_lose": "0-0"}
BOARD_POINTS = 2  # the unit of criteria that only teams have
Body = dict[str, Any]


def index_page(content: BundleContent) -> str:
    """Return the page of the tournament: standings, rounds, the files, and how to check them."""
    return _render("nigiri/bundle_index.html", content)


def readme(content: BundleContent) -> str:
    """Return the same in short, without standings and rounds."""
    return _render("nigiri/bundle_readme.txt", content)


def _render(template: str, content: BundleContent) -> str:
    state = content.scope.state
    head = read_checkpoint(read_note(content.head.note).text)
    names = _public_names(content.scope)
    context = {
        "details": state.details,
        "settings": state.settings,
        "ruleset": state.ruleset,
        "origin": head.origin,
        "size": head.size,
        "tables": [*_last_standings(state, names)],
        "rounds": [*_rounds(state, names)],
    }
    with translation.override("en"):
        return render_to_string(template, context)


def _public_names(scope: Scope) -> Mapping[str, str]:
    """Return the names of teams and entries; "Player 7" where the bundle opens no name."""
    entries = scope.state.entries.values()
    named = [one for one in entries if scope.row.published and one.id not in scope.public_view.unnamed]
    persons = {
        id_: _in_order(name.family_name, name.given_name, given_first=name.given_first)
        for id_, name in names_at((id_ for one in named for id_ in one.side if id_), scope.size).items()
    }
    names = {one.id: f"Player {one.number}" for one in entries}
    names |= {one.id: _side(one, persons) for one in named if set(filter(None, one.side)) <= persons.keys()}
    return names | {team.id: team.name for team in scope.state.teams.values()}


def _in_order(family: str, given: str, *, given_first: bool) -> str:
    return (f"{given} {family}" if given_first else f"{family} {given}").strip()


def _side(entry: Entry, persons: Mapping[str, str]) -> str:
    return " & ".join(persons[id_] for id_ in entry.side if id_)


def _last_standings(state: Tournament, names: Mapping[str, str]) -> Iterator[Body]:
    """Yield the standings after the last published round, of teams first, then of players."""
    body = standings_body(state)
    tables: Iterable[Body] = [*body.get("teams", ()), *body["rounds"]]
    last = max((table["round"] for table in tables), default=0)
    for table in tables:
        if table["round"] == last:
            yield {**table, "rows": [*_rows(state, table, names)]}


def _rows(state: Tournament, table: Body, names: Mapping[str, str]) -> Iterator[Body]:
    units = [_unit(name, state.settings.system) for name in table["criteria"]]
    for id_, place in sorted(table["places"].items(), key=lambda item: (item[1], names[item[0]])):
        values = [table["values"][id_][name] for name in table["criteria"]]
        scores = [value / unit for value, unit in zip(values, units, strict=True)]
        yield {"place": place, "name": names[id_], "scores": scores}


def _unit(criterion: str, system: str) -> int:
    """Return the number that a stored value is divided by for people."""
    try:
        return find_criterion(criterion, system).unit
    except UnknownCriterion:
        return BOARD_POINTS


def _rounds(state: Tournament, names: Mapping[str, str]) -> Iterator[Body]:
    for round_ in rounds_body(state)["rounds"]:
        pairs = [
            {**pair, "white": names[pair["white"]], "black": names[pair["black"]], "result": _result(pair)}
            for pair in round_["pairs"]
        ]
        yield {"round": round_["round"], "pairs": pairs, "byes": [names[id_] for id_ in round_["byes"]]}


def _result(pair: Body) -> str:
    result = pair["result"]
    if result is None:
        return "no result"
    return RESULTS[result["winner"]] + (" by default" if result["by_default"] else "")
