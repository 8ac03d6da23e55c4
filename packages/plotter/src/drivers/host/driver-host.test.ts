import { type BytePort, memoryPortPair, silentLogger } from '@stationery/core';
import { ManualClock, settle } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import type { LinkPort, UsbIds } from '../../link/link-port.ts';
import type { LinkError, LinkEvent } from '../link.ts';
import { DriverHost } from './driver-host.ts';
import { recogniseLine, recogniseRefusal, recogniseUsb } from './recognise.ts';
import type { DriverChoice } from './recognition.ts';

describe('a machine is recognised', () => {
  it.each([
    ["Grbl 1.1h ['$' for help]", 'grbl'],
    ["Grbl 3.7 [FluidNC v3.7.16 (wifi) '$' for help]", 'grbl'],
    ["GrblHAL 1.1f ['$' or '$HELP' for help]", 'grbl'],
    ["DrawCore V2.18 ['$' for help]", 'grbl'],
    ['EBBv13_and_above EB Firmware Version 2.8.1', 'ebb'],
    ["!8 Err: Unknown command 'PE:5045'", 'ebb'],
    ['READY stationery-plotter 1.0.0', 'stationery'],
    ['Marlin 2.1.2', 'marlin'],
    ['echo:Unknown command: "VERSION"', 'marlin'],
    ['// Unknown command:"VERSION"', 'marlin'],
    ['// Klipper state: Ready', 'marlin'],
  ])('by its line %s', (line, name) => {
    expect(recogniseLine(line)).toBe(name);
  });

  it.each([
    '',
    'READY',
    'ok',
    'OK PEN_UP',
    'error:9',
    'ERR UNKNOWN',
    'Grbl',
    'hello Grbl 1.1h [',
    'MicroPython',
  ])('but not by the line “%s”', (line) => {
    expect(recogniseLine(line)).toBeUndefined();
  });

  it.each([
    ['[VER:1.1h.20190830:]', 'grbl'],
    ['[0.9j.20160303:]', 'grbl'],
    ['stationery-plotter 1.1.0 BUFFER 32', 'stationery'],
    ['[OPT:V,15,128]', undefined],
  ])('by its answer %s', (line, name) => {
    expect(recogniseLine(line)).toBe(name);
  });

  it.each([
    ['error:2', 'grbl'],
    ['error: Bad number format', 'grbl'],
    ['error: Invalid gcode ID:23', 'grbl'],
    ['error: pen is busy', undefined],
    ['ERR UNKNOWN', undefined],
  ])('by its refusal “%s”: %s', (line, name) => {
    expect(recogniseRefusal(line)?.name).toBe(name);
  });

  it('by its USB ids in upper or lower case, but not by those of a serial converter', () => {
    expect(recogniseUsb({ vendorId: '04D8', productId: 'FD92' })).toBe('ebb');
    expect(recogniseUsb({ vendorId: '2e8a', productId: '0005' })).toBe('pico');
    expect(recogniseUsb({ vendorId: '2e8a', productId: '000a' })).toBe('stationery');
    expect(recogniseUsb({ vendorId: '1a86', productId: '7523' })).toBeUndefined();
  });
});

