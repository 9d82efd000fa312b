"""What an organisation may take of the service, and what it takes."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from games.management.base import Answer, JsonCommand
from tournaments.jobs.commands import unended_of
from tournaments.people.quotas.limits import Limit, raise_limits
from tournaments.reading.quotas import quota_lines
from tournaments.tables.people import Organisation


class Command(JsonCommand):
    help = (
        "Say what the organisation SLUG has taken of what it may take, after changing what is named. 0: "
        "without limit; usual: as the service's settings (NIGIRI_QUOTA_...) say."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", metavar="SLUG")
        for limit in Limit:
            parser.add_argument(f"--{limit.value.replace('_', '-')}", dest=limit.value, metavar="N")

    def answer(self, **options: Any) -> Answer:
        organisation = Organisation.objects.filter(slug=options["slug"]).first()
        if organisation is None:
            raise CommandError(f"There is no organisation {options['slug']}.")
        if given := {limit.value: _number(options[limit]) for limit in Limit if options[limit] is not None}:
            raise_limits(organisation, given)
        lines = quota_lines(organisation, timezone.now(), unended_of(organisation.pk).count())
        text = "\n".join(
            f"{line['limit']}: {line['used']:g} of {line['most'] or 'any number'}" for line in lines
        )
        return Answer(data={"organisation": organisation.slug, "limits": lines}, text=text)


def _number(text: str) -> int | None:
    if text == "usual":
        return None
    if not (text.isascii() and text.isdecimal() and int(text) < 2**31):
        raise CommandError(f"A limit is a whole number, 0 for none, or usual; not {text}.")
    return int(text)
