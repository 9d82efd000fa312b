"""Rulesets: one choice on each axis, under a name; as text, as JSON, and as presets."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from rules.choices import AXES, Choices, Plain, format_value, json_value, parse_value, quote
from rules.impossible import Impossible, fault
from rules.presets import PRESETS


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset(Choices):
    """One choice on each axis, with the name of the preset it started from.

    Values may be given as their text. Raises ValueError for any other value and for an unknown name; its
    subclass Impossible for choices that do not go together.
    """

    name: str

    def __post_init__(self) -> None:
        Choices.__post_init__(self)
        if not isinstance(self.name, str) or self.name not in PRESETS:
            raise ValueError(f"no such ruleset: {quote(self.name)}; there are {', '.join(PRESETS)}")
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
        """Return the value of every axis, and the preset's name under "name"."""
        return {"name": self.name} | {axis: json_value(getattr(self, axis)) for axis in AXES}

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
        return _preset(given.pop("name", None)).replace(**given)

    @classmethod
    def parse(cls, text: str) -> "Ruleset":
        """Return a ruleset from its text: a preset, then ``axis=value`` for each difference.

        A flag may be without a value: ``makrai modified_ko``. Raises ValueError for invalid text.
        """
        name, changes = _read(text)
        return _preset(name).replace(**changes)

    @classmethod
    def parse_recorded(cls, text: str) -> "Ruleset":
        """Return a ruleset from recorded text, as :meth:`parse`, but allow combinations that are refused now.

        Games were played under them and are replayed; :meth:`replace` allows them too.
        """
        name, changes = _read(text)
        preset = _preset(name)
        try:
            return preset.replace(**changes)
        except Impossible:
            given = {axis: getattr(preset, axis) for axis in AXES}
            return _RecordedRuleset(name=preset.name, **given).replace(**changes)

    def __str__(self) -> str:
        preset = _preset(self.name)
        differing = [axis for axis in AXES if getattr(self, axis) != getattr(preset, axis)]
        return " ".join(
            [self.name, *(f"{axis}={format_value(json_value(getattr(self, axis)))}" for axis in differing)]
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
    if not isinstance(name, str) or name not in RULESETS:
        raise ValueError(f"no such ruleset: {quote(name)}; there are {', '.join(RULESETS)}")
    return RULESETS[name]


RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        name: Ruleset(name=name, **{axis: getattr(choices, axis) for axis in AXES})
        for name, choices in PRESETS.items()
    }
)
"""Every preset by name."""
