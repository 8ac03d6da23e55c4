import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { detect } from '../../src/drivers/host/detect.ts';
import { DriverHost } from '../../src/drivers/host/driver-host.ts';
import type { Point } from '../../src/drivers/language/geometry.ts';
import type { LinkEvent } from '../../src/drivers/link.ts';
import { marlin } from '../../src/drivers/marlin/family.ts';
import {
  MarlinSimulator,
  type MarlinSimulatorOptions,
} from '../../src/drivers/marlin/simulator/marlin-simulator.ts';
import type { Profile } from '../../src/drivers/profile.ts';
import { openSimPort } from '../../src/drivers/simulator/open-sim-port.ts';
import type { LinkPort } from '../../src/link/link-port.ts';
import { expectInk } from '../drivers/same-ink.ts';

const zigzag: Point[] = Array.from({ length: 30 }, (_, at) => ({
  x: 100 + at * 40,
  y: at % 2 === 0 ? 100 : 400,
}));
const drawing = [
  'PENUP',
  'MOVE X100 Y100',
  'PENDOWN',
  ...zigzag.slice(1).map(({ x, y }) => `MOVE X${x} Y${y}`),
  'PENUP',
];

/** A driver and a simulated machine on one manual clock. */
class Rig {
  readonly clock = new ManualClock();
  readonly machine: MarlinSimulator;
  readonly driver;
  readonly events: LinkEvent[] = [];

  constructor(options: MarlinSimulatorOptions = {}, profile: Partial<Profile> = {}) {
    this.machine = new MarlinSimulator({ clock: this.clock, bootMs: 500, ...options });
    this.driver = marlin.create({
      openPort: openSimPort(this.machine),
      portPath: 'sim:',
      settle: { bannerWaitMs: 2_000, quietMs: 10, maxMs: 4_000 },
      clock: this.clock,
      log: silentLogger,
    });
    this.driver.configure({ ...marlin.defaultProfile, ...profile });
    this.driver.subscribe((event) => this.events.push(event));
    onTestFinished(() => this.driver.close());
  }

  async ready(): Promise<this> {
    this.driver.connect();
    await this.until(() => this.driver.state.state === 'ready');
    return this;
  }

  async until(look: () => boolean, maxMs = 300_000): Promise<void> {
    for (let passedMs = 0; !look(); passedMs += 10) {
      if (passedMs >= maxMs) throw new Error(`${look}: ${JSON.stringify(this.events.slice(-20), null, 1)}`);
      await this.clock.advance(10);
    }
  }

  /** Returns the result of an executed command: its last line, or the kind of the error. */
  async send(command: string, timeoutMs = 60_000): Promise<string> {
    let outcome: string | undefined;
    this.driver.send(command, { timeoutMs }).then(
      ({ terminalLine }) => {
        outcome = terminalLine;
      },
      ({ kind }) => {
        outcome = kind;
      },
    );
    await this.until(() => outcome !== undefined);
    return outcome!;
  }

  /** Sends all commands at once. Returns how many were executed. */
  async run(commands: readonly string[]): Promise<number> {
    let [executed, ended] = [0, 0];
    for (const command of commands) {
      this.driver.begin(command, { timeoutMs: 60_000 }).executed.then(
        () => {
          executed++;
          ended++;
        },
        () => ended++,
      );
    }
    await this.until(() => ended === commands.length);
    return executed;
  }

  get sent(): string[] {
    return this.events.flatMap((event) => (event.type === 'sent' ? [event.line] : []));
  }

  received(text: string): number {
    return this.events.filter((event) => event.type === 'received' && event.line.includes(text)).length;
  }
}

