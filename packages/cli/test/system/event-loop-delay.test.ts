import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { testSeed } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { maxDelayMs, monitored } from '../support/loop-monitor.ts';
import { useServices } from '../support/services.ts';

interface HostileRequest {
  name: string;
  service: 'station' | 'plotter';
  path?: string;
  body?: Buffer | string;
}

interface HostileRequests {
  seededRandom(seed: number): () => number;
  hostileKinds(service: string): string[];
  hostileRequest(
    random: () => number,
    kind: { service: string; name: string; bytes: number },
  ): HostileRequest;
  sendHostile(request: unknown, to: { port: number; signal: AbortSignal }): Promise<{ status: number }>;
}

const { hostileKinds, hostileRequest, seededRandom, sendHostile } = (await import(
  pathToFileURL(join(import.meta.dirname, '../../../../tools/test/torture/hostile-requests.mjs')).href
)) as HostileRequests;

/** Set `HOSTILE_ROUNDS=100` to test longer, and `STATIONERY_SEED=7` to test other requests. */
const rounds = Number(process.env.HOSTILE_ROUNDS ?? 2);
const bytes = 60_000;

/** How much longer than an honest request of the same size a hostile one may block the service. */
const timesAsLong = 20;
/**
 * Shorter delays are always accepted, because on a fast machine even twenty times the delay of an honest
 * request is almost nothing.
 */
const minMs = 25;
/** A service that does not answer for this long counts as stopped. */
const giveUpAfterMs = 60_000;

const socket = join(tmpdir(), `loop-monitor-${process.pid}.sock`);
const services = useServices(monitored(socket));

/** Sends a request and returns its status and the longest delay of the event loop. */
async function measured(service: 'station' | 'plotter', request: object) {
  await maxDelayMs(socket);
  const signal = AbortSignal.timeout(giveUpAfterMs);
  const { status } = await sendHostile(request, { port: Number(new URL(services[service]).port), signal });
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () =>
      reject(new Error(`stopped by ${JSON.stringify(request).slice(0, 300)}`)),
    );
  });
  return { status, delayMs: await Promise.race([maxDelayMs(socket), stopped]) };
}

const honest = [
  [
    'station',
    'POST',
    '/api/v1/files',
    `{"data":{"type":"file","filename":"a.bin","encoded":"${'QUJD'.repeat(bytes / 4)}"}}`,
  ],
  [
    'station',
    'PATCH',
    '/api/v1/settings',
    `{"data":{"type":"setting","id":"x","attributes":{"nickname":"${' '.repeat(bytes)}Kitchen"}}}`,
  ],
  [
    'plotter',
    'POST',
    '/api/plotter/check',
    `{"script":"${'MOVE X10 Y10\\nMOVE X0 Y0\\n'.repeat(bytes / 26)}"}`,
  ],
  ['plotter', 'POST', '/api/plotter/check', `{"commands":[${'"PENUP",'.repeat(bytes / 8)}"PENUP"]}`],
] as const;

/**
 * Returns the longest delay that an honest request causes, the smallest of several runs, so that it shows the
 * program instead of the load of the machine.
 */
async function maxHonestMs(): Promise<number> {
  let maxMs = 0;
  for (const [service, method, path, body] of honest) {
    const request = {
      method,
      path,
      headers: { 'content-type': 'application/json' },
      body,
      framing: 'length',
    };
    const delaysMs: number[] = [];
    for (let time = 0; time < 4; time++) delaysMs.push((await measured(service, request)).delayMs);
    maxMs = Math.max(maxMs, Math.min(...delaysMs));
  }
  return maxMs;
}

it('no hostile request blocks a service for much longer than an honest one', async () => {
  const honestMs = await maxHonestMs();
  const maxMs = timesAsLong * Math.max(honestMs, minMs);
  const random = seededRandom(testSeed);
  let worst = { delayMs: 0, what: '' };
  let sent = 0;
  const unexpected: string[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const service of ['station', 'plotter'] as const) {
      for (const name of hostileKinds(service)) {
        const request = hostileRequest(random, { service, name, bytes });
        const what = `${service}, ${name}: ${String(request.body ?? request.path).slice(0, 80)}`;
        let { status, delayMs } = await measured(service, request);
        // Measure again, because a busy machine delays a service, too, but not repeatedly at the same request.
        for (let again = 0; again < 3 && delayMs > maxMs; again++) {
          delayMs = Math.min(delayMs, (await measured(service, request)).delayMs);
        }
        sent++;
        if (delayMs > worst.delayMs) worst = { delayMs, what };
        if (status === 500 && !name.startsWith('firmware')) unexpected.push(what);
      }
    }
  }
  process.stdout.write(
    `${sent} hostile requests, seed ${testSeed}: the longest delay was ${worst.delayMs.toFixed(0)} ms (${JSON.stringify(worst.what)}), ${honestMs.toFixed(0)} ms for honest requests\n`,
  );
  expect(unexpected).toEqual([]);
  expect(worst.delayMs, worst.what).toBeLessThan(maxMs);
});
