import { type Database, runTransaction } from '@stationery/core';
import type { MachinePosition } from '../drivers/language/machine-position.ts';
import type { JobState, Mark, Pause, Pen } from './job.ts';

/** Progress of a job. */
export interface Reached {
  completed: number;
  failed: number;
  /** Number of commands executed or refused, from the first. */
  executed: number;
  /** Number of commands sent, from the first; the result of those not executed is unknown. */
  sent: number;
  /** From 0 to 1, by time. */
  progress: number;
  /** Plotting time without pauses. */
  durationMs: number;
}

/** Progress as of the end of the last run. */
export interface StoredJob extends Reached {
  id: number;
  name: string | null;
  state: JobState;
  total: number;
  stopOnError: boolean;
  liftPenOnFailure: boolean;
  timeoutMs: number;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  estimatedMs: number;
  startPlace: MachinePosition | null;
  /** Link session whose origin is the job's origin; unknown in other sessions. */
  session: number;
  pauses: Pause[];
  /** Pauses before commands below this index are done. */
  pausesAnswered: number;
  pens: Pen[];
  marks: Mark[];
  /** Scale of its commands; null if not specified. */
  stepsPerMm: number | null;
  /** Whether it asks for a new sheet at its start; null until decided. */
  newSheet: boolean | null;
  /** Jobs run in ascending order. */
  queueOrder: number;
}

interface Row {
  id: number;
  name: string | null;
  state: string;
  total: number;
  completed: number;
  failed: number;
  executed: number;
  sent: number;
  progress: number;
  stop_on_error: number;
  lift_pen_on_failure: number;
  timeout_ms: number;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  estimated_ms: number;
  start_place: string | null;
  session: number;
  pauses: string;
  pauses_answered: number;
  pens: string;
  marks: string;
  steps_per_mm: number | null;
  new_sheet: number | null;
  queue_order: number;
  duration_ms: number;
}

/** In-memory part of a job that is not over. */
export type OpenJob = Pick<StoredJob, 'state' | 'queueOrder'>;

export interface NewJob {
  name: string | null;
  total: number;
  stopOnError: boolean;
  liftPenOnFailure: boolean;
  timeoutMs: number;
  pauses: readonly Pause[];
  pens: readonly Pen[];
  marks: readonly Mark[];
  stepsPerMm: number | null;
  newSheet: boolean | null;
  estimatedMs: number;
  idempotencyKey: string | undefined;
  digest: string;
}

/** Columns that change during the life of a job. */
export type JobChange = Partial<
  Pick<
    StoredJob,
    | 'state'
    | 'completed'
    | 'failed'
    | 'executed'
    | 'sent'
    | 'progress'
    | 'durationMs'
    | 'startedAt'
    | 'endedAt'
    | 'startPlace'
    | 'session'
    | 'pausesAnswered'
    | 'queueOrder'
    | 'newSheet'
  >
>;

type Statement = ReturnType<Database['prepare']>;

const asFlag = (value: boolean | null) => (value === null ? null : Number(value));
const asIs = (value: unknown) => value;
const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value));
const columns: Record<keyof JobChange, { column: string; write: (value: unknown) => unknown }> = {
  state: { column: 'state', write: asJson },
  completed: { column: 'completed', write: asIs },
  failed: { column: 'failed', write: asIs },
  executed: { column: 'executed', write: asIs },
  sent: { column: 'sent', write: asIs },
  progress: { column: 'progress', write: asIs },
  startedAt: { column: 'started_at', write: asIs },
  endedAt: { column: 'ended_at', write: asIs },
  startPlace: { column: 'start_place', write: asJson },
  session: { column: 'session', write: asIs },
  pausesAnswered: { column: 'pauses_answered', write: asIs },
  durationMs: { column: 'duration_ms', write: asIs },
  queueOrder: { column: 'queue_order', write: asIs },
  newSheet: { column: 'new_sheet', write: (value) => asFlag(value as boolean | null) },
};
const changeable = Object.keys(columns) as (keyof JobChange)[];

export class JobsTable {
  readonly #database: Database;
  readonly #updates = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Creates a hidden row while commands arrive, until `accept`. */
  begin(): number {
    const { lastInsertRowid } = this.#database
      .prepare('INSERT INTO jobs (created_at) VALUES (?)')
      .run(new Date().toISOString());
    return Number(lastInsertRowid);
  }

