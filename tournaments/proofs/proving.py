"""The proof of a round's pairing, and the reasons of a pair or a bye, from the log alone.

Everything is computed again as of the event that paired the round. Only players' names come from current
rows, since the log does not have them.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from hashlib import sha256
from typing import Any, TypedDict

from django.core.cache import caches
from django.http import Http404

from games.log.commitments import OpenedCommitment
from games.log.digests import timestamp
from games.refusals import refuse
from games.rest.bodies import DateTimeText, OptionalText
from games.speaking import translate
from tournaments.competition.facts import MatchingFacts
from tournaments.competition.pairing import CannotPair
from tournaments.competition.pairing.matching import matching_of
from tournaments.competition.pairing.proof import MatchingInputs, Proof, RecordedMatching, prove
from tournaments.competition.pairing.table import WeightTable
from tournaments.domain.base import StoryContext, sentence_for
from tournaments.domain.rounds import RoundPaired, matches_of_event
from tournaments.persons.names import name_order
from tournaments.proofs.pair_values import MATCHING, Tables, change_of, late_table, pairs_of
from tournaments.proofs.pairing_log import HandEdit, Part, RoundLog, log_of_round
from tournaments.proofs.verdicts import (
    SeedProofBody,
    edits_summary,
    reason_unprovable,
    recomputation_failure,
    seed_body,
    verdict,
)
from tournaments.reading.published_openings import published_secrets
from tournaments.reading.queries import Name, names_for_log
from tournaments.reading.rounds import Method
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.teams.history import paired_history
from tournaments.teams.matches import unmatched_teams

MOST_WEIGHED = 1_000  # entries: half a second, and 100 MB
CACHE_SECONDS = 3600  # seconds
CACHE_VERSION = (
    1  # version of the cached form; increase it when ``Proof`` or the computation of proofs changes
)
Report = Callable[[int], None]


class RecordedFoundBody(TypedDict):
    """A value in the log and the recomputed value; null if it cannot be computed."""

    recorded: str
    found: str | None


class RecordedFoundByesBody(TypedDict):
    recorded: list[str]
    found: list[str]


class PartProofBody(TypedDict):
    """A matching of the round, computed again from the log as of ``position``.

    ``by``: for officers, else null. ``rules``: null if pairs were not weighed. ``provable``: it could be
    computed again. ``optimal``: no other pairing has a greater total; null if that cannot be computed.
    ``components``: criterion -> value of the pairing.
    """

    method: Method
    group: OptionalText
    at: DateTimeText
    position: int
    by: OptionalText
    games: int
    rules: OptionalText
    seed: int
    drawn: SeedProofBody
    provable: bool
    optimal: bool | None
    total: RecordedFoundBody
    optimum: RecordedFoundBody
    inputs_digest: RecordedFoundBody
    byes: RecordedFoundByesBody
    components: dict[str, str]
    says: str


class EditProofBody(TypedDict):
    """A manual edit and its cost: below 0 it lowered the value of the round. Reasons are for officers."""

    kind: str
    at: DateTimeText
    by: OptionalText
    reason: OptionalText
    says: str
    change: dict[str, int]
    change_total: str | None


class StandsBody(TypedDict):
    """The current value of the round, and the maximum for the same players; exact, hence text."""

    total: str
    optimum: str
    gap: str


class ProofBody(TypedDict):
    tournament: str
    round: int
    published: bool
    parts: list[PartProofBody]
    edits: list[EditProofBody]
    stands: StandsBody | None
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartProof:
    """The proof of a part of a round; without ``proof``, ``unproved`` has the reason."""

    part: Part
    proof: Proof | None
    unproved: str = ""


def log_of(row: TournamentRow, number: int, *, patient: bool = False) -> RoundLog:
    """Return the log of the pairing of a round. Refuses fields too large to compute during a request."""
    if not patient and EntryRow.objects.filter(tournament=row).count() > MOST_WEIGHED:
        refuse("field_too_large", most=MOST_WEIGHED, what="manage.py pairing_proof")
    return log_of_round(str(row.id), number)


def prove_part(part: Part, *, refresh: bool = False) -> PartProof:
    """Compute a pairing of the round again, as far as possible.

    The result is cached for an hour, since it follows from the log up to its event; ``refresh`` computes it
    again.
    """
    if unproved := reason_unprovable(part):
        return PartProof(part=part, proof=None, unproved=unproved)
    before, number, stored = part.before, part.event.round, _stored_pairing(part.event)
    order = name_order(before, part.event.rules, at=part.recorded.position)
    history = cache(lambda: before.history(order))
    key = _key(part, order)
    if not refresh and (found := caches["shared"].get(key)) is not None:
        return PartProof(
            part=part, proof=Proof.of_facts(found, stored, MatchingInputs(history, number, stored))
        )
    try:
        proof = prove(history(), number, stored, part.apart)
    except CannotPair as fault:
        return PartProof(part=part, proof=None, unproved=recomputation_failure(fault))
    caches["shared"].set(key, proof.facts, CACHE_SECONDS)
    return PartProof(part=part, proof=proof)


def _key(part: Part, order: Mapping[str, int]) -> str:
    """Return the cache key of a matching: its event, which fixes everything before it, and names."""
    inputs = (part.recorded.digest, sorted(order.items()))
    return f"proof:{CACHE_VERSION}:{sha256(repr(inputs).encode()).hexdigest()}"


def prove_teams(part: Part) -> PartProof:
    """Prove a round of teams: the matches follow from the boards and the line-ups of the event."""
    if part.event.method != MATCHING:
        return PartProof(part=part, proof=None, unproved=reason_unprovable(part))
    before, number = part.before, part.event.round
    pairs, byes = matches_of_event(part.event)
    stored = replace(_stored_pairing(part.event), pairs=pairs, byes=byes)
    try:
        history = paired_history(before, rules=part.event.rules)
        proof = prove(history, number, stored, unmatched_teams(before, number))
    except CannotPair as fault:
        return PartProof(part=part, proof=None, unproved=recomputation_failure(fault))
    return PartProof(part=part, proof=proof)


def _stored_pairing(event: RoundPaired) -> RecordedMatching:
    pairs = tuple((pair.white, pair.black) for pair in event.pairs)
    return RecordedMatching(pairs=pairs, byes=event.byes, **MatchingFacts.facts_of(event))


def proof_body(
    row: TournamentRow,
    number: int,
    *,
    officer: bool = False,
    patient: bool = False,
    report: Report | None = None,
) -> ProofBody:
    """Return the full proof of a round's pairing. Raises Http404 if it has none.

    Only officers see authors and reasons of edits. ``report`` gets the number of finished parts. Raises
    Refusal for a large field, unless ``patient``, which also bypasses the cache.
    """
    log = log_of(row, number, patient=patient)
    if not log.parts and not log.edits:
        raise Http404
    parts = []
    for done, part in enumerate(log.parts, start=1):
        parts.append(
            prove_teams(part) if log.now.settings.teams.boards else prove_part(part, refresh=patient)
        )
        if report:
            report(done)
    names = names_for_log(row, log.now) | {team.id: Name(team.name) for team in log.now.teams.values()}
    proofs = [one.proof for one in parts if one.proof]
    weighed = [(proof.present, partial(getattr, proof, "table")) for proof in proofs]
    tables = Tables(number, weighed, lambda: late_table(log))
    edits = [_edit_body(edit, tables, names, officer=officer) for edit in log.edits]
    secrets = published_secrets(log.now)
    bodies = [_part_body(one, names, secrets, officer=officer) for one in parts]
    value = _current_value(log, tables, proofs)
    return {
        "tournament": row.slug,
        "round": number,
        "published": log.now.round(number).published,
        "parts": bodies,
        "edits": edits,
        "stands": value,
        "says": " ".join([*(body["says"] for body in bodies), translate(_summary(edits, value))]),
    }


def _part_body(
    one: PartProof, names: Mapping[str, Name], secrets: Mapping[int, OpenedCommitment], *, officer: bool
) -> PartProofBody:
    event, proof = one.part.event, one.proof
    return {
        "method": event.method,
        "group": event.group,
        "at": timestamp(one.part.recorded.recorded_at),
        "position": one.part.recorded.position,
        "by": one.part.recorded.actor if officer else "",
        "games": len(event.pairs),
        "rules": event.rules,
        "seed": event.seed,
        "drawn": seed_body(one.part, secrets),
        "provable": proof is not None,
        "optimal": proof.optimal if proof else None,
        "total": {"recorded": str(event.total), "found": str(proof.total) if proof else None},
        "optimum": {"recorded": str(event.optimum), "found": str(proof.optimum) if proof else None},
        "inputs_digest": {"recorded": event.inputs_digest, "found": proof.digest if proof else None},
        "byes": {
            "recorded": [str(names[who]) for who in event.byes],
            "found": [str(names[proof.bye])] if proof and proof.bye else [],
        },
        "components": {name: str(cost) for name, cost in proof.components.items()} if proof else {},
        "says": translate(verdict(proof, names) if proof else one.unproved),
    }


def _edit_body(edit: HandEdit, tables: Tables, names: Mapping[str, Name], *, officer: bool) -> EditProofBody:
    change = change_of(edit.before, edit.after, tables)
    context = StoryContext(
        before=edit.before, after=edit.after, names={id_: str(name) for id_, name in names.items()}
    )
    return {
        "kind": edit.recorded.kind,
        "at": timestamp(edit.recorded.recorded_at),
        "by": edit.recorded.actor if officer else "",
        "reason": getattr(edit.event, "reason", "") if officer else "",
        "says": translate(sentence_for(_without_reason(edit.event), context)),
        "change": change or {},
        "change_total": None if change is None else str(sum(change.values())),
    }


def _without_reason(event: Any) -> object:
    return replace(event, reason="") if hasattr(event, "reason") else event


def _current_value(log: RoundLog, tables: Tables, proofs: Sequence[Proof]) -> StandsBody | None:
    """Return the value of the round's current pairs, and the maximum for the same players."""
    pairs = pairs_of(log.now, log.number)
    seated = frozenset(who for pair in pairs for who in pair)
    first = next((proof for proof in proofs if seated and seated <= proof.present), None)
    known = first.bound if first and seated == first.matched else None  # the players are the same
    if first and known is not None and pairs == {(min(pair), max(pair)) for pair in first.recorded.pairs}:
        return _value_body(first.total, known)
    table = tables.table_of(seated) if seated else None
    if table is None or not seated <= set(table.ids):
        return None
    total = sum(sum(table.of(*pair).values()) for pair in pairs)
    return _value_body(total, _maximum_value(table, seated) if known is None else known)


def _maximum_value(table: WeightTable, seated: Collection[str]) -> int:
    """Return the maximum value of a pairing of these players."""
    index = {id_: i for i, id_ in enumerate(table.ids)}
    return matching_of(table.total, sorted(index[who] for who in seated), table.layers).bound


def _value_body(total: int, most: int) -> StandsBody:
    return {"total": str(total), "optimum": str(most), "gap": str(most - total)}


def _summary(edits: list[EditProofBody], value: StandsBody | None) -> str:
    return edits_summary(len(edits), (value["total"], value["optimum"]) if value else None)
