"""What can happen to a tournament; limits as values. Each module is about one subject.

Events hold ids; who is behind them is in ``tournaments.tables.people``.
"""
