import { Random, settle, testSeed } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import type { PlotterFault } from '../../src/drivers/simulator/faults.ts';
import { DriverRig, isPending } from './driver-rig.ts';

const faults: PlotterFault[] = [
  'drop-reply',
  'delay-reply',
  'duplicate-reply',
  'garble',
  'split-lines',
  'reset-in-command',
  'unplug-in-command',
  'silence',
];

/**
 * To run more sessions: GRBL_SESSIONS=500 STATIONERY_SEED=7 npm run unit
 * packages/plotter/test/grbl/grbl-faults.test.ts
 */
const sessions = Number(process.env.GRBL_SESSIONS ?? 25);

async function session(seed: number): Promise<{ executed: number; failed: number }> {
  const random = new Random(seed);
  const rig = new DriverRig({
    speedFactor: 4,
    bootMs: 200,
    random: () => random.next(),
    maxTracePoints: 1000,
  });
  /** All positions that the machine has reached, in machine steps. */
  const reached = new Set<string>();
  const { carriage } = rig.grbl.board;
  const passed = carriage.passed.bind(carriage);
  carriage.passed = (line) => {
    reached.add(`${line.to[0]} ${line.to[1]}`);
    return passed(line);
  };
  const wrong: string[] = [];
  rig.driver.subscribe((event) => {
    if (event.type !== 'reply' || !event.reply.ok) return;
    const move = /^MOVE X(\d+) Y(\d+)$/.exec(event.reply.sent);
    if (move !== null && !reached.has(`${move[1]} ${move[2]}`))
      wrong.push(`${event.reply.sent} was not done`);
  });
  let stops = 0;
  const stop = () => {
    stops++;
    const over = () => void stops--;
    rig.driver.stop().then(over, over);
  };

  rig.driver.connect();
  await rig.until(() => rig.driver.state.state === 'ready');
  for (let at = 0, steps = 5 + random.below(40); at < steps; at++) {
    const chance = random.below(100);
    // Each position occurs once, so that reaching it proves that this command was executed.
    const move = `MOVE X${100 + at * 37} Y${50 + random.below(30) * 20}`;
    const command = chance < 70 ? move : chance < 85 ? 'PENDOWN' : chance < 96 ? 'PENUP' : 'STATUS';
    // Some commands time out, so their replies come late.
    if (random.below(4) === 0) rig.sendWithin(command, 20 + random.below(800));
    else rig.begin(command);
    if (random.below(12) === 0) rig.grbl.setFault(random.pick(faults)!, 1);
    if (random.below(25) === 0 && rig.driver.isOpen) stop();
    if (random.below(15) === 0) await rig.clock.advance(random.below(3000));
    if (!rig.grbl.plugged) rig.grbl.replug();
  }
  await rig.clock.advance(random.below(5000));
  for (const fault of faults) rig.grbl.setFault(fault, false);
  if (!rig.grbl.plugged) rig.grbl.replug();
  await rig.until(() => rig.isSettled && !rig.outcomes.some(isPending) && stops === 0);

  expect(wrong).toEqual([]);
  expect(rig.grbl.board.lines.bytesLost).toBe(0);
  const order = rig
    .of('reply')
    .map(({ reply }) => reply.sent)
    .filter((sent) => sent.startsWith('MOVE'));
  const begun = rig.outcomes.map(({ command }) => command);
  expect(order, 'in the order in which they were begun').toEqual(
    begun.filter((command) => order.includes(command)),
  );
  // Nothing moves without a command.
  await rig.clock.advance(2_000);
  const place = rig.grbl.status().carriage;
  await rig.clock.advance(20_000);
  expect(rig.grbl.status().carriage).toEqual(place);
  const { state } = rig.driver;
  if (state.state === 'suspect') expect(state.cause.code).toBe('machine-alarm');
  if (state.state === 'suspect') await rig.send('$X');
  expect(await rig.send('MOVE X5 Y5')).toMatchObject({ ok: true });
  await rig.driver.close();
  await rig.grbl.close();
  await settle();
  expect(rig.clock.pending).toBe(0);
  const executed = rig.outcomes.filter((outcome) => outcome.executed).length;
  return { executed, failed: rig.outcomes.length - executed };
}

it('after any fault on a GRBL line, only executed commands count as done, and no command stays pending', async () => {
  const total = { executed: 0, failed: 0 };
  for (let seed = testSeed; seed < testSeed + sessions; seed++) {
    const { executed, failed } = await session(seed).catch((error: Error) => {
      error.message = `STATIONERY_SEED=${seed}: ${error.message}`;
      throw error;
    });
    total.executed += executed;
    total.failed += failed;
  }
  // Some commands must succeed and some must fail; otherwise the faults would prove nothing.
  expect(total.executed).toBeGreaterThan(sessions * 5);
  expect(total.failed).toBeGreaterThan(sessions);
});
