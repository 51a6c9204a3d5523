-- One table for everything that a process leases: a shard of Discord's gateway, or Matrix, which has no number.
CREATE TABLE leases (
    lease text COLLATE "C" PRIMARY KEY,
    shard integer UNIQUE,
    owner bigint,
    epoch bigint NOT NULL DEFAULT 0,
    heard timestamptz,
    bookmark text
);
INSERT INTO leases (lease, shard, owner, epoch, heard)
SELECT 'shard ' || shard, shard, owner, epoch, heard FROM shards;
INSERT INTO leases (lease, owner, epoch, heard, bookmark)
SELECT 'matrix', owner, epoch, heard, bookmark FROM platforms WHERE home = -1;
-- With them go the columns session, seq and resume, which nothing ever used.
DROP TABLE shards;
DROP TABLE platforms;
