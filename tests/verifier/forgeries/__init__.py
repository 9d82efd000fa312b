"""What an operator with the server and its key could forge, and which tool finds it.

``python -m tests.verifier.forgeries`` prints the table. Each forgery rewrites the log of one tournament with
all digests, heads of streams and the tree; the server signs the new head and serves a bundle of it.
"""
