-- Platforms that one process serves as a whole, such as Matrix (home -1).
CREATE TABLE platforms (
    home bigint PRIMARY KEY,
    owner bigint,
    epoch bigint NOT NULL DEFAULT 0,
    heard timestamptz,
    bookmark text
);
