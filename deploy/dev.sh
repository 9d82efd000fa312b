#!/bin/sh
# A server to develop with, on http://127.0.0.1:8000: a demonstration in .data/development, code and templates read
# again when they change, no page kept. Its arguments are those of `manage.py runserver`.
set -eu
cd "$(dirname "$0")/.."
. deploy/prepare.sh
prepare deploy/requirements-test.lock
export NIGIRI_DEBUG=true NIGIRI_DATA="$PWD/.data/development"
mkdir -p "$NIGIRI_DATA"
.venv/bin/python manage.py migrate --verbosity 0
.venv/bin/python manage.py demo --stage round-3
exec .venv/bin/python manage.py runserver "$@"
