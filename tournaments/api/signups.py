"""Players who enter themselves: the terms, one's own registration, what directors and the desk do."""

from typing import Any, ClassVar, TypedDict
from uuid import UUID

import django_filters
from django.db.models import QuerySet
from django.http import HttpResponse
from django.utils import timezone
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import SimpleRateThrottle

from games.refusals import refuse
from games.rest.operated import operation_handler, reads
from games.rest.operations import Operation
from games.rest.paging import ListFilters, lists
from games.rest.views import context_of, created, respond_with_etag
from tournaments.access.actors import actor_of, tournament_subject
from tournaments.access.table import may
from tournaments.api.base import TournamentView
from tournaments.api.resources import ViewSet
from tournaments.reading.signups import (
    ComingBody,
    OwnSignupBody,
    RegisteredBody,
    SignupBody,
    TermsBody,
    own_signup_body,
    public_signup_body,
    public_signups,
    signup_bodies,
    terms_body,
)
from tournaments.registration.commands import run_command
from tournaments.registration.operations import (
    CHANGE_SIGNUP,
    CONFIRM_SIGNUPS,
    FEE_DUE,
    FEE_PAID,
    FORGET_SIGNUPS,
    GIVE_PLACE,
    MERGE_SIGNUP,
    REFUSE_SIGNUP,
    REGISTER,
    RENEW_LINK,
    SET_TERMS,
    TO_WAITING_LIST,
    WITHDRAW_SIGNUP,
)
from tournaments.registration.registering import key_of, signup_of
from tournaments.registration.terms import terms_of, tournament_of
from tournaments.tables.rows import TournamentRow
from tournaments.tables.signups import PublicList, Signup

BY_NUMBER = {"number": ("number",)}


class SignupThrottle(SimpleRateThrottle):
    """Registrations from one address: a class of pupils fits, a machine does not."""

    scope = "signup"

    def get_cache_key(self, request: Any, _view: Any) -> str:
        return str(self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)})


class SignupView(TournamentView):
    """Operations on registrations; ``answers`` is of the one that they change."""

    kept = False
    compares = False
    answers: ClassVar[Any] = SignupBody

    def perform(self, operation: Operation[Any], *, slug: str, **address: Any) -> Any:
        row = self.tournament(slug)
        return self.response_for(row, self.done(operation, row, **address))

    def done(self, operation: Operation[Any], row: TournamentRow, **address: Any) -> Any:
        context = context_of(self.request)
        command = operation.command_for(operation.from_request(self.request), context, **address)
        return run_command(row, command, context)

    def body_of(self, row: TournamentRow, signups: list[Signup]) -> list[SignupBody]:
        """E-mail and birth year are for those who decide on the registration."""
        personal = may(actor_of(self.request.user), "signup.change", tournament_subject(row))
        return signup_bodies(terms_of(row), signups, personal=personal)

    def response_for(self, row: TournamentRow, done: Any) -> Any:
        return self.body_of(row, [done])[0]


class Terms(SignupView):
    kept = True
    compares = True
    operations: ClassVar = {"PUT": SET_TERMS}
    answers: ClassVar[Any] = TermsBody

    def stream_of(self, row: TournamentRow) -> str:
        """The terms have a version of their own."""
        return f"registration-{row.pk}"

    @reads("get_registration_terms", "tournament.read", TermsBody)
    def get(self, request: Request, slug: str) -> Response:
        """Get the terms of registration, and whether it is open."""
        row = self.tournament(slug)
        terms = terms_of(row)
        return respond_with_etag(terms_body(terms, row, timezone.now()), version=terms.version)

    def response_for(self, row: TournamentRow, done: Any) -> Response:
        return respond_with_etag(terms_body(done, row, timezone.now()), version=done.version)


class Filters(ListFilters):
    name = django_filters.CharFilter(
        field_name="family_name", lookup_expr="istartswith", max_length=60, help_text="Start of a family name"
    )

    class Meta:
        model = Signup
        fields = ("state", "category", "club", "country")


class ConfirmedBody(TypedDict):
    """The registrations that were confirmed."""

    results: list[SignupBody]


