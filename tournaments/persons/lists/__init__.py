"""Players whom federations list with their ratings: kept for looking up, never a part of any event."""
