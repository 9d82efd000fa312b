"""What people call the rulesets that tournaments are played under."""

TITLES = {
    "tromp-taylor": "Tromp-Taylor",
    "tromp-taylor-agreement": "Tromp-Taylor, dead stones by agreement",
    "nieminen": "Nieminen",
    "makrai": "Makrai, area",
    "makrai-territory": "Makrai, territory",
    "arg": "ARG",
    "ultimate": "Ultimate Go",
    "japanese": "Japanese (1989)",
    "korean": "Korean",
    "chinese": "Chinese",
    "aga": "American Go Association (AGA), area",
    "aga-territory": "American Go Association (AGA), territory",
    "bga": "British Go Association (BGA)",
    "french": "French Go Federation",
    "new-zealand": "New Zealand",
    "ing": "Ing",
}


def title_of(ruleset: str) -> str:
    """A ruleset that nobody has named here keeps its own name."""
    return TITLES.get(ruleset, ruleset)
