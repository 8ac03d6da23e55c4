import { Random, testSeed } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { TestSlots } from '../support/launched.ts';

const next = '2.0.0';
const momentsAPlace = 45;

/** Every durable step of an update by name. “unpack” stands for the steps of all files. */
const everyStep = [
  'make the incoming file',
  'remove the old slot',
  'remove what was left of an old slot',
  'rename',
  'sync the folder',
  'sync the new file',
  'sync the payload',
  'sync the renamed file',
  'sync the unpacked files',
  'unpack',
  'write the new file',
  'write the payload',
];

/** Prepares slots that have had this many updates, so that the factory version, slot a or slot b is running. */
async function placeAfter(updates: number) {
  const slots = await TestSlots.make();
  const versions = ['0.1.0', '1.0.0', '1.1.0'];
  for (let at = 0; at < updates; at++) {
    const said = await slots.selfUpdate(versions[at]!, slots.bundle(versions[at + 1]!));
    expect(said).toContain(`STAYS ${versions[at + 1]}`);
  }
  return { slots, from: versions[updates]!, bundle: slots.bundle(next), restore: slots.keep('place') };
}

type Place = Awaited<ReturnType<typeof placeAfter>>;

/** Returns the versions that ran, in order. Fails if an incomplete version ran. */
function versionsIn(said: string[]): string[] {
  expect(said.filter((line) => /BROKEN|going back/.test(line))).toEqual([]);
  return said.flatMap((line) => /^RUNS (\S+)$/.exec(line)?.[1] ?? []);
}

/** Kills an update at each of its steps and at random moments. Returns the number of kills. */
async function killUpdates({ slots, from, bundle, restore }: Place, random: Random): Promise<number> {
  const installed = (said: string[]) => {
    const whole = said.find((line) => line.startsWith('INSTALLED'));
    return (whole?.match(/[\d.]+/g) ?? []).map(Number);
  };
  const [steps = 0, firstMs = 0] = installed(await slots.selfUpdate(from, bundle));
  // Time of the fastest update without a kill so far. A slow first run on a busy machine must not make later
  // kills come too late.
  let tookMs = firstMs;
  const hit = new Set<string>();
  let killed = 0;
  restore();
  const filled = slots.filled();
  // Each start verifies the state after the last kill, and is killed in turn.
  for (let round = 1; killed < steps + momentsAPlace; round++) {
    const death = round <= steps ? { dieAtStep: round } : { dieAfterMs: random.next() * tookMs };
    const said = await slots.selfUpdate(from, bundle, death);
    const ran = versionsIn(said);
    const about = `${JSON.stringify(death)}: ${said.join('\n')}`;
    expect(ran[0], about).toBe(from);
    const step = said.find((line) => line.startsWith('DIES '))?.slice('DIES '.length);
    if (step !== undefined) hit.add(step.replace(/^unpack .*/, 'unpack'));
    expect(step !== undefined, about).toBe('dieAtStep' in death);
    const [, survivedMs] = installed(said);
    if (survivedMs === undefined) killed++;
    else tookMs = Math.min(tookMs, survivedMs);
    if (ran.length > 1) {
      expect(ran, about).toEqual([from, next]);
      expect(said, about).toContain(`STAYS ${next}`);
    } else if (slots.filled() === filled) continue;
    // Verify a kill that changed the slots with a separate start, because the next update has other steps then.
    else expect(versionsIn(await slots.selfUpdate('none', '')), about).toEqual([from]);
    restore();
  }
  expect([...hit].sort()).toEqual(everyStep);
  expect(versionsIn(await slots.selfUpdate(from, bundle))).toEqual([from, next]);
  return killed;
}

/** Kills the launcher at each of its steps during a trial, and at random moments. */
async function killTrials(place: Place, health: 'well' | 'crashes', random: Random): Promise<number> {
  const { slots, from } = place;
  const good = health === 'well' ? [from, next] : [from];
  slots.update(slots.bundle(next, health), { slot: 'a', version: from });
  const restore = slots.keep('armed');
  let kills = 0;
  /** Returns whether the launcher was killed. The next start must settle on a complete, working version. */
  const dies = async (kill: { deadlyStep?: number; afterMs?: number }) => {
    restore();
    const beganMs = performance.now();
    const launched = slots.launch(kill);
    const timer = kill.afterMs === undefined ? 0 : setTimeout(() => launched.kill('SIGKILL'), kill.afterMs);
    await launched.said(health === 'well' ? /stays/ : /RUNS 1\.0\.0/);
    clearTimeout(timer);
    const tookMs = performance.now() - beganMs;
    launched.kill('SIGTERM');
    const killed = (await launched.exit).signal === 'SIGKILL';
    if (killed) kills++;
    const said = await slots.selfUpdate('none', '');
    expect(said.filter((line) => line.startsWith('BROKEN'))).toEqual([]);
    const last = said.flatMap((line) => /^RUNS (\S+)$/.exec(line)?.[1] ?? []).at(-1);
    expect(good, `${JSON.stringify(kill)}: ${said.join('\n')}`).toContain(last);
    return { killed, tookMs };
  };
  let { tookMs } = await dies({});
  let deadlyStep = 1;
  while ((await dies({ deadlyStep })).killed) deadlyStep++;
  // More than eight steps: counting the attempt takes four, and so does committing or rejecting.
  expect(deadlyStep).toBeGreaterThan(8);
  for (let round = 0; round < 15; round++) {
    const each = await dies({ afterMs: random.next() * tookMs });
    if (!each.killed) tookMs = Math.min(tookMs, each.tookMs);
  }
  return kills;
}

describe('a killed update', () => {
  it('leaves a complete version, old or new, whenever it is killed', { timeout: 300_000 }, async () => {
    const kills = await Promise.all(
      [0, 1, 2].map(async (updates) =>
        killUpdates(await placeAfter(updates), new Random(testSeed + updates)),
      ),
    );
    expect(kills[0]! + kills[1]! + kills[2]!).toBeGreaterThan(200);
  });

  it('leaves a working version if it is killed at any step or moment of its trial', {
    timeout: 300_000,
  }, async () => {
    const kills = await Promise.all(
      (['well', 'crashes'] as const).map(async (health) =>
        killTrials(await placeAfter(1), health, new Random(testSeed)),
      ),
    );
    expect(kills[0]! + kills[1]!).toBeGreaterThan(25);
  });
});