describe('the driver host', () => {
  it('continues session numbers across drivers, and passes on no commands of an earlier session', async () => {
    const { host, events } = open();
    host.connect();
    await settle();
    const { session } = host;
    await host.useDriver('stationery');
    await host.disconnect();
    expect(host.session).toBeGreaterThan(session);
    const late = host.begin('PENUP', { timeoutMs: 100, session });
    await expect(late.accepted).rejects.toMatchObject({ kind: 'other-session' });
    await expect(late.executed).rejects.toMatchObject({ kind: 'other-session' });
    const numbers = events.filter((event) => event.type === 'session').map((event) => event.session);
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    await host.close();
  });

  it.each([
    ['nothing that was not asked for', undefined, []],
    ['one question as a USB device of its own', { vendorId: '1209', productId: '0001' }, ['VERSION\n']],
    ['one question behind a USB-to-serial converter', { vendorId: '1a86', productId: '7523' }, ['VERSION\n']],
  ])("uses Stationery's language while the machine is unknown, and %s", async (_, usbIds, expected) => {
    const { host, clock, written } = open(usbIds);
    host.connect();
    await settle();
    await clock.advance(10_000);
    expect([host.name, host.state.state, host.choice]).toEqual(['stationery', 'ready', 'auto']);
    expect(written).toEqual(expected);
    await host.close();
  });

  it('tries other baud rates only if it hears noise instead of lines, and returns to the configured rate', async () => {
    for (const [said, expected] of [
      ['', [undefined]],
      ['> ', [undefined]],
      ['hello\n\xfe', [undefined]],
      ['\xfe\xf8\x86', [undefined, 250_000, undefined]],
    ] as const) {
      const { host, port, clock, rates, say } = open();
      await host.usePort({ ...port, baudRate: 115_200 });
      host.connect();
      await settle();
      say(said);
      await clock.advance(10_000);
      say(said);
      await clock.advance(10_000);
      expect([host.name, host.state.state, rates]).toEqual(['stationery', 'ready', expected]);
      await host.close();
    }
  });

  it('waits for a baud rate search to release the port before it disconnects or closes', async () => {
    for (const leave of ['disconnect', 'close'] as const) {
      const { host, port, clock, rates, say, isOpen } = open();
      await host.usePort({ ...port, baudRate: 115_200 });
      host.connect();
      await settle();
      say('\xfe\xf8\x86');
      await clock.advance(3_000);
      expect(rates.at(-1)).toBe(250_000);
      let hasLeft = false;
      const left = host[leave]().then(() => {
        hasLeft = true;
      });
      await settle();
      expect([hasLeft, isOpen()]).toEqual([false, true]);
      await clock.advance(10_000);
      await left;
      expect(isOpen()).toBe(false);
      await host.close();
    }
  });

  it('asks a silent board for its version if the chosen driver is `stationery`, then sends moves ahead', async () => {
    const { host, clock, written, say } = open(undefined, 'stationery');
    host.connect();
    await settle();
    await clock.advance(2_500);
    expect([written, host.window]).toEqual([['VERSION\n'], 1]);
    say('stationery-plotter 1.1.0 BUFFER 32\nOK VERSION\n');
    await settle();
    expect([host.state.state, host.window, host.identity.firmware]).toEqual([
      'ready',
      32,
      'stationery-plotter 1.1.0',
    ]);
    await host.close();
  });

  it('moves a Pico plotter only after an answer that no Stationery firmware gives', async () => {
    const start = async () => {
      const bench = open(undefined, 'pico');
      bench.host.connect();
      await settle();
      await bench.clock.advance(2_500);
      expect(bench.written).toEqual(['VERSION\n']);
      return bench;
    };
    const move = { timeoutMs: 100 };
    const { host, clock, written, say } = await start();
    await clock.advance(1_500);
    expect([host.state.state, written.slice(1)]).toEqual(['settling', ['STATUS\n']]);
    await clock.advance(1_500);
    expect(host.state).toMatchObject({ cause: { code: 'machine-unidentified' } });
    await expect(host.send('X100', move)).rejects.toMatchObject({ kind: 'not-ready' });
    const asked = host.send('STATUS', { timeoutMs: 1_000 });
    await settle();
    say('OK STATUS\n');
    await asked;
    expect([host.state, host.isRecognised]).toEqual([{ state: 'ready' }, true]);
    await host.close();
    // When the port is opened, MicroPython starts a program, which may be of either family.
    for (const [answers, state] of [
      [['ERR UNKNOWN', 'ERR UNKNOWN'], 'ready'],
      [['stationery-plotter 1.1.0 BUFFER 32\nOK VERSION'], 'suspect'],
      // The first question completed a line that a different driver had begun.
      [['ERR UNKNOWN', 'stationery-plotter 1.1.0 BUFFER 32\nOK VERSION'], 'suspect'],
    ] as const) {
      const restarted = await start();
      restarted.say('MPY: soft reboot\n');
      await settle();
      expect(restarted.written).toEqual(['VERSION\n', 'VERSION\n']);
      for (const answer of answers) {
        restarted.say(`${answer}\n`);
        await settle();
      }
      expect(restarted.host.state.state).toBe(state);
      await restarted.host.close();
    }
  });

  it('keeps the order of commands even if one is sent just as the machine becomes ready', async () => {
    const { host, clock, written, say } = open({ vendorId: '1a86', productId: '7523' });
    host.connect();
    await settle();
    const early = host.begin('PENUP', { timeoutMs: 1_000 });
    host.send('SPEED 5', { timeoutMs: 1_000 }).catch(() => undefined);
    let late: Promise<unknown> | undefined;
    host.subscribe((event) => {
      if (event.type !== 'state' || event.state.state !== 'ready' || late !== undefined) return;
      late = host.begin('PENDOWN', { timeoutMs: 1_000 }).accepted;
    });
    await clock.advance(2_500);
    expect(written).toEqual(['VERSION\n']);
    say('stationery-plotter 1.1.0\nOK VERSION\n');
    for (const word of ['PEN_UP', 'SPEED', 'PEN_DOWN']) {
      await settle();
      say(`OK ${word}\n`);
    }
    await settle();
    expect(written.slice(1)).toEqual(['PENUP\n', 'SPEED 5\n', 'PENDOWN\n']);
    await expect(early.accepted).resolves.toMatchObject({ ok: true });
    await expect(late).resolves.toMatchObject({ ok: true });
    await host.close();
  });

  it('refuses a command bound to an earlier session after a different driver took over', async () => {
    const { host, clock, written, say } = open();
    host.connect();
    await settle();
    await clock.advance(10_000);
    const sent = host.send('SYNC 7', { timeoutMs: 60_000, session: host.session });
    const outcome = sent.catch((error: LinkError) => error.kind);
    await settle();
    say('error:2\n');
    await settle();
    expect(written).toEqual(['SYNC 7\n', '$I\n']);
    say('[VER:1.1h.20190830:]\nok\n');
    await clock.advance(30_000);
    expect([host.name, await outcome]).toEqual(['grbl', 'other-session']);
    await host.close();
  });

  it('times out at a port that hangs, and accepts a different driver afterwards', async () => {
    const { host, clock, hang } = open();
    const opensLate = hang();
    const found = host.detect();
    found.catch(() => undefined);
    await clock.advance(11_000);
    await expect(found).rejects.toMatchObject({ reason: { code: 'port-timeout', port: 'memory:' } });
    await host.useDriver('grbl');
    expect(host.name).toBe('grbl');
    // A port that opens after the time-out is closed again.
    await opensLate();
    await host.close();
  });

  it('opens no device that certainly belongs to a family other than that of the chosen driver', async () => {
    let ids: UsbIds | undefined = { vendorId: '04d8', productId: 'FD92' };
    for (const driver of ['pico', 'grbl', 'stationery'] as const) {
      ids = { vendorId: '04d8', productId: 'FD92' };
      const { host, port, clock, written, opened } = open(() => ids, driver);
      host.connect();
      await settle();
      const cause = { code: 'wrong-machine', driver, heard: 'USB 04d8:fd92' };
      expect(host.state).toMatchObject({ state: 'waiting', cause });
      await expect(host.send('PENUP', { timeoutMs: 100 })).rejects.toMatchObject({ kind: 'closed' });
      await host.usePort({ ...port });
      host.connect();
      await settle();
      expect([host.state, written, opened()]).toMatchObject([{ cause }, [], 0]);
      ids = undefined;
      await clock.advance(6_000);
      expect(opened()).toBe(1);
      await host.close();
    }
    // A MicroPython program may use Stationery's protocol.
    const ours = open(() => ({ vendorId: '2e8a', productId: '0005' }), 'stationery');
    ours.host.connect();
    await settle();
    await ours.clock.advance(2_500);
    ours.say('stationery-plotter 1.0.0\nOK VERSION\n');
    await settle();
    expect(ours.host.state).toEqual({ state: 'ready' });
    await ours.host.close();
  });
});

