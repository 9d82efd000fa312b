"""What people call the rulesets that tournaments are played under."""

from django.utils.translation import pgettext_lazy

TITLES = {
    "tromp-taylor": "Tromp-Taylor",
    "tromp-taylor-agreement": pgettext_lazy("ruleset", "Tromp-Taylor, dead stones by agreement"),
    "nieminen": "Nieminen",
    "makrai": pgettext_lazy("ruleset", "Makrai, area"),
    "makrai-territory": pgettext_lazy("ruleset", "Makrai, territory"),
    "arg": "ARG",
    "ultimate": "Ultimate Go",
    "japanese": pgettext_lazy("ruleset", "Japanese (1989)"),
    "korean": pgettext_lazy("ruleset", "Korean"),
    "chinese": pgettext_lazy("ruleset", "Chinese"),
    "aga": pgettext_lazy("ruleset", "American Go Association (AGA), area"),
    "aga-territory": pgettext_lazy("ruleset", "American Go Association (AGA), territory"),
    "bga": pgettext_lazy("ruleset", "British Go Association (BGA)"),
    "french": pgettext_lazy("ruleset", "French Go Federation"),
    "new-zealand": pgettext_lazy("ruleset", "New Zealand"),
    "ing": "Ing",
}


def title_of(ruleset: str) -> str:
    """A ruleset that nobody has named here keeps its own name."""
    return str(TITLES.get(ruleset, ruleset))
