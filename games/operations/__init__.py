"""The operations on games and their claims, each declared once for REST, pages and the API document."""
