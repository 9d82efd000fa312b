"""Commands of one generated tournament: ids, times and actors follow from its seed."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID, uuid5

from games.log.unit_of_work import Context
from games.refusals import Refusal
from tests.generated.chances import Chances
from tests.generated.plan import Plan
from tournaments.commands import carry_out
from tournaments.loading import load
from tournaments.state.tournament import Tournament

NAMESPACE = UUID("6d1f0f5e-6e69-5769-a269-67656e650001")
DIRECTOR, DESK, REFEREE, OTHER_REFEREE, COMMITTEE = (
    f"generated:{office}" for office in ("director", "desk", "referee", "other referee", "committee")
)


class Orders:
    """Gives the commands of one tournament, one after the other, on a clock of its own."""

    def __init__(self, plan: Plan, slug: str) -> None:
        self.plan, self.slug = plan, slug
        self.id = str(uuid5(NAMESPACE, slug))
        self.chances = Chances(f"orders/{plan.seed}")
        self.now, self.given = plan.begins, 0
        self.refused: list[str] = []

    @property
    def state(self) -> Tournament:
        return load(self.id)[0]

    @property
    def version(self) -> int:
        return load(self.id)[1]

    def context(self, actor: str = DIRECTOR) -> Context:
        self.given += 1
        self.now += timedelta(seconds=self.chances.number(1, 90))
        return Context(actor=actor, command_id=self.new_id(f"command/{self.given}"), at=self.now)

    def new_id(self, of: str) -> UUID:
        return uuid5(UUID(self.id), of)

    def do(self, command: object, actor: str = DIRECTOR) -> None:
        carry_out(self.id, command, self.context(actor))

    def may(self, command: object, actor: str = DIRECTOR) -> bool:
        """Carry it out unless the service refuses: whether it was. Refusals happen in tournaments, too."""
        return self.trying(lambda: self.do(command, actor))

    def trying(self, act: Callable[[], object]) -> bool:
        """Whether it was carried out, and not refused."""
        try:
            act()
        except Refusal as refusal:
            self.refused.append(refusal.code)
            return False
        return True

    def waits(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)
