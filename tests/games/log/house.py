"""A policy for games that belong to no tournament."""

from contextlib import contextmanager

from games.game.policy import policy, register_policy


class House:
    """Everybody reads but what is hidden; players record, the referee corrects."""

    hidden = False

    def may(self, user, action, game):
        return {
            "game.read": not self.hidden or user.is_authenticated,
            "game.record": user.is_authenticated,
            "game.correct": user.is_authenticated and user.username == "referee",
        }[action]

    def may_read_names(self, game):
        return True

    def participants(self, game):
        return {"black": f"Player {game.black}", "white": f"Player {game.white}"}

    def terms(self, game):
        return None

    def context_version(self, game):
        return 0

    def context_url(self, game):
        return f"/{game.context}/"


@contextmanager
def a_house():
    """This policy for as long as it lasts."""
    before, house = policy(), House()
    register_policy(house)
    yield house
    register_policy(before)