function open(
  ids?: UsbIds | (() => UsbIds | undefined),
  choice: DriverChoice = 'auto',
): {
  host: DriverHost;
  port: LinkPort;
  clock: ManualClock;
  events: LinkEvent[];
  written: string[];
  opened: () => number;
  rates: (number | undefined)[];
  isOpen: () => boolean;
  /** Sends text from the device. */
  say: (text: string) => void;
  /** Makes the port hang while it is opened. Returns a function that opens it and waits until it is closed again. */
  hang: () => () => Promise<void>;
} {
  const clock = new ManualClock();
  const written: string[] = [];
  const events: LinkEvent[] = [];
  const rates: (number | undefined)[] = [];
  let opened = 0;
  let openNow = 0;
  let say: (text: string) => void = () => {};
  let opening: Promise<void> = Promise.resolve();
  let closed: Promise<void> = Promise.resolve();
  const hang = () => {
    let goOn = () => {};
    opening = new Promise((resolve) => {
      goOn = resolve;
    });
    return async () => {
      goOn();
      await settle();
      await closed;
    };
  };
  const openPort = async (baudRate?: number): Promise<BytePort> => {
    opened++;
    rates.push(baudRate);
    await opening;
    const [ours, device] = memoryPortPair(['memory:host', 'memory:device']);
    device.onBytes((bytes) => written.push(Buffer.from(bytes).toString()));
    say = (text) => void device.write(Buffer.from(text, 'latin1'));
    openNow++;
    ours.onClose(() => openNow--);
    closed = new Promise((resolve) => ours.onClose(() => resolve()));
    return ours;
  };
  const port: LinkPort = {
    ...(ids && { usbIds: async () => (typeof ids === 'function' ? ids() : ids) }),
    openPort,
    portPath: 'memory:',
    settle: { bannerWaitMs: 2_000, quietMs: 100, maxMs: 6_000 },
  };
  const host = new DriverHost({ port, choice, clock, log: silentLogger });
  host.subscribe((event) => events.push(event));
  return {
    host,
    port,
    clock,
    events,
    written,
    opened: () => opened,
    rates,
    isOpen: () => openNow > 0,
    say: (text) => say(text),
    hang,
  };
}
