import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSerialPort, openTcpPort } from '@stationery/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PluggedSimulator } from '../src/drivers/simulator/plug-simulator.ts';
import type { ServedSimulator } from '../src/drivers/simulator/serve-simulator.ts';
import { plugSimulator, serveSimulator, VirtualPlotter } from '../src/index.ts';
import { terminalOn } from './board-rig.ts';

const square = 'PENDOWN\nMOVE X800 Y0\nMOVE X800 Y800\nMOVE X0 Y0\nPENUP\nSYNC 1\n';
const answers = ['OK PEN_DOWN', 'OK MOVE', 'OK MOVE', 'OK MOVE', 'OK PEN_UP', 'OK SYNC_1'];

let plotter: VirtualPlotter;

beforeEach(() => {
  plotter = new VirtualPlotter({ speedFactor: 0, bootMs: 0 });
});

afterEach(() => plotter.close());

describe('the virtual plotter as a serial device', () => {
  let folder: string;
  let path: string;
  let plugged: PluggedSimulator;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plotter-'));
    path = join(folder, 'tty');
    plugged = await plugSimulator({ plotter, path });
  });

  afterEach(async () => {
    await plugged.close();
    await rm(folder, { recursive: true });
  });

  it('works on a real serial port', async () => {
    const terminal = terminalOn(await openSerialPort(path, 115_200));
    await terminal.type(square);
    await expect.poll(() => terminal.heard().slice(-6)).toEqual(answers);
    expect(plotter.strokes()).toHaveLength(1);
    await terminal.port.close();
  });

  it('disappears when unplugged, and returns in the same state', async () => {
    const terminal = terminalOn(await openSerialPort(path, 115_200));
    const closed = new Promise((resolve) => terminal.port.onClose(resolve));
    await terminal.type('MOVE X10 Y20\n');
    await expect.poll(() => terminal.heard()).toContain('OK MOVE');
    await plugged.unplug();
    await closed;
    await expect(lstat(path)).rejects.toThrow('ENOENT');
    await plugged.replug();
    const again = terminalOn(await openSerialPort(path, 115_200));
    await again.type('STATUS\n');
    await expect.poll(() => again.heard()).toContain('OK STATUS');
    expect(again.heard()).toContain('POS X10 Y20');
    await again.port.close();
  });

  it('is closed when the cable is unplugged', async () => {
    const terminal = terminalOn(await openSerialPort(path, 115_200));
    const closed = new Promise((resolve) => terminal.port.onClose(resolve));
    // The serial library may miss a hang-up right after opening, until the next write.
    await terminal.type('SYNC 1\n');
    await expect.poll(() => terminal.heard()).toContain('OK SYNC_1');
    plotter.setFault('unplug-in-command', 1);
    await terminal.type('PENUP\n');
    await closed;
    await expect.poll(() => lstat(path).catch(() => 'gone')).toBe('gone');
    await plugged.replug();
    expect(plotter.plugged).toBe(true);
  });
});

describe('the virtual plotter behind a TCP port', () => {
  let served: ServedSimulator;

  beforeEach(async () => {
    served = await serveSimulator({ plotter, port: 0 });
  });

  afterEach(() => served.close());

  it('serves a client', async () => {
    const terminal = terminalOn(await openTcpPort(served.host, served.port));
    await terminal.type(square);
    await expect
      .poll(() => terminal.heard())
      .toEqual(['READY stationery-plotter 1.1.0 BUFFER 32', ...answers]);
    await terminal.port.close();
  });

  it('gives the line to the client that connects last', async () => {
    const first = terminalOn(await openTcpPort(served.host, served.port));
    await expect.poll(() => first.heard()).toHaveLength(1);
    const closed = new Promise((resolve) => first.port.onClose(resolve));
    const second = terminalOn(await openTcpPort(served.host, served.port));
    await closed;
    await second.type('SYNC 2\n');
    await expect.poll(() => second.heard()).toEqual(['OK SYNC_2']);
    await second.port.close();
  });

  it('rejects clients while unplugged', async () => {
    await plotter.unplug();
    const refused = await openTcpPort(served.host, served.port);
    await new Promise((resolve) => refused.onClose(resolve));
    plotter.replug();
    const terminal = terminalOn(await openTcpPort(served.host, served.port));
    await terminal.type('PENUP\n');
    await expect.poll(() => terminal.heard()).toContain('OK PEN_UP');
    await terminal.port.close();
  });

  it('reports that the port is in use', async () => {
    await expect(serveSimulator({ plotter, port: served.port })).rejects.toThrow('EADDRINUSE');
  });
});
