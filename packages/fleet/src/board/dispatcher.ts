import { type FleetOrder, fleetProtocol, ordersSubject, type QueueJob } from '@stationery/contract/fleet';
import { type Clock, type Logger, messageOf, RefusalLog, sharedRun } from '@stationery/core';
import { answerWithinMs, type Broker, isUnreadLimit } from '../broker/connect-broker.ts';
import { writeMessage } from '../broker/message.ts';
import type { Devices } from './devices.ts';
import { canTake } from './fits.ts';
import type { JobQueue } from './job-queue.ts';

type NewOrder = FleetOrder extends infer O ? (O extends FleetOrder ? Omit<O, 'protocol'> : never) : never;

interface DispatcherDeps {
  broker: Broker;
  queue: JobQueue;
  devices: Devices;
  clock: Clock;
  log: Logger;
  offerWithinMs?: number;
}

const maxAtOnce = 50;

export class Dispatcher {
  readonly #deps: DispatcherDeps;
  /** When this board first saw an offer, by `job.fence`. */
  readonly #offeredMs = new Map<string, number>();
  /** Cancel orders that the broker has confirmed, by `job.fence`. */
  readonly #cancelSent = new Set<string>();
  readonly #offerWithinMs: number;
  readonly #refusals: RefusalLog;
  readonly dispatch: () => Promise<void>;

  constructor(deps: DispatcherDeps) {
    this.#deps = deps;
    this.#refusals = new RefusalLog(deps, 'orders not sent');
    this.#offerWithinMs = deps.offerWithinMs ?? 10_000;
    this.dispatch = sharedRun(() =>
      this.#dispatch().catch((error: unknown) => {
        // The broker is unavailable. The board retries soon.
        deps.log.debug({ reason: messageOf(error) }, 'assigning jobs failed');
      }),
    );
  }

  async #dispatch(): Promise<void> {
    await this.#takeBackOffers();
    await this.#sendCancels();
    for (;;) {
      const pairs = this.#pairs();
      if (pairs.length === 0) return;
      await Promise.all(pairs.map(({ job, device }) => this.#offer(job.id, device)));
    }
  }

  /** Pairs free plotters with jobs, the longest waiting plotter first. */
  #pairs(): { job: QueueJob; device: string }[] {
    const { queue, devices } = this.#deps;
    const pairs: { job: QueueJob; device: string }[] = [];
    const given = new Set<string>();
    for (const device of devices.free()) {
      const { id } = device;
      if (queue.index.count('waiting') === given.size || pairs.length === maxAtOnce) break;
      if (queue.index.isBusy(id)) continue;
      const job = queue.index.next(
        (wanted) => canTake(wanted, device),
        (job) => !given.has(job.id) && !job.refusals.some(({ device }) => device === id),
      );
      if (job === undefined) continue;
      given.add(job.id);
      pairs.push({ job, device: id });
    }
    return pairs;
  }

  async #offer(id: string, device: string): Promise<void> {
    const { queue } = this.#deps;
    const offered = await queue.change(id, (job) =>
      job.state.state === 'waiting'
        ? { ...job, fence: job.fence + 1, lastReport: 0, state: { state: 'offered', device } }
        : undefined,
    );
    if (offered === undefined) return;
    const { name, content, fence } = offered;
    await this.send(device, { order: 'offer', job: id, fence, name, content });
  }

  /**
   * Offers a job to other plotters if its plotter does not answer in time. This is safe even if that plotter
   * has stored its claim, because it draws nothing before the grant.
   */
  async #takeBackOffers(): Promise<void> {
    const { queue, clock, devices } = this.#deps;
    const nowMs = clock.nowMs();
    const seen = new Set<string>();
    for (const { id, fence, state } of [...queue.index.offered.values()]) {
      if (state.state !== 'offered') continue;
      const key = `${id}.${fence}`;
      seen.add(key);
      const sinceMs = this.#offeredMs.get(key) ?? nowMs;
      this.#offeredMs.set(key, sinceMs);
      if (nowMs - sinceMs < this.#offerWithinMs) continue;
      devices.askLast(state.device);
      const taken = await queue.change(id, (job) =>
        job.state.state === 'offered' && job.fence === fence
          ? { ...job, state: { state: 'waiting' } }
          : undefined,
      );
      if (taken !== undefined) await this.send(state.device, { order: 'withdraw', job: id, fence });
    }
    for (const key of this.#offeredMs.keys()) if (!seen.has(key)) this.#offeredMs.delete(key);
  }

  /**
   * Sends each cancel order until the broker confirms it, including those left by a killed board. Duplicates
   * are harmless.
   */
  async #sendCancels(): Promise<void> {
    const open = new Set<string>();
    for (const { id, fence, state } of [...this.#deps.queue.index.cancelling.values()]) {
      if (state.state !== 'cancelling') continue;
      const key = `${id}.${fence}`;
      open.add(key);
      if (this.#cancelSent.has(key)) continue;
      if (await this.send(state.device, { order: 'cancel', job: id, fence })) this.#cancelSent.add(key);
    }
    for (const key of this.#cancelSent) if (!open.has(key)) this.#cancelSent.delete(key);
  }

  /**
   * Returns false if the broker refuses more orders for this device. This does not throw, so that it doesn't
   * delay other devices.
   */
  async send(device: string, order: NewOrder): Promise<boolean> {
    const { js } = this.#deps.broker.current;
    try {
      const message = writeMessage({ protocol: fleetProtocol, ...order });
      await js.publish(ordersSubject(device), message, { timeout: answerWithinMs });
      return true;
    } catch (error) {
      if (!isUnreadLimit(error)) throw error;
      this.#refusals.note('The device does not read its orders.', device);
      return false;
    }
  }

  close(): void {
    this.#refusals.close();
  }
}
