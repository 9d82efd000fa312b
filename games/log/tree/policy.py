"""Whose signatures and cosignatures count: a file as c2sp.org/tlog-policy spells it (pure)."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from games.log.tree.cosigning import cosigned_by
from games.log.tree.notes import COSIGNATURE, ED25519, BadNote, Note, Verifier, read_verifier, signed_by

NONE = "none"


class BadPolicy(ValueError):
    """A line that cannot be taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Witnesses what at least ``least`` of its members do."""

    least: int
    members: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Policy:
    """``logs``: key and address, which may be empty; ``quorum``: name of a witness or group, or "none"."""

    logs: list[tuple[Verifier, str]] = field(default_factory=list)
    witnesses: dict[str, Verifier] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    quorum: str = ""

    def accepts(self, note: Note) -> bool:
        """Signed by one of the logs, and cosigned by the quorum."""
        try:
            signed_by(note, [key for key, _ in self.logs])
        except BadNote:
            return False
        keys = {key for key, _ in cosigned_by(note, self.witnesses.values())}
        return self._witnessed(self.quorum, {name for name, key in self.witnesses.items() if key in keys})

    def _witnessed(self, name: str, by: Collection[str]) -> bool:
        if name not in self.groups:
            return name == NONE or name in by
        group = self.groups[name]
        return sum(self._witnessed(member, by) for member in group.members) >= group.least


def read_policy(text: str) -> Policy:
    """Raises BadPolicy with the number of the line."""
    policy, members = Policy(), set[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        words = line.split()
        if words and not words[0].startswith("#"):
            try:
                _LINES[words[0]](policy, words[1:], members)
            except (KeyError, ValueError, IndexError) as error:
                raise BadPolicy(f"line {number} cannot be taken: {line.strip()}") from error
    if not policy.quorum:
        raise BadPolicy("there is no line that says the quorum")
    return policy


def _log(policy: Policy, words: list[str], members: set[str]) -> None:
    key = read_verifier(words[0])
    _require(key.kind == ED25519 and len(words) <= 2)
    _require(key.public not in {known.public for known, _ in policy.logs})
    policy.logs.append((key, words[1] if len(words) > 1 else ""))


def _witness(policy: Policy, words: list[str], members: set[str]) -> None:
    name, key = _fresh(policy, words[0]), read_verifier(words[1])
    _require(key.kind == COSIGNATURE and len(words) <= 3)
    _require(key.public not in {known.public for known in policy.witnesses.values()})
    policy.witnesses[name] = key


def _group(policy: Policy, words: list[str], members: set[str]) -> None:
    name, least, named = _fresh(policy, words[0]), words[1], tuple(words[2:])
    _require(set(named) <= policy.witnesses.keys() | policy.groups.keys() and members.isdisjoint(named))
    count = {"all": len(named), "any": 1}.get(least) or int(least)
    _require(1 <= count <= len(named) == len(set(named)))
    members.update(named)
    policy.groups[name] = Group(least=count, members=named)


def _quorum(policy: Policy, words: list[str], members: set[str]) -> None:
    [name] = words
    _require(not policy.quorum and (name == NONE or name in policy.witnesses or name in policy.groups))
    policy.quorum = name


def _fresh(policy: Policy, name: str) -> str:
    _require(name != NONE and name not in policy.witnesses and name not in policy.groups)
    return name


def _require(condition: object) -> None:
    if not condition:
        raise ValueError


_LINES: dict[str, Callable[[Policy, list[str], set[str]], None]] = {
    "log": _log,
    "witness": _witness,
    "group": _group,
    "quorum": _quorum,
}
