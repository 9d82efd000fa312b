#!/bin/sh
# sh deploy/systemd/backup.sh FOLDER DAYS: a new backup in FOLDER, checked; those that are older than DAYS go.
# BACKUP_RECIPIENT=age1... encrypts it: then whoever has the private half checks it, since this machine cannot.
set -eu
[ $# -eq 2 ] || {
    echo "usage: sh deploy/systemd/backup.sh FOLDER DAYS" >&2
    exit 2
}
cd "$(dirname "$0")/../.."
umask 077
file=$1/nigiri-$(date -u +%Y-%m-%dT%H%M%SZ).backup
.venv/bin/python manage.py backup "$file.part" ${BACKUP_RECIPIENT:+--recipient "$BACKUP_RECIPIENT"}
[ -n "${BACKUP_RECIPIENT:-}" ] || .venv/bin/python manage.py backup --verify "$file.part"
mv "$file.part" "$file"
# Only now: who has no new backup keeps the old ones.
find "$1" -maxdepth 1 -name 'nigiri-*.backup' -mtime "+$2" -delete
echo "$file"
