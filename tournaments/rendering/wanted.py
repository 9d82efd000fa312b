"""What a reader is to get: which body, made from what at least."""

from typing import NamedTuple


class Wanted(NamedTuple):
    """``line`` is the same for all of an address, ``made_of`` its versions, none of which ever falls."""

    line: str
    made_of: tuple[int, ...]

    @property
    def key(self) -> str:
        return f"{self.line}:{'-'.join(map(str, self.made_of))}"

    def is_at_least(self, other: "Wanted") -> bool:
        """Whether whoever wants the other may have this one."""
        return all(ours >= theirs for ours, theirs in zip(self.made_of, other.made_of, strict=True))
