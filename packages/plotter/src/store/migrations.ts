/** Each runs once, in order. Never change one that has been released: add another. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  -- state is the discriminated union of the interface, as JSON; null while the commands are still arriving.
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT,
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
    -- Where the machine was when the job began, as JSON, if that was known.
    start_place TEXT,
    idempotency_key TEXT UNIQUE,
    digest TEXT
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

  -- One row for every command that was answered, or given up on. lines is null where the last line is all.
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
  // Where a job waits for a person: a list of { before, reason }, as JSON.
  `ALTER TABLE jobs ADD COLUMN pauses TEXT NOT NULL DEFAULT '[]'`,
  // What a job is drawn with: a list of { name, colour, from }, as JSON.
  `ALTER TABLE jobs ADD COLUMN pens TEXT NOT NULL DEFAULT '[]'`,
  // The share of its estimated time that was over at the end of the last run. Of older jobs the commands were counted.
  `
  ALTER TABLE jobs ADD COLUMN progress REAL NOT NULL DEFAULT 0;
  UPDATE jobs SET progress = CASE
    WHEN json_extract(state, '$.state') = 'done' THEN 1
    WHEN total > 0 THEN 1.0 * (completed + failed) / total
    ELSE 0
  END WHERE state IS NOT NULL;
  `,
  'ALTER TABLE jobs ADD COLUMN lift_pen_on_failure INTEGER NOT NULL DEFAULT 0',
  // The session of the link in which its moves count from its origin, numbered over all runs of the service.
  'ALTER TABLE jobs ADD COLUMN session INTEGER NOT NULL DEFAULT 0',
  // Waiting jobs run in this order. A new job has its id there, so that it comes last.
  `
  ALTER TABLE jobs ADD COLUMN queue_order INTEGER NOT NULL DEFAULT 0;
  UPDATE jobs SET queue_order = id;
  `,
  // How long it was plotted, without pauses.
  `
  ALTER TABLE jobs ADD COLUMN duration_ms REAL NOT NULL DEFAULT 0;
  UPDATE jobs SET duration_ms = progress * estimated_ms;
  `,
  // How many commands, from the first, the machine has carried out, and how many were given to it. Until then it was
  // given one at a time, and its reply meant that it was carried out.
  `
  ALTER TABLE jobs ADD COLUMN executed INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE jobs ADD COLUMN sent INTEGER NOT NULL DEFAULT 0;
  UPDATE jobs SET executed = CASE
    WHEN json_extract(state, '$.state') IN ('running', 'pausing', 'cancelling')
      THEN (SELECT coalesce(max(command), -1) + 1 FROM job_results WHERE job_id = jobs.id)
    ELSE coalesce(json_extract(state, '$.next'), completed + failed)
  END WHERE state IS NOT NULL;
  UPDATE jobs SET sent = max(executed, coalesce(json_extract(state, '$.unknown') + 1, 0)) WHERE state IS NOT NULL;
  `,
  // Until which command a person has done what its pauses ask for: those before it are not asked for again.
  'ALTER TABLE jobs ADD COLUMN pauses_answered INTEGER NOT NULL DEFAULT 0',
  // The scale that its commands are for; null where nobody said.
  'ALTER TABLE jobs ADD COLUMN steps_per_mm REAL',
  // Whether it asks for a new sheet of paper before it starts; null until that is decided.
  'ALTER TABLE jobs ADD COLUMN new_sheet INTEGER',
];
