"""The proxy of a federation: its configuration, filled in, and the pages that it answers with itself."""
