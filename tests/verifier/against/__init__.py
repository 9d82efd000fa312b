"""The house against the verifier, on tournaments that are generated at random.

``python -m tests.verifier.against --count 1000 --seed 1`` makes them, takes the bundle of each, and has it
checked by the program that was written from the format alone; the house's own ``verify`` and
``rebuild --check`` look at the logs, too. What they disagree on is
printed with its seed, and the bundle kept with ``--keep DIR``.
"""
