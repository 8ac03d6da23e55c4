import { createHash } from 'node:crypto';
import { AppError } from '@stationery/core';
import type { FoundMark } from '@stationery/drawing';
import { readJson, refuseLonger } from '@stationery/http';
import type { Driver } from '../../drivers/driver.ts';
import type { Estimator } from '../../machine/estimator.ts';
import { type BlocksTable, commandsPerBlock } from '../../store/blocks-table.ts';
import type { Alignment } from '../../store/job.ts';
import { refuseUnidentified } from '../check/job-refusals.ts';
import type { LimitGuard } from '../check/limit-guard.ts';
import type { DiskRoom } from '../record/disk-room.ts';
import type { JobStore } from '../record/job-store.ts';
import { defaultNewSheet } from '../record/new-sheet.ts';
import { JobDocument } from './job-document.ts';

interface JobIntakeDeps {
  jobs: JobStore;
  blocks: BlocksTable;
  estimator: () => Estimator;
  room: DiskRoom;
  guard: LimitGuard;
  driver: Pick<Driver, 'state' | 'isRecognised'>;
  align: (marks: FoundMark[], pointer: string) => Alignment;
  defaultTimeoutMs: number;
}

const longest = { bytes: 256 * 1024 * 1024, what: 'A job' };
/** Bytes parsed between checks of the elapsed time: a chunk may contain tens of thousands of values. */
const bytesAtOnce = 8 * 1024;

/** A job is hidden until complete; an interrupted upload leaves nothing. */
export class JobIntake {
  readonly #deps: JobIntakeDeps;

  constructor(deps: JobIntakeDeps) {
    this.#deps = deps;
  }

  knows(idempotencyKey: string): boolean {
    return this.#deps.jobs.byIdempotencyKey(idempotencyKey) !== undefined;
  }

  #ahead(): number[] {
    return this.#deps.jobs.idsIn('queued', 'running', 'pausing', 'paused', 'cancelling');
  }

  refuseDrawing(): void {
    refuseUnidentified(this.#deps.driver);
  }

  drop(id: number): void {
    this.#deps.jobs.drop(id);
  }

  /** Returns the job with the same idempotency key if there is one. */
  async take(
    chunks: AsyncIterable<Buffer>,
    idempotencyKey: string | undefined,
  ): Promise<{ id: number; isNew: boolean }> {
    const { jobs, blocks, estimator, room, guard, defaultTimeoutMs } = this.#deps;
    room.refuseWithoutRoom();
    const id = jobs.begin();
    try {
      const time = estimator();
      const limits = guard.intake(this.#ahead());
      const digest = createHash('sha256');
      let waiting: string[] = [];
      let timesMs: number[] = [];
      let stored = 0;
      const storeBlock = () => {
        room.refuseWithoutRoom();
        const commands = waiting.slice(0, commandsPerBlock);
        digest.update(`${commands.join('\n')}\n`);
        blocks.add(id, stored, commands, timesMs.slice(0, commandsPerBlock));
        stored++;
        waiting = waiting.slice(commandsPerBlock);
        timesMs = timesMs.slice(commandsPerBlock);
      };
      const document = new JobDocument((command, source) => {
        limits.add(command, source);
        waiting.push(command);
        time.add(command);
        // The time of a command becomes known a few commands later.
        for (const ms of time.take()) timesMs.push(ms);
        if (timesMs.length >= commandsPerBlock) storeBlock();
      });
      await readDocument(chunks, document);
      const { timeoutMs = defaultTimeoutMs, newSheet, foundMarks, ...options } = document.finish();
      const isAligned = foundMarks.length > 0;
      if (isAligned && newSheet === true)
        throw new AppError('invalid-request', 'Marks on the current sheet cannot place a new sheet.', {
          pointer: '/newSheet',
        });
      const { name, stopOnError, liftPenOnFailure, pauses, pens, marks, stepsPerMm } = options;
      const total = stored * commandsPerBlock + waiting.length;
      const estimatedMs = Math.round(time.finish());
      timesMs.push(...time.take());
      while (waiting.length > 0) storeBlock();
      // Omits defaults, so that the digest of a request stays the same when options are added.
      const more = {
        ...(pauses.length > 0 && { pauses }),
        ...(pens.length > 0 && { pens }),
        ...(marks.length > 0 && { marks }),
        ...(isAligned && { foundMarks }),
        ...(liftPenOnFailure && { liftPenOnFailure }),
        ...(stepsPerMm !== null && { stepsPerMm }),
        ...(newSheet !== undefined && { newSheet }),
      };
      digest.update(JSON.stringify({ name, timeoutMs, stopOnError, ...more }));

      const job = {
        ...options,
        total,
        timeoutMs,
        newSheet: newSheet ?? (isAligned ? false : defaultNewSheet({ stepsPerMm }, jobs)),
        alignment: isAligned ? this.#deps.align(foundMarks, '/foundMarks') : null,
        estimatedMs,
        idempotencyKey,
        digest: digest.digest('hex'),
      };
      const before = idempotencyKey === undefined ? undefined : jobs.byIdempotencyKey(idempotencyKey);
      if (before === undefined) {
        // A job with a scale is a drawing.
        if (stepsPerMm !== null) this.refuseDrawing();
        jobs.accept(id, job, { state: 'queued' });
        limits.kept(id);
        return { id, isNew: true };
      }
      if (before.digest !== job.digest) {
        throw new AppError(
          'key-reused',
          `This Idempotency-Key was used for job ${before.id}. Use a different key.`,
        );
      }
      jobs.drop(id);
      return { id: before.id, isNew: false };
    } catch (error) {
      jobs.drop(id);
      throw error;
    }
  }
}

export function refuseTooLarge(contentLength: string | undefined): void {
  refuseLonger(Number(contentLength ?? 0), longest);
}

export function readDocument(chunks: AsyncIterable<Buffer>, document: JobDocument): Promise<void> {
  return readJson(chunks, document, { maxAsideBytes: longest.bytes, longest, bytesAtOnce });
}
