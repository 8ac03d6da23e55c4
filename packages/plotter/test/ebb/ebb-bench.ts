import { memoryPortPair, silentLogger } from '@stationery/core';
import { ManualClock, settle } from '@stationery/core/testing';
import type { EbbSettings } from '../../src/drivers/ebb/ebb-deps.ts';
import { EbbDriver } from '../../src/drivers/ebb/ebb-driver.ts';
import { EbbSimulator, type EbbSimulatorOptions } from '../../src/drivers/ebb/simulator/ebb-simulator.ts';
import type { DriverMemory } from '../../src/drivers/family.ts';
import type { LinkError, LinkEvent, Reply } from '../../src/drivers/link.ts';

export interface EbbBenchOptions extends EbbSimulatorOptions {
  settings?: EbbSettings;
  /** Data that the service keeps across restarts. */
  memory?: DriverMemory;
  /** A board that is already running. */
  on?: { clock: ManualClock; board: EbbSimulator };
}

/** A driver and a simulated board on a line in memory; the test controls the clock. */
export class EbbBench {
  readonly clock: ManualClock;
  readonly board: EbbSimulator;
  readonly driver: EbbDriver;
  readonly events: LinkEvent[] = [];

  constructor(options: EbbBenchOptions = {}) {
    const { settings, memory, on, ...more } = options;
    const random = more.random ?? (() => 0.42);
    this.clock = on?.clock ?? new ManualClock();
    this.board = on?.board ?? new EbbSimulator({ clock: this.clock, ...more });
    this.driver = new EbbDriver({
      clock: this.clock,
      log: silentLogger,
      random,
      memory,
      portPath: 'memory:',
      settle: { bannerWaitMs: 0, quietMs: 0, maxMs: 0 },
      ...(settings === undefined ? {} : { settings }),
      openPort: async () => {
        if (!this.board.plugged) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
        const [host, device] = memoryPortPair();
        this.board.attach(device);
        return host;
      },
    });
    this.driver.subscribe((event) => this.events.push(event));
  }

  async connected(): Promise<this> {
    this.driver.connect();
    await this.until(() => this.driver.state.state === 'ready');
    return this;
  }

  /** Advances the clock in small steps until a condition holds. */
  async until(isSo: () => boolean, withinMs = 120_000): Promise<void> {
    for (let passed = 0; !isSo(); passed += 2) {
      if (passed > withinMs)
        throw new Error(`not within ${withinMs} ms: ${JSON.stringify(this.driver.state)}`);
      await this.clock.advance(2);
    }
  }

  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 2) await this.clock.advance(2);
  }

  /** Sends commands together and waits until all were executed. Returns their results. */
  async run(commands: string[], timeoutMs = 60_000): Promise<(Reply | LinkError)[]> {
    const outcomes: (Reply | LinkError)[] = [];
    let open = commands.length;
    for (const [at, command] of commands.entries()) {
      this.driver
        .send(command, { timeoutMs })
        .then((reply) => {
          outcomes[at] = reply;
        })
        .catch((error: LinkError) => {
          outcomes[at] = error;
        })
        .finally(() => open--);
    }
    await settle();
    await this.until(() => open === 0);
    return outcomes;
  }

  get lines(): string[] {
    return this.events.flatMap((event) => (event.type === 'sent' ? [event.line] : []));
  }

  of<T extends LinkEvent['type']>(type: T): Extract<LinkEvent, { type: T }>[] {
    return this.events.filter((event): event is Extract<LinkEvent, { type: T }> => event.type === type);
  }

  async close(): Promise<void> {
    await this.driver.close();
    await this.board.close();
  }
}