describe('a machine with Marlin', () => {
  it('is identified and reports its scale and speeds', async () => {
    const { driver } = await new Rig().ready();
    expect(driver.identity).toEqual({ model: 'Marlin', firmware: 'Marlin 2.1.2' });
    expect(driver.facts).toMatchObject({
      stepsPerMm: 80,
      acceleration: 80_000,
      speedLimits: { min: 1, max: 16_000 },
      penControl: 'servo',
      penHeights: { up: 90, down: 30 },
      cornerDeviationMm: 0.013,
    });
  });

  it('is tried at other baud rates until its replies are readable', async () => {
    const rig = new Rig();
    const rates: (number | undefined)[] = [];
    const open = openSimPort(rig.machine);
    await rig.driver.usePort({
      portPath: 'sim:',
      settle: { bannerWaitMs: 2_000, quietMs: 10, maxMs: 4_000 },
      openPort: (baudRate) => {
        rates.push(baudRate);
        rig.machine.damage = (bytes) =>
          baudRate === 250_000 ? bytes : new Uint8Array(bytes.length).fill(0x80);
        return open();
      },
    });
    await rig.ready();
    expect(rates).toEqual([undefined, 250_000]);
  });

  describe('at a baud rate that differs from the settings', () => {
    function portAt(machine: MarlinSimulator) {
      const rates: (number | undefined)[] = [];
      const open = openSimPort(machine);
      const port: LinkPort = {
        portPath: '/dev/ttyUSB0',
        baudRate: 115_200,
        settle: { bannerWaitMs: 2_000, quietMs: 10, maxMs: 4_000 },
        openPort: async (baudRate) => {
          rates.push(baudRate);
          const port = await open();
          if (baudRate === 250_000) return port;
          const garble = ({ length }: Uint8Array) => new Uint8Array(length).fill(0x80);
          return {
            ...port,
            write: async () => undefined,
            onBytes: (listener) => port.onBytes((bytes) => listener(garble(bytes))),
          };
        },
      };
      return { port, rates };
    }

    it('is detected', async () => {
      const { clock, machine } = new Rig();
      const { port, rates } = portAt(machine);
      const found = detect(port, clock);
      for (let seconds = 0; seconds < 20; seconds++) await clock.advance(1_000);
      expect(await found).toMatchObject({ driver: 'marlin', baudRate: 250_000 });
      expect(rates).toEqual([undefined, 250_000]);
    });

    it('is found while connecting, and commands wait until then', async () => {
      const { clock, machine } = new Rig();
      const { port, rates } = portAt(machine);
      const host = new DriverHost({ port, choice: 'auto', clock, log: silentLogger });
      host.connect();
      for (let passedMs = 0; rates.length < 2 && passedMs < 10_000; passedMs += 10) await clock.advance(10);
      expect(host.state.state).toBe('opening');
      const early = host.begin('MOVE X80 Y160', { timeoutMs: 60_000, session: host.session });
      for (let seconds = 0; seconds < 20; seconds++) await clock.advance(1_000);
      expect((await early.accepted).ok).toBe(true);
      expect([host.name, host.isRecognised, rates]).toEqual(['marlin', true, [undefined, 250_000, 250_000]]);
      expect(machine.status().carriage).toEqual({ x: 80, y: 160 });
      await host.close();
    });
  });

  it('gets numbered lines with checksums', async () => {
    const rig = await new Rig().ready();
    await rig.run(['MOVE X80 Y160']);
    expect(rig.sent).toContain('N2 G1 X1 Y2 F3000*77');
    expect(rig.machine.status().carriage).toEqual({ x: 80, y: 160 });
  });

  it.each([7, 138, 269])('is sent damaged lines again, and draws each line once (seed %i)', async (first) => {
    const rig = await new Rig({ speedFactor: 5 }).ready();
    let seed = first;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed / 2 ** 31;
    };
    rig.machine.damage = (bytes) => {
      const damaged = Uint8Array.from(bytes);
      // Flips a bit of a digit, because a lost line end would join two lines.
      if (random() < 0.2) damaged[Math.floor(random() * damaged.length)]! ^= 1;
      return damaged;
    };
    expect(await rig.run(drawing)).toBe(drawing.length);
    expect(rig.received('Resend:')).toBeGreaterThan(5);
    expectInk(rig.machine.strokes(), [zigzag]);
  });

  it('loses no command while it is busy for long', async () => {
    const rig = await new Rig().ready();
    expect(await rig.send('WAIT 9000')).toBe('OK WAIT');
    expect(rig.received('busy: processing')).toBeGreaterThan(2);
  });

  it.each(['drop-reply', 'duplicate-reply', 'delay-reply'] as const)(
    'with the fault “%s” counts only executed commands, and becomes ready again',
    async (fault) => {
      const rig = await new Rig({ speedFactor: 5 }).ready();
      rig.machine.setFault(fault, 1);
      expect(await rig.run(drawing)).toBeLessThanOrEqual(drawing.length);
      await rig.until(() => rig.driver.state.state === 'ready');
      expect(await rig.send('PENUP')).toBe('OK PEN_UP');
    },
  );

  it('reports unknown commands as refused, although it answers “ok”', async () => {
    const rig = await new Rig().ready();
    expect(await rig.send('G5000')).toBe('echo:Unknown command: "G5000"');
    expect(rig.driver.refusalOf('echo:Unknown command: "G5000"')).toBe('unknown-command');
    expect(await rig.send('N7 G1 X5*3')).toContain('Unknown command');
  });

  it('that restarts has lost its position, and is sent nothing that moves it', async () => {
    const rig = await new Rig().ready();
    const { session } = rig.driver;
    const { executed } = rig.driver.begin('MOVE X8000 Y0', { timeoutMs: 60_000 });
    const outcome = executed.catch(({ kind }) => kind);
    await rig.until(() => rig.machine.status().carriage.x > 100);
    rig.machine.reset();
    await rig.until(() => rig.driver.session > session && rig.driver.state.state === 'ready');
    expect(await outcome).toBe('reset');
    const { carriage } = rig.machine.status();
    await rig.clock.advance(5_000);
    expect(rig.machine.status().carriage).toEqual(carriage);
  });

  it.each([true, false])('stops promptly (emergency parser: %s)', async (hasEmergencyParser) => {
    const rig = await new Rig({ hasEmergencyParser }).ready();
    const { session } = rig.driver;
    for (const command of drawing) rig.driver.begin(command, { timeoutMs: 60_000 }).executed.catch(() => {});
    await rig.until(() => rig.machine.status().carriage.x > 300);
    const { carriage } = rig.machine.status();
    const stopped = rig.driver.stop();
    await rig.clock.advance(10);
    const at = rig.machine.status().carriage;
    expect(Math.hypot(at.x - carriage.x, at.y - carriage.y)).toBeLessThan(80);
    await rig.until(() => rig.driver.state.state === 'ready');
    expect(await stopped).toMatchObject({ sent: 'STOP', ok: true });
    expect(rig.machine.status()).toMatchObject({ carriage: at, pen: 'up' });
    // Marlin stops its motors without braking.
    expect(rig.driver.session).toBeGreaterThan(session);
  });

  it('is reported as halted after M112, until it restarts', async () => {
    const rig = await new Rig().ready();
    rig.driver.begin('M112', { timeoutMs: 1_000 }).accepted.catch(() => undefined);
    await rig.until(() => rig.driver.state.state === 'suspect');
    expect(rig.driver.state).toMatchObject({ cause: { code: 'machine-halted' } });
    expect(await rig.send('MOVE X10 Y10')).toBe('not-ready');
    rig.machine.reset();
    await rig.until(() => rig.driver.state.state === 'ready');
  });

  it.each([
    ['servo', { up: 80, down: 20 }, ['M280 P0 S20', 'M280 P0 S80']],
    ['spindle', { up: 0, down: 200 }, ['M3 S200', 'M5']],
    ['z', { up: 4, down: -1 }, ['G1 Z-1 F1200', 'G1 Z4 F1200']],
  ] as const)('lifts its pen by %s', async (penControl, penHeights, lines) => {
    const rig = await new Rig({}, { penControl, penHeights }).ready();
    await rig.run(['PENDOWN', 'PENUP']);
    for (const line of lines) expect(rig.sent.some((each) => each.includes(`${line}*`))).toBe(true);
  });

  it.each([
    ['servo', { up: 80, down: 20 }, ['S80', 'S60', 'S40', 'S20']],
    ['z', { up: 4, down: 3 }, ['Z4 F1200', 'Z3 F500']],
  ] as const)('lowers its pen gently by %s', async (penControl, penHeights, expected) => {
    const gentle = { penDownMs: 120, lowersGently: true };
    const rig = await new Rig({}, { penControl, penHeights, ...gentle }).ready();
    await rig.run(['PENUP', 'PENDOWN']);
    const words = rig.sent.flatMap((line) => /(?:M280 P0|G1) ((?:S|Z)[^*]*)\*/.exec(line)?.[1] ?? []);
    expect(words.slice(-expected.length)).toEqual(expected);
  });
});

describe('the virtual port of Klipper', () => {
  it('is recognised, and draws a job', async () => {
    const rig = await new Rig({ isKlipper: true, speedFactor: 5 }).ready();
    expect(rig.driver.identity).toEqual({ model: 'Klipper', firmware: 'Klipper v0.12.0-1' });
    expect(await rig.run(drawing)).toBe(drawing.length);
    expectInk(rig.machine.strokes(), [zigzag]);
    expect(await rig.send('M999')).toBe('// Unknown command:"M999"');
  });

  it('is stopped by M112 and restarted, and loses its position', async () => {
    const rig = await new Rig({ isKlipper: true }).ready();
    const { session } = rig.driver;
    for (const command of drawing) rig.driver.begin(command, { timeoutMs: 60_000 }).executed.catch(() => {});
    await rig.until(() => rig.machine.status().carriage.x > 300);
    const stopped = rig.driver.stop();
    stopped.catch(() => undefined);
    await rig.clock.advance(10);
    const { carriage } = rig.machine.status();
    await rig.until(() => rig.driver.state.state === 'ready');
    expect(rig.machine.status()).toMatchObject({ carriage });
    expect(rig.driver.session).toBeGreaterThan(session);
    expect(await stopped).toMatchObject({ ok: true });
  });
});
