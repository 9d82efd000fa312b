"""How the service is watched: whether it lives, can answer, lacks a part; its numbers; what to wake for."""
