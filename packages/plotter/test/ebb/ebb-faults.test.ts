import { Random } from '@stationery/core/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CommandHandle } from '../../src/drivers/driver.ts';
import type { LinkError } from '../../src/drivers/link.ts';
import { EbbBench } from './ebb-bench.ts';

const faults = [
  'drop-reply',
  'delay-reply',
  'duplicate-reply',
  'garble',
  'split-lines',
  'reset-in-command',
  'unplug-in-command',
] as const;

const place = fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 400 }) });
const step = fc.oneof(
  { weight: 8, arbitrary: place.map(({ x, y }) => ({ kind: 'send' as const, command: `MOVE X${x} Y${y}` })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('PENUP', 'PENDOWN', 'STATUS', 'SPEED 9000', 'WAIT 30', 'QG', 'SYNC 7')
      .map((command) => ({ kind: 'send' as const, command })),
  },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 120 }).map((ms) => ({ kind: 'pass' as const, ms })) },
  { weight: 2, arbitrary: fc.constantFrom(...faults).map((fault) => ({ kind: 'fault' as const, fault })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reset' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'unplug' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'stop' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'button' as const }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Sent {
  command: string;
  target: { x: number; y: number } | undefined;
  session: number;
  outcome: 'pending' | 'executed' | LinkError['kind'];
}

/**
 * Runs the steps. Expects that no command counts as executed too early, nothing stays pending, and the driver
 * recovers. Returns the share of executed commands.
 */
async function session(steps: Step[], firmware: string, seed: number): Promise<number> {
  const random = new Random(seed);
  const bench = new EbbBench({ firmware, random: () => random.below(1_000_000) / 1_000_000 });
  const { driver, board } = bench;
  await bench.connected();
  // The board may restart anywhere; its position is then the origin.
  let origin = { x: 0, y: 0 };
  let known = driver.session;
  const all: Sent[] = [];
  const wrong: string[] = [];
  const follow = (sent: Sent, { accepted, executed }: CommandHandle) => {
    accepted.catch(() => undefined);
    executed.then(
      () => {
        sent.outcome = 'executed';
        const { carriage } = board.status();
        const isLast = all.findLast(({ target }) => target !== undefined) === sent;
        // Only the last command can be compared, because the board is moving to the next.
        if (sent.target !== undefined && isLast) {
          const [x, y] = [carriage.x - origin.x, carriage.y - origin.y];
          if (x !== sent.target.x || y !== sent.target.y) wrong.push(`${sent.command} was at X${x} Y${y}`);
        }
      },
      (error: LinkError) => {
        sent.outcome = error.kind;
      },
    );
  };
  const send = (command: string) => {
    const match = /^MOVE X(\d+) Y(\d+)$/.exec(command);
    const target = match === null ? undefined : { x: Number(match[1]), y: Number(match[2]) };
    const sent: Sent = { command, target, session: driver.session, outcome: 'pending' };
    all.push(sent);
    follow(sent, driver.begin(command, { timeoutMs: 500 }));
  };
  driver.subscribe((event) => {
    if (event.type !== 'session') return;
    known = event.session;
  });
  driver.subscribe((event) => {
    // After reconnecting, the driver's position matches the board's.
    if (
      event.type !== 'reported' ||
      event.reported.position == null ||
      board.status().activity.state !== 'idle'
    )
      return;
    const { carriage } = board.status();
    const { x, y } = event.reported.position;
    origin = { x: carriage.x - x, y: carriage.y - y };
  });

  for (const step of steps) {
    if (step.kind === 'send') send(step.command);
    else if (step.kind === 'pass') await bench.pass(step.ms);
    else if (step.kind === 'fault') board.setFault(step.fault, 1);
    else if (step.kind === 'reset') board.reset();
    else if (step.kind === 'button') board.pressButton();
    else if (step.kind === 'unplug') {
      await board.unplug();
      await bench.pass(20);
      board.replug();
    } else driver.stop().catch(() => undefined);
  }
  for (const fault of faults) board.setFault(fault, false);
  const isQuiet = () => {
    if (!board.plugged) board.replug();
    return driver.state.state === 'ready' && all.every(({ outcome }) => outcome !== 'pending');
  };
  await bench.until(isQuiet);
  expect(known).toBe(driver.session);

  // Nothing moves without a command.
  const rest = board.status().carriage;
  await bench.pass(2500);
  await bench.until(isQuiet);
  expect(board.status().carriage).toEqual(rest);
  // Moves are correct from there.
  const [reply, moved] = await bench.run(['ZERO', 'MOVE X40 Y-80']);
  expect([reply, moved]).toEqual([
    expect.objectContaining({ terminalLine: 'OK ZERO' }),
    expect.objectContaining({ terminalLine: 'OK MOVE' }),
  ]);
  expect(board.status().carriage).toEqual({ x: rest.x + 40, y: rest.y - 80 });
  expect(wrong).toEqual([]);
  await bench.close();
  expect(bench.clock.pending).toBe(0);
  return all.filter(({ outcome }) => outcome === 'executed').length / Math.max(1, all.length);
}

it('after any fault of an EiBotBoard, only executed commands count as done', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }),
      fc.constantFrom('2.8.1', '3.0.2', '2.4.4'),
      fc.nat(1_000_000),
      async (steps, firmware, noise) => {
        await session(steps, firmware, noise);
        // Without faults, every command must be executed. Otherwise a driver that gives up every command would pass.
        const calm = steps.filter(({ kind }) => kind === 'send' || kind === 'pass');
        expect(await session(calm, firmware, noise)).toBe(calm.some(({ kind }) => kind === 'send') ? 1 : 0);
      },
    ),
    { numRuns: Number(process.env.EBB_RUNS ?? 15) },
  );
});
