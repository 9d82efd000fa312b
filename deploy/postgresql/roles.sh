#!/bin/sh
# The two roles and the database of deploy/decisions/roles.md; the image of PostgreSQL runs it on an empty volume.
# Elsewhere: with OWNER_PASSWORD_FILE and APPLICATION_PASSWORD_FILE set, and PSQL where psql must run as another user.
# Other names: OWNER_ROLE, APPLICATION_ROLE, DATABASE. A second run sets the passwords again and changes nothing else.
set -eu

password() { # NAME FILE
    [ -r "$2" ] || {
        echo "roles.sh: $1 names $2, which cannot be read; no role was made." >&2
        exit 1
    }
    value=$(cat "$2")
    [ -n "$value" ] || {
        echo "roles.sh: $2 is empty; no role was made. deploy/images/make-secrets.sh makes passwords." >&2
        exit 1
    }
    printf '%s' "$value"
}

OWNER_PASSWORD=$(password OWNER_PASSWORD_FILE "${OWNER_PASSWORD_FILE:?names the file with the owner\'s password}")
APPLICATION_PASSWORD=$(password APPLICATION_PASSWORD_FILE "${APPLICATION_PASSWORD_FILE:?names the file with the other}")
export OWNER_PASSWORD APPLICATION_PASSWORD
${PSQL:-psql} -v ON_ERROR_STOP=1 --no-psqlrc --quiet --dbname postgres \
    ${POSTGRES_USER:+--username "$POSTGRES_USER"} \
    -v owner="${OWNER_ROLE:-nigiri_owner}" -v application="${APPLICATION_ROLE:-nigiri}" -v database="${DATABASE:-nigiri}" \
    <<'END'
\getenv owner_password OWNER_PASSWORD
\getenv application_password APPLICATION_PASSWORD
SELECT format('CREATE ROLE %I', name) FROM unnest(ARRAY[:'owner', :'application']) AS name
    WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) \gexec
ALTER ROLE :"owner" LOGIN PASSWORD :'owner_password';
ALTER ROLE :"application" LOGIN PASSWORD :'application_password';
SELECT format('CREATE DATABASE %I OWNER %I', :'database', :'owner')
    WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'database') \gexec
\connect :"database"
ALTER SCHEMA public OWNER TO :"owner";
END
