"""Shared by the tests that hold the service to its OpenAPI document."""

from tests.attacks.promises import kept_open, real

__all__ = ["kept_open", "real"]
