#!/bin/sh
# Federation mode as processes: web server and Celery worker. TERM or Ctrl-C stops both; when one ends, so does
# the other, with status 1, so that whatever supervises this script starts them anew.
set -u
cd "$(dirname "$0")/.." || exit 1
. deploy/prepare.sh

usage() {
    cat >&2 <<'END'
usage: sh deploy/serve.sh [--bind 127.0.0.1:8000] [--workers 2] [--threads 8] [--celery 2]

Needs DATABASE_URL, CELERY_BROKER_URL and SECRET_KEY; deploy/env.example lists what else may be set.
END
    exit 2
}

bind=127.0.0.1:8000 workers=2 threads=8 celery=${NIGIRI_WORKER_PROCESSES:-2}
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
.venv/bin/python -m deploy.upgrading || fail "Tables or static files could not be brought up to date."

run=$(mktemp -d) || exit 1
mkdir "$run/metrics"
pids=''
stop() {
    trap '' INT TERM
    # shellcheck disable=SC2086 # several numbers
    [ -z "$pids" ] || kill -TERM $pids 2>/dev/null
    wait
    rm -rf "$run"
}
trap 'stop; exit 0' INT TERM

PROMETHEUS_MULTIPROC_DIR="$run/metrics" \
    .venv/bin/python -m gunicorn deploy.wsgi --config deploy/gunicorn_hooks.py --bind "$bind" \
    --worker-class deploy.patient.Worker --workers "$workers" --threads "$threads" --no-control-socket &
pids="$pids $!"
.venv/bin/python -m celery -A deploy worker --concurrency "$celery" --loglevel INFO \
    --beat --schedule "$run/beat" &
pids="$pids $!"

while :; do
    for pid in $pids; do
        if ! kill -0 "$pid" 2>/dev/null; then
            echo "A process has ended; stopping the other." >&2
            stop
            exit 1
        fi
    done
    sleep 1 &
    wait $! # a trap runs at once during wait, but only after a plain sleep
done
