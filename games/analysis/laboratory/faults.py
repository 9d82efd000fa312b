"""What of an address or a record cannot be tried: a code with its facts, which a page puts into words."""


class Untried(ValueError):
    """``code`` is one of a closed list; ``facts`` say where and what."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {facts}")
        self.code, self.facts = code, facts


def quoted(text: str) -> str:
    """What was typed, cut where it is long."""
    return text if len(text) <= 40 else f"{text[:40]}..."
