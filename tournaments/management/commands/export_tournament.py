"""The command that exports a tournament to a file; warnings go to standard error and into the JSON.

JSON: ``{"tournament", "format", "version", "position", "file", "text", "warnings"}``; ``text`` is null with
``--out``. If ``--out`` is a folder, the file in it is named after tournament, version and position.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.http import Http404

from games.management.base import Answer, JsonCommand
from games.marking import marked
from games.refusals import refuse
from tournaments.formats.exports import FORMATS, file_name
from tournaments.formats.outgoing import Outgoing
from tournaments.interchange.bundles import BUNDLES, Bundle
from tournaments.interchange.exporting import outgoing
from tournaments.management.base import tournament


class Command(JsonCommand):
    help = "Write the tournament in a format of another program."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--format", choices=[*FORMATS, *BUNDLES], required=True)
        parser.add_argument("--out", type=Path, metavar="FILE", help="or a folder; else to standard output")
        parser.add_argument("--at", type=int, metavar="POSITION", help="of the log; else as it is now")
        parser.add_argument(
            "--round", type=int, metavar="N", help="only this round; of records of games (sgf)"
        )

    def answer(self, **options: Any) -> Answer:
        if options["format"] in BUNDLES:
            return self._bundle(BUNDLES[options["format"]], **options)
        exported = _tournament_to_export(options["slug"], options["at"])
        of, out = FORMATS[options["format"]], options["out"]
        written = of.write(exported)
        if written.kept_back:
            refuse("kept_back", fault=written.kept_back)
        for warning in written.warnings:
            self.stderr.write(warning)
        if out is not None and out.is_dir():
            out /= file_name(exported, of.extension)
        if out is not None:
            out.write_bytes(written.data)
        text = None if out is not None else written.data.decode(of.encoding)
        data = {
            "tournament": exported.slug,
            "format": of.name,
            "version": exported.version,
            "position": exported.position,
            "file": None if out is None else str(out),
            "text": text,
            "warnings": written.warnings,
        }
        said = f"{out}: {of.title}, {len(written.data)} bytes, {len(written.warnings)} warnings."
        return Answer(data=data, text=said if text is None else text)

    def _bundle(self, bundle: Bundle, **options: Any) -> Answer:
        """Write the bundle directly into the file, piece by piece."""
        exported, out = _tournament_to_export(options["slug"], options["at"]), options["out"]
        if out is None:
            refuse(
                "invalid", field="out", fault=marked("%(title)s: name a file or a folder", title=bundle.title)
            )
        if options["at"] is not None and not bundle.past:
            refuse("invalid", field="at", fault=marked("records of games are written as they are now"))
        if out.is_dir():
            out /= file_name(exported, bundle.extension)
        row, number = tournament(options["slug"]), options["round"]
        if number is not None and not (1 <= number <= row.rounds and bundle.name == "sgf"):
            refuse(
                "invalid",
                field="round",
                fault=marked("1 to %(rounds)s, and only for records of games", rounds=row.rounds),
            )
        warnings = bundle.warnings(row, exported, number)
        for warning in warnings:
            self.stderr.write(warning)
        with out.open("wb") as file:
            file.writelines(bundle.write(row, exported, number))
        state = {"tournament": exported.slug, "format": bundle.name, "version": exported.version}
        data = {**state, "position": exported.position, "file": str(out), "text": None, "warnings": warnings}
        return Answer(data=data, text=f"{out}: {bundle.title}, {len(warnings)} warnings.")


def _tournament_to_export(slug: str, at: int | None) -> Outgoing:
    """Return the tournament to export. Raises Refusal ``not_found`` or ``unknown_position``."""
    row = tournament(slug)
    try:
        return outgoing(row, at)
    except Http404:
        refuse("unknown_position", position=at)
