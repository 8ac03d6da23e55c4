/** Each migration runs once, in order. Never change a released migration; add a new one. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT,
    -- The discriminated union of the interface, as JSON; null while the commands are arriving.
    state TEXT,
    total INTEGER NOT NULL DEFAULT 0,
    completed INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    stop_on_error INTEGER NOT NULL DEFAULT 1,
    timeout_ms INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    started_at TEXT,
    ended_at TEXT,
    estimated_ms REAL NOT NULL DEFAULT 0,
    -- The known position of the machine when the job began, as JSON.
    start_place TEXT,
    idempotency_key TEXT UNIQUE,
    digest TEXT,
    -- Where the job waits for a person: a list of { before, reason }, as JSON.
    pauses TEXT NOT NULL DEFAULT '[]',
    -- A list of { name, colour, from }, as JSON.
    pens TEXT NOT NULL DEFAULT '[]',
    -- Centres of the registration marks it draws: a list of { xMm, yMm } from the origin, as JSON.
    marks TEXT NOT NULL DEFAULT '[]',
    -- The share of its estimated time that was over at the end of the last run.
    progress REAL NOT NULL DEFAULT 0,
    lift_pen_on_failure INTEGER NOT NULL DEFAULT 0,
    -- The session of the link in which its moves count from its origin, numbered over all runs of the service.
    session INTEGER NOT NULL DEFAULT 0,
    -- Waiting jobs run in this order. A new job has its id here, so that it comes last.
    queue_order INTEGER NOT NULL DEFAULT 0,
    -- How long it was plotted, without pauses.
    duration_ms REAL NOT NULL DEFAULT 0,
    -- How many commands, from the first, the machine has carried out, and how many it was sent.
    executed INTEGER NOT NULL DEFAULT 0,
    sent INTEGER NOT NULL DEFAULT 0,
    -- Pauses before this command have been answered.
    pauses_answered INTEGER NOT NULL DEFAULT 0,
    -- The scale of its commands, if it was given.
    steps_per_mm REAL,
    -- Whether it asks for a new sheet of paper before it starts; null until that is decided.
    new_sheet INTEGER,
    -- How its sheet lies, as JSON: { marks, shift, degrees, scale, errorMm, sheetNumber }.
    alignment TEXT
  ) STRICT;

  -- The commands of a job, many to a row, so that a million of them are a thousand rows.
  CREATE TABLE job_blocks (
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    block INTEGER NOT NULL,
    commands TEXT NOT NULL,
    estimated_ms REAL NOT NULL,
    -- The estimate of each command, as 32-bit floats.
    times_ms BLOB NOT NULL,
    PRIMARY KEY (job_id, block)
  ) STRICT, WITHOUT ROWID;

  -- One row for every command that was answered or given up. lines is null if there was only the last line.
  CREATE TABLE job_results (
    job_id INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
    command INTEGER NOT NULL,
    ok INTEGER NOT NULL,
    terminal_line TEXT NOT NULL,
    lines TEXT,
    error TEXT,
    PRIMARY KEY (job_id, command)
  ) STRICT, WITHOUT ROWID;
  `,
];
