"""One generated tournament, its bundle, and what verifier and house say of it."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from games.log import rebuilding, verification
from tests.generated import Generated, Wish, generate
from tests.verifier.checking import Verdict, bundle_of, verified

SYSTEMLESS = Wish()


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    made: Generated
    verdict: Verdict
    size: int


def compare(seed: int, folder: Path, wish: Wish = SYSTEMLESS) -> Compared:
    """Generate, bundle, verify."""
    made = generate(seed, wish)
    bundle = bundle_of(made.slug, folder)
    return Compared(made=made, verdict=verified(bundle), size=bundle.stat().st_size)


def house_faults() -> list[str]:
    """What the house finds wrong with its own log, and which tables do not follow from it."""
    tables = [f"{table.name} differs" for table in rebuilding.rebuild(check=True) if not table.same]
    return [*map(str, verification.verify()), *tables]


@dataclass(slots=True, kw_only=True)
class Tally:
    """How many tournaments of what kind, what was compared, what differs, what could not be checked."""

    tournaments: Counter = field(default_factory=Counter)
    checked: Counter = field(default_factory=Counter)
    skipped: Counter = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    wrong: int = 0

    def add(self, compared: Compared) -> list[str]:
        """The disagreements of this one."""
        self.tournaments[f"{compared.made.system}, {compared.made.form}"] += 1
        self.checked.update(compared.verdict.checked)
        self.skipped.update(compared.verdict.skipped)
        self.faults += compared.verdict.faults
        self.wrong += bool(compared.verdict.faults)
        return compared.verdict.faults

    def of_house(self, faults: list[str]) -> None:
        self.faults += faults

    @property
    def good(self) -> bool:
        return not self.faults

    def text(self, seconds: float) -> str:
        return "\n".join(
            [
                f"{self.tournaments.total()} tournaments in {seconds:.0f} s",
                *(f"  {often:6} {kind}" for kind, often in sorted(self.tournaments.items())),
                f"{self.checked.total()} figures compared",
                *(f"  {often:6} {what}" for what, often in self.checked.most_common()),
                "not checked",
                *(f"  {often:6} {what}" for what, often in self.skipped.most_common(40)),
                f"{len(self.faults)} disagreements, in {self.wrong} tournaments",
            ]
        )
