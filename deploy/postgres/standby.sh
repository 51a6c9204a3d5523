#!/bin/bash
# Starts a standby of PostgreSQL; copies the primary first if there is no data yet. The primary's name is the first argument.
set -euo pipefail

primary=$1
secrets=${SECRETS:-/run/secrets}
if [ ! -e "$PGDATA/PG_VERSION" ]; then
    # The password is written into the standby's own settings, which only it can read.
    PGPASSWORD=$(cat "$secrets/replication-password")
    export PGPASSWORD
    # A slot is left over if an earlier standby is replaced.
    create=--create-slot
    source="host=$primary port=${PGPORT:-5432} user=standby application_name=standby"
    if psql "$source replication=true" --command "READ_REPLICATION_SLOT standby" --tuples-only | grep -q physical; then
        create=
    fi
    # shellcheck disable=SC2086 # an option or nothing
    pg_basebackup --dbname "$source" --pgdata "$PGDATA" --wal-method stream --checkpoint fast --slot standby $create \
        --write-recovery-conf
    chmod 700 "$PGDATA"
    unset PGPASSWORD
fi
# Once promoted, it waits for no standby until there is another one.
exec postgres -c synchronous_standby_names= "${@:2}"
