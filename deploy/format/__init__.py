"""The format of the log, documented for independent verifiers, and served."""
