# Sourced by whoever runs a command, in the folder of the program: the settings of the service.
set -a
. "${SETTINGS_FILE:-/etc/nigiri/env}"
set +a
