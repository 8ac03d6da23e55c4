import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLink } from '../../src/link/create-link.ts';
import { LinkError, type Reply } from '../../src/link/link.ts';
import { type Behaviour, type Fault, FaultyDevice } from './faulty-device.ts';

/** What the user of the link does: a command, and what else happens around it. */
interface Step {
  verb: string;
  timeoutMs: number;
  /** Goes on only when the command has come to an end. */
  waits: boolean;
  /** Lets the link recover first. */
  isPatient: boolean;
  abortAfterMs: number | undefined;
  stopAfterMs: number | undefined;
  pauseMs: number;
}

const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const step = fc.record<Step>({
  verb: fc.constantFrom('MOVE', 'MOVE', 'MOVE', 'PENUP', 'PENDOWN', 'SPEED', 'WAIT', 'SERVO', 'FOO', 'BAR'),
  timeoutMs: fc.constantFrom(40, 300, 2_000),
  waits: fc.boolean(),
  isPatient: fc.constantFrom(true, true, true, false),
  abortAfterMs: seldom(fc.nat(60)),
  stopAfterMs: seldom(fc.nat(60)),
  pauseMs: fc.constantFrom(0, 0, 0, 1, 30, 400),
});

const at = fc.nat(60);
const fault = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Fault>({ kind: 'none' }) },
  fc.constant<Fault>({ kind: 'deaf' }),
  fc.constant<Fault>({ kind: 'drop' }),
  fc.record({ kind: fc.constant('delay' as const), ms: fc.oneof(fc.nat(500), fc.nat(40_000)) }),
  fc.constant<Fault>({ kind: 'double' }),
  fc.record({ kind: fc.constant('repeat' as const), afterMs: fc.oneof(fc.nat(20), fc.nat(3_000)) }),
  fc.record({
    kind: fc.constant('garble' as const),
    at,
    byte: fc.constantFrom(0x00, 0x0a, 0x0b, 0x0d, 0x20, 0x3f, 0x4a, 0x7f, 0x80, 0xc3, 0xff),
  }),
  fc.record({ kind: fc.constant('reset' as const), at }),
  fc.record({ kind: fc.constant('unplug' as const), at, forMs: fc.oneof(fc.nat(100), fc.nat(20_000)) }),
  fc.record({
    kind: fc.constant('chatter' as const),
    text: fc.constantFrom('door open\n', '\0\0\xff\n', '\r\n\r\n', `${'x'.repeat(5_000)}\n`),
  }),
);

const behaviour = fc
  .record<Behaviour>({
    isOurs: fc.constantFrom(true, true, false),
    resetsOnOpen: fc.boolean(),
    bootMs: fc.integer({ min: 1, max: 1_500 }),
    chunks: fc.array(
      fc.record({ bytes: fc.constantFrom(1, 2, 5, 64, 1_000), pauseMs: fc.constantFrom(0, 0, 0, 1, 20) }),
      { minLength: 1, maxLength: 4 },
    ),
    workMs: fc.constantFrom(0, 1, 10, 50),
    infoLines: fc.nat(2),
  })
  .map((one) => ({ ...one, resetsOnOpen: one.resetsOnOpen || !one.isOurs }));

interface Sent {
  line: string;
  written: boolean;
  reply?: Reply;
  error?: LinkError;
}

interface Tally {
  sent: number;
  answered: number;
  unanswered: number;
}

