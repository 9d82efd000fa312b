"""What an organisation may take of a service that it shares with others."""
