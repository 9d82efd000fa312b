#!/bin/sh
# A federation on one machine: the web server, worker and beat of deploy/Procfile, by honcho. TERM or Ctrl-C stops all.
# Names of the Procfile start only these: sh deploy/serve.sh web
set -u
cd "$(dirname "$0")/.." || exit 1
. deploy/prepare.sh

for name in DATABASE_URL CELERY_BROKER_URL SECRET_KEY; do
    eval "value=\${$name:-}"
    [ -n "$value" ] || fail "$name is not set. See deploy/env.example."
done
prepare deploy/requirements.lock
export NIGIRI_DATA="${NIGIRI_DATA:-$PWD/.data}" NIGIRI_HTTPS="${NIGIRI_HTTPS:-true}"
export NIGIRI_STATIC="${NIGIRI_STATIC:-$NIGIRI_DATA/static}"
.venv/bin/python manage.py migrate --verbosity 0 || exit 1
.venv/bin/python manage.py collectstatic --no-input --verbosity 0 || exit 1
exec .venv/bin/python -m honcho --procfile deploy/Procfile start "$@"
