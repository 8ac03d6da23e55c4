import { Readable } from 'node:stream';
import { AppError } from '@stationery/core';
import { type BlocksTable, commandsPerBlock } from '../store/blocks-table.ts';
import type { JobsTable } from '../store/jobs-table.ts';
import type { ResultsTable } from '../store/results-table.ts';
import type { CommandOutcome } from './job.ts';
import { JobCommands } from './job-commands.ts';
import type { Journal } from './journal.ts';

export interface JobCommandResult extends Omit<CommandOutcome, 'lines'> {
  sent: string;
  lines: string[];
}

/** What is kept of jobs: their commands and what became of each, read in pieces however large they are. */
export class JobArchive {
  readonly #jobs: JobsTable;
  readonly #blocks: BlocksTable;
  readonly #results: ResultsTable;
  readonly #journal: Journal;

  constructor(parts: { jobs: JobsTable; blocks: BlocksTable; results: ResultsTable; journal: Journal }) {
    this.#jobs = parts.jobs;
    this.#blocks = parts.blocks;
    this.#results = parts.results;
    this.#journal = parts.journal;
  }

  results(jobId: number, from: number, limit: number): { index: number; result: JobCommandResult }[] {
    this.#journal.flush();
    const commands = new JobCommands(this.#blocks, jobId);
    return this.#results.page(jobId, from, limit).map(({ command, outcome }) => ({
      index: command,
      result: { sent: commands.at(command), ...outcome, lines: [...outcome.lines] },
    }));
  }

  /** The commands one a line, as a stream. */
  commandText(jobId: number, total: number): Readable {
    const blocks = this.#blocks;
    function* text() {
      for (let block = 0; block * commandsPerBlock < total; block++) {
        yield `${blocks.commands(jobId, block).join('\n')}\n`;
      }
    }
    return Readable.from(text());
  }

  /** A new job with the same commands, ready for the queue. */
  copy(jobId: number): number {
    const job = this.#jobs.get(jobId);
    if (job === undefined) throw new AppError('jobs.unknown', `There is no job ${jobId}.`);
    const id = this.#jobs.begin();
    this.#blocks.copy(jobId, id);
    const digest = this.#jobs.digestOf(jobId);
    this.#jobs.accept(id, { ...job, idempotencyKey: undefined, digest }, { state: 'queued' });
    return id;
  }
}
