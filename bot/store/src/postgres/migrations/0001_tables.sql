-- Records with their index rows, effects, posts, and which process serves which shard.
CREATE TABLE meta (key text PRIMARY KEY, value text NOT NULL);
CREATE TABLE records (
    key bytea PRIMARY KEY,
    version bigint NOT NULL,
    form integer NOT NULL,
    body bytea NOT NULL,
    entries bytea[] NOT NULL
) WITH (fillfactor = 80);
CREATE TABLE rows (entry bytea PRIMARY KEY, home bigint) WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE TABLE effects (
    id text COLLATE "C" PRIMARY KEY,
    home bigint NOT NULL,
    subject bytea NOT NULL,
    body bytea NOT NULL,
    owner bigint,
    until timestamptz
) WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX effects_subject ON effects (subject);
CREATE INDEX effects_work ON effects (home, id) WHERE home IN (-2, -3);
CREATE TABLE posts (subject bytea PRIMARY KEY, message text COLLATE "C" NOT NULL, body bytea NOT NULL);
CREATE TABLE messages (message text COLLATE "C" PRIMARY KEY, subject bytea NOT NULL);
CREATE TABLE retiring (message text COLLATE "C" PRIMARY KEY, home bigint NOT NULL, body bytea NOT NULL);
CREATE TABLE processes (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    program text NOT NULL,
    serves boolean NOT NULL,
    beat timestamptz NOT NULL,
    steady timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE shards (
    shard integer PRIMARY KEY,
    owner bigint,
    epoch bigint NOT NULL DEFAULT 0,
    heard timestamptz,
    session text,
    seq bigint,
    resume text
);
CREATE TABLE identify (bucket integer PRIMARY KEY, free timestamptz NOT NULL);
