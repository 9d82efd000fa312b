"""The server of streams, beside that of answers: one process, and no thread for a viewer."""
