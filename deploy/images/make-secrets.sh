#!/bin/sh
# sh deploy/images/make-secrets.sh FOLDER [HOST]: the secrets of a federation, made once, never written over.
# HOST is where PostgreSQL and Redis are; without it they are the services of deploy/compose.yaml.
# The folder is closed to all but its owner; the files in it are not, since containers read them as other users.
set -eu
[ $# -eq 1 ] || [ $# -eq 2 ] || {
    echo "usage: sh deploy/images/make-secrets.sh FOLDER [HOST]" >&2
    exit 2
}
mkdir -p "$1"
chmod 700 "$1"
cd "$1"
umask 022

keep() { # NAME VALUE
    [ -s "$1" ] && return
    { printf '%s\n' "$2" >"$1.part" && mv "$1.part" "$1"; } 2>/dev/null || {
        rm -f "$1.part"
        echo "make-secrets.sh: $PWD/$1 cannot be written: make room and run it again." >&2
        exit 1
    }
}
random() { # bytes, in base64url
    head -c "$1" /dev/urandom | base64 | tr -d '\n=' | tr '+/' '-_'
}

for password in superuser_password owner_password application_password queue_password; do
    keep "$password" "$(random 24)"
done
keep secret_key "$(random 50)"
keep log_key "" # manage.py log_key new makes one; without it no heads of the log are signed
keep metrics_token "$(random 24)"
keep owner_url "postgresql://nigiri_owner:$(cat owner_password)@${2:-database}:5432/nigiri"
keep application_url "postgresql://nigiri:$(cat application_password)@${2:-database}:5432/nigiri"
keep cache_url "redis://:$(cat queue_password)@${2:-queue}:6379/0"
keep broker_url "redis://:$(cat queue_password)@${2:-queue}:6379/1"
