#!/bin/sh
# sh deploy/images/with-secrets.sh COMMAND...: runs it with NAME set to what the file named by NAME_FILE holds.
set -eu
for name in DATABASE_URL CELERY_BROKER_URL REDIS_URL SECRET_KEY EMAIL_URL NIGIRI_LOG_KEY NIGIRI_METRICS_TOKEN; do
    eval "file=\${${name}_FILE:-}"
    [ -n "$file" ] || continue
    value=$(cat "$file")
    export "$name=$value"
    unset "${name}_FILE"
done
exec "$@"
