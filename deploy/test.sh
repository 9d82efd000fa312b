#!/bin/sh
# Everything that must hold: style, types, layers, advisories, migrations, then the tests on SQLite, on PostgreSQL
# with Redis and Celery, in a browser, and the benchmarks. Arguments go to pytest. The servers of DATABASE_URL,
# REDIS_URL and CELERY_BROKER_URL are used where set, else started from wheels. Ends with what was not run, and why.
# sh deploy/test.sh PATH runs that file or folder alone; --fast the style and the tests of what has changed.
set -u
cd "$(dirname "$0")/.." || exit 1
. deploy/prepare.sh
prepare deploy/requirements-test.lock

case ${1:-} in
--fast)
    shift
    exec .venv/bin/python -m tests.changed "$@"
    ;;
esac
for word; do # a path: its tests alone, without linters and the other parts
    path=${word%%::*}
    [ -e "$path" ] && exec .venv/bin/python -m pytest -q -p no:cacheprovider --benchmark-disable "$@"
    case $path in
    tests/*)
        echo "There is no $path." >&2
        exit 2
        ;;
    esac
done

for name in $(env | sed -n 's/^\(NIGIRI_[A-Z_]*\)=.*/\1/p'); do
    unset "$name" # the settings of a server are not those of its tests
done
unset PYTHONDONTWRITEBYTECODE # hundreds of processes: each module is compiled once, and not in each of them
work=$(mktemp -d) || exit 1
beside=
trap 'kill $beside 2>/dev/null; rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
mkdir "$work/record"
export NIGIRI_DATA="$work/data" HYPOTHESIS_PROFILE=repeatable
faults=$work/faults
: >"$faults"

python() {
    .venv/bin/python "$@"
}

step() { # NAME COMMAND...: run it, note a failure, go on
    title=$1
    shift
    printf '\n== %s\n' "$title"
    "$@" || printf '%s\n' "$title" >>"$faults"
}

club() { # COMMAND...: without the servers of federation mode
    (
        unset DATABASE_URL REDIS_URL CELERY_BROKER_URL
        "$@"
    )
}

part() { # PART PYTEST-ARGUMENTS...; 5 is "no tests": a part may have none of those that were asked for
    name=$1
    shift
    python -m pytest --part="$name" --record="$work/record" "$@" || [ $? -eq 5 ]
}

ended() { # PID FILE: wait for a part in the background and show what it printed
    wait "$1"
    status=$?
    cat "$2"
    [ "$status" -eq 0 ] || [ "$status" -eq 5 ]
}

services() {
    python -m tests.services .venv/bin/python -m pytest --part=services --record="$work/record" "$@" || [ $? -eq 5 ]
}

programs_of_node() { # without npm, or its registry, what needs them is counted as not run
    command -v npm >/dev/null || return 0
    installed=tests/clients/node_modules/.package-lock.json
    [ "$installed" -nt tests/clients/package-lock.json ] && return 0
    (cd tests/clients && npm ci --silent --ignore-scripts --no-audit --no-fund) || rm -rf tests/clients/node_modules
}

checks() { # they take one processor for a minute: beside tests
    step 'mypy' club python -m mypy
    step 'import-linter' .venv/bin/lint-imports
    step 'audit of dependencies' python -m deploy.tools.auditing "$work/record"
    step 'migrations' club python manage.py makemigrations --check --dry-run
}

programs_of_node
step 'ruff check' python -m ruff check .
step 'ruff format' python -m ruff format --check .
checks >"$work/checks" 2>&1 &
beside=$!
step 'tests on SQLite' club part sqlite -n 2 --dist worksteal --benchmark-disable "$@"
wait "$beside"
cat "$work/checks"
# Most tests with servers wait for them: a browser has the time.
club exec .venv/bin/python -m pytest --part=browser --record="$work/record" --benchmark-disable "$@" \
    >"$work/browser" 2>&1 &
beside=$!
step 'tests on PostgreSQL, Redis and Celery' services -n 2 --dist worksteal --benchmark-disable "$@"
step 'tests in a browser' ended "$beside" "$work/browser"
beside=
step 'benchmarks' club part benchmarks --benchmark-max-time=0.1 --benchmark-min-rounds=3 "$@"

printf '\n'
set --
while IFS= read -r fault; do
    set -- "$@" "$fault"
done <"$faults"
python -m tests.tally "$work/record" "$@"
