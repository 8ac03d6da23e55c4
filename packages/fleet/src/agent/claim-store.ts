import type { FleetReport, JobContent } from '@stationery/contract/fleet';
import {
  dataSpec,
  type OpenDatabase,
  openDatabase,
  runTransaction,
  StoredSettings,
  type StoredValue,
  storedText,
  vitalJson,
} from '@stationery/core';
import type { FleetMembership } from './plotter-membership.ts';

/**
 * `taken`: the claim has become a job of the plotter. Claims in `over` are kept, so that repeated offers are refused.
 */
type ClaimPhase = 'claimed' | 'granted' | 'taken' | 'returning' | 'over';

export interface Claim {
  job: string;
  fence: number;
  phase: ClaimPhase;
  name: string | null;
  content: JobContent;
  /** The plotter's own job, once it exists. */
  plotterJob: number | null;
  /** The board has given the job to a different plotter. */
  isWithdrawn: boolean;
}

/** A report without the members that the store adds. */
export type NewReport = FleetReport extends infer R
  ? R extends FleetReport
    ? Omit<R, 'protocol' | 'number' | 'job' | 'fence'>
    : never
  : never;

interface OutgoingReport {
  number: number;
  job: string;
  fence: number;
  body: NewReport;
}

interface Row {
  job: string;
  fence: number;
  phase: ClaimPhase;
  name: string | null;
  content: string;
  plotter_job: number | null;
  withdrawn: number;
}

export const claimData = dataSpec({
  owner: 'fleet',
  migrations: [
    `
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
    CREATE TABLE claims (
      job TEXT PRIMARY KEY,
      fence INTEGER NOT NULL,
      phase TEXT NOT NULL,
      name TEXT,
      content TEXT NOT NULL,
      plotter_job INTEGER,
      withdrawn INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    -- AUTOINCREMENT: a number is never given twice, also after all reports were sent.
    CREATE TABLE outbox (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      job TEXT NOT NULL,
      fence INTEGER NOT NULL,
      is_progress INTEGER NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
    `,
  ],
  settings: { device: storedText(undefined), seat: vitalJson<Partial<FleetMembership>>('object', {}) },
  copied: [],
  checks: [
    { table: 'claims', bad: 'NOT json_valid(content)' },
    { table: 'outbox', bad: 'NOT json_valid(body)' },
  ],
  // The board ignores reports with lower numbers than the last. The repaired store therefore continues from the Unix
  // time in seconds, which is above every earlier number, because plotters average less than one report per second.
  afterRepair: `
    INSERT INTO sqlite_sequence (name, seq) SELECT 'outbox', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'outbox');
    UPDATE sqlite_sequence SET seq = max(seq, unixepoch()) WHERE name = 'outbox';
  `,
});

/** Number of finished claims kept to refuse repeated offers; the oldest ones beyond it are deleted. */
const maxFinished = 10_000;

/** Stores claims and outgoing reports. Every write is durable when its method returns. */
export class ClaimStore {
  readonly #store: OpenDatabase;
  readonly deviceId: StoredValue<string | undefined>;
  readonly membership: StoredValue<Partial<FleetMembership>>;

  constructor(folder: string) {
    this.#store = openDatabase({ folder, owner: claimData.owner, migrations: claimData.migrations });
    const settings = new StoredSettings(this.#store.database, claimData.settings);
    this.deviceId = settings.at('device');
    this.membership = settings.at('seat');
    this.#store.database.exec(
      `DELETE FROM claims WHERE phase = 'over' AND rowid <= (SELECT max(rowid) FROM claims) - ${maxFinished}`,
    );
  }

  get(job: string): Claim | undefined {
    const row = this.#store.database.prepare('SELECT * FROM claims WHERE job = ?').get([job]);
    return row === undefined ? undefined : fromRow(row as Row);
  }

  open(): Claim[] {
    const rows = this.#store.database.prepare("SELECT * FROM claims WHERE phase <> 'over'").all();
    return (rows as Row[]).map(fromRow);
  }

  ofPlotterJob(id: number): Claim | undefined {
    return this.open().find(({ plotterJob }) => plotterJob === id);
  }

  claim(claim: Pick<Claim, 'job' | 'fence' | 'name' | 'content'>): void {
    this.#all(() => {
      this.#store.database
        .prepare(
          "INSERT OR REPLACE INTO claims (job, fence, phase, name, content) VALUES (?, ?, 'claimed', ?, ?)",
        )
        .run(claim.job, claim.fence, claim.name, JSON.stringify(claim.content));
      this.#put(claim, { report: 'claimed' });
    });
  }

  granted(job: string): void {
    this.#setPhase(job, 'granted');
  }

  returning(job: string): void {
    this.#setPhase(job, 'returning');
  }

  taken(job: string, plotterJob: number): void {
    this.#store.database
      .prepare("UPDATE claims SET phase = 'taken', plotter_job = ? WHERE job = ?")
      .run(plotterJob, job);
  }

  withdrawn(job: string): void {
    this.#store.database.prepare('UPDATE claims SET withdrawn = 1 WHERE job = ?').run([job]);
  }

  /** Ends the claim and queues its last report, if there is one. */
  over(claim: Pick<Claim, 'job' | 'fence'>, report?: NewReport): void {
    this.#all(() => {
      this.#setPhase(claim.job, 'over');
      if (report !== undefined) this.#put(claim, report);
    });
  }

  /** Queues a report that does not end the claim. A progress report replaces the previous one. */
  report(about: Pick<Claim, 'job' | 'fence'>, report: NewReport): void {
    this.#all(() => this.#put(about, report));
  }

  #put({ job, fence }: Pick<Claim, 'job' | 'fence'>, body: NewReport): void {
    const { database } = this.#store;
    const isProgress = body.report === 'state' ? 1 : 0;
    if (isProgress) database.prepare('DELETE FROM outbox WHERE job = ? AND is_progress = 1').run([job]);
    database
      .prepare('INSERT INTO outbox (job, fence, is_progress, body) VALUES (?, ?, ?, ?)')
      .run(job, fence, isProgress, JSON.stringify(body));
  }

  /** Returns the oldest report that the broker has not confirmed. */
  nextReport(): OutgoingReport | undefined {
    const row = this.#store.database
      .prepare('SELECT number, job, fence, body FROM outbox ORDER BY number LIMIT 1')
      .get() as { number: number; job: string; fence: number; body: string } | undefined;
    return row && { ...row, body: JSON.parse(row.body) as NewReport };
  }

  sent(number: number): void {
    this.#store.database.prepare('DELETE FROM outbox WHERE number = ?').run([number]);
  }

  close(): void {
    this.#store.close();
  }

  #setPhase(job: string, phase: ClaimPhase): void {
    this.#store.database.prepare('UPDATE claims SET phase = ? WHERE job = ?').run(phase, job);
  }

  #all(work: () => void): void {
    runTransaction(this.#store.database, work);
  }
}

function fromRow({ content, plotter_job, withdrawn, ...row }: Row): Claim {
  return {
    ...row,
    content: JSON.parse(content) as JobContent,
    plotterJob: plotter_job,
    isWithdrawn: withdrawn === 1,
  };
}
