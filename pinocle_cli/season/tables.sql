-- The tables of a season. docs/season.md says what is in them.

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    judged_at TEXT NOT NULL,
    program TEXT NOT NULL,
    rulebook TEXT NOT NULL
);
CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    run_id INTEGER NOT NULL REFERENCES runs,
    unread TEXT
);
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL,
    nth INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    run_id INTEGER NOT NULL REFERENCES runs,
    game TEXT NOT NULL,
    profile TEXT NOT NULL,
    rules TEXT NOT NULL,
    unit TEXT NOT NULL,
    played_on TEXT,
    written_date TEXT,
    event TEXT,
    place TEXT,
    scorer TEXT,
    note TEXT,
    winner TEXT,
    result_rule TEXT,
    result_line INTEGER,
    UNIQUE (digest, nth)
);
CREATE TABLE stands (
    file_id INTEGER NOT NULL REFERENCES files ON DELETE CASCADE,
    document INTEGER NOT NULL,
    session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    line INTEGER NOT NULL,
    unread TEXT,
    PRIMARY KEY (file_id, document)
) WITHOUT ROWID;
CREATE TABLE problems (
    file_id INTEGER NOT NULL REFERENCES files ON DELETE CASCADE,
    nth INTEGER NOT NULL,
    document INTEGER NOT NULL,
    line INTEGER NOT NULL,
    col INTEGER,
    rule TEXT NOT NULL,
    message TEXT NOT NULL,
    PRIMARY KEY (file_id, nth)
) WITHOUT ROWID;
CREATE TABLE house (
    session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    house_rule TEXT NOT NULL,
    setting TEXT NOT NULL,
    set_by TEXT,
    PRIMARY KEY (session_id, house_rule)
) WITHOUT ROWID;
CREATE TABLE accounts (
    session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    nth INTEGER NOT NULL,
    account TEXT NOT NULL,
    opening INTEGER NOT NULL,
    total INTEGER,
    PRIMARY KEY (session_id, nth)
) WITHOUT ROWID;
CREATE TABLE seats (
    session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    player TEXT NOT NULL,
    written TEXT NOT NULL,
    account TEXT NOT NULL,
    is_player INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    score INTEGER NOT NULL,
    settled INTEGER NOT NULL,
    faults INTEGER NOT NULL,
    PRIMARY KEY (session_id, seat)
) WITHOUT ROWID;
CREATE TABLE games (
    session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    nth INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    deal INTEGER,
    outcome TEXT NOT NULL,
    PRIMARY KEY (session_id, nth, seat)
) WITHOUT ROWID;
CREATE TABLE tallies (
    session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    tally TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (session_id, seat, tally)
) WITHOUT ROWID;
CREATE TABLE payments (
    session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    nth INTEGER NOT NULL,
    payer TEXT NOT NULL,
    payee TEXT NOT NULL,
    amount INTEGER NOT NULL,
    unit TEXT NOT NULL,
    rule TEXT NOT NULL,
    PRIMARY KEY (session_id, nth)
) WITHOUT ROWID;
CREATE TABLE deals (
    session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    deal INTEGER NOT NULL,
    deal_number INTEGER NOT NULL,
    line INTEGER NOT NULL,
    dealer TEXT,
    trump TEXT,
    scored INTEGER NOT NULL,
    late INTEGER NOT NULL,
    void_rule TEXT,
    PRIMARY KEY (session_id, deal)
) WITHOUT ROWID;
CREATE TABLE contracts (
    session_id INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    bidder TEXT NOT NULL,
    bid INTEGER,
    melds INTEGER,
    cards INTEGER,
    made INTEGER,
    PRIMARY KEY (session_id, deal),
    FOREIGN KEY (session_id, deal) REFERENCES deals ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE scores (
    session_id INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    account TEXT NOT NULL,
    score INTEGER NOT NULL,
    PRIMARY KEY (session_id, deal, account),
    FOREIGN KEY (session_id, deal) REFERENCES deals ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE ledger (
    session_id INTEGER NOT NULL,
    deal INTEGER NOT NULL,
    nth INTEGER NOT NULL,
    account TEXT NOT NULL,
    points INTEGER NOT NULL,
    unit TEXT NOT NULL,
    rule TEXT NOT NULL,
    line INTEGER NOT NULL,
    note TEXT,
    PRIMARY KEY (session_id, deal, nth),
    FOREIGN KEY (session_id, deal) REFERENCES deals ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE findings (
    session_id INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE,
    nth INTEGER NOT NULL,
    deal INTEGER,
    rule TEXT NOT NULL,
    severity TEXT NOT NULL,
    player TEXT,
    line INTEGER NOT NULL,
    col INTEGER,
    path TEXT,
    message TEXT NOT NULL,
    remedy TEXT,
    ruling TEXT,
    PRIMARY KEY (session_id, nth)
) WITHOUT ROWID;
CREATE TABLE choices (
    session_id INTEGER NOT NULL,
    finding INTEGER NOT NULL,
    nth INTEGER NOT NULL,
    choice TEXT NOT NULL,
    gives TEXT NOT NULL,
    PRIMARY KEY (session_id, finding, nth),
    FOREIGN KEY (session_id, finding) REFERENCES findings ON DELETE CASCADE
) WITHOUT ROWID;

CREATE INDEX sessions_played_on ON sessions (played_on);
CREATE INDEX stands_session ON stands (session_id);
CREATE INDEX seats_player ON seats (player);
CREATE INDEX ledger_rule ON ledger (rule, account);
CREATE INDEX findings_rule ON findings (rule, severity);