  accept(id: number, job: NewJob, state: JobState): void {
    this.#database
      .prepare(
        `UPDATE jobs SET name = ?, state = ?, total = ?, stop_on_error = ?, lift_pen_on_failure = ?,
         timeout_ms = ?, estimated_ms = ?, pauses = ?, pens = ?, marks = ?, steps_per_mm = ?, new_sheet = ?, idempotency_key = ?, digest = ?, queue_order = id
         WHERE id = ?`,
      )
      .run(
        job.name,
        JSON.stringify(state),
        job.total,
        job.stopOnError ? 1 : 0,
        job.liftPenOnFailure ? 1 : 0,
        job.timeoutMs,
        job.estimatedMs,
        JSON.stringify(job.pauses),
        JSON.stringify(job.pens),
        JSON.stringify(job.marks),
        job.stepsPerMm,
        asFlag(job.newSheet),
        job.idempotencyKey ?? null,
        job.digest,
        id,
      );
  }

  /** Removes jobs whose upload was interrupted. */
  removeUnaccepted(): void {
    this.#database.exec('DELETE FROM jobs WHERE state IS NULL');
  }

  get(id: number): StoredJob | undefined {
    const row = this.#database.prepare('SELECT * FROM jobs WHERE id = ? AND state IS NOT NULL').get(id) as
      | Row
      | undefined;
    return row === undefined ? undefined : fromRow(row);
  }

  list(limit: number, before: number): StoredJob[] {
    const rows = this.#database
      .prepare('SELECT * FROM jobs WHERE state IS NOT NULL AND id < ? ORDER BY id DESC LIMIT ?')
      .all(before, limit) as Row[];
    return rows.map(fromRow);
  }

  openJobs(): Map<number, OpenJob> {
    const rows = this.#database
      .prepare(
        `SELECT id, state, queue_order FROM jobs WHERE state IS NOT NULL
         AND json_extract(state, '$.state') NOT IN ('done', 'failed', 'cancelled') ORDER BY id`,
      )
      .all() as { id: number; state: string; queue_order: number }[];
    return new Map(
      rows.map(({ id, state, queue_order }) => [
        id,
        { state: JSON.parse(state) as JobState, queueOrder: queue_order },
      ]),
    );
  }

  byIdempotencyKey(key: string): { id: number; digest: string } | undefined {
    return this.#database
      .prepare('SELECT id, digest FROM jobs WHERE idempotency_key = ? AND state IS NOT NULL')
      .get([key]) as { id: number; digest: string } | undefined;
  }

  /** Returns whether another job was started after this one was created. */
  isOvertaken({ id, createdAt }: Pick<StoredJob, 'id' | 'createdAt'>): boolean {
    return (
      this.#database
        .prepare('SELECT 1 FROM jobs WHERE id <> ? AND started_at >= ? LIMIT 1')
        .get([id, createdAt]) !== undefined
    );
  }

  digestOf(id: number): string {
    const row = this.#database.prepare('SELECT digest FROM jobs WHERE id = ?').get(id) as
      | { digest: string }
      | undefined;
    return row?.digest ?? '';
  }

  save(changes: Iterable<readonly [id: number, change: JobChange]>): void {
    runTransaction(this.#database, () => {
      for (const [id, change] of changes) {
        const names = changeable.filter((name) => change[name] !== undefined);
        const text = names.map((name) => `${columns[name].column} = ?`).join(', ');
        const values = names.map((name) => columns[name].write(change[name]));
        this.#update(text).run([...values, id]);
      }
    });
  }

  /** Prepares statements once per set of columns, because a thousand jobs may change together. */
  #update(columns: string): Statement {
    const known = this.#updates.get(columns);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(`UPDATE jobs SET ${columns} WHERE id = ?`);
    this.#updates.set(columns, statement);
    return statement;
  }

  remove(id: number): void {
    this.#database.prepare('DELETE FROM jobs WHERE id = ?').run(id);
  }
}

function fromRow(row: Row): StoredJob {
  return {
    id: row.id,
    name: row.name,
    state: JSON.parse(row.state) as JobState,
    total: row.total,
    completed: row.completed,
    failed: row.failed,
    executed: row.executed,
    sent: row.sent,
    progress: row.progress,
    stopOnError: row.stop_on_error === 1,
    liftPenOnFailure: row.lift_pen_on_failure === 1,
    timeoutMs: row.timeout_ms,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    estimatedMs: row.estimated_ms,
    startPlace: row.start_place === null ? null : (JSON.parse(row.start_place) as MachinePosition),
    session: row.session,
    pauses: JSON.parse(row.pauses) as Pause[],
    pausesAnswered: row.pauses_answered,
    pens: JSON.parse(row.pens) as Pen[],
    marks: JSON.parse(row.marks) as Mark[],
    stepsPerMm: row.steps_per_mm,
    newSheet: row.new_sheet === null ? null : row.new_sheet === 1,
    queueOrder: row.queue_order,
    durationMs: row.duration_ms,
  };
}
