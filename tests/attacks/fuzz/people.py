"""Who asks: nobody, an account by session or token, the private link of an entry, and who forges one."""

from dataclasses import dataclass, field
from datetime import timedelta

from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from knox.models import AuthToken

from tests.test_permission_matrix import OFFICES
from tournaments.access.actors import SCOPE, actor_of
from tournaments.access.table import NOBODY, Actor, Scope
from tournaments.accounts.tokens import CreateToken, create_token

CSRF = "c" * 32
ACCOUNTS = ("user", "founder", "operator", "player", *OFFICES, "stranger")
FORGED = (
    {"Authorization": "Token nigiri_0000000000"},
    {"Authorization": "Token \xff\xfe"},
    {"Authorization": "Link 00000000-0000-4000-8000-000000000000:x"},
    {"Authorization": "Link"},
    {"Authorization": "Basic Og=="},
    {"Authorization": "Bearer x y z"},
    {"Cookie": "sessionid=nobody; csrftoken=short"},
    {"Cookie": 'sessionid="\xff"; nigiri=;;=;'},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """``kind``: how they show who they are; ``role``: the account, or the entry, that they have."""

    kind: str
    role: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    scope: Scope = Scope.EVERYTHING
    entry: str = ""

    @property
    def may_much(self):
        return self.role in ("director", "owner") and self.scope == Scope.EVERYTHING

    def __str__(self):
        scope = f" {self.scope}" if self.kind == "token" else ""
        return f"{self.kind} {self.role}{scope}".strip()

    def actor(self, *, rest):
        """Of the table of rights, by what the database says now; pages know cookies alone."""
        if not rest and "Authorization" in self.headers:
            return NOBODY
        if self.kind in ("session", "token"):
            user = get_user_model().objects.get(username=self.role)
            setattr(user, SCOPE, self.scope)
            return actor_of(user)
        return Actor(entry=self.entry) if self.kind == "link" else NOBODY


def people_of(house):
    """Everybody who may knock at this house, each as often as they are to be heard."""
    return (
        *(Person(kind="nobody"),) * 3,
        *(by_session(house.accounts[role], role) for role in ACCOUNTS),
        *(by_token(house.accounts[role], role, scope) for role in ("player", *OFFICES) for scope in Scope),
        *by_link(house),
        *(Person(kind="forged", headers=headers) for headers in FORGED),
    )


def by_session(user, role):
    get_user_model().objects.filter(pk=user.pk).update(is_active=True)
    user.refresh_from_db()
    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(user)
    return Person(kind="session", role=role, headers=_cookies(client))


def by_token(user, role, scope):
    if AuthToken.objects.filter(user=user).count() > 15:
        AuthToken.objects.filter(user=user).delete()
    given = CreateToken(user_id=user.pk, name="", scope=scope.value, lasts=timedelta(days=1))
    return Person(
        kind="token", role=role, scope=scope, headers={"Authorization": f"Token {create_token(given)[1]}"}
    )


def by_link(house):
    """For REST by a header, for pages by the cookie of a browser that opened it."""
    client = Client(HTTP_HOST="127.0.0.1")
    client.get(reverse("web:open-link", args=(house.link,)))
    client.post(reverse("web:open-link-as", args=(house.link,)))
    entry = str(house.pairing.white_id)
    yield Person(kind="link", entry=entry, headers={"Authorization": f"Link {house.link}"})
    yield Person(kind="link", entry=entry, headers=_cookies(client))


def _cookies(client):
    kept = {name: morsel.value for name, morsel in client.cookies.items()} | {"csrftoken": CSRF}
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in kept.items()), "X-CSRFToken": CSRF}
