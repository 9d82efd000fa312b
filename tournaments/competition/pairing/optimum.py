"""The greatest possible total of a round's pairing, from its inputs."""

from collections.abc import Collection

from tournaments.competition.history import History
from tournaments.competition.pairing.digest import inputs_digest
from tournaments.competition.pairing.field import field_of, layers_of
from tournaments.competition.pairing.matching import optimum_of
from tournaments.competition.pairing.rulesets import find_rules
from tournaments.competition.pairing.table import totals
from tournaments.competition.pairing.tables import taken_tables


def optimum(
    history: History,
    round_: int,
    rules: str,
    *,
    seed: int,
    apart: Collection[str],
    byes: Collection[str],
    digest: str,
) -> int | None:
    """Return the optimum with these ``byes``; None if the digest differs. ``apart`` as in ``pair``."""
    taken = taken_tables(history, round_, apart)
    if inputs_digest(history, round_, rules, seed, apart, taken) != digest:
        return None
    field = field_of(history, round_, find_rules(rules), seed)
    out = {*apart, *byes}
    nodes = [i for i, id_ in enumerate(field.ids) if id_ not in out]
    return optimum_of(totals(field, nodes), range(len(nodes)), [layer[nodes] for layer in layers_of(field)])
