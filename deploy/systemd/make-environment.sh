#!/bin/sh
# sh deploy/systemd/make-environment.sh NAME [FOLDER]: the secrets, and the settings from which all units read.
# NAME is in the address bar, FOLDER is /etc/nigiri. What is there already is never written over.
set -eu
[ $# -eq 1 ] || [ $# -eq 2 ] || {
    echo "usage: sh deploy/systemd/make-environment.sh NAME [FOLDER]" >&2
    exit 2
}
cd "$(dirname "$0")/../.."
folder=${2:-/etc/nigiri}
mkdir -p "$folder"
sh deploy/images/make-secrets.sh "$folder/secrets" localhost
[ -e "$folder/env" ] && {
    echo "$folder/env is there already and stays as it is."
    exit 0
}
secret() {
    cat "$folder/secrets/$1"
}
umask 027
trap 'rm -f "$folder/env.part"' EXIT
cat >"$folder/env.part" <<END
DATABASE_URL=$(secret application_url)
CELERY_BROKER_URL=$(secret broker_url)
REDIS_URL=$(secret cache_url)
SECRET_KEY=$(secret secret_key)
NIGIRI_METRICS_TOKEN=$(secret metrics_token)
NIGIRI_ALLOWED_HOSTS=$1
NIGIRI_ORIGINS=https://$1
NIGIRI_ADDRESS=https://$1
NIGIRI_HTTPS=true
NIGIRI_PROXIES=1
NIGIRI_DATA=/var/lib/nigiri
NIGIRI_STATIC=/var/lib/nigiri/static
END
[ -n "$(secret log_key)" ] || (
    set -a
    . "$folder/env.part"
    .venv/bin/python manage.py log_key new --origin "$1/log" >"$folder/secrets/log_key"
)
printf 'NIGIRI_LOG_KEY=%s\n' "$(secret log_key)" >>"$folder/env.part"
chgrp nigiri "$folder/env.part" 2>/dev/null || echo "There is no group nigiri yet: chgrp nigiri $folder/env when it is." >&2
mv "$folder/env.part" "$folder/env"
