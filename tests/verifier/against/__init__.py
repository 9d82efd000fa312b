"""Both tools on tournaments that are generated at random.

``python -m tests.verifier.against --count 1000 --seed 1`` makes them, bundles each and has both check it; the
log is verified and rebuilt as well. Whatever they find is printed with its seed, and the bundle kept with
``--keep DIR``.
"""
