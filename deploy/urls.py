"""All routes: pages, REST and its document, accounts, health and metrics."""

from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularSwaggerSplitView

from deploy.api.openapi import Schema
from deploy.languages.choice import choose_language
from deploy.verifier.download import check_bundle_program
from deploy.watching.health import health, live, ready
from deploy.watching.metrics import metrics
from deploy.well_known import favicon, robots_txt, security_txt
from tournaments.web.account.allauth_views import ChangeEmail
from tournaments.web.account.page import forgotten

handler400 = "deploy.middleware.failures.bad_request"
handler403 = "deploy.middleware.failures.permission_denied"
handler404 = "deploy.middleware.failures.not_found"
handler500 = "deploy.middleware.failures.server_error"

urlpatterns = [
    # allauth's addresses that the page of the account answers for.
    path("accounts/2fa/", RedirectView.as_view(pattern_name="web:account"), name="mfa_index"),
    path("accounts/sessions/", RedirectView.as_view(pattern_name="web:account"), name="usersessions_list"),
    path("accounts/email/", ChangeEmail.as_view(), name="account_email"),
    path("accounts/password/reset/", forgotten, name="account_reset_password"),
    path("accounts/", include("allauth.urls")),
    path("api/schema/", Schema.as_view(), name="schema"),
    path(
        "api/docs/",
        SpectacularSwaggerSplitView.as_view(template_name="deploy/api_docs.html"),
        name="docs",
    ),
    path("api/docs/log/", include("deploy.format.pages")),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/", include("games.urls")),
    path("log/", include("games.api.tree")),
    path("log/check_bundle.py", check_bundle_program, name="check-bundle"),
    path("language/", choose_language, name="language"),
    path("favicon.ico", favicon, name="favicon"),
    path("robots.txt", robots_txt, name="robots"),
    path(".well-known/security.txt", security_txt, name="security-txt"),
    path("health/", health, name="health"),
    path("health/live/", live, name="live"),
    path("health/ready/", ready, name="ready"),
    path("metrics", metrics, name="metrics"),
    path("", include("tournaments.web.urls")),
]
