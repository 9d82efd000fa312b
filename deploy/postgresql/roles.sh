#!/bin/sh
# The two roles and the database of deploy/decisions/roles.md; the image of PostgreSQL runs it on an empty volume.
# Elsewhere: with OWNER_PASSWORD_FILE and APPLICATION_PASSWORD_FILE set, and PSQL where psql must run as another user.
set -eu
${PSQL:-psql} -v ON_ERROR_STOP=1 --no-psqlrc --quiet --dbname postgres \
    ${POSTGRES_USER:+--username "$POSTGRES_USER"} \
    -v owner="$(cat "$OWNER_PASSWORD_FILE")" -v application="$(cat "$APPLICATION_PASSWORD_FILE")" <<'END'
CREATE ROLE nigiri_owner LOGIN PASSWORD :'owner';
CREATE ROLE nigiri LOGIN PASSWORD :'application';
CREATE DATABASE nigiri OWNER nigiri_owner;
\c nigiri
ALTER SCHEMA public OWNER TO nigiri_owner;
END
