"""Accounts: tokens for programs, and notices. Passwords and second factors are allauth's, on its pages."""

from datetime import timedelta
from typing import Any, cast

from allauth.account.adapter import get_adapter
from allauth.mfa.base.internal.flows import check_rate_limit
from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from games.marking import marked
from games.refusals import Code, refuse, register
from games.rest.fields import OptionalText, UuidField
from games.rest.operated import reads, writes
from games.rest.paging import lists
from games.rest.views import created
from tournaments.access.actors import actor_of
from tournaments.access.table import Role, Scope
from tournaments.accounts.second_factor import record_first_use
from tournaments.accounts.tokens import CreateToken, create_token
from tournaments.api.base import SlugOfField, View
from tournaments.notices.rows import Kind
from tournaments.notices.storing import mark_read, notice_settings_of, notices_of, set_notice_settings
from tournaments.notices.texts import notice_texts
from tournaments.reading.queries import tournaments_visible_to
from tournaments.tables.people import Office, Organisation, Player
from tournaments.tables.rows import EntryRow, TournamentRow, with_player

register(
    {
        "second_factor_required": Code(
            status=401,
            title=marked("This account has a second factor."),
            advice=marked("Send the current code of your authenticator app as well."),
        )
    }
)


OFFICES = [*Office.values, str(Role.OPERATOR), str(Role.FOUNDER)]
"""Those of organisations, and those over the whole service."""


class LoginIn(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=256, trim_whitespace=False)
    code = serializers.CharField(
        max_length=20, required=False, help_text="The second factor, where one is set"
    )
    name = OptionalText(
        max_length=60,
        default=None,
        help_text="What the account's page calls the token",
    )
    scope = serializers.ChoiceField(
        choices=[str(scope) for scope in Scope],
        default=str(Scope.EVERYTHING),
        help_text="What the program may do of what you may; each includes the ones before",
    )
    days = serializers.IntegerField(
        min_value=1, max_value=365, default=30, help_text="Validity of the token."
    )


class TokenOut(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="Send it as Authorization: Bearer TOKEN.")
    expiry = serializers.DateTimeField()


class OfficeOut(serializers.Serializer[Any]):
    office = serializers.ChoiceField(choices=OFFICES, source="role")
    organisation = SlugOfField(Organisation, "organisation_id", help_text="Null: of the whole service.")
    tournament = SlugOfField(TournamentRow, "tournament_id", help_text="Null: of all tournaments.")


class OwnEntryOut(serializers.Serializer[Any]):
    tournament = serializers.SlugField(source="tournament__slug")
    entry = serializers.UUIDField(source="id")
    player = serializers.UUIDField(source="player_id")


class AccountOut(serializers.Serializer[Any]):
    """``players``: the people that this account speaks for; ``entries``: where they play."""

    user = serializers.IntegerField(help_text="The log names the account as user:N.")
    username = serializers.CharField()
    offices = OfficeOut(many=True)
    players = serializers.ListField(child=serializers.UUIDField())
    entries = OwnEntryOut(many=True)


class Login(View):
    authentication_classes = ()
    throttle_scope = "login"

    @writes("log_in", "site.read", {201: TokenOut}, request=LoginIn, secret=True)
    def post(self, request: Request) -> Response:
        """Get a token for the username and password of an account."""
        self.allow()
        given = self.body(LoginIn)
        user = _authenticated(request, given)
        _second_factor(user, given.get("code", ""))
        command = CreateToken(
            user_id=user.pk, name=given["name"], scope=given["scope"], lasts=timedelta(days=given["days"])
        )
        instance, token = create_token(command)
        return created({"token": token, "expiry": instance.expiry}, "api:account")


def _authenticated(request: Request, given: dict[str, Any]) -> Any:
    """The account; the same limits on failed attempts as the login page."""
    try:
        user = get_adapter().authenticate(
            request._request,  # noqa: SLF001 - allauth wants Django's own
            username=given["username"],
            password=given["password"],
        )
    except ValidationError as fault:
        raise Throttled(detail=" ".join(fault.messages)) from fault
    if user is None or not user.is_active:
        raise AuthenticationFailed("Name or password is wrong.")
    return user


