import { JetStreamApiError } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { fleetBuckets, QueueJob } from '@stationery/contract/fleet';
import { AppError, type Logger, messageOf } from '@stationery/core';
import type { Broker } from '../broker/connect-broker.ts';
import type { RetryOptions } from '../broker/keep-trying.ts';
import { readMessage } from '../broker/message.ts';
import { messageChecker } from '../reasons.ts';
import { followBucket } from './follow-bucket.ts';
import { compareQueueOrder, isOver, JobIndex } from './job-index.ts';

interface Kept {
  job: QueueJob;
  revision: number;
}

const checkJob = messageChecker(QueueJob);
const wrongRevision = 10071;

/**
 * The jobs, which the broker stores. Each change names the revision it is based on, so that only one of two
 * concurrent changes succeeds.
 */
export class JobQueue {
  readonly #broker: Broker;
  readonly #jobs = new Map<string, Kept>();
  readonly index = new JobIndex();
  readonly #log: Logger;
  readonly #onChange: (job: QueueJob) => void;

  constructor(parts: { broker: Broker; log: Logger; onChange: (job: QueueJob) => void }) {
    this.#broker = parts.broker;
    this.#log = parts.log;
    this.#onChange = parts.onChange;
  }

  /** Resolves once the existing jobs have been read, then follows changes until the signal aborts. */
  follow(retry: RetryOptions): Promise<void> {
    return followBucket(this.#broker, fleetBuckets.jobs, retry, ({ key, value, revision, operation }) => {
      if (operation !== 'PUT') this.#forget(key);
      else this.#seen(key, value, revision);
    });
  }

  #seen(key: string, value: Uint8Array, revision: number): void {
    if ((this.#jobs.get(key)?.revision ?? 0) >= revision) return;
    try {
      this.#keep(readMessage(value, checkJob), revision);
    } catch (error) {
      this.#log.error({ job: key, reason: messageOf(error) }, 'reading a queued job failed');
    }
  }

  #keep(job: QueueJob, revision: number): void {
    const before = this.#jobs.get(job.id);
    // The reply to a change may arrive after later changes.
    if (before !== undefined && before.revision >= revision) return;
    this.#jobs.set(job.id, { job, revision });
    this.index.change(before?.job, job);
    this.#onChange(job);
  }

  #forget(id: string): void {
    this.index.change(this.#jobs.get(id)?.job, undefined);
    this.#jobs.delete(id);
  }

  get(id: string): QueueJob {
    const kept = this.#jobs.get(id);
    if (kept === undefined) throw new AppError('unknown-job', `There is no job “${id}” in the fleet.`);
    return kept.job;
  }

  all(): QueueJob[] {
    return [...this.#jobs.values()].map(({ job }) => job);
  }

  /** Waiting and held jobs, in queue order. */
  queued(): QueueJob[] {
    return this.all()
      .filter(({ state }) => state.state === 'waiting' || state.state === 'held')
      .sort(compareQueueOrder);
  }

  /** Removes jobs. Each job has exactly one message in the stream, so it is deleted by the message's number. */
  async remove(ids: readonly string[]): Promise<void> {
    const { streams } = await this.#broker.current.manager();
    for (const id of ids) {
      const { revision } = this.#jobs.get(id) ?? {};
      if (revision === undefined) continue;
      await streams.deleteMessage(`KV_${fleetBuckets.jobs}`, revision, false).catch((error: unknown) => {
        // The job is already removed, but the reply to the earlier attempt was lost.
        if (!(error instanceof JetStreamApiError)) throw error;
      });
      this.#forget(id);
    }
  }

  /** Adds a job. Accepts that it already exists, because a request may be sent twice. */
  async add(job: QueueJob): Promise<QueueJob> {
    const bucket = await this.#bucket();
    try {
      this.#keep(job, await bucket.create(job.id, JSON.stringify(job)));
      return job;
    } catch (error) {
      const there = await this.#read(bucket, job.id);
      if (there === undefined) throw error;
      if (there.job.content.object === job.content.object) return there.job;
      throw new AppError('key-reused', 'This Idempotency-Key was used for another drawing. Use another key.');
    }
  }

  /**
   * Writes the job that `make` returns; writes nothing if it returns undefined. Calls `make` again after a
   * concurrent change.
   */
  async change(id: string, make: (job: QueueJob) => QueueJob | undefined): Promise<QueueJob | undefined> {
    const bucket = await this.#bucket();
    let kept = this.#jobs.get(id) ?? (await this.#read(bucket, id));
    for (;;) {
      if (kept === undefined) throw new AppError('unknown-job', `There is no job “${id}” in the fleet.`);
      const made = make(kept.job);
      if (made === undefined) return undefined;
      const changed = isOver(made) ? { endedAt: new Date().toISOString(), ...made } : made;
      try {
        const revision = await bucket.update(id, JSON.stringify(changed), kept.revision);
        this.#keep(changed, revision);
        return changed;
      } catch (error) {
        // Read the job again, because the change may have been made although the reply was lost.
        const isOther = (error as { code?: number }).code === wrongRevision;
        const now = await this.#read(bucket, id);
        if (now !== undefined && JSON.stringify(now.job) === JSON.stringify(changed)) return changed;
        if (!isOther) throw error;
        kept = now;
      }
    }
  }

  async #read(bucket: KV, id: string): Promise<Kept | undefined> {
    const entry = await bucket.get(id);
    if (entry === null || entry.operation !== 'PUT') return undefined;
    const kept = { job: readMessage(entry.value, checkJob), revision: entry.revision };
    this.#keep(kept.job, kept.revision);
    return kept;
  }

  #bucket(): Promise<KV> {
    return new Kvm(this.#broker.current.js).open(fleetBuckets.jobs);
  }
}
