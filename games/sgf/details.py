"""The game information of a record, from anywhere on the main line."""

from collections.abc import Iterator
from itertools import chain

from games.marking import marked
from games.sgf import values
from games.sgf.faults import Note, NoteCode
from games.sgf.grammar import INFO_PROPERTIES, Tree, Value
from games.sgf.record import Claim, Comment, Info
from games.sgf.results import parse_result_text
from games.sgf.rulesets import resolve_ruleset_name
from games.sgf.source import Source

UNITS = {
    "stones": marked("stones"),
    "words": marked("words"),
    "hundredths of a point": marked("hundredths of a point"),
    "hundredths of a stone": marked("hundredths of a stone"),
}
_SINGLE_VALUED = frozenset((*INFO_PROPERTIES.values(), "KM", "HA", "RU", "RE", "SZ", "PL"))


class Details:
    """The first value of each property on the main line, and the notes made while reading them."""

    def __init__(self, source: Source, tree: Tree) -> None:
        self.notes: list[Note] = []
        self._source = source
        self._tree = tree
        self._values: dict[str, Value] = {}
        for node in reversed(tree.nodes):
            self._values.update((name, held[0]) for name, held in node.properties.items())
        self._note_multiple_values()

    def offset_of(self, *names: str) -> int:
        """Return the offset of the first of these properties that the record has, or the record's own."""
        found = (self._values[name].offset for name in names if name in self._values)
        return next(found, self._tree.offset)

    def get(self, name: str) -> Value | None:
        return self._values.get(name)

    def line(self, name: str) -> str:
        value = self.get(name)
        return values.line(value.raw) if value else ""

    def komi(self) -> float | None:
        value = self.get("KM")
        if value is None or not values.line(value.raw):
            return None
        komi, how = values.komi(
            value.raw,
            small=self._is_from_fox or self._has_handicap,
            chinese=resolve_ruleset_name(self.line("RU")) == "chinese",
        )
        if komi == 0 and self._is_from_fox and self.line("HA") in ("", "0"):
            self._note(NoteCode.KOMI_UNREAD, marked("This server writes 0 for the usual komi."), value)
            return None
        if komi is None:
            self._note(NoteCode.KOMI_UNREAD, marked("The komi is not a number of half points."), value)
        elif how:
            text = marked(
                "The komi is written in %(unit)s: %(komi)s points.", unit=UNITS[how], komi=f"{komi:g}"
            )
            self._note(NoteCode.KOMI_READ_AS, text, value)
        return komi

    def handicap(self) -> int:
        value = self.get("HA")
        if value is None or not values.line(value.raw):
            return 0
        handicap = values.handicap(value.raw)
        if handicap is None:
            self._note(NoteCode.HANDICAP_UNREAD, marked("The handicap is not a number of stones."), value)
        return handicap or 0

    def result(self) -> Claim | None:
        value = self.get("RE")
        if value is None or not values.line(value.raw):
            return None
        claim = values.result(value.raw)
        if claim is not None and (claim.margin or 0) * 2 % 1 == 0:
            return claim
        read = parse_result_text(values.line(value.raw))
        if read is None:
            self._note(
                NoteCode.RESULT_UNREAD, marked("The result is not in the form that SGF requires."), value
            )
            return None
        text = marked("The result is given in %(unit)s: %(result)s.", unit=UNITS[read[1]], result=read[0])
        self._note(NoteCode.RESULT_READ_AS, text, value)
        return read[0]

    @property
    def _has_handicap(self) -> bool:
        value = self.get("HA")
        return value is not None and (values.handicap(value.raw) or 0) >= 2

    @property
    def _is_from_fox(self) -> bool:
        """Return whether Fox wrote the record, which names itself in the last of several AP."""
        return any(value.raw.strip() == b"foxwq" for value in self._tree.nodes[0].properties.get("AP", ()))

    def info(self) -> Info:
        texts = {name: self.line(held) for name, held in INFO_PROPERTIES.items() if name != "about"}
        about = self.get("GC")
        return Info(**texts, about=values.text(about.raw) if about else "", comments=self._comments())

    def _comments(self) -> tuple[Comment, ...]:
        said = ((node.index, node.first("C")) for node in self._tree.nodes)
        read = ((node, values.text(value.raw)) for node, value in said if value)
        return tuple(Comment(node=node, text=text) for node, text in read if text)

    def _note_multiple_values(self) -> None:
        """Note the first property with more values than allowed, else a second handicap, komi or result."""
        held = (item for node in self._tree.nodes for item in node.properties.items())
        several = (values[1] for name, values in held if len(values) > 1 and name in _SINGLE_VALUED)
        if second := next(chain(several, self._other_terms()), None):
            self._note(NoteCode.SEVERAL_VALUES, marked("Of several values, the first is used."), second)

    def _other_terms(self) -> Iterator[Value]:
        """Yield the values of komi, handicap and result, in any node, that differ from the first."""
        for name in ("KM", "HA", "RE"):
            stated = [value for node in self._tree.nodes for value in node.properties.get(name, ())]
            yield from (value for value in stated if values.line(value.raw) != self.line(name))

    def _note(self, code: NoteCode, said: str, value: Value) -> None:
        self.notes.append(self._source.note(code, said, value.offset))
