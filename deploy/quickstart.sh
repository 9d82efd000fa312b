#!/bin/sh
# A club's server with a demonstration on this machine, with nothing but Python 3.11 or later.
# Its options are those of `nigiri start`; --empty begins with your own club instead.
set -u
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
(cd "$root" && . deploy/prepare.sh && prepare deploy/requirements.lock) || exit 1
export PYTHONPATH="$root"
for word; do
    case $word in
    -h | --help)
        printf 'Defaults here: --demo --no-browser --host 127.0.0.1 --data %s\n\n' "$root/.data"
        ;;
    esac
done
exec "$root/.venv/bin/python" -m deploy.program start --demo --no-browser \
    --host 127.0.0.1 --data "$root/.data" "$@"
