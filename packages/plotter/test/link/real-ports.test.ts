import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BytePort, openPtyHost, type PtyHost, silentLogger, systemClock } from '@stationery/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Driver } from '../../src/drivers/driver.ts';
import { createStationeryDriver } from '../../src/drivers/stationery/stationery-driver.ts';
import { plotterPort } from '../../src/link/open-port.ts';
import { ourBanner } from './link-bench.ts';

const settle = { bannerWaitMs: 100, quietMs: 20, maxMs: 500 };
const times = { retryFirstMs: 5, retryLongestMs: 20, graceMs: 50 };
const timeoutMs = 5_000;

let driver: Driver;

function linkTo(portPath: string): Driver {
  const openSim = () => async () => Promise.reject<BytePort>(new Error('not here'));
  const port = plotterPort({ portPath, baudRate: 115_200, openSim, serial: { list: async () => [] } });
  driver = createStationeryDriver({ ...port, clock: systemClock, log: silentLogger, settle, times });
  driver.connect();
  return driver;
}

/** Answers every line except `WAIT`, which stays in flight. */
function answer(write: (text: string) => void): (bytes: Uint8Array) => void {
  let text = '';
  return (bytes) => {
    text += Buffer.from(bytes).toString();
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      if (line.startsWith('SYNC')) write(`OK ${line.replace(' ', '_')}\r\n`);
      else if (line !== 'WAIT') write(line === 'PENUP' ? 'OK PEN_UP\r\n' : 'OK MOVE\r\n');
    }
  };
}

const isNow = (state: Driver['state']['state']) =>
  vi.waitFor(() => expect(driver.state.state).toBe(state), { timeout: 10_000, interval: 2 });

afterEach(() => driver.close());

describe('a link over a pty', () => {
  let folder: string;
  let host: PtyHost;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'link-pty-'));
    host = await openPtyHost(join(folder, 'tty'));
    obey(host.port!);
  });

  afterEach(async () => {
    await host.close();
    await rm(folder, { recursive: true });
  });

  function obey(port: BytePort): void {
    port.onBytes(answer((text) => void port.write(Buffer.from(text)).catch(() => {})));
  }

  it('discards earlier input, sends a command and returns its reply', async () => {
    await host.port!.write(Buffer.from('OK MOVE\nOK MOVE\n'));
    linkTo(host.linkPath);
    const reply = await driver.send('PENUP', { timeoutMs });
    expect(reply).toEqual({ sent: 'PENUP', ok: true, terminalLine: 'OK PEN_UP', lines: ['OK PEN_UP'] });
    expect(driver.portPath).toBe(host.linkPath);
  });

  it('notices a hang-up without a write, and reconnects', async () => {
    linkTo(host.linkPath);
    await isNow('ready');
    const inFlight = driver.send('WAIT', { timeoutMs });
    const rejected = expect(inFlight).rejects.toMatchObject({ kind: 'lost' });
    await host.unplug();
    await rejected;
    expect(driver.isOpen).toBe(false);
    await expect(driver.send('PENUP', { timeoutMs })).rejects.toMatchObject({ kind: 'closed' });
    obey(await host.replug());
    await isNow('ready');
    expect((await driver.send('PENUP', { timeoutMs })).ok).toBe(true);
  });

  it('reconnects repeatedly', async () => {
    linkTo(host.linkPath);
    for (let visit = 0; visit < 5; visit++) {
      await isNow('ready');
      expect((await driver.send('MOVE X1 Y1', { timeoutMs })).ok).toBe(true);
      await host.unplug();
      await isNow('waiting');
      obey(await host.replug());
    }
    await isNow('ready');
  });
});

describe('a link over TCP', () => {
  it('sends a command, returns its reply, and recovers when the serial server disconnects', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.write(`${ourBanner}\r\n`);
      socket.on(
        'data',
        answer((text) => socket.write(text)),
      );
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    linkTo(`tcp:127.0.0.1:${port}`);
    expect((await driver.send('PENUP', { timeoutMs })).terminalLine).toBe('OK PEN_UP');

    const inFlight = driver.send('WAIT', { timeoutMs });
    const rejected = expect(inFlight).rejects.toMatchObject({ kind: 'lost' });
    sockets[0]!.destroy();
    await rejected;
    await isNow('ready');
    expect((await driver.send('MOVE X1 Y1', { timeoutMs })).terminalLine).toBe('OK MOVE');

    // With Stationery firmware a timeout costs one barrier and no reopening.
    await expect(driver.send('WAIT', { timeoutMs: 20 })).rejects.toMatchObject({ kind: 'timeout' });
    expect((await driver.send('PENUP', { timeoutMs })).ok).toBe(true);
    expect(sockets).toHaveLength(2);
    await driver.close();
    server.close();
  });
});
