"""Players with ratings from the lists of federations, stored for lookup and never part of an event."""
