import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { silentLogger } from '@stationery/core';
import { ManualClock, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ReaderEvent } from '../reader.ts';
import { tagSerial } from '../tag.ts';
import { hidReader, KeyEvents } from './hid-reader.ts';
import { bytesOf } from './typed-number.ts';

/** A press and release of “1” as a reader on a 64-bit machine sent it: MSC_SCAN, EV_KEY, EV_SYN, twice. */
const recorded = Buffer.from(
  [
    '9c1b3a6700000000 d0a8040000000000 0400 0400 1e000700',
    '9c1b3a6700000000 d0a8040000000000 0100 0200 01000000',
    '9c1b3a6700000000 d0a8040000000000 0000 0000 00000000',
    '9c1b3a6700000000 10c8040000000000 0400 0400 1e000700',
    '9c1b3a6700000000 10c8040000000000 0100 0200 00000000',
    '9c1b3a6700000000 10c8040000000000 0000 0000 00000000',
  ]
    .join('')
    .replaceAll(' ', ''),
  'hex',
);
const codes: Record<string, number> = { A: 30, B: 48, C: 46, D: 32, E: 18, F: 33, ',': 51, '\n': 28, x: 45 };

function typed(text: string, longBytes = 8): Buffer {
  const events = [...text].flatMap((key) => {
    const code = codes[key] ?? (key === '0' ? 11 : 1 + Number(key));
    return [1, 2, 0].map((value) => {
      const event = Buffer.alloc(2 * longBytes + 8);
      event.writeUInt16LE(1, 2 * longBytes);
      event.writeUInt16LE(code, 2 * longBytes + 2);
      event.writeInt32LE(value, 2 * longBytes + 4);
      return event;
    });
  });
  return Buffer.concat(events);
}

describe('the key events of a keyboard reader', () => {
  it('yield a recorded key once, from chunks of any size', () => {
    for (let at = 0; at <= recorded.length; at++) {
      const keys = new KeyEvents({ longBytes: 8 });
      expect([...keys.read(recorded.subarray(0, at)), ...keys.read(recorded.subarray(at))]).toEqual(['1']);
    }
  });

  it('may have the shorter format of 32-bit machines', () => {
    const keys = new KeyEvents({ longBytes: 4 });
    expect(keys.read(typed('04A2x\n', 4)).join('')).toBe('04A2?\n');
  });
});

describe('tag numbers', () => {
  const auto = { form: undefined, isReversed: false };
  it.each([
    ['0077735002', auto, '04A2245A'],
    ['04A2245A', auto, '04A2245A'],
    ['04A2245A6B2C80', auto, '04A2245A6B2C80'],
    ['1304176926338176', auto, '04A2245A6B2C80'],
    ['5A24A204', { form: undefined, isReversed: true }, '04A2245A'],
    ['1512350212', { form: undefined, isReversed: true }, '04A2245A'],
    ['77735002', { form: 'decimal', isReversed: false }, '04A2245A'],
    ['12345678', { form: 'hex', isReversed: false }, '12345678'],
    ['123,45678', { form: 'wiegand', isReversed: false }, '007BB26E'],
    ['12345678', { form: 'wiegand', isReversed: false }, '007BB26E'],
  ] as const)('are read from “%s”', (text, format, hex) => {
    expect(
      Buffer.from(bytesOf(text, format) ?? [])
        .toString('hex')
        .toUpperCase(),
    ).toBe(hex);
  });

  it.each([
    ['', auto],
    ['123', auto],
    ['04A224', auto],
    ['04A2245?', auto],
    ['9999999999999999999999999', { form: 'decimal', isReversed: false }],
    ['300,45678', { form: 'wiegand', isReversed: false }],
    ['12399999', { form: 'wiegand', isReversed: false }],
  ] as const)('are not read from “%s”', (text, format) => {
    expect(bytesOf(text, format)).toBeUndefined();
  });
});

