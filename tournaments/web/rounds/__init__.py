"""Pages of the desk: pairing, editing pairs, entering results, schedules."""
