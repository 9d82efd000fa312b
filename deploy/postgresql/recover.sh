#!/bin/sh
# A server of its own with the database as it was at one moment; the one in use is left alone. Run it as the
# user of PostgreSQL; its programs (pg_ctl, psql) are on PATH.
set -eu

usage() {
    cat >&2 <<'END'
usage: sh deploy/postgresql/recover.sh BASE ARCHIVE TIME TARGET [PORT]

  BASE     folder of pg_basebackup, begun before TIME
  ARCHIVE  folder of archive_command (deploy/postgresql/archiving.conf)
  TIME     what was committed until then is there: '2026-05-02 14:31:07+02'
  TARGET   new folder of the recovered server
  PORT     of its socket in TARGET (5432)
END
    exit 2
}

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

[ $# -eq 4 ] || [ $# -eq 5 ] || usage
base=$1 archive=$2 time=$3 target=$4 port=${5:-5432}
[ -f "$base/PG_VERSION" ] || fail "$base is no folder of pg_basebackup."
[ -d "$archive" ] || fail "There is no folder $archive."
[ ! -e "$target" ] || fail "$target is there already."
case $archive$target$time in *\'*) fail "No ' in names or the time, please." ;; esac

(umask 077 && cp -R "$base" "$target")
rm -f "$target/postmaster.pid" "$target"/.s.PGSQL.*
# The last word on a setting wins. Nothing is archived: the archive goes on with the server in use.
cat >>"$target/postgresql.auto.conf" <<END
restore_command = 'cp "$archive/%f" "%p"'
recovery_target_time = '$time'
recovery_target_action = 'promote'
archive_mode = off
listen_addresses = ''
unix_socket_directories = '$target'
port = $port
END
touch "$target/recovery.signal"
pg_ctl -D "$target" -w -t 86400 -l "$target/recovery.log" -s start ||
    fail "It did not start: $(tail -n 5 "$target/recovery.log")"
until [ "$(psql -h "$target" -p "$port" -U "${PGUSER:-postgres}" -d postgres -Atc 'SELECT pg_is_in_recovery()' 2>&1)" = f ]; do
    pg_ctl -D "$target" -s status >/dev/null ||
        fail "It did not come to $time: $(tail -n 5 "$target/recovery.log")"
    sleep 0.2
done
grep -E 'recovery stopping|last completed transaction' "$target/recovery.log" >&2 || true
echo "postgresql://${PGUSER:-postgres}@/${PGDATABASE:-nigiri}?host=$target&port=$port"
