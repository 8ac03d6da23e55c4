import { join } from 'node:path';
import { silentLogger, systemClock } from '@stationery/core';
import { Random, temporaryFolder, testSeed } from '@stationery/core/testing';
import { expect, onTestFinished } from 'vitest';
import { families } from '../../src/drivers/families.ts';
import type { Family } from '../../src/drivers/family.ts';
import { DriverHost } from '../../src/drivers/host/driver-host.ts';
import type { Point } from '../../src/drivers/language/geometry.ts';
import type { LinkEvent, Reply } from '../../src/drivers/link.ts';
import { plugSimulator } from '../../src/drivers/simulator/plug-simulator.ts';
import type { LinkPort } from '../../src/link/link-port.ts';
import { plotterPort } from '../../src/link/open-port.ts';
import { PositionTracker } from '../../src/machine/position-tracker.ts';
import { startMachine } from './machines.ts';

const timeoutMs = 20_000;

export interface BenchOptions {
  speedFactor?: number;
  /** Whether the machine started before its port was opened, so that its banner was missed. */
  isStarted?: boolean;
  /** Runs the firmware of this board in an emulator instead of the simulated machine. */
  board?: string;
}

/** A driver and its simulated machine, connected by a real serial line. */
export class DriverBench {
  readonly driver: DriverHost;
  readonly tracker = new PositionTracker();
  readonly events: LinkEvent[] = [];
  readonly machine;
  readonly kind: Family;
  readonly port: LinkPort;
  readonly #cable: Awaited<ReturnType<typeof plugSimulator>>;

  /** `family`: family of the machine, if it differs from the driver's. */
  static async start(
    kind: Family,
    { speedFactor = 20, isStarted = false, board }: BenchOptions = {},
    family = kind.name,
  ): Promise<DriverBench> {
    const numbers = new Random(testSeed);
    const machine = await startMachine(
      { kind: families[family], ...(board !== undefined && { board }) },
      { speedFactor, random: () => numbers.next() },
    );
    const path = join(await temporaryFolder(), 'plotter');
    const bench = new DriverBench(kind, machine, await plugSimulator({ plotter: machine, path }));
    onTestFinished(() => bench.close());
    if (isStarted) await expect.poll(() => machine.status().activity.state).toBe('idle');
    bench.driver.connect();
    if (family === kind.name) await bench.ready();
    else await expect.poll(() => bench.driver.state.state).toBe('suspect');
    return bench;
  }

  private constructor(
    kind: Family,
    machine: ReturnType<Family['simulator']>,
    cable: Awaited<ReturnType<typeof plugSimulator>>,
  ) {
    this.kind = kind;
    this.machine = machine;
    this.#cable = cable;
    const openSim = () => () => Promise.reject(new Error('no simulator is asked for'));
    const port = plotterPort({
      portPath: cable.path,
      baudRate: 115_200,
      openSim,
      serial: { list: async () => [] },
    });
    this.port = { ...port, settle: { bannerWaitMs: 1_500, quietMs: 20, maxMs: 6_000 } };
    this.driver = new DriverHost({
      port: this.port,
      choice: kind.name,
      clock: systemClock,
      log: silentLogger,
      times: { retryFirstMs: 20, retryLongestMs: 100, graceMs: 100, resyncTimeoutMs: 1_000, holdMs: 200 },
    });
    this.driver.configure(kind.defaultProfile);
    this.tracker.follow(this.driver);
    this.driver.subscribe((event) => this.events.push(event));
  }

  async ready(): Promise<void> {
    await expect
      .poll(() => this.driver.state, { timeout: 30_000, interval: 10 })
      .toMatchObject({ state: 'ready' });
  }

  send(command: string): Promise<Reply> {
    return this.driver.send(command, { timeoutMs });
  }

  /** Moves in absolute or relative coordinates. Returns the sent command. */
  moveTo(from: Point, to: Point): string {
    const isRelative = this.kind.defaultProfile.coordinates === 'relative';
    return isRelative ? `MOVE X${to.x - from.x} Y${to.y - from.y}` : `MOVE X${to.x} Y${to.y}`;
  }

  /** Commands that draw these lines in sequence, starting at the origin. */
  commandsFor(lines: readonly (readonly Point[])[]): string[] {
    const commands: string[] = ['PENUP'];
    let at: Point = { x: 0, y: 0 };
    for (const line of lines) {
      for (const [index, point] of line.entries()) {
        commands.push(this.moveTo(at, point));
        at = point;
        if (index === 0) commands.push('PENDOWN');
      }
      commands.push('PENUP');
    }
    return commands;
  }

  /** Sends as far ahead as the driver allows, like a job. Returns the number of executed commands. */
  async run(commands: readonly string[]): Promise<{ accepted: number; executed: number }> {
    const count = { accepted: 0, executed: 0 };
    const under: Promise<void>[] = [];
    for (const command of commands) {
      while (under.length >= this.driver.window) await under.shift();
      const { accepted, executed } = this.driver.begin(command, { timeoutMs });
      executed.catch(() => undefined);
      accepted.then(
        (reply) => {
          if (reply.ok) count.accepted++;
        },
        () => undefined,
      );
      under.push(executed.then(() => void count.executed++));
    }
    for (const one of under) await one;
    return count;
  }

  unplug(): Promise<void> {
    return this.#cable.unplug();
  }

  replug(): Promise<void> {
    return this.#cable.replug();
  }

  async close(): Promise<void> {
    await this.driver.close();
    await this.machine.close();
    await this.#cable.close();
  }
}
