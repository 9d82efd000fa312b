#!/bin/sh
# sh deploy/systemd/backup.sh FOLDER DAYS: a new backup in FOLDER, checked; those that are older than DAYS go.
# BACKUP_RECIPIENT=age1... encrypts it with age, which then has to be installed.
set -eu
[ $# -eq 2 ] || {
    echo "usage: sh deploy/systemd/backup.sh FOLDER DAYS" >&2
    exit 2
}
cd "$(dirname "$0")/../.."
umask 077
file=$1/nigiri-$(date -u +%Y-%m-%dT%H%M%SZ).backup
trap 'rm -f "$file.part" "$file.age.part"' EXIT
.venv/bin/python manage.py backup "$file.part"
if [ -n "${BACKUP_RECIPIENT:-}" ]; then
    age --encrypt --recipient "$BACKUP_RECIPIENT" --output "$file.age.part" "$file.part"
    mv "$file.age.part" "$file.age"
    made=$file.age
else
    mv "$file.part" "$file"
    made=$file
fi
# Only now: who has no new backup keeps the old ones.
find "$1" -maxdepth 1 -name 'nigiri-*.backup*' -mtime "+$2" -delete
echo "$made"
