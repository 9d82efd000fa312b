"""Players who enter themselves: terms, registrations, places and the waiting list, what directors decide."""
