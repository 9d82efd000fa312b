"""The format of the log, written down for who checks it with a program of their own, and served."""
