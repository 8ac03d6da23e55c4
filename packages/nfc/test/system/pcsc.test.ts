import { setTimeout as delay } from 'node:timers/promises';
import { silentLogger, systemClock } from '@stationery/core';
import { needsProgram, unusedPort } from '@stationery/core/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type NfcReader, pcscReader, type Tag, tagSerial } from '../../src/index.ts';
import { ntag, type Rig, readerConformance } from '../conformance.ts';
import { PcscService, whyNoPcscService } from '../pcsc-service.ts';
import { insertVirtualCard } from '../virtual-card.ts';

const pcscd = needsProgram('pcscd', 'pcscd');
const obstacle = pcscd.run ? whyNoPcscService() : pcscd.label;
if (obstacle !== undefined && process.env.CI === 'true') throw new Error(`This test ${obstacle}`);
const title = `the real PC/SC service${obstacle === undefined ? '' : ` (${obstacle})`}`;

describe.skipIf(obstacle !== undefined)(title, () => {
  let service: PcscService;
  let cardPort: number;

  beforeAll(async () => {
    service = await PcscService.make(pcscd.path);
    vi.stubEnv('PCSCLITE_CSOCK_NAME', service.socketPath);
    cardPort = await unusedPort();
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await service.dispose();
  });

  /** One service for all tests; `fail` stops it, so it may have to be restarted. */
  let running = false;
  const start = async () => {
    if (!running) await service.start(cardPort);
    running = true;
  };
  const stop = async () => {
    await service.stop();
    running = false;
  };

  readerConformance('a PC/SC reader', async (): Promise<Rig> => {
    await start();
    const reader = pcscReader({ clock: systemClock, log: silentLogger });
    let lying: { tag: Tag; card: { remove(): Promise<void> } } | undefined;
    // The service polls every 400 ms. The virtual reader does not report a card swapped in between,
    // so the next card waits until the last one is reported as removed.
    const noticed = () => expect.poll(() => reader.present).toEqual([]);
    const take = async () => {
      await lying?.card.remove();
      lying = undefined;
    };
    const put = async (tag: Tag) => {
      if (lying?.tag === tag) return;
      await take();
      await noticed();
      lying = { tag, card: await insertVirtualCard(cardPort, tag) };
    };
    return {
      reader,
      put,
      take,
      fail: stop,
      async recover() {
        await start();
        const tag = lying?.tag;
        await take();
        if (tag !== undefined) await put(tag);
      },
      pass: delay,
      async dispose() {
        await take();
        await noticed();
        await reader.close();
      },
    };
  });

  it('can be closed at any moment, even while a card arrives or leaves', async () => {
    await start();
    for (let round = 0; round < 12; round++) {
      const card = await insertVirtualCard(cardPort, ntag);
      const reader = pcscReader({ clock: systemClock, log: silentLogger });
      await delay(round * 70);
      await card.remove();
      await delay((round % 4) * 100);
      await reader.close();
    }
  });

  describe('a PC/SC reader whose requirements are not all met', () => {
    let reader: NfcReader;
    afterEach(() => reader.close());
    const reason = () => (reader.state.state === 'failed' ? reader.state.reason : '');

    it('reports each missing requirement until a tag can be read', async () => {
      await stop();
      reader = pcscReader({ clock: systemClock, log: silentLogger });
      await expect.poll(reason).toContain('service is not running');
      await service.start(undefined);
      await expect.poll(reason).toContain('No PC/SC reader is plugged in');
      await service.stop();
      await start();
      await expect.poll(() => reader.state.state).toBe('ready');
      const card = await insertVirtualCard(cardPort, ntag);
      await expect.poll(() => reader.present.map(tagSerial)).toEqual([tagSerial(ntag)]);
      await card.remove();
    });

    it('reads a tag that was already on the reader', async () => {
      await start();
      const card = await insertVirtualCard(cardPort, ntag);
      reader = pcscReader({ clock: systemClock, log: silentLogger, readerName: 'virtual' });
      await expect.poll(() => reader.present.map(tagSerial)).toEqual([tagSerial(ntag)]);
      await card.remove();
    });

    it('recovers after the service was killed, with the card in the chosen reader', async () => {
      await start();
      reader = pcscReader({ clock: systemClock, log: silentLogger, readerName: 'pcd 00 01' });
      const heard: string[] = [];
      reader.subscribe((event) => heard.push(event.type === 'state' ? event.state.state : event.type));
      const ready = { state: 'ready', device: 'Virtual PCD 00 01' };
      await expect.poll(() => reader.state).toEqual(ready);
      for (let round = 0; round < 3; round++) {
        heard.length = 0;
        // Each reader after the first uses the next port.
        const card = await insertVirtualCard(cardPort + 1, ntag);
        await expect.poll(() => reader.present.map(tagSerial)).toEqual([tagSerial(ntag)]);
        await service.kill();
        await expect.poll(reason).toMatch(/service (is not running|has stopped)/);
        expect(reader.present).toEqual([]);
        expect(heard.slice(0, 3)).toEqual(['arrived', 'left', 'failed']);
        await card.remove();
        await service.start(cardPort);
        await expect.poll(() => reader.state).toEqual(ready);
      }
    });

    it('lists the available readers if none has the configured name', async () => {
      await start();
      reader = pcscReader({ clock: systemClock, log: silentLogger, readerName: 'ACR122U' });
      await expect.poll(reason).toMatch(/“ACR122U”.*Virtual PCD/);
    });
  });
});
