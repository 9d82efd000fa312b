"""Every address: pages, REST, its document, accounts, health and metrics."""

from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from deploy.watching import health, metrics

handler400 = "deploy.failures.bad_request"
handler403 = "deploy.failures.permission_denied"
handler404 = "deploy.failures.not_found"
handler500 = "deploy.failures.server_error"

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path(
        "api/docs/",
        SpectacularSwaggerSplitView.as_view(template_name="deploy/api_docs.html"),
        name="docs",
    ),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/", include("games.urls")),
    path("health/", health, name="health"),
    path("metrics", metrics, name="metrics"),
    path("", include("tournaments.web.urls")),
]
