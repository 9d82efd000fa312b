"""What heavy answers do to everybody else: a proof that fifty ask for, eight reasons at once, the health."""
