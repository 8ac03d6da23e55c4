import { type Database, runTransaction } from '@stationery/core';
import type { MachinePosition } from '../drivers/language/machine-position.ts';
import type { Alignment, JobState, Mark, Pause, Pen } from './job.ts';

export interface Reached {
  completed: number;
  failed: number;
  /** Number of commands, counted from the first, that were executed or refused. */
  executed: number;
  /** Number of commands, counted from the first, that were sent. The result of those not executed is unknown. */
  sent: number;
  progress: number;
  durationMs: number;
}

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
  /** The session whose origin is that of the job. In other sessions the origin is unknown. */
  session: number;
  pauses: Pause[];
  /** Pauses before commands below this index are done. */
  pausesAnswered: number;
  pens: Pen[];
  marks: Mark[];
  /** How the sheet lies; null if the job was not aligned. */
  alignment: Alignment | null;
  stepsPerMm: number | null;
  /** Whether it asks for a new sheet at its start; null until decided. */
  newSheet: boolean | null;
  /** Jobs run in ascending order. */
  queueOrder: number;
}

type Row = Record<string, unknown>;

export type OpenJob = Pick<StoredJob, 'state' | 'queueOrder'>;

export interface NewJob
  extends Pick<
    StoredJob,
    | 'name'
    | 'total'
    | 'stopOnError'
    | 'liftPenOnFailure'
    | 'timeoutMs'
    | 'stepsPerMm'
    | 'newSheet'
    | 'estimatedMs'
    | 'alignment'
  > {
  pauses: readonly Pause[];
  pens: readonly Pen[];
  marks: readonly Mark[];
  idempotencyKey: string | undefined;
  digest: string;
}

export type JobChange = Partial<
  Reached &
    Pick<
      StoredJob,
      | 'state'
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

const flags: ReadonlySet<string> = new Set(['stopOnError', 'liftPenOnFailure', 'newSheet']);
const documents: ReadonlySet<string> = new Set([
  'state',
  'startPlace',
  'pauses',
  'pens',
  'marks',
  'alignment',
]);

/** Columns are called like the fields, in snake case. */
const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const fields: readonly (keyof StoredJob)[] = [
  ...(['id', 'name', 'state', 'total', 'completed', 'failed', 'executed', 'sent', 'progress'] as const),
  ...(['stopOnError', 'liftPenOnFailure', 'timeoutMs', 'createdAt', 'startedAt', 'endedAt'] as const),
  ...(['estimatedMs', 'startPlace', 'session', 'pauses', 'pausesAnswered', 'pens', 'marks'] as const),
  ...(['stepsPerMm', 'newSheet', 'queueOrder', 'durationMs', 'alignment'] as const),
];
const columns = fields.map((field) => [field, columnOf(field)] as const);

function write(field: string, value: unknown): unknown {
  if (value === null) return null;
  if (flags.has(field)) return Number(value);
  return documents.has(field) ? JSON.stringify(value) : value;
}

function read(field: string, value: unknown): unknown {
  if (value === null) return null;
  if (flags.has(field)) return value === 1;
  return documents.has(field) ? JSON.parse(value as string) : value;
}

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
    const { name, total, stopOnError, liftPenOnFailure, timeoutMs, estimatedMs, pauses, pens, marks } = job;
    const { stepsPerMm, newSheet, alignment, idempotencyKey, digest } = job;
    this.#change(id, {
      name,
      total,
      stopOnError,
      liftPenOnFailure,
      timeoutMs,
      estimatedMs,
      pauses,
      pens,
      marks,
      stepsPerMm,
      newSheet,
      alignment,
      idempotencyKey,
      digest,
      state,
      queueOrder: id,
    });
  }

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
      for (const [id, change] of changes) this.#change(id, change);
    });
  }

  #change(id: number, change: JobChange | NewJob): void {
    const set = Object.entries(change).filter(([, value]) => value !== undefined);
    const text = set.map(([field]) => `${columnOf(field)} = ?`).join(', ');
    this.#update(text).run([...set.map(([field, value]) => write(field, value)), id]);
  }

  /** Prepares a statement once per set of columns, because a thousand jobs may change together. */
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
  return Object.fromEntries(
    columns.map(([field, column]) => [field, read(field, row[column])]),
  ) as unknown as StoredJob;
}
