#!/bin/bash
# Runs once, when the container of PostgreSQL creates its database: a role for Delos that can do nothing else, and, with a password
# for it, a role for a standby, of which one must have each commit.
set -euo pipefail

# A commit would wait for a standby that does not exist yet.
export PGOPTIONS="-c synchronous_commit=local"
secrets=${SECRETS:-/run/secrets}

psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
    --set password="$(cat "$secrets/store-password")" <<'SQL'
CREATE ROLE delos LOGIN PASSWORD :'password';
CREATE DATABASE delos OWNER delos;
REVOKE ALL ON DATABASE delos FROM PUBLIC;
REVOKE ALL ON DATABASE postgres FROM PUBLIC;
SQL

if [ -e "$secrets/replication-password" ]; then
    psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
        --set password="$(cat "$secrets/replication-password")" <<'SQL'
CREATE ROLE standby LOGIN REPLICATION PASSWORD :'password';
ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)';
-- What a standby that is away still needs is kept, but never more than this: the disk must not fill.
ALTER SYSTEM SET max_slot_wal_keep_size = '8GB';
SQL
    echo "host replication standby all scram-sha-256" >>"$PGDATA/pg_hba.conf"
fi