/** Starts a reader on a pipe instead of a device. */
async function rig(device?: string) {
  const clock = new ManualClock();
  const folder = await temporaryFolder();
  const events: string[] = [];
  const grabs: string[] = [];
  let pipe = new PassThrough();
  let end: (error: number | 'no-perl') => void = () => undefined;
  const reader = hidReader(
    { device, form: undefined, isReversed: false },
    {
      clock,
      log: silentLogger,
      byId: folder,
      grab(path) {
        grabs.push(path);
        pipe = new PassThrough();
        const ended = new Promise<number | 'no-perl'>((resolve) => {
          end = resolve;
        });
        return { events: pipe, grabbed: Promise.resolve(), ended, close: () => end(0) };
      },
    },
  );
  onTestFinished(() => reader.close());
  reader.subscribe((event: ReaderEvent) =>
    events.push(event.type === 'state' ? event.state.state : `${event.type} ${tagSerial(event.tag)}`),
  );
  return {
    reader,
    clock,
    folder,
    events,
    grabs,
    type: (text: string) => pipe.write(typed(text)),
    end: (error: number | 'no-perl') => end(error),
  };
}

describe('a keyboard reader', () => {
  it('reports a tag, and its removal after a second', async () => {
    const { reader, clock, events, type } = await rig('/dev/input/event7');
    await expect.poll(() => reader.state.state).toBe('ready');
    type('0077735002\n');
    await expect.poll(() => events.at(-1)).toBe('arrived 0x04A2245A');
    expect(reader.seesRemoval).toBe(false);
    await clock.advance(1_000);
    expect(events.slice(1)).toEqual(['arrived 0x04A2245A', 'left 0x04A2245A']);
    type('0077735002\n');
    await expect.poll(() => events.at(-1)).toBe('arrived 0x04A2245A');
  });

  it('removes a tag when the next one is read', async () => {
    const { reader, events, type } = await rig('/dev/input/event7');
    await expect.poll(() => reader.state.state).toBe('ready');
    type('04A2245A\n04A2245B\n');
    await expect
      .poll(() => events.slice(1))
      .toEqual(['arrived 0x04A2245A', 'left 0x04A2245A', 'arrived 0x04A2245B']);
  });

  it('ends a number without Enter after a pause, and ignores other text', async () => {
    const { reader, clock, events, type } = await rig('/dev/input/event7');
    await expect.poll(() => reader.state.state).toBe('ready');
    type(`${'x'.repeat(1000)}\nx04A2245A\n04A2245C`);
    await expect.poll(() => clock.pending).toBe(1);
    await clock.advance(250);
    expect(events.slice(1)).toEqual(['arrived 0x04A2245C']);
  });

  it.each([
    [2, 'reader-missing'],
    [13, 'hid-not-allowed'],
    [16, 'reader-in-use'],
    [19, 'reader-unplugged'],
    [25, 'reader-not-opened'],
    ['no-perl', 'reader-no-perl'],
  ] as const)('reports the error %s as %s, and opens the device again', async (error, code) => {
    const { reader, clock, grabs, end } = await rig('/dev/input/event7');
    await expect.poll(() => grabs.length).toBe(1);
    end(error);
    await expect.poll(() => reader.state).toMatchObject({ state: 'failed', cause: { code } });
    await expect.poll(() => clock.pending).toBe(1);
    await clock.advance(5_000);
    await expect.poll(() => grabs).toEqual(['/dev/input/event7', '/dev/input/event7']);
  });

  it('uses the only keyboard, or lists the keyboards if there are several', async () => {
    const { reader, clock, folder, grabs } = await rig();
    await expect.poll(() => reader.state).toMatchObject({ cause: { code: 'hid-no-reader' } });
    writeFileSync(join(folder, 'usb-Reader-event-kbd'), '');
    writeFileSync(join(folder, 'usb-Mouse-event-mouse'), '');
    mkdirSync(join(folder, 'usb-Keyboard-event-kbd'));
    const afterRetries = (read: () => unknown) =>
      expect.poll(async () => {
        await clock.advance(5_000);
        return read();
      });
    const paths = ['usb-Keyboard-event-kbd', 'usb-Reader-event-kbd'].map((name) => join(folder, name));
    await afterRetries(() => reader.state).toMatchObject({ cause: { code: 'hid-several' } });
    for (const path of paths) expect(JSON.stringify(reader.state)).toContain(path);
    rmSync(paths[0]!, { recursive: true });
    await afterRetries(() => grabs).toEqual([paths[1]]);
  });
});
