#!/bin/sh
# A living tournament on this machine, with nothing but Python 3.11 or later.
set -u
caller=$(pwd)
cd "$(dirname "$0")/.." || exit 1
. deploy/prepare.sh

usage() {
    [ $# -eq 0 ] || printf '%s\n\n' "$1" >&2
    cat >&2 <<'END'
usage: sh deploy/quickstart.sh [--port 8000] [--host 127.0.0.1] [--data DIR]
                               [--empty | --stage entries|round-1|round-3|dispute|finished] [--seed N]

  --empty  no demonstration: your own club begins in the browser, at the address that is printed
  --stage  how far the demo tournament has come (round-3)
  --seed   which demo tournament (1)
  --data   folder of everything that is kept (.data); a folder that has a tournament keeps it
  --host   address to listen on; another than this machine's own lets the hall's phones in
END
    exit 2
}

port=8000 host=127.0.0.1 empty='' stage='' seed='' data=$PWD/.data
while [ $# -gt 0 ]; do
    case $1 in
    --*=*)
        option=${1%%=*} value=${1#*=}
        shift
        ;;
    --port | --host | --stage | --seed | --data)
        [ $# -ge 2 ] || usage "$1 needs a value."
        option=$1 value=$2
        shift 2
        ;;
    --empty)
        empty=yes
        shift
        continue
        ;;
    -h | --help) usage ;;
    *) usage "$1 is no option of this script." ;;
    esac
    case $option in
    --port) port=$value ;;
    --host) host=$value ;;
    --stage) stage=$value ;;
    --seed) seed=$value ;;
    --data)
        case $value in
        '') usage '--data needs a folder.' ;;
        /*) data=$value ;;
        *) data=$caller/$value ;;
        esac
        ;;
    *) usage "$option is no option of this script." ;;
    esac
done
case $port in '' | *[!0-9]* | ??????*) usage "--port is a number from 1 to 65535, not '$port'." ;; esac
[ "$port" -ge 1 ] && [ "$port" -le 65535 ] || usage "--port is a number from 1 to 65535, not '$port'."
case $seed in *[!0-9]*) usage "--seed is a whole number, not '$seed'." ;; esac
case $stage in
'' | entries | round-1 | round-3 | dispute | finished) ;;
*) usage "There is no stage '$stage'." ;;
esac
[ -z "$empty" ] || [ -z "$stage$seed" ] || usage '--empty has no demonstration: leave --stage and --seed out.'
[ -n "$host" ] || usage '--host needs an address.'

prepare deploy/requirements.lock
.venv/bin/python deploy/port.py "$host" "$port" || exit 1

# This is the club's size, whatever the environment says about a federation's servers.
unset DATABASE_URL CELERY_BROKER_URL REDIS_URL
(umask 077 && mkdir -p "$data") || exit 1
export NIGIRI_DATA="$data" NIGIRI_STATIC="$data/static"
export NIGIRI_LOG_LEVEL="${NIGIRI_LOG_LEVEL:-WARNING}" # logins are printed here: a line a request would bury them
hall=$(.venv/bin/python deploy/hall.py "$host") || exit 1
export NIGIRI_ALLOWED_HOSTS="${NIGIRI_ALLOWED_HOSTS:-localhost,127.0.0.1,[::1],$host${hall:+,$hall}}"
[ -z "$hall" ] || export NIGIRI_ADDRESS="${NIGIRI_ADDRESS:-http://$hall:$port}"

.venv/bin/python -m deploy.upgrading || fail "What is kept in $data could not be brought up to date."
greeted=$data/demo.json
if [ -n "$empty" ]; then
    [ ! -f "$data/demo.json" ] || fail "$data has a demonstration: use --data with a folder of your club's own."
    greeted=$(.venv/bin/python manage.py setup_link) || fail "The data in $data cannot be read."
elif [ -f "$data/demo.json" ]; then
    [ -z "$stage$seed" ] || echo "Kept the tournament in $data; for another one use --data with a new folder." >&2
    # Who logs in may have changed since: accounts are closed, passwords are set, the demonstration is removed.
    if (umask 077 && .venv/bin/python manage.py demo --existing --json >"$data/demo.json.new" 2>/dev/null); then
        mv "$data/demo.json.new" "$data/demo.json"
    else
        rm -f "$data/demo.json.new"
        greeted=$(.venv/bin/python manage.py setup_link) || fail "The data in $data cannot be read."
    fi
elif [ "$(.venv/bin/python manage.py setup_link)" = / ]; then
    # Somebody's own: nothing invented comes into it.
    [ -z "$stage$seed" ] || echo "Kept what is in $data; for a demonstration use --data with a new folder." >&2
    greeted=/
else
    # Readable by the owner alone (it holds passwords), and in place only when it is whole.
    (
        umask 077
        .venv/bin/python manage.py demo --stage "${stage:-round-3}" --seed "${seed:-1}" --json >"$data/demo.json.new"
    ) || fail "The demo tournament could not be made."
    mv "$data/demo.json.new" "$data/demo.json"
fi
echo "Nigiri is starting ..." >&2
.venv/bin/python deploy/greeting.py "$host" "$port" "$greeted" & # greets once the server answers
# One process: SQLite has one writer, and the cache and the background thread live in the process.
exec .venv/bin/python -m gunicorn deploy.wsgi --config deploy/gunicorn_hooks.py --bind "$host:$port" \
    --worker-class deploy.patient.Worker --workers 1 --threads 8 --no-control-socket --log-level warning
