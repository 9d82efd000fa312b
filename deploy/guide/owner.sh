# Sourced by whoever migrates, in the folder of the program: the settings, with the role that owns the tables.
set -a
. "${NIGIRI_ENV:-/etc/nigiri/env}"
set +a
DATABASE_URL=$(cat "${OWNER_URL_FILE:-/etc/nigiri/secrets/owner_url}")
export DATABASE_URL
