"""Rulesets: one choice on each axis, under a name; as text, as JSON, and as presets.

A preset has editions, which never change once published. Recorded text names the edition from the second
on, ``japanese@2``; without a number it is the first. A person who types ``japanese`` means the latest, and
``japanese@1`` names the first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.choices import AXES, Choices, Plain, format_value, json_value, parse_value, quote
from rules.impossible import Impossible, fault
from rules.presets import EDITIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Choices):
    """One choice on each axis, with the name and the edition of the preset it started from.

    Values may be given as their text. Raises ValueError for any other value and for an unknown name; its
    subclass Impossible for choices that do not go together.
    """

    name: str
    edition: int = 1

    def __post_init__(self) -> None:
        Choices.__post_init__(self)
        if not isinstance(self.name, str) or self.name not in EDITIONS:
            raise ValueError(f"no such ruleset: {quote(self.name)}; there are {', '.join(EDITIONS)}")
        if self.edition not in range(1, len(EDITIONS[self.name]) + 1):
            raise ValueError(f"no such edition of {self.name}: {quote(self.edition)}")
        self._check()

    def _check(self) -> None:
        if why := fault(self):
            raise Impossible(f"choices that do not go together, under {self.name}: {why}")

    def replace(self, /, **axes: object) -> "Ruleset":
        """Return the ruleset with other values on some axes. ValueError for an unknown axis or value."""
        unknown = sorted(axes.keys() - AXES.keys())
        if unknown:
            raise ValueError(f"no such axis: {', '.join(unknown)}; there are {', '.join(AXES)}")
        return replace(self, **axes)  # type: ignore[arg-type]  # checked by __post_init__

    def to_json(self) -> dict[str, Plain]:
        """Return the value of every axis, and the preset, as in :meth:`__str__`, under "name"."""
        return {"name": self._recorded_name} | {axis: json_value(getattr(self, axis)) for axis in AXES}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Ruleset":
        """Return a ruleset from :meth:`to_json`'s form.

        An axis left out keeps the preset's value. ValueError if invalid.
        """
        if not isinstance(data, Mapping):
            raise ValueError(f"a ruleset is an object, not {quote(data)}")  # noqa: TRY004  # as any other value
        given = dict(data)
        if not all(isinstance(axis, str) for axis in given):
            raise ValueError(f"an axis is named by a text, unlike one of {quote(list(given))}")
        return _recorded_preset(given.pop("name", None)).replace(**given)

    @classmethod
    def parse(cls, text: str) -> "Ruleset":
        """Return a ruleset from typed text: a preset, then ``axis=value`` for each difference.

        A preset without an edition is the latest. A flag may be without a value: ``makrai modified_ko``.
        Raises ValueError for invalid text.
        """
        name, changes = _read(text)
        return _preset(name).replace(**changes)

    @classmethod
    def parse_recorded(cls, text: str) -> "Ruleset":
        """Return a ruleset from recorded text, as :meth:`parse`, but allow combinations that are refused now.

        Games were played under them and are replayed; :meth:`replace` allows them too.
        """
        name, changes = _read(text)
        preset = _recorded_preset(name)
        try:
            return preset.replace(**changes)
        except Impossible:
            given = {axis: getattr(preset, axis) for axis in AXES}
            recorded = _RecordedRuleset(name=preset.name, edition=preset.edition, **given)
            return recorded.replace(**changes)

    def __str__(self) -> str:
        return self._to_text(self._recorded_name)

    @property
    def typed(self) -> str:
        """The text that :meth:`parse` reads as this ruleset, also after later editions."""
        several = len(EDITIONS[self.name]) > 1
        return self._to_text(f"{self.name}@{self.edition}" if several else self.name)

    @property
    def _recorded_name(self) -> str:
        return self.name if self.edition == 1 else f"{self.name}@{self.edition}"

    def _to_text(self, name: str) -> str:
        preset = EDITIONS[self.name][self.edition - 1]
        differing = [axis for axis in AXES if getattr(self, axis) != getattr(preset, axis)]
        return " ".join(
            [name, *(f"{axis}={format_value(json_value(getattr(self, axis)))}" for axis in differing)]
        )


class _RecordedRuleset(Ruleset):
    """A ruleset from a log with games played before some combinations were refused."""

    __slots__ = ()

    def _check(self) -> None:
        pass


def _read(text: str) -> tuple[str, dict[str, object]]:
    """Return the name and the changes of a ruleset's text."""
    if not isinstance(text, str):
        raise ValueError(f"a ruleset is a text, not {quote(text)}")  # noqa: TRY004  # as any other value
    name, *changes = text.split() or [""]
    pairs = [(axis, value if equals else "yes") for axis, equals, value in map(_split_change, changes)]
    if len(dict(pairs)) < len(pairs):
        raise ValueError(f"an axis is given twice: {text!r}")
    return name, {axis: parse_value(axis, value) for axis, value in pairs}


def _split_change(change: str) -> tuple[str, str, str]:
    return change.partition("=")


def _preset(name: object) -> Ruleset:
    """Return a preset by typed name, in its latest edition if none is given."""
    if not isinstance(name, str):
        raise ValueError(f"no such ruleset: {quote(name)}; there are {', '.join(RULESETS)}")  # noqa: TRY004  # as any other value
    found = _BY_TEXT.get(name) or RULESETS.get(name)
    if found is None:
        raise ValueError(f"no such ruleset: {quote(name)}; there are {', '.join(RULESETS)}")
    return found


def _recorded_preset(name: object) -> Ruleset:
    """Return a preset by recorded name, in its first edition if none is given."""
    first = f"{name}@1" if isinstance(name, str) and name in RULESETS else name
    return _preset(first)


def _edition(name: str, edition: int, choices: Choices) -> Ruleset:
    return Ruleset(name=name, edition=edition, **{axis: getattr(choices, axis) for axis in AXES})


_BY_TEXT: Mapping[str, Ruleset] = MappingProxyType(
    {
        f"{name}@{edition}": _edition(name, edition, choices)
        for name, editions in EDITIONS.items()
        for edition, choices in enumerate(editions, 1)
    }
)
RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {name: _BY_TEXT[f"{name}@{len(editions)}"] for name, editions in EDITIONS.items()}
)
"""Every preset by name, in its latest edition."""
