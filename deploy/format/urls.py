"""Routes under /api/docs/log/."""

from django.urls import path

from deploy.format import pages

app_name = "format"
urlpatterns = [
    path("", pages.document_page, name="index"),
    path("schemas.json", pages.all_schemas, name="schemas"),
    path("schemas/<str:kind>.json", pages.schema, name="schema"),
    path("vectors/<str:name>", pages.vector, name="vector"),
    path("<slug:name>.md", pages.document_source, name="raw"),
    path("<slug:name>/", pages.document_page, name="text"),
]
