"""A tournament as one file that a stranger can check: deploy/format/bundle.md."""
