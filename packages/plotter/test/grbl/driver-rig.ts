import { type BytePort, silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import type { CommandHandle, Driver } from '../../src/drivers/driver.ts';
import { type GrblDeps, GrblDriver } from '../../src/drivers/grbl/grbl-driver.ts';
import { GrblSimulator, type GrblSimulatorOptions } from '../../src/drivers/grbl/simulator/grbl-simulator.ts';
import type { LinkError, LinkEvent, Reply } from '../../src/drivers/link.ts';
import { openSimPort } from '../../src/index.ts';

export interface Outcome {
  command: string;
  reply?: Reply;
  executed?: true;
  error?: LinkError;
}

/** A driver and a simulated machine on one manual clock. */
export class DriverRig {
  readonly clock = new ManualClock();
  readonly grbl: GrblSimulator;
  readonly driver: Driver;
  readonly events: LinkEvent[] = [];
  readonly outcomes: Outcome[] = [];
  /** Bytes written to the machine, as lines and real-time commands. */
  written = '';

  constructor(options: GrblSimulatorOptions = {}, parts: Partial<GrblDeps> = {}) {
    this.grbl = new GrblSimulator({ clock: this.clock, bootMs: 500, ...options });
    const open = openSimPort(this.grbl);
    this.driver = new GrblDriver({
      openPort: async () => this.#watched(await open()),
      portPath: 'sim:',
      settle: { bannerWaitMs: 2_000, quietMs: 10, maxMs: 4_000 },
      clock: this.clock,
      log: silentLogger,
      ...parts,
    });
    this.driver.subscribe((event) => this.events.push(event));
  }

  #watched(port: BytePort): BytePort {
    return {
      ...port,
      write: (bytes) => {
        this.written += Buffer.from(bytes).toString('latin1');
        return port.write(bytes);
      },
    };
  }

  /** Whether the machine is usable or waits for a user action. */
  get isSettled(): boolean {
    const { state } = this.driver;
    return state.state === 'ready' || (state.state === 'suspect' && state.cause.code.startsWith('machine-'));
  }

  async ready(): Promise<this> {
    this.driver.connect();
    await this.until(() => this.driver.state.state === 'ready');
    this.written = '';
    return this;
  }

  /** Advances the clock until a condition holds. */
  async until(look: () => boolean, maxMs = 600_000): Promise<void> {
    for (let passedMs = 0; !look(); passedMs += 10) {
      if (passedMs >= maxMs) {
        const { state } = this.driver;
        const last = this.events.slice(-30).map((event) => JSON.stringify(event));
        throw new Error(
          [`It did not happen in ${maxMs} ms: ${look}`, JSON.stringify(state), ...last].join('\n'),
        );
      }
      await this.clock.advance(10);
    }
  }

  begin(command: string): Outcome {
    return this.#follow(command, this.driver.begin(command, { timeoutMs: 4_000 }));
  }

  sendWithin(command: string, timeoutMs: number): Outcome {
    const accepted = this.driver.send(command, { timeoutMs });
    return this.#follow(command, { accepted, executed: accepted.then(() => undefined) });
  }

  #follow(command: string, { accepted, executed }: CommandHandle): Outcome {
    const outcome: Outcome = { command };
    this.outcomes.push(outcome);
    const fail = (error: LinkError) => {
      outcome.error = error;
    };
    accepted.then((reply) => {
      outcome.reply = reply;
    }, fail);
    executed.then(() => {
      outcome.executed = true;
    }, fail);
    return outcome;
  }

  async send(command: string, timeoutMs = 200_000): Promise<Reply> {
    let end: { reply?: Reply; error?: unknown } | undefined;
    this.driver.send(command, { timeoutMs }).then(
      (reply) => {
        end = { reply };
      },
      (error: unknown) => {
        end = { error };
      },
    );
    await this.until(() => end !== undefined);
    if (end!.reply === undefined) throw end!.error;
    return end!.reply;
  }

  of<Type extends LinkEvent['type']>(type: Type) {
    return this.events.filter((event): event is LinkEvent & { type: Type } => event.type === type);
  }

  get reported() {
    return this.of('reported').at(-1)?.reported;
  }
}

export function isPending({ executed, error }: Outcome): boolean {
  return executed === undefined && error === undefined;
}
