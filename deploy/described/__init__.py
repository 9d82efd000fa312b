"""What the OpenAPI document says of what no view describes: messages, events, problems, what goes away."""
