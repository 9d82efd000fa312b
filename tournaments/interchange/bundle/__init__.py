"""A tournament as one file that anyone can check: deploy/format/bundle.md."""
