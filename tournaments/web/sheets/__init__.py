"""Printed sheets: what each shows and to whom, as data for ``tournaments.paper``."""
