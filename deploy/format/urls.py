"""Routes under /api/docs/log/."""

from django.urls import path

from deploy.format import pages

app_name = "format"
urlpatterns = [
    path("", pages.page, name="index"),
    path("schemas.json", pages.every_schema, name="schemas"),
    path("schemas/<str:kind>.json", pages.schema, name="schema"),
    path("vectors/<str:name>", pages.vector, name="vector"),
    path("<slug:name>.md", pages.raw, name="raw"),
    path("<slug:name>/", pages.page, name="text"),
]
