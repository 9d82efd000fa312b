# Sourced by whoever migrates, in the folder of the program: the settings, with the role that owns the tables.
. deploy/guide/service.sh
DATABASE_URL=$(cat "${OWNER_URL_FILE:-/etc/nigiri/secrets/owner_url}")
export DATABASE_URL
