import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import type { JobResource } from '../../src/store/job.ts';
import { type PlotterProgram, startPlotterProgram } from '../support/plotter-program.ts';

const MiB = 1024 * 1024;
const maxGrownMiB = 64;

const command = (at: number) => {
  if (at % 10 === 0) return 'PENUP';
  return at % 10 === 2 ? 'PENDOWN' : `MOVE X${at % 30_000} Y${(at * 7) % 20_000}`;
};

/** Streams documents without holding them in memory. */
function* scriptDocument(count: number): Generator<string> {
  yield '{"script":"';
  yield* pieces(count, (at) => `${command(at)}\\n`);
  yield '"}';
}

function* commandsDocument(count: number): Generator<string> {
  yield '{"commands":[';
  yield* pieces(count, (at) => `${at === 0 ? '' : ','}"${command(at)}"`);
  yield ']}';
}

function* pieces(count: number, write: (at: number) => string): Generator<string> {
  for (let from = 0; from < count; from += 5000) {
    let piece = '';
    for (let at = from; at < Math.min(from + 5000, count); at++) piece += write(at);
    yield piece;
  }
}

async function postJob(
  service: PlotterProgram,
  document: Iterable<string>,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
    const sending = request(`${service.url}/api/plotter/job`, options, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    });
    pipeline(Readable.from(document), sending).catch(reject);
  });
}

async function accept(service: PlotterProgram, document: Iterable<string>): Promise<JobResource> {
  const { status, body } = await postJob(service, document, { prefer: 'respond-async' });
  expect(status, body).toBe(202);
  return JSON.parse(body) as JobResource;
}

async function start(): Promise<PlotterProgram> {
  const service = await startPlotterProgram({
    PLOTTER_DATA_DIR: join(await temporaryFolder(), 'data'),
    PLOTTER_SERIAL_PATH: 'sim:',
    PLOTTER_SIM_SPEED: '0',
  });
  await expect
    .poll(async () => (await service.get<{ link: { state: string } }>('/status')).link.state)
    .toBe('ready');
  return service;
}

/** Returns the maximum growth of memory while `work` continues. */
async function grownMiB(service: PlotterProgram, idleBytes: number, work: () => Promise<void>) {
  let maxBytes = 0;
  const sampler = setInterval(() => {
    maxBytes = Math.max(maxBytes, service.residentBytes());
  }, 20);
  await work().finally(() => clearInterval(sampler));
  return (maxBytes - idleBytes) / MiB;
}

describe('a job of a million commands', () => {
  it('is accepted, run, paged through and cancelled in constant memory', {
    timeout: 240_000,
  }, async ({ annotate }) => {
    const service = await start();
    await expectAllResults(service, 20_000);
    const idleBytes = service.residentBytes();

    const grown = await grownMiB(service, idleBytes, async () => {
      const startedMs = performance.now();
      let accepted: JobResource | undefined;
      const taking = accept(service, scriptDocument(1_000_000)).then((job) => {
        accepted = job;
      });
      let answers = 0;
      let slowestMs = 0;
      // Polls rarely: constant requests would take more CPU time than the job.
      while (accepted === undefined) {
        const askedMs = performance.now();
        expect(await service.get('/health')).toMatchObject({ status: 'ok' });
        slowestMs = Math.max(slowestMs, performance.now() - askedMs);
        answers++;
        await Promise.race([taking, setTimeout(50)]);
      }
      await taking;
      const job = accepted as JobResource;
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      await annotate(
        `1,000,000 commands accepted in ${seconds} s; health answered ${answers} times meanwhile, at worst in ${slowestMs.toFixed(0)} ms`,
      );
      expect(answers).toBeGreaterThan(1);
      expect(job.total).toBe(1_000_000);

      await expect
        .poll(async () => (await service.job(job.id)).completed, { timeout: 60_000 })
        .toBeGreaterThan(8000);
      const page = await service.get<{ next: number; results: { sent: string; ok: boolean }[] }>(
        `/jobs/${job.id}/results?from=3000&limit=5000`,
      );
      expect(page.results.map(({ sent }) => sent)).toEqual(
        Array.from({ length: 5000 }, (_, at) => command(3000 + at)),
      );
      expect(page.results.every(({ ok }) => ok)).toBe(true);
      expect(page.next).toBe(8000);

      const preview = await service.get<{ bounds: object; path: string }>(`/jobs/${job.id}/preview`);
      expect(preview.bounds).toEqual({ minX: 1, minY: 1, maxX: 29_999, maxY: 19_999 });
      expect(preview.path.length).toBeLessThan(29_000);

      expect((await service.post(`/jobs/${job.id}/cancel`)).status).toBe(200);
      await expect.poll(async () => (await service.job(job.id)).state.state).toBe('cancelled');
      const commands = await fetch(`${service.url}/api/plotter/jobs/${job.id}/commands`);
      let lines = 0;
      for await (const chunk of commands.body ?? [])
        for (const byte of chunk as Uint8Array) if (byte === 0x0a) lines++;
      expect(lines).toBe(1_000_000);
      await expectSameAsArray(service, 1_000_000);
    });
    await annotate(`memory: ${(idleBytes / MiB).toFixed(0)} MiB idle, +${grown.toFixed(0)} MiB at most`);
    expect(grown).toBeLessThanOrEqual(maxGrownMiB);
  });
});

/** Expects all results of a synchronous job in one answer. */
async function expectAllResults(service: PlotterProgram, count: number): Promise<void> {
  const { status, body } = await postJob(service, scriptDocument(count));
  expect(status).toBe(200);
  const { results, ...counts } = JSON.parse(body) as { results: { sent: string; terminalLine: string }[] };
  expect(counts).toEqual({ ok: true, total: count, completed: count, failed: 0, stopped: false });
  expect(results.map(({ sent }) => sent)).toEqual(Array.from({ length: count }, (_, at) => command(at)));
  expect(results[1]).toEqual({
    command: 'MOVE X1 Y7',
    sent: 'MOVE X1 Y7',
    ok: true,
    terminalLine: 'OK MOVE',
    lines: ['OK MOVE'],
  });
}

async function expectSameAsArray(service: PlotterProgram, count: number): Promise<void> {
  const job = await accept(service, commandsDocument(count));
  expect(job.total).toBe(count);
  await service.post(`/jobs/${job.id}/cancel`);
  await expect.poll(async () => (await service.job(job.id)).state.state).toBe('cancelled');
}
