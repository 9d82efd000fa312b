import pytest
from django.core.management import get_commands

from deploy.program.commands import run


@pytest.mark.parametrize("words", [[], ["help"], ["--help"]], ids=str)
def test_help_lists_our_commands_with_a_line_and_those_of_django_apart(capsys, words):
    assert run(["manage.py", *words]) == 0
    own, django = capsys.readouterr().out.split("\n\nOf Django and its packages:")
    described = {line.split()[0]: line.split()[1:] for line in own.splitlines()[2:] if line[0] != " "}
    assert set(described) == {name for name, app in get_commands().items() if app in ("games", "tournaments")}
    assert all(described.values())
    assert "runserver" in django
    assert "doctor" not in django
