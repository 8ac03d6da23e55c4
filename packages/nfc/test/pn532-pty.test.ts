import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPtyHost, openSerialPort, silentLogger, systemClock } from '@stationery/core';
import { pn532Reader } from '../src/index.ts';
import { Pn532Simulator } from '../src/testing/index.ts';
import { readerConformance } from './conformance.ts';

readerConformance('a PN532 on a real serial port', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pn532-'));
  const host = await openPtyHost(join(folder, 'tty'));
  const chip = new Pn532Simulator({ clock: systemClock });
  chip.attach(host.port!);
  const reader = pn532Reader({
    openPort: () => openSerialPort(host.linkPath, 115200),
    clock: systemClock,
    log: silentLogger,
    where: host.linkPath,
  });
  return {
    reader,
    put: async (tag) => chip.put(tag),
    take: async () => chip.take(),
    async fail() {
      await host.unplug();
      await chip.unplug();
    },
    recover: async () => chip.attach(await host.replug()),
    pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    async dispose() {
      await reader.close();
      await host.close();
      await rm(folder, { recursive: true });
    },
  };
});
