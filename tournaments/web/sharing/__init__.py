"""What leads out to the world: feed, calendar, a table for other sites, pictures, a copy of it all."""
