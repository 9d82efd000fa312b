"""Every fault that the service is to outlast, made and measured: ``python -m tests.faults.table``."""
