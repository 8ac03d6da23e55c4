import { type BytePort, memoryPortPair, silentLogger } from '@stationery/core';
import { ManualClock, settle } from '@stationery/core/testing';
import type { Driver } from '../../src/drivers/driver.ts';
import { recogniseRefusal } from '../../src/drivers/host/recognise.ts';
import type { LinesDeps } from '../../src/drivers/lines/lines-deps.ts';
import type { LinkError, LinkEvent, Reply } from '../../src/drivers/link.ts';
import { createStationeryDriver } from '../../src/drivers/stationery/stationery-driver.ts';

export const ourBanner = 'READY stationery-plotter 1.0.0';

/** A link on a line in memory; the test is the device and controls the clock. */
export class LinkBench {
  readonly clock = new ManualClock();
  readonly driver: Driver;
  readonly events: LinkEvent[] = [];
  /** Lines written by the link. */
  readonly written: string[] = [];
  /** Number of times the port was opened. */
  openings = 0;
  /** Failures of the next openings. */
  readonly refusals: (Error | Promise<never>)[] = [];
  #device: BytePort | undefined;

  constructor(parts: Partial<LinesDeps> = {}) {
    this.driver = createStationeryDriver({
      portPath: 'memory:',
      clock: this.clock,
      log: silentLogger,
      settle: { bannerWaitMs: 2_000, quietMs: 100, maxMs: 6_000 },
      openPort: async () => {
        this.openings++;
        const refusal = this.refusals.shift();
        if (refusal instanceof Error) throw refusal;
        if (refusal !== undefined) return refusal;
        const [host, device] = memoryPortPair(['memory:host', 'memory:device']);
        this.#device = device;
        device.onBytes((bytes) => {
          this.written.push(...Buffer.from(bytes).toString().split('\n').slice(0, -1));
        });
        return host;
      },
      questionAfter: (refusal) => recogniseRefusal(refusal)?.question,
      ...parts,
    });
    this.driver.subscribe((event) => this.events.push(event));
  }

  get states(): string[] {
    return this.events.flatMap((event) => (event.type === 'state' ? [event.state.state] : []));
  }

  /** All events of a type, in order. */
  of<T extends LinkEvent['type']>(type: T): Extract<LinkEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<LinkEvent, { type: T }> => event.type === type);
  }

  /** Opens the link and waits until it is ready. Without a banner, the board is silent. */
  async ready(banner?: string): Promise<this> {
    this.driver.connect();
    await settle();
    if (banner !== undefined) await this.say(`${banner}\n`);
    else await this.pass(2_000);
    return this;
  }

  async say(text: string): Promise<void> {
    await this.#device?.write(Buffer.from(text, 'latin1'));
    await settle();
  }

  async pass(byMs: number): Promise<void> {
    await this.clock.advance(byMs);
    await settle();
  }

  async unplug(): Promise<void> {
    await this.#device?.close();
    await settle();
  }

  /** Sends a line and lets it reach the device. */
  async sent(line: string, timeoutMs = 1_000, signal?: AbortSignal): Promise<Outcome> {
    const outcome = new Outcome(
      this.driver.send(line, signal === undefined ? { timeoutMs } : { timeoutMs, signal }),
    );
    await settle();
    return outcome;
  }
}

/** The current state of a promised reply, readable without waiting. */
export class Outcome {
  reply: Reply | undefined;
  error: LinkError | undefined;

  constructor(promise: Promise<Reply>) {
    promise.then(
      (reply) => {
        this.reply = reply;
      },
      (error: LinkError) => {
        this.error = error;
      },
    );
  }

  get isPending(): boolean {
    return this.reply === undefined && this.error === undefined;
  }
}
