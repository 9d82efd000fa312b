"""The way from an address to a row that the one who asks may see."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.serializers import BaseSerializer

from games.log.store import StoredEvent
from games.log.unit_of_work import Context
from games.refusals import refuse
from games.rest.operated import OperationView
from games.rest.operations import Operation
from games.rest.strict import validate
from games.rest.views import NigiriView, checks_rights, context_of, respond_with_etag
from tournaments.access.actors import actor_of, organisation_subject, round_subject, tournament_subject
from tournaments.access.table import SITE, Subject, may, may_with_second_factor
from tournaments.commands import carry_out
from tournaments.reading.queries import tournament_by_slug
from tournaments.tables.people import Organisation
from tournaments.tables.rows import RoundRow, TournamentRow


class View(NigiriView):
    """Asks the permission table before anything else is done."""

    @checks_rights
    def allow(self, subject: Subject = SITE, *, seen: bool = True, right: str = "") -> None:
        """Let the request pass or raise: 404 for hidden subjects, 401 without an account, else 403.

        ``right``: a row of the permission table, by default that of the request.
        """
        right = right or self.right
        if may(actor_of(self.request.user), right, subject):
            return
        if may_with_second_factor(actor_of(self.request.user), right, subject):
            refuse("second_factor_needed")
        if not seen:
            raise Http404
        self.permission_denied(self.request)

    def require_account(self) -> None:
        """Let an account pass, where rights depend on what it asks for. Raises NotAuthenticated."""
        if not self.request.user.is_authenticated:
            self.denied = True
            raise NotAuthenticated
        self.check_request()

    def sees_game(self, subject: Subject) -> bool:
        return may(actor_of(self.request.user), "game.read", subject)

    def body(self, serializer: type[BaseSerializer[Any]], **options: Any) -> Any:
        """The validated body. Raises ValidationError, with a place for every fault."""
        return validate(serializer(data=self.request.data, **options))


class OrganisationView(View):
    def organisation(self, slug: str) -> Organisation:
        organisation = get_object_or_404(Organisation, slug=slug)
        self.allow(organisation_subject(organisation))
        return organisation


class TournamentView(OperationView, View):
    compares = True

    def stream_of(self, row: TournamentRow) -> str:
        """The stream whose version the view names and compares."""
        return str(row.id)

    def tournament(self, slug: str) -> TournamentRow:
        """The tournament, if it may be seen and the action done."""
        row = tournament_by_slug(slug)
        self.streams = (self.stream_of(row),)
        self.allow(tournament_subject(row), seen=self._sees(tournament_subject(row)))
        self.version = row.version
        return row

    def round(self, slug: str, number: int) -> tuple[TournamentRow, RoundRow | None]:
        """A round of it; None for one that has not been begun."""
        row = tournament_by_slug(slug)
        self.streams = (str(row.id),)
        if not 1 <= number <= row.rounds:
            raise Http404
        round_ = RoundRow.objects.filter(tournament=row, number=number).first()
        published = bool(round_ and round_.published)
        subject = round_subject(row, published=published)
        self.allow(subject, seen=self._sees(tournament_subject(row)) and self.right != "round.read")
        self.version = row.version
        return row, round_

    def find(self, slug: str, **_address: Any) -> TournamentRow:
        """The tournament of an operation, if it may be done there."""
        return self.tournament(slug)

    def perform(self, operation: Operation[Any], *, slug: str, **address: Any) -> Any:
        """Carry an operation out, as the request says, and answer with what is there now."""
        row = self.find(slug, **address)
        context = context_of(self.request)
        values = self.arguments(row, operation.from_request(self.request))
        stored = self.execute(row, operation.command_for(values, context, **address), context)
        if self.status == HTTPStatus.NO_CONTENT:
            return None
        return self.respond(row, stored, **address)

    def execute(self, row: TournamentRow, command: Any, context: Context) -> list[StoredEvent]:
        """The events that the command stored in the tournament's stream."""
        return carry_out(str(row.id), command, context)

    def arguments(self, row: TournamentRow, values: dict[str, Any]) -> dict[str, Any]:
        """What the command takes, from the values of the operation's fields; overridden for look-ups."""
        return values

    def respond(self, row: TournamentRow, stored: list[StoredEvent], **address: Any) -> HttpResponse:
        """The answer to an operation. The version is read first, so as not to cover later changes."""
        version = version_after(row)
        body = self.body_after(row, stored, **address)
        place = self.place(row, **address)
        return respond_with_etag(body, version=version, status=self.status, location=place)

    def body_after(self, row: TournamentRow, stored: list[StoredEvent], **_address: Any) -> Any:
        """The body after an operation."""
        raise NotImplementedError

    def place(self, row: TournamentRow, **_address: Any) -> tuple[Any, ...]:
        """The name and the arguments of the address of what was created."""
        return ()

    def officer(self, row: TournamentRow) -> bool:
        """Whether rounds that are not published yet may be seen."""
        return may(actor_of(self.request.user), "round.read", round_subject(row, published=False))

    def _sees(self, subject: Subject) -> bool:
        return may(actor_of(self.request.user), "tournament.read", subject)


class RoundView(TournamentView):
    """Operations on one round."""

    def find(self, slug: str, **address: Any) -> TournamentRow:
        row, _ = self.round(slug, address["number"])
        return row


class SlugOfField(serializers.SlugField):
    """The slug of the organisation or tournament whose id the source holds; read once for a whole list."""

    def __init__(
        self,
        model: type[Organisation | TournamentRow],
        source: str,
        *,
        allow_null: bool = True,
        **options: Any,
    ) -> None:
        super().__init__(source=source, read_only=True, allow_null=allow_null, **options)
        self.model = model
        self.slugs: dict[Any, str | None] = {}

    def to_representation(self, value: Any) -> Any:
        if value not in self.slugs:
            self.slugs[value] = self.model.objects.filter(pk=value).values_list("slug", flat=True).first()
        return self.slugs[value]


def tournament_of_organisation(slug: str | None, organisation: Organisation) -> UUID | None:
    """Return the id of an organisation's tournament, None without a slug. Raises ValidationError."""
    if slug is None:
        return None
    row = TournamentRow.objects.filter(slug=slug, organisation_id=organisation.id).first()
    if row is None:
        raise ValidationError({"tournament": ["Not one of this organisation's."]})
    return row.id


def version_after(row: TournamentRow) -> int:
    """The tournament's version after a command, or that before it was read."""
    return TournamentRow.objects.values_list("version", flat=True).get(pk=row.pk)
