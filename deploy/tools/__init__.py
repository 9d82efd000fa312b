"""Commands of the build and of the tests."""
