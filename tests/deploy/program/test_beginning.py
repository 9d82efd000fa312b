"""What a start finds in a folder, and what it makes there."""

import pytest

from deploy.program.beginning import prepare_folder
from tests.builders import an_organisation
from tournaments.demo.accounts import ROLES
from tournaments.organisations.founding import setup_key
from tournaments.tables.rows import TournamentRow

pytestmark = pytest.mark.django_db


def test_an_empty_folder_begins_with_the_first_account():
    begun = prepare_folder("", 1)
    assert (begun.path, begun.demonstration) == (f"/first/?key={setup_key()}", None)
    assert not TournamentRow.objects.exists()


def test_a_demonstration_that_is_asked_for_is_made_once_and_found_again():
    made = prepare_folder("entries", 1)
    assert {login["role"] for login in made.demonstration["logins"]} == set(ROLES)
    again = prepare_folder("", 1)
    assert (again.path, again.demonstration["logins"]) == (made.path, made.demonstration["logins"])
    assert TournamentRow.objects.count() == 1


def test_nothing_invented_comes_to_a_club_of_ones_own():
    an_organisation("riverside")
    begun = prepare_folder("entries", 1)
    assert (begun.path, begun.demonstration, begun.kept) == ("/", None, True)
    assert not TournamentRow.objects.exists()
