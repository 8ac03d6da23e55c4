import { Readable } from 'node:stream';
import { AppError } from '@stationery/core';
import { type BlocksTable, commandsPerBlock } from '../../store/blocks-table.ts';
import type { CommandOutcome } from '../../store/job.ts';
import type { ResultsTable } from '../../store/results-table.ts';
import type { DiskRoom } from './disk-room.ts';
import { CommandsLost, JobCommands } from './job-commands.ts';
import type { JobStore } from './job-store.ts';
import type { Journal } from './journal.ts';
import { defaultNewSheet } from './new-sheet.ts';

export interface JobCommandResult extends Omit<CommandOutcome, 'lines'> {
  command: string;
  sent: string;
  lines: string[];
}

interface JobArchiveDeps {
  jobs: JobStore;
  blocks: BlocksTable;
  results: ResultsTable;
  journal: Journal;
  room: DiskRoom;
}

export class JobArchive {
  readonly #deps: JobArchiveDeps;

  constructor(deps: JobArchiveDeps) {
    this.#deps = deps;
  }

  results(jobId: number, from: number, limit: number): { index: number; result: JobCommandResult }[] {
    const { blocks, results, journal } = this.#deps;
    // On a full disk, the newest results are only in memory.
    const isWritten = journal.flush();
    const outcomes = new Map<number, CommandOutcome>();
    const takenBack = journal.takenBackFrom(jobId);
    for (const { command, outcome } of results.page(jobId, from, limit))
      if (command < takenBack || !outcome.ok) outcomes.set(command, outcome);
    if (!isWritten) {
      for (const [command, outcome] of journal.unwritten(jobId))
        if (command >= from) outcomes.set(command, outcome);
    }
    const commands = new JobCommands(blocks, jobId);
    return [...outcomes]
      .sort(([one], [other]) => one - other)
      .slice(0, limit)
      .map(([index, outcome]) => {
        const command = commands.find(index) ?? '';
        return { index, result: { command, sent: command, ...outcome, lines: [...outcome.lines] } };
      });
  }

  commandText(jobId: number, total: number): Readable {
    const { blocks } = this.#deps;
    if (!blocks.isWhole(jobId, total)) throw new CommandsLost();
    function* text() {
      for (let block = 0; block * commandsPerBlock < total; block++) {
        yield `${blocks.commands(jobId, block).join('\n')}\n`;
      }
    }
    return Readable.from(text());
  }

  /** Returns the id of the copy, ready for the queue. */
  copy(jobId: number): number {
    const { jobs, blocks, room } = this.#deps;
    const job = jobs.get(jobId);
    if (job === undefined) throw new AppError('unknown-job', `There is no job ${jobId}.`);
    if (!blocks.isWhole(jobId, job.total)) throw new CommandsLost();
    room.refuseWithoutRoom();
    const id = jobs.begin();
    try {
      blocks.copy(jobId, id);
      const digest = jobs.digestOf(jobId);
      const newSheet = job.stepsPerMm === null ? job.newSheet : defaultNewSheet(job, jobs);
      jobs.accept(id, { ...job, newSheet, idempotencyKey: undefined, digest }, { state: 'queued' });
      return id;
    } catch (error) {
      jobs.drop(id);
      throw error;
    }
  }
}
