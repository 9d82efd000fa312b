"""``?dry_run=true``: the document shows it on exactly the operations that take it."""

from drf_spectacular.generators import SchemaGenerator

from tests.test_permission_matrix import rest_routes


def test_document_shows_the_parameter_where_it_is_taken():
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    shown = {
        each["operationId"]
        for methods in paths.values()
        for each in methods.values()
        if any(one.get("name") == "dry_run" for one in each.get("parameters", ()))
    }
    taken = {
        (name, method)
        for name, method, _, handler in rest_routes()
        if getattr(handler, "takes_dry_run", False)
    }
    assert {"change_limits", "change_tiebreaks", "merge_tournament", "set_strengths"} <= shown
    assert len(taken) == len(shown)