def _second_factor(user: Any, code: str) -> None:
    factors = list(Authenticator.objects.filter(user=user))
    if not factors:
        return
    if not code:
        refuse("second_factor_required")
    clear = check_rate_limit(user)
    if not any(
        factor.wrap().validate_code(code) and record_first_use(factor, timezone.now()) for factor in factors
    ):
        raise AuthenticationFailed("The code is wrong.")
    clear()


class Logout(View):
    @writes("log_out", "account.read")
    def post(self, request: Request) -> None:
        """Delete the token of this request."""
        self.allow()
        if request.auth is not None:
            request.auth.delete()


class Account(View):
    @reads("get_account", "account.read", AccountOut)
    def get(self, request: Request) -> Any:
        """Get your account, its offices, and the entries it speaks for."""
        self.allow()
        actor = actor_of(request.user)
        players = list(Player.objects.filter(user_id=request.user.pk or 0).values_list("id", flat=True))
        entries = EntryRow.objects.filter(with_player(players), tournament__in=tournaments_visible_to(actor))
        body = {
            "user": request.user.pk,
            "username": request.user.get_username(),
            "offices": actor.offices,
            "players": players,
            "entries": entries.order_by("tournament__slug").values("id", "player_id", "tournament__slug"),
        }
        return AccountOut(body).data


KINDS = [str(kind) for kind in Kind]
LATEST_FIRST = {"-created_at": ("-created_at", "id")}


class Worded(serializers.ListSerializer[Any]):
    """Notices with their words, which are looked up for all of them at once."""

    def to_representation(self, data: Any) -> list[Any]:
        notices: list[Any] = list(data)
        for notice, words in zip(notices, notice_texts(notices), strict=True):
            notice.words = words
        return super().to_representation(notices)


class NoticeOut(serializers.Serializer[Any]):
    """``path``: of the page that it is about."""

    id = serializers.UUIDField()
    type = serializers.ChoiceField(choices=KINDS, source="kind", help_text="Type of news, as in the wishes.")
    title = serializers.CharField(source="words.title")
    text = serializers.CharField(source="words.text")
    path = serializers.CharField(source="words.path")
    at = serializers.DateTimeField(source="created_at")
    read_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        list_serializer_class = Worded


class ReadIn(serializers.Serializer[Any]):
    """``ids`` left out: all."""

    ids = serializers.ListField(child=UuidField(), max_length=500, required=False)


class ReadOut(serializers.Serializer[Any]):
    read = serializers.IntegerField(help_text="How many were unread until now")


class WishesIO(serializers.Serializer[Any]):
    """``mail``: sent only where this service sends mail, and to a verified address."""

    types = serializers.ListField(
        child=serializers.ChoiceField(choices=KINDS), max_length=len(KINDS), source="kinds"
    )
    mail = serializers.BooleanField(default=False)


class NoticeList(View):
    @lists("list_notices", "account.read", NoticeOut, orders=LATEST_FIRST)
    def get(self, request: Request) -> Any:
        """List the notices sent to your account."""
        self.allow()
        return notices_of(cast("int", request.user.pk))


class NoticesRead(View):
    @writes("mark_notices_read", "account.own", ReadOut, request=ReadIn)
    def post(self, request: Request) -> Any:
        """Mark notices as read."""
        self.allow()
        ids = self.body(ReadIn).get("ids")
        return {"read": mark_read(cast("int", request.user.pk), ids, timezone.now())}


class NoticeWishes(View):
    @reads("get_notice_wishes", "account.read", WishesIO)
    def get(self, request: Request) -> Any:
        """Get which notices your account receives."""
        self.allow()
        return WishesIO(notice_settings_of(cast("int", request.user.pk))).data

    @writes("set_notice_wishes", "account.own", WishesIO, request=WishesIO)
    def put(self, request: Request) -> Any:
        """Choose which notices your account receives."""
        self.allow()
        given = self.body(WishesIO)
        user_id = cast("int", request.user.pk)
        set_notice_settings(user_id, given["kinds"], mail=given["mail"])
        return WishesIO(notice_settings_of(user_id)).data
