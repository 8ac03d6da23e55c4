import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Random, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { Program } from '../../cli/test/support/program.ts';
import type { JobState } from '../src/jobs/job.ts';
import { drawingOf, linesDrawnBy, segmentsOf } from './support/drawings.ts';
import { type PlotterProgram, startPlotterProgram } from './support/plotter-program.ts';
import { devicePty, deviceTcp, type TestDevice } from './support/test-device.ts';

const seed = Number(process.env.STATIONERY_SEED ?? Math.floor(Math.random() * 2 ** 32));

/** The first in a new data folder. */
const jobId = 1;

describe('a plotter service that is killed at any moment', () => {
  it(`draws every stroke, over TCP (STATIONERY_SEED=${seed})`, { timeout: 240_000 }, async () => {
    const random = new Random(seed);
    const script = drawingOf(300, random);
    await drawThroughKills(await deviceTcp(), { script, random, kills: 14 });
  });

  it(`draws every stroke, on a serial port (STATIONERY_SEED=${seed})`, { timeout: 240_000 }, async () => {
    const random = new Random(seed + 1);
    const script = drawingOf(100, random);
    await drawThroughKills(await devicePty(await temporaryFolder()), { script, random, kills: 3 });
  });

  it(`draws every stroke, killed in the middle of moves (STATIONERY_SEED=${seed})`, {
    timeout: 240_000,
  }, async () => {
    const random = new Random(seed + 2);
    const script = drawingOf(20, random);
    await drawThroughKills(await deviceTcp({ speedFactor: 50 }), { script, random, kills: 4 });
  });
});

interface Drawing {
  script: readonly string[];
  random: Random;
  kills: number;
}

async function drawThroughKills(device: TestDevice, { script, random, kills }: Drawing): Promise<void> {
  const env = {
    PLOTTER_DATA_DIR: join(await temporaryFolder(), 'data'),
    PLOTTER_SERIAL_PATH: device.path,
  };
  const mostLines = Math.ceil((1.6 * script.length) / kills);
  const resumed: { from: number; cut: number }[] = [];
  let service = await startPlotterProgram(env);
  await isReady(service);
  const begun = service;
  let goOn: () => Promise<unknown> = () => begun.begin(script);

  for (let kill = 0; kill < kills; kill++) {
    const spare = killAfter(service, device, 1 + random.below(mostLines), random.below(4));
    // The answer may be lost with the service that gave it; what it did is not.
    await goOn().catch(() => undefined);
    const isDone = await doneOrKilled(service);
    spare();
    if (isDone) break;
    expect((await service.exit).signal).toBe('SIGKILL');
    await isIdle(device);
    const seen = device.lines.length;
    const lastSeen = device.lines.findLast((line) => line !== 'STATUS');

    if (kill % 4 === 3) await killWhileStarting(env, random.below(700));
    const next = await startPlotterProgram(env);
    service = next;
    await isReady(service);
    const cut = await expectInterrupted(service);
    // Either it was sent and not answered, or the one before was answered and this not sent yet. While the job
    // is taken up again, neither was.
    if (cut !== resumed.at(-1)?.from) expect([script[cut], script[cut - 1]]).toContain(lastSeen);
    expect(withoutQuestions(device.lines.slice(seen)), 'what was sent by itself').toEqual([]);
    goOn = async () => {
      resumed.push({ cut, from: cut === 0 ? 0 : script.lastIndexOf('PENUP', cut - 1) + 1 });
      expect((await next.post(`/jobs/${jobId}/resume`)).status).toBe(200);
    };
  }

  if ((await service.job(jobId)).state.state !== 'done') await goOn();
  expect(await doneOrKilled(service)).toBe(true);
  expect(await service.job(jobId)).toMatchObject({ completed: script.length, failed: 0 });
  expect(resumed.length).toBeGreaterThan(kills / 3);
  expectWhole(device, script, resumed);
}

/** Gives the command in doubt, which is also the first that is not known to be done. */
async function expectInterrupted(service: PlotterProgram): Promise<number> {
  const { state, completed, failed } = await service.job(jobId);
  expect(state.state).toBe('interrupted');
  const { next, unknown } = state as Extract<JobState, { state: 'interrupted' }>;
  expect({ unknown, completed, failed }).toEqual({ unknown: next, completed: next, failed: 0 });
  return next;
}

/** Nothing is missing, nothing is foreign, and what was drawn twice was so because of a cut. */
function expectWhole(
  device: TestDevice,
  script: readonly string[],
  resumed: { from: number; cut: number }[],
) {
  const drawn = segmentsOf(device.plotter);
  const wanted = linesDrawnBy(script);
  expect([...drawn.keys()].sort()).toEqual([...wanted.keys()].sort());
  for (const [line, index] of wanted) {
    const again = resumed.filter(({ from, cut }) => from <= index && index <= cut).length;
    expect(drawn.get(line), `${line}, command ${index}`).toBeLessThanOrEqual(1 + again);
  }
}

/** The kill comes `moreMs` after the device has heard so many lines. Gives the way to call it off. */
function killAfter(service: PlotterProgram, device: TestDevice, lines: number, moreMs: number): () => void {
  let heard = 0;
  let timer: NodeJS.Timeout | undefined;
  device.onLine = () => {
    if (++heard !== lines) return;
    if (moreMs === 0) service.kill('SIGKILL');
    else timer = setTimeout(() => service.kill('SIGKILL'), moreMs);
  };
  return () => {
    clearTimeout(timer);
    device.onLine = () => {};
  };
}

async function killWhileStarting(env: Record<string, string>, afterMs: number): Promise<void> {
  const program = new Program(['plotter'], { PLOTTER_HTTP_PORT: '0', ...env });
  await after(afterMs);
  program.kill('SIGKILL');
  await program.exit;
}

async function doneOrKilled(service: PlotterProgram): Promise<boolean> {
  for (;;) {
    const job = await service.job(jobId).catch(() => undefined);
    if (job === undefined || job.state.state === 'done') return job !== undefined;
    await after(20);
  }
}

async function isReady(service: PlotterProgram): Promise<void> {
  await expect
    .poll(async () => (await service.get<{ link: { state: string } }>('/status')).link.state)
    .toBe('ready');
}

/** What the service wrote last may still be on its way when it is gone. */
async function isIdle(device: TestDevice): Promise<void> {
  await after(30);
  await expect.poll(() => device.plotter.status().activity.state).toBe('idle');
}

function withoutQuestions(lines: readonly string[]): string[] {
  return lines.filter((line) => !/^(SYNC|STATUS)/.test(line));
}
