import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { watchInputDevices } from './devices.ts';
import { InputEvents } from './input-events.ts';
import { listInputDevices } from './list-devices.ts';

function eventOf(code: number): Buffer {
  const event = Buffer.alloc(24);
  event.writeUInt16LE(1, 16);
  event.writeUInt16LE(code, 18);
  event.writeInt32LE(1, 20);
  return event;
}

describe('watchInputDevices', () => {
  it('merges the events of devices, and reopens one that returns', async () => {
    const folder = await temporaryFolder();
    const paths = ['event0', 'event1'].map((name) => join(folder, name));
    execFileSync('mkfifo', paths);
    const watch = watchInputDevices();
    onTestFinished(() => watch.close());
    const events = new InputEvents({ longBytes: 8 });
    const codes: number[] = [];
    watch.events.on('data', (chunk: Buffer) => codes.push(...events.read(chunk).map(({ code }) => code)));
    watch.open([join(folder, 'missing'), ...paths]);
    const [first, second] = paths.map((path) => openSync(path, 'w')) as [number, number];
    writeSync(first, eventOf(30));
    writeSync(second, Buffer.concat([eventOf(31), eventOf(32)]));
    await expect.poll(() => codes.toSorted()).toEqual([30, 31, 32]);
    // The device is lost. Opening its path for writing waits until the path is opened for reading.
    closeSync(first);
    writeSync(second, eventOf(33));
    await expect.poll(() => codes).toContain(33);
    watch.open(paths);
    const again = openSync(paths[0]!, 'w');
    writeSync(again, eventOf(34));
    await expect.poll(() => codes).toContain(34);
    watch.close();
    expect(await watch.ended).toBe(0);
  });
});

describe('listInputDevices', () => {
  it('lists keyboards, buttons and knobs, but no mouse or touch screen', async () => {
    const [sys, dev] = [await temporaryFolder(), await temporaryFolder()];
    const add = (event: string, name: string, capabilities: Record<string, string>) => {
      const device = join(sys, `of-${event}`);
      mkdirSync(join(device, 'capabilities'), { recursive: true });
      writeFileSync(join(device, 'name'), `${name}\n`);
      for (const [kind, bits] of Object.entries({ key: '0', rel: '0', abs: '0', ...capabilities }))
        writeFileSync(join(device, 'capabilities', kind), `${bits}\n`);
      mkdirSync(join(sys, event));
      symlinkSync(device, join(sys, event, 'device'));
      if (event !== 'event4') writeFileSync(join(dev, event), '');
    };
    add('event10', 'Remote', { key: '10000 0 0', abs: '100000000' });
    add('event2', 'Mouse', { key: '70000 0 0 0 0', rel: '903' });
    add('event3', 'rotary@17', { rel: '1' });
    add('event4', 'button@11', { key: '10000000000000 0 0' });
    add('event5', 'Touch', { key: '400 0 0 0 0 0', abs: '3' });
    add('event6', 'HDMI', {});
    mkdirSync(join(sys, 'mouse0'));
    expect(listInputDevices(sys, dev)).toEqual([
      { path: join(dev, 'event3'), name: 'rotary@17', isReadable: true },
      { path: join(dev, 'event4'), name: 'button@11', isReadable: false },
      { path: join(dev, 'event10'), name: 'Remote', isReadable: true },
    ]);
    expect(listInputDevices(join(sys, 'none'), dev)).toEqual([]);
  });
});
