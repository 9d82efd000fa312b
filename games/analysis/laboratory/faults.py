"""Faults of an address or a record in the laboratory: codes with facts, which a page puts into words."""


class InvalidExperiment(ValueError):
    """A fault of an address or a record. ``code`` is one of a closed list; ``facts`` give place and value."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {facts}")
        self.code, self.facts = code, facts


def shorten_quote(text: str) -> str:
    """Return typed text, shortened if it is long."""
    return text if len(text) <= 40 else f"{text[:40]}..."
