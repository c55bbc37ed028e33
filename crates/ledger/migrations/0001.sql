-- The first shape of the database. BYTES and SERIAL stand for the database's own words, see src/schema.rs.
-- Truth values are 0 and 1, times are milliseconds since 1970 in UTC, hashes are lower-case hexadecimal.

CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name as people would confuse it; a guest reserves none.
    folded TEXT UNIQUE,
    guest BIGINT NOT NULL CHECK (guest IN (0, 1)),
    blocked BIGINT NOT NULL CHECK (blocked IN (0, 1)),
    muted BIGINT NOT NULL CHECK (muted IN (0, 1)),
    made BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    CHECK (guest = 1 OR folded IS NOT NULL)
);

CREATE TABLE account_keys (
    fingerprint TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    added BIGINT NOT NULL
);
CREATE INDEX account_keys_of ON account_keys (account);

CREATE TABLE sign_in_codes (
    hash TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    expires BIGINT NOT NULL
);

CREATE TABLE web_sessions (
    hash TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    expires BIGINT NOT NULL
);

-- A text that only grows. Who may add to it is its owner in its epoch; taking it over raises the epoch.
CREATE TABLE volumes (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    lease BIGINT NOT NULL,
    shut BIGINT NOT NULL CHECK (shut IN (0, 1)),
    parts BIGINT NOT NULL,
    chapter BIGINT NOT NULL,
    commands BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    bytes_max BIGINT NOT NULL,
    written BIGINT NOT NULL
);
CREATE INDEX volumes_of ON volumes (owner);

CREATE TABLE volume_parts (
    volume TEXT NOT NULL REFERENCES volumes (id) ON DELETE CASCADE,
    part BIGINT NOT NULL,
    chapter BIGINT NOT NULL,
    text BYTES NOT NULL,
    PRIMARY KEY (volume, part)
);

-- A secret that is published when everything played with it is over.
CREATE TABLE seals (
    id TEXT PRIMARY KEY,
    secret TEXT NOT NULL,
    commitment TEXT NOT NULL,
    opens BIGINT NOT NULL,
    -- Nothing: when the last game that uses it is closed.
    closes BIGINT,
    published BIGINT
);

CREATE TABLE challenges (
    id TEXT PRIMARY KEY REFERENCES seals (id),
    game TEXT NOT NULL,
    day BIGINT NOT NULL,
    setup TEXT NOT NULL
);
CREATE INDEX challenges_of_day ON challenges (day);

CREATE TABLE games (
    id TEXT PRIMARY KEY REFERENCES volumes (id),
    game TEXT NOT NULL,
    class TEXT NOT NULL CHECK (class IN ('live', 'open', 'bot')),
    privacy TEXT NOT NULL CHECK (privacy IN ('live', 'delayed', 'private')),
    seal TEXT REFERENCES seals (id),
    made BIGINT NOT NULL,
    closed BIGINT,
    why TEXT NOT NULL
);
CREATE INDEX games_open ON games (closed, made);
CREATE INDEX games_sealed ON games (seal);

CREATE TABLE tries (
    challenge TEXT NOT NULL REFERENCES challenges (id),
    account TEXT NOT NULL REFERENCES accounts (id),
    game TEXT NOT NULL,
    begun BIGINT NOT NULL,
    PRIMARY KEY (challenge, account)
);

CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    account TEXT REFERENCES accounts (id),
    name TEXT NOT NULL,
    token TEXT NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE INDEX seats_of ON seats (account);

CREATE TABLE answers (
    game TEXT NOT NULL REFERENCES games (id),
    seat BIGINT NOT NULL,
    client BIGINT NOT NULL,
    n BIGINT NOT NULL,
    reply TEXT NOT NULL,
    PRIMARY KEY (game, seat, client)
);
CREATE INDEX answers_in_order ON answers (game, n);

CREATE TABLE runs (
    hash TEXT PRIMARY KEY,
    text BYTES NOT NULL,
    bytes BIGINT NOT NULL,
    account TEXT REFERENCES accounts (id),
    added BIGINT NOT NULL
);

CREATE TABLE run_queue (
    hash TEXT PRIMARY KEY REFERENCES runs (hash),
    account TEXT REFERENCES accounts (id),
    added BIGINT NOT NULL,
    claimed_until BIGINT NOT NULL,
    tries BIGINT NOT NULL
);
CREATE INDEX run_queue_in_order ON run_queue (claimed_until, added);

CREATE TABLE verdicts (
    run TEXT NOT NULL REFERENCES runs (hash),
    build TEXT NOT NULL,
    good BIGINT NOT NULL CHECK (good IN (0, 1)),
    sentence TEXT NOT NULL,
    game TEXT NOT NULL,
    rules BIGINT NOT NULL,
    class TEXT NOT NULL CHECK (class IN ('live', 'open', 'bot')),
    edition TEXT NOT NULL,
    score BIGINT NOT NULL,
    turns BIGINT NOT NULL,
    marks TEXT NOT NULL,
    account TEXT REFERENCES accounts (id),
    made BIGINT NOT NULL,
    PRIMARY KEY (run, build),
    -- What a row of a board refers to: a verdict as a whole, that it is good included.
    UNIQUE (run, build, good, game, class, edition, score, turns)
);

-- A row without a good verdict that says the same is impossible: `good` is 1 here and must be 1 there.
CREATE TABLE board (
    run TEXT PRIMARY KEY,
    build TEXT NOT NULL,
    good BIGINT NOT NULL CHECK (good = 1),
    game TEXT NOT NULL,
    class TEXT NOT NULL,
    edition TEXT NOT NULL,
    score BIGINT NOT NULL,
    turns BIGINT NOT NULL,
    day BIGINT NOT NULL,
    account TEXT REFERENCES accounts (id),
    name TEXT NOT NULL,
    added BIGINT NOT NULL,
    hidden BIGINT NOT NULL CHECK (hidden IN (0, 1)),
    FOREIGN KEY (run, build, good, game, class, edition, score, turns)
        REFERENCES verdicts (run, build, good, game, class, edition, score, turns)
);
CREATE INDEX board_in_order ON board (game, class, edition, score DESC, turns, added);
CREATE INDEX board_of ON board (account);

-- What the texts of an account take together.
CREATE TABLE homes (
    account TEXT PRIMARY KEY REFERENCES accounts (id),
    bytes BIGINT NOT NULL,
    bytes_max BIGINT NOT NULL
);

CREATE TABLE texts (
    account TEXT NOT NULL REFERENCES homes (account),
    path TEXT NOT NULL,
    volume TEXT NOT NULL UNIQUE REFERENCES volumes (id) ON DELETE CASCADE,
    PRIMARY KEY (account, path)
);

CREATE TABLE blocked_ranges (
    addresses TEXT PRIMARY KEY,
    expires BIGINT NOT NULL
);

CREATE TABLE audit (
    nr SERIAL,
    at BIGINT NOT NULL,
    who TEXT NOT NULL,
    what TEXT NOT NULL,
    whom TEXT NOT NULL,
    why TEXT NOT NULL
);
