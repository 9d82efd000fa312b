"""The reasons why a round cannot be paired, or a pairing not be weighed."""


class CannotPair(Exception):
    """The error that a round cannot be paired or a pairing not be weighed, with a code and its facts.

    | code | facts |
    |---|---|
    | too_few_present | present |
    | round_out_of_range | round, rounds |
    | unknown_rules | rules, known |
    | unknown_system | system, known |
    | weights_out_of_range | settings, largest |
    | not_present | entrants (absent in that round, provisional or unknown) |
    | paired_twice | entrants |
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {facts}")
        self.code = code
        self.facts = facts
