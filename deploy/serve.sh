#!/bin/sh
# Federation mode as processes: web server, Celery worker, schedule. Whichever ends is started again, alone.
# TERM or Ctrl-C stops all; HUP starts them anew, with new code where there is any, and no request is lost.
set -u
cd "$(dirname "$0")/.." || exit 1
. deploy/prepare.sh

usage() {
    cat >&2 <<'END'
usage: sh deploy/serve.sh [web|worker] [--bind 127.0.0.1:8000] [--workers 2] [--threads 8] [--celery 2]

Needs DATABASE_URL, CELERY_BROKER_URL and SECRET_KEY; deploy/env.example lists what else may be set.
web: the web servers alone. worker: worker and schedule alone, on as many machines as you like.
END
    exit 2
}

part=all bind=127.0.0.1:8000 workers=2 threads=8 celery=${NIGIRI_WORKER_PROCESSES:-2}
case ${1:-} in web | worker)
    part=$1
    shift
    ;;
esac
while [ $# -gt 0 ]; do
    [ $# -ge 2 ] || usage
    case $1 in
    --bind) bind=$2 ;;
    --workers) workers=$2 ;;
    --threads) threads=$2 ;;
    --celery) celery=$2 ;;
    *) usage ;;
    esac
    shift 2
done
for name in DATABASE_URL CELERY_BROKER_URL SECRET_KEY; do
    eval "value=\${$name:-}"
    [ -n "$value" ] || fail "$name is not set. See deploy/env.example."
done

prepare deploy/requirements.lock
export NIGIRI_DATA="${NIGIRI_DATA:-$PWD/.data}" NIGIRI_HTTPS="${NIGIRI_HTTPS:-true}"
export NIGIRI_STATIC="${NIGIRI_STATIC:-$NIGIRI_DATA/static}"
mkdir -p "$NIGIRI_DATA" || exit 1
exec .venv/bin/python -m deploy.supervising \
    --bind "$bind" --workers "$workers" --threads "$threads" --celery "$celery" "$part"