/** A whole session: the steps against the device with its faults, then time enough for everything to heal. */
async function session(steps: Step[], faults: Fault[], kind: Behaviour, tally: Tally): Promise<void> {
  const clock = new ManualClock();
  const all: Sent[] = [];
  const live = () => all.filter((one) => one.written && isPending(one)).map(({ line }) => line);
  const device = new FaultyDevice({
    clock,
    behaviour: kind,
    faults,
    live,
    hostState: () => link.state.state,
  });
  const link = createLink({
    openPort: () => device.open(),
    portPath: 'faulty:',
    clock,
    log: silentLogger,
    settle: { bannerWaitMs: 2_000, quietMs: 100, maxMs: 6_000 },
  });
  link.subscribe((event) => {
    if (event.type !== 'sent') return;
    const sent = all.find(({ line, written }) => line === event.line && !written);
    if (sent !== undefined) sent.written = true;
    const commands = live().filter((line) => line !== 'STOP');
    expect(commands.length, `in flight at once: ${commands}`).toBeLessThanOrEqual(1);
  });
  const track = (line: string, promise: () => Promise<Reply>) => {
    const sent: Sent = { line, written: false };
    all.push(sent);
    promise().then(
      (reply) => {
        sent.reply = reply;
      },
      (error: LinkError) => {
        sent.error = error;
      },
    );
    return sent;
  };
  const stop = () => {
    // See what the device promises about firmware that is not ours.
    const isSafe = kind.isOurs || live().every((line) => line !== 'STOP' && device.willAnswer(line));
    if (isSafe && link.isOpen) track('STOP', () => link.stop());
  };

  link.connect();
  for (const [index, { verb, timeoutMs, waits, isPatient, ...around }] of steps.entries()) {
    if (isPatient) await until(clock, 120_000, () => ['ready', 'busy'].includes(link.state.state));
    const line = `${verb} n${index}`;
    const abort = new AbortController();
    const sent = track(line, () => link.send(line, { timeoutMs, signal: abort.signal }));
    if (around.abortAfterMs !== undefined) clock.after(around.abortAfterMs, () => abort.abort());
    if (around.stopAfterMs !== undefined) clock.after(around.stopAfterMs, stop);
    if (waits) await until(clock, 600_000, () => !isPending(sent));
    await clock.advance(around.pauseMs);
  }
  // The last stop and the last giving up are still to come.
  await clock.advance(60);
  device.heal();
  await until(clock, 3_600_000, () => link.state.state === 'ready' && all.every((one) => !isPending(one)));

  expect(link.state).toEqual({ state: 'ready' });
  expect(all.filter(isPending)).toEqual([]);
  expect(device.spokenToWhileStarting).toBeUndefined();
  for (const one of all) checkCredit(one, device);
  const arrivals = device.arrived.filter((line) => / n\d+$/.test(line)).map(numberOf);
  expect(arrivals, 'commands arrive once and in order').toEqual([...new Set(arrivals)].sort((a, b) => a - b));

  // The board may be in the middle of starting anew without the link knowing yet: then the second one works.
  let last: Sent | undefined;
  for (let number = 90_000; last?.reply === undefined && number < 90_003; number++) {
    const line = `MOVE n${number}`;
    await until(clock, 120_000, () => link.state.state === 'ready');
    last = track(line, () => link.send(line, { timeoutMs: 2_000 }));
    await until(clock, 60_000, () => !isPending(last!));
    checkCredit(last, device);
  }
  expect(last?.reply?.ok, 'a healed link works').toBe(true);

  await link.close();
  tally.sent += steps.length;
  tally.answered += all.filter(({ reply }) => reply !== undefined).length;
  tally.unanswered += all.filter(({ error }) => error !== undefined).length;
}

/** The number in the last line is that of the execution of this very command. */
function checkCredit({ line, reply, error }: Sent, device: FaultyDevice): void {
  if (error !== undefined) expect(error).toBeInstanceOf(LinkError);
  if (reply === undefined) return;
  expect(reply.sent).toBe(line);
  const trace = /e(\d+)\./.exec(reply.terminalLine)?.[1];
  // Noise may have hit the number itself.
  if (trace !== undefined) expect(device.executions[Number(trace)]?.line, reply.terminalLine).toBe(line);
}

const isPending = ({ reply, error }: Sent) => reply === undefined && error === undefined;
const numberOf = (line: string) => Number(/\d+$/.exec(line)![0]);

async function until(clock: ManualClock, withinMs: number, isSo: () => boolean): Promise<void> {
  for (let passedMs = 0, stepMs = 1; passedMs < withinMs && !isSo(); passedMs += stepMs) {
    stepMs = Math.min(250, stepMs * 2);
    await clock.advance(stepMs);
  }
}

describe('a link to a device that drops, delays, repeats, splits, garbles, restarts and goes away', () => {
  // `npm run test:link-soak` asks for more.
  const commands = Number(process.env.LINK_SOAK_COMMANDS ?? 4_000);
  const seed = Number(process.env.LINK_SOAK_SEED ?? Date.now() % 2 ** 31);
  const sessions = 100;

  it(`never credits a wrong reply, leaves nothing pending, and comes back (${commands} commands, seed ${seed})`, async () => {
    const tally: Tally = { sent: 0, answered: 0, unanswered: 0 };
    for (let round = 0; tally.sent < commands; round++) {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 48, size: 'max' }),
          fc.array(fault, { maxLength: 96, size: 'max' }),
          behaviour,
          (steps, faults, kind) => session(steps, faults, kind, tally),
        ),
        { seed: seed + round, numRuns: sessions },
      );
    }
    // A link that never answers would keep every other promise.
    expect(tally.answered).toBeGreaterThan(tally.sent / 2);
    report(tally);
  }, 1_800_000);
});

function report({ sent, answered, unanswered }: Tally): void {
  if (process.env.LINK_SOAK_COMMANDS === undefined) return;
  process.stdout.write(`${sent} commands sent: ${answered} answered, ${unanswered} without a reply\n`);
}
