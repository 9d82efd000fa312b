"""The Python client `nigiri.client`: how its sources are made from the OpenAPI document."""
