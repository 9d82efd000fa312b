"""The reasons for a pair or a bye, as of the event that made it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypedDict

from django.http import Http404
from django.utils.translation import gettext

from games.rest.bodies import IdText, OptionalText, body_from
from games.speaking import translate
from tournaments.competition.pairing.clubs import group_of_both
from tournaments.competition.pairing.reasons import (
    Alternative,
    ByeClaim,
    Reasons,
    bye_claims,
    bye_decision,
    reasons,
)
from tournaments.competition.pairing.table import WeightTable
from tournaments.competition.pairing.words import bye_words, why_not_nearest
from tournaments.domain.byes import ByeGiven
from tournaments.domain.pairs import PairMadeByHand
from tournaments.domain.waiting import waiting_entries
from tournaments.proofs.pair_values import late_table
from tournaments.proofs.pairing_log import HandEdit, Part, RoundLog
from tournaments.proofs.proving import log_of, prove_part
from tournaments.reading.names import SideBody, side_body
from tournaments.reading.queries import Name, names_for_log
from tournaments.state.tournament import Tournament
from tournaments.tables.rows import TournamentRow

ClubGroupOf = Callable[[str, str], str]


class InsteadBody(SideBody):
    """A possible other opponent of a player.

    ``change``: of the whole pairing if the two met; ``left``: the entrant who would then meet the player's
    current opponent. ``decided``: the criterion that loses most; "level": none, the order of players decided;
    "byes": the opponent is due the bye. ``club_group``: the group that has the clubs of both. Totals are
    exact, hence text.
    """

    components: dict[str, int]
    total: str
    change: dict[str, int]
    change_total: str
    decided: OptionalText
    left: OptionalText
    bye: bool
    club_group: OptionalText


class WhyPlayerBody(SideBody):
    """The reasons for a player's opponent.

    ``instead``: every other opponent, the nearest first; ``decided`` names the criterion by which the nearest
    lost.
    """

    decided: OptionalText
    says: OptionalText
    instead: list[InsteadBody]


class WhyBody(TypedDict):
    """The reasons for one pair; if a director made it (``by_hand``), compared with others who waited.

    ``club_group``: the group of clubs at that time that has the clubs of both, or null.
    """

    tournament: str
    round: int
    game: IdText
    by_hand: bool
    components: dict[str, int]
    total: str
    club_group: OptionalText
    players: list[WhyPlayerBody]
    says: OptionalText


class ByeClaimBody(TypedDict):
    """A player's claim to the bye; the least claim gets it.

    It compares fewest ``byes``, having ``asked``, least ``weight``, last ``place``.
    """

    name: str
    key: str
    entry: IdText
    byes: int
    asked: bool
    weight: tuple[int, ...]
    place: int


class ByeReasonsBody(TypedDict):
    """The reasons for a bye.

    ``given_by``: "rule", or "hand" for a director. ``claims``: of all candidates, in order.
    """

    given_by: Literal["rule", "hand"]
    decided: OptionalText
    claims: list[ByeClaimBody]
    says: OptionalText


class ByeWhyBody(ByeReasonsBody):
    tournament: str
    round: int
    entry: IdText
    name: str
    key: str


def why_body(row: TournamentRow, number: int, game_id: str) -> WhyBody:
    """Return the reasons for one pair. Raises Http404 if the round has no such game."""
    log = log_of(row, number)
    pair = log.now.round(number).pairs.get(game_id)
    if pair is None:
        raise Http404
    names = names_for_log(row, log.now)
    two = (pair.white, pair.black)
    maker = _maker(log, game_id)
    found, unproved = _reasons(log, maker, two)
    club_group_of = _club_group_lookup(maker.before)
    body: WhyBody = {
        "tournament": row.slug,
        "round": number,
        "game": game_id,
        "by_hand": isinstance(maker, HandEdit),
        "components": dict(found.components) if found else dict(pair.components),
        "total": str(found.total if found else pair.total),
        "club_group": club_group_of(*two),
        "players": [_player(who, found, names, club_group_of) for who in two],
        "says": "",
    }
    body["says"] = _explain(body, maker, unproved)
    return body


def _club_group_lookup(state: Tournament) -> ClubGroupOf:
    """Return the group that had the clubs of both entries in that state; empty for none."""
    groups, entries = state.club_groups.values(), state.entries
    return lambda one, other: group_of_both(entries[one].club, entries[other].club, groups)


def _maker(log: RoundLog, game_id: str) -> Part | HandEdit:
    """Return the matching or edit that made the pair."""
    for part in log.parts:
        if any(pair.game_id == game_id for pair in part.event.pairs):
            return part
    for edit in log.edits:
        if isinstance(edit.event, PairMadeByHand) and edit.event.pair.game_id == game_id:
            return edit
    raise Http404


def _reasons(log: RoundLog, maker: Part | HandEdit, two: tuple[str, str]) -> tuple[Reasons | None, str]:
    """Return the reasons for the pair, or an explanation of their absence."""
    if isinstance(maker, HandEdit):
        return _reasons_by_hand(log, maker, two), ""
    one = prove_part(maker)
    pairs = [(pair.white, pair.black) for pair in maker.event.pairs]
    if one.proof:
        return reasons(one.proof.table, pairs, two, byes=maker.event.byes), ""
    return None, one.unproved


def _reasons_by_hand(log: RoundLog, edit: HandEdit, two: tuple[str, str]) -> Reasons | None:
    """Return the others who waited for a game at the time of the edit."""
    table = _table_with(log, two)
    if table is None:
        return None
    free = [who for who in waiting_entries(edit.before, log.number) if who not in two and who in table.ids]
    return reasons(table, [two], two, free=free)


def _table_with(log: RoundLog, entries: Sequence[str]) -> WeightTable | None:
    table = late_table(log)
    return table if table and set(entries) <= set(table.ids) else None


def _player(
    entry_id: str, found: Reasons | None, names: Mapping[str, Name], club_group_of: ClubGroupOf
) -> WhyPlayerBody:
    others = found.alternatives[entry_id] if found else ()
    plain = {id_: str(name) for id_, name in names.items()}
    return {
        **side_body(entry_id, names),
        "decided": others[0].decided if others else "",
        "says": translate(why_not_nearest(plain[entry_id], others, plain)) if found else "",
        "instead": [_instead(other, names, club_group_of(entry_id, other.opponent)) for other in others],
    }


def _instead(other: Alternative, names: Mapping[str, Name], club_group: str) -> InsteadBody:
    return {
        **side_body(other.opponent, names),
        "components": dict(other.components),
        "total": str(other.total),
        "change": {name: value for name, value in other.change.items() if value},
        "change_total": str(other.change_total),
        "decided": other.decided,
        "left": str(names[other.left_over]) if other.left_over else "",
        "bye": other.bye,
        "club_group": club_group,
    }


def _explain(body: WhyBody, maker: Part | HandEdit, unproved: str) -> str:
    if unproved:
        return translate(unproved)
    one, other = (player["name"] for player in body["players"])
    names = gettext("%(one)s and %(other)s") % {"one": one, "other": other}
    if isinstance(maker, HandEdit):
        words = gettext(
            "%(names)s were paired by hand. The others who were waiting for a game are listed next to them."
        )
        return words % {"names": names}
    sentence = gettext(
        "%(names)s were paired by the pairing rules %(rules)s. The weight of the pair is %(total)s."
    ) % {
        "names": names,
        "rules": maker.event.rules,
        "total": body["total"],
    }
    if not body["club_group"]:
        return sentence
    return f"{sentence} {gettext('Their clubs are in one group, %(group)s.') % {'group': body['club_group']}}"


def bye_body(row: TournamentRow, number: int, entry_id: str) -> ByeWhyBody:
    """Return the reasons for a bye of a round. Raises Http404 if the entry has none."""
    log = log_of(row, number)
    if entry_id not in log.now.round(number).byes:
        raise Http404
    names = names_for_log(row, log.now)
    why = _bye_reasons(log, entry_id, names)
    return {"tournament": row.slug, "round": number, **side_body(entry_id, names), **why}


def _bye_reasons(log: RoundLog, entry_id: str, names: Mapping[str, Name]) -> ByeReasonsBody:
    by_hand_ = any(isinstance(edit.event, ByeGiven) and edit.event.entry_id == entry_id for edit in log.edits)
    for part in log.parts:
        if entry_id in part.event.byes and not by_hand_:  # a revoked bye may be given again
            return _bye_reasons_by_rule(part, names)
    before = gettext("It was given by hand before the round was paired.")
    by_hand = gettext("It was given by hand.") if by_hand_ else before
    return {"given_by": "hand", "decided": "", "claims": [], "says": by_hand}


def _bye_reasons_by_rule(part: Part, names: Mapping[str, Name]) -> ByeReasonsBody:
    one = prove_part(part)
    if one.proof is None:
        return {"given_by": "rule", "decided": "", "claims": [], "says": translate(one.unproved)}
    field = one.proof.field
    nodes = [i for i, id_ in enumerate(field.ids) if id_ not in part.apart]
    claims = bye_claims(field, nodes)
    plain = {id_: str(name) for id_, name in names.items()}
    first, second = claims[0], claims[1] if len(claims) > 1 else None
    return {
        "given_by": "rule",
        "decided": bye_decision(first, second) if second else "",
        "claims": [_bye_claim(claim, names) for claim in claims],
        "says": translate(bye_words(first, second, plain)),
    }


def _bye_claim(claim: ByeClaim, names: Mapping[str, Name]) -> ByeClaimBody:
    name = names[claim.entrant]
    return body_from(ByeClaimBody, claim, entry=claim.entrant, name=str(name), key=name.key)
