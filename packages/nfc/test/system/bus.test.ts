import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger, systemClock } from '@stationery/core';
import { needsProgram } from '@stationery/core/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Bus, BusError, type OpenBus } from '../../src/bus/bus.ts';
import { openPerlBus } from '../../src/bus/perl-bus.ts';
import { readReader } from '../../src/readers.ts';
import { Pn532OnBus, Pn532Simulator, Rc522Simulator } from '../../src/testing/index.ts';
import { type Rig, readerConformance } from '../conformance.ts';

const cc = needsProgram('cc', 'gcc');
let folder: string;
let library: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bus-'));
  library = join(folder, 'fake-bus.so');
  const source = join(import.meta.dirname, '../support/fake-bus.c');
  if (cc.run) execFileSync(cc.path, ['-shared', '-fPIC', '-Wall', '-Werror', '-o', library, source, '-ldl']);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Serves a simulated chip to programs that open this device. */
async function serve(path: string, openBus: OpenBus): Promise<() => Promise<void>> {
  const socketPath = join(folder, `${path.replaceAll('/', '-')}.sock`);
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    void answer(socket, openBus).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  vi.stubEnv('LD_PRELOAD', library);
  vi.stubEnv('FAKE_BUS', path);
  vi.stubEnv('FAKE_BUS_SOCKET', socketPath);
  return async () => {
    vi.unstubAllEnvs();
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function answer(socket: Socket, openBus: OpenBus): Promise<void> {
  const bus: Bus = await openBus();
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of socket) {
    pending = Buffer.concat([pending, chunk as Buffer]);
    while (pending.length >= 6 && pending.length >= 6 + pending.readUInt16LE(2)) {
      const [kind, address] = pending;
      const end = 6 + pending.readUInt16LE(2);
      const reads = pending.readUInt16LE(4);
      const bytes = pending.subarray(6, end);
      pending = pending.subarray(end);
      const isThere = kind === 's'.charCodeAt(0) || address === 0x24;
      const said = await (isThere ? bus.transfer(bytes, reads) : Promise.reject(new BusError(121))).catch(
        (error: BusError) => error.errno as number,
      );
      socket.write(typeof said === 'number' ? Buffer.of(said, 0) : Buffer.concat([Buffer.of(0, 0), said]));
    }
  }
}

async function rigOf(setting: string, path: string, chip: Pn532Simulator | Rc522Simulator, openBus: OpenBus) {
  const stop = await serve(path, openBus);
  const { reader } = readReader(setting).open({ clock: systemClock, log: silentLogger });
  const rig: Rig = {
    reader,
    put: async (tag) => chip.put(tag),
    take: async () => chip.take(),
    fail: async () => chip.unplug(),
    recover: async () => chip.replug(),
    pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    async dispose() {
      await reader.close();
      await stop();
    },
  };
  return rig;
}

describe.skipIf(!cc.run)(`a device file, with the kernel’s structures (${cc.label})`, () => {
  for (const [kind, path] of [
    ['i2c', '/dev/i2c-1'],
    ['spi', '/dev/spidev0.0'],
  ] as const)
    readerConformance(`a PN532 at ${path}`, async () => {
      const chip = new Pn532Simulator({ clock: systemClock });
      return rigOf(`pn532:${path}`, path, chip, new Pn532OnBus(chip, kind).openBus);
    });

  readerConformance('an RC522 at /dev/spidev0.0', async () => {
    const chip = new Rc522Simulator();
    return rigOf('rc522:/dev/spidev0.0', '/dev/spidev0.0', chip, chip.openBus);
  });

  it('reports the error number of the system if a transfer fails', async () => {
    const stop = await serve('/dev/i2c-1', () =>
      Promise.resolve({ transfer: () => Promise.reject(new BusError(5)), close: async () => undefined }),
    );
    const bus = await openPerlBus('/dev/i2c-1', { kind: 'i2c', address: 0x24 }, systemClock);
    await expect(bus.transfer(Uint8Array.of(1))).rejects.toEqual(new BusError(5));
    await bus.close();
    await expect(bus.transfer(Uint8Array.of(1))).rejects.toThrow(BusError);
    await stop();
  });
});

it('a bus that cannot be opened reports the error number of the system', async () => {
  const missing = join(folder, 'missing');
  await expect(openPerlBus(missing, { kind: 'spi', speedHz: 1 }, systemClock)).rejects.toEqual(
    new BusError(2),
  );
  // A file is not a bus (`ENOTTY`).
  const file = join(import.meta.dirname, '../support/fake-bus.c');
  await expect(openPerlBus(file, { kind: 'i2c', address: 1 }, systemClock)).rejects.toEqual(new BusError(25));
});
