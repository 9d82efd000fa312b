"""One generated tournament, its bundle, and what both tools find in it."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from games.log import rebuilding, verification
from tests.generated import Generated, Wish, generate
from tests.verifier.checking import bundle_of, integrity, meaning

ANY = Wish()


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    made: Generated
    faults: list[str]
    checked: Counter
    unchecked: Counter


def compare(seed: int, folder: Path, wish: Wish = ANY) -> Compared:
    """Generate, bundle, check."""
    made = generate(seed, wish)
    bundle = bundle_of(made.slug, folder)
    signed, found = integrity(bundle), meaning(bundle)
    return Compared(
        made=made,
        faults=[*signed.faults, *signed.unchecked, *map(str, found.faults)],
        checked=found.checked,
        unchecked=found.unchecked,
    )


def log_faults() -> list[str]:
    """Whatever is wrong with the log, and tables that do not follow from it."""
    tables = [f"{table.name} differs" for table in rebuilding.rebuild(check=True) if not table.same]
    return [*map(str, verification.verify()), *tables]


@dataclass(slots=True, kw_only=True)
class Tally:
    """How many tournaments of what kind, what was computed, what not, and all faults."""

    tournaments: Counter = field(default_factory=Counter)
    checked: Counter = field(default_factory=Counter)
    unchecked: Counter = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def add(self, compared: Compared) -> list[str]:
        """Return the faults of this one."""
        self.tournaments[f"{compared.made.system}, {compared.made.form}"] += 1
        self.checked.update(compared.checked)
        self.unchecked.update(compared.unchecked)
        self.faults += compared.faults
        return compared.faults

    def text(self, seconds: float) -> str:
        return "\n".join(
            [
                f"{self.tournaments.total()} tournaments in {seconds:.0f} s",
                *(f"  {often:6} {kind}" for kind, often in sorted(self.tournaments.items())),
                f"{self.checked.total()} figures computed again",
                *(f"  {often:6} {what}" for what, often in self.checked.most_common()),
                "not computed",
                *(f"  {often:6} {what}" for what, often in self.unchecked.most_common()),
                f"{len(self.faults)} faults",
            ]
        )
