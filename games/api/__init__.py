"""Games over REST: thin views over ``queries`` and ``commands``."""
