"""Why two players meet, and why somebody has the bye: as of the event of the log that made it so."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.http import Http404

from tournaments.competition.pairing.clubs import group_of_both
from tournaments.competition.pairing.reasons import Instead, Reasons, bye_claims, bye_decided, reasons
from tournaments.competition.pairing.table import WeightTable
from tournaments.competition.pairing.words import bye_words, nearest
from tournaments.deciding.rounds import waiting
from tournaments.events import ByeGiven, PairMadeByHand
from tournaments.proofs.pair_values import late_table
from tournaments.proofs.pairing_log import HandEdit, Part, RoundLog
from tournaments.proofs.proving import log_of, proved
from tournaments.reading.queries import Name, entry_names
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow

BY_RULE, BY_HAND = "rule", "hand"
Near = Callable[[str, str], str]
NOT_WEIGHED = "Pairs of this round are not weighed: {}"


def why_body(row: TournamentRow, number: int, game_id: str) -> dict[str, Any]:
    """The reasons of one pair. Raises Http404 where the round has no such game."""
    log = log_of(row, number)
    pair = log.now.round(number).pairs.get(game_id)
    if pair is None:
        raise Http404
    names = entry_names(row)
    two = (pair.white, pair.black)
    maker = _maker(log, game_id)
    found, unproved = _reasons(log, maker, two)
    near = _near(maker.before)
    body = {
        "tournament": row.slug,
        "round": number,
        "game": game_id,
        "by_hand": isinstance(maker, HandEdit),
        "components": dict(found.components) if found else dict(pair.components),
        "total": str(found.total if found else pair.total),
        "club_group": near(*two),
        "players": [_player(who, found, names, near) for who in two],
    }
    return body | {"says": _says(body, maker, unproved)}


def _near(state: Tournament) -> Near:
    """Of two entries the group that the clubs of both were in then; empty for none."""
    groups, entries = state.club_groups.values(), state.entries
    return lambda one, other: group_of_both(entries[one].club, entries[other].club, groups)


def _maker(log: RoundLog, game_id: str) -> Part | HandEdit:
    """What made the pair."""
    for part in log.parts:
        if any(pair.game_id == game_id for pair in part.event.pairs):
            return part
    for edit in log.edits:
        if isinstance(edit.event, PairMadeByHand) and edit.event.pair.game_id == game_id:
            return edit
    raise Http404


def _reasons(log: RoundLog, maker: Part | HandEdit, two: tuple[str, str]) -> tuple[Reasons | None, str]:
    """The reasons, or why there are none."""
    if isinstance(maker, HandEdit):
        return _by_hand(log, maker, two), ""
    one = proved(maker)
    pairs = [(pair.white, pair.black) for pair in maker.event.pairs]
    if one.proof:
        return reasons(one.proof.table, pairs, two, byes=maker.event.byes), ""
    return None, one.unproved


def _by_hand(log: RoundLog, edit: HandEdit, two: tuple[str, str]) -> Reasons | None:
    """Who else waited for a game then."""
    table = _table_with(log, two)
    if table is None:
        return None
    free = [who for who in waiting(edit.before, log.number) if who not in two and who in table.ids]
    return reasons(table, [two], two, free=free)


def _table_with(log: RoundLog, who: Sequence[str]) -> WeightTable | None:
    table = late_table(log)
    return table if table and set(who) <= set(table.ids) else None


def _player(who: str, found: Reasons | None, names: Mapping[str, Name], near: Near) -> dict[str, Any]:
    others = found.instead[who] if found else ()
    plain = {id_: str(name) for id_, name in names.items()}
    return {
        "entry": who,
        "name": str(names[who]),
        "key": names[who].key,
        "decided": others[0].decided if others else "",
        "says": nearest(plain[who], others, plain) if found else "",
        "instead": [_instead(other, names) | {"club_group": near(who, other.opponent)} for other in others],
    }


def _instead(other: Instead, names: Mapping[str, Name]) -> dict[str, Any]:
    return {
        "entry": other.opponent,
        "name": str(names[other.opponent]),
        "key": names[other.opponent].key,
        "components": dict(other.components),
        "total": str(other.total),
        "change": {name: value for name, value in other.change.items() if value},
        "change_total": str(other.change_total),
        "decided": other.decided,
        "left": str(names[other.left]) if other.left else "",
        "bye": other.bye,
    }


def _says(body: dict[str, Any], maker: Part | HandEdit, unproved: str) -> str:
    if unproved:
        return unproved
    names = " and ".join(player["name"] for player in body["players"])
    if isinstance(maker, HandEdit):
        return f"{names} were paired by hand. Next to them stands who else waited for a game then."
    near = f" Their clubs are in one group, {body['club_group']}." if body["club_group"] else ""
    return f"{names} were paired by {maker.event.rules}: the pair is worth {body['total']}.{near}"


def bye_body(row: TournamentRow, number: int, entry_id: str) -> dict[str, Any]:
    """Why somebody has the bye of a round. Raises Http404 where they have none."""
    log = log_of(row, number)
    if entry_id not in log.now.round(number).byes:
        raise Http404
    names = entry_names(row)
    body = {
        "tournament": row.slug,
        "round": number,
        "entry": entry_id,
        "name": str(names[entry_id]),
        "key": names[entry_id].key,
    }
    for part in log.parts:
        if entry_id in part.event.byes:
            return body | {"given_by": BY_RULE, **_by_rule(part, entry_id, names)}
    given = [edit for edit in log.edits if isinstance(edit.event, ByeGiven)]
    told = next((edit for edit in given if getattr(edit.event, "entry_id", "") == entry_id), None)
    by_hand = "It was given by hand." if told else "It was given by hand before the round was paired."
    return body | {"given_by": BY_HAND, "decided": "", "claims": [], "says": by_hand}


def _by_rule(part: Part, entry_id: str, names: Mapping[str, Name]) -> dict[str, Any]:
    one = proved(part)
    if one.proof is None:
        return {"decided": "", "claims": [], "says": one.unproved}
    field = one.proof.field
    nodes = [i for i, id_ in enumerate(field.ids) if id_ not in part.apart]
    claims = bye_claims(field, nodes)
    plain = {id_: str(name) for id_, name in names.items()}
    first, second = claims[0], claims[1] if len(claims) > 1 else None
    return {
        "decided": bye_decided(first, second) if second else "",
        "claims": [
            {"name": plain[claim.entrant], "key": names[claim.entrant].key, **asdict(claim)}
            for claim in claims
        ],
        "says": bye_words(first, second, plain),
    }