class LinkOut(serializers.Serializer[Any]):
    """``key``: what the link has, /registrations/{key}/."""

    key = serializers.CharField()


class SignupViewSet(ViewSet, SignupView):
    lookup_url_kwarg = "signup_id"
    operations: ClassVar = {
        "PUT refusal": REFUSE_SIGNUP,
        "PUT waiting": TO_WAITING_LIST,
        "DELETE waiting": GIVE_PLACE,
        "PUT merged": MERGE_SIGNUP,
        "PUT fee": FEE_PAID,
        "DELETE fee": FEE_DUE,
    }

    def get_throttles(self) -> list[Any]:
        own = [SignupThrottle()] if self.action == "create" else []
        return [*super().get_throttles(), *own]

    @lists("list_registrations", "signup.read", SignupBody, filters=Filters, orders=BY_NUMBER)
    def list(self, request: Request, slug: str) -> Any:
        """List the registrations, in the order in which they came."""
        row = self.tournament(slug)
        return self.signups(row), lambda one: self.body_of(row, [one])[0]

    @operation_handler(REGISTER, {201: RegisteredBody}, secret=True)
    def create(self, request: Request, slug: str) -> HttpResponse:
        signup = self.done(REGISTER, self.tournament(slug))
        key = key_of(signup)
        return created({**own_signup_body(signup), "key": key}, "api:own-registration", key)

    @reads("get_registration", "signup.read", SignupBody)
    def retrieve(self, request: Request, slug: str, signup_id: UUID) -> SignupBody:
        """Get a registration."""
        row = self.tournament(slug)
        signup = self.signups(row).filter(pk=signup_id).first() or refuse("no_such_registration")
        return self.body_of(row, [signup])[0]

    @operation_handler(RENEW_LINK, LinkOut, secret=True)
    @action(detail=True, methods=["post"])
    def link(self, request: Request, slug: str, signup_id: UUID) -> Any:
        signup = self.done(RENEW_LINK, self.tournament(slug), signup_id=signup_id)
        return {"key": key_of(signup)}

    @operation_handler(CONFIRM_SIGNUPS, ConfirmedBody)
    @action(detail=False, methods=["post"])
    def confirmed(self, request: Request, slug: str) -> Any:
        row = self.tournament(slug)
        return {"results": self.body_of(row, self.done(CONFIRM_SIGNUPS, row))}

    @operation_handler(FORGET_SIGNUPS)
    @action(detail=False, methods=["delete"])
    def unconfirmed(self, request: Request, slug: str) -> Any:
        self.done(FORGET_SIGNUPS, self.tournament(slug))

    def signups(self, row: TournamentRow) -> QuerySet[Signup]:
        return Signup.objects.filter(terms_id=row.pk).select_related("terms")


class OwnSignup(SignupView):
    """One's own registration, by the key of its private link: its holder is the player."""

    answers: ClassVar[Any] = OwnSignupBody
    operations: ClassVar = {"PUT": CHANGE_SIGNUP, "DELETE": WITHDRAW_SIGNUP}

    @reads("get_own_registration", "signup.own", OwnSignupBody)
    def get(self, request: Request, signup_key: str) -> OwnSignupBody:
        """Get your own registration."""
        self.allow()
        return own_signup_body(signup_of(signup_key))

    def perform(self, operation: Operation[Any], *, signup_key: str) -> OwnSignupBody:  # type: ignore[override]
        self.allow()
        signup = signup_of(signup_key)
        row = tournament_of(signup.terms) or refuse("not_found")
        return own_signup_body(self.done(operation, row, signup_id=signup.id))


class PublicSignups(TournamentView):
    @lists(
        "list_public_registrations",
        "tournament.read",
        ComingBody,
        make=public_signup_body,
        orders=BY_NUMBER,
    )
    def get(self, request: Request, slug: str) -> QuerySet[Signup]:
        """List the registered players whom the tournament shows to the public."""
        terms = terms_of(self.tournament(slug))
        if terms.shown == PublicList.NOBODY:
            return Signup.objects.none()
        return public_signups(terms).select_related("terms")
