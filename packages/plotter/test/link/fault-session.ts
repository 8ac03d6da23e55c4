import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { expect } from 'vitest';
import { LinkError, type Reply } from '../../src/drivers/link.ts';
import { createStationeryDriver } from '../../src/drivers/stationery/stationery-driver.ts';
import { type Behaviour, type Fault, FaultyDevice } from './faulty-device.ts';
import { KnownWords } from './known-words.ts';

/** A command, and events around it. */
export interface Step {
  verb: string;
  timeoutMs: number;
  /** Whether to wait for the end of the command. */
  waits: boolean;
  /** Whether to let the link recover first. */
  waitsForReady: boolean;
  abortAfterMs: number | undefined;
  stopAfterMs: number | undefined;
  pauseMs: number;
}

interface Sent {
  line: string;
  timeoutMs: number;
  written: boolean;
  reply?: Reply;
  error?: LinkError;
}

export interface Tally {
  sent: number;
  answered: number;
  unanswered: number;
  /** Acknowledgements repeated while another command was in flight. */
  strays: number;
}

/** Runs the steps against the device with its faults, then waits for recovery. */
export async function session(steps: Step[], faults: Fault[], kind: Behaviour, tally: Tally): Promise<void> {
  const clock = new ManualClock();
  const all: Sent[] = [];
  const known = new KnownWords(kind.dialect);
  const live = () => all.filter((one) => one.written && isPending(one)).map(({ line }) => line);
  const device = new FaultyDevice({
    clock,
    behaviour: kind,
    faults,
    live,
    hostState: () => driver.state.state,
    canTell: (repeat, command) => {
      const { timeoutMs = 0 } = all.find(({ line }) => line === command) ?? {};
      return known.canTell(repeat, command, timeoutMs >= 2_000 && device.willAnswerSoon(command));
    },
  });
  const driver = createStationeryDriver({
    openPort: () => device.open(),
    portPath: 'faulty:',
    clock,
    log: silentLogger,
    settle: { bannerWaitMs: 2_000, quietMs: 100, maxMs: 6_000 },
  });
  driver.subscribe((event) => {
    known.hear(event);
    if (event.type !== 'sent') return;
    const sent = all.find(({ line, written }) => line === event.line && !written);
    if (sent !== undefined) sent.written = true;
    const commands = live().filter((line) => line !== 'STOP');
    expect(commands.length, `in flight at once: ${commands}`).toBeLessThanOrEqual(1);
  });
  const track = (line: string, timeoutMs: number, promise: () => Promise<Reply>) => {
    const sent: Sent = { line, timeoutMs, written: false };
    all.push(sent);
    promise().then(
      (reply) => {
        sent.reply = reply;
        known.answered(reply);
      },
      (error: LinkError) => {
        sent.error = error;
        known.failed(error);
      },
    );
    return sent;
  };
  const stop = () => {
    // See `FaultyDevice` for what third-party firmware guarantees after a STOP.
    const isSafe = kind.isOurs || live().every((line) => line !== 'STOP' && device.willAnswer(line));
    if (isSafe && driver.isOpen) track('STOP', 5_000, () => driver.stop());
  };

  driver.connect();
  for (const [index, { verb, timeoutMs, waits, waitsForReady, ...around }] of steps.entries()) {
    if (waitsForReady) await until(clock, 120_000, () => ['ready', 'busy'].includes(driver.state.state));
    const line = `${verb} n${index}`;
    const abort = new AbortController();
    const sent = track(line, timeoutMs, () => driver.send(line, { timeoutMs, signal: abort.signal }));
    if (around.abortAfterMs !== undefined) clock.after(around.abortAfterMs, () => abort.abort());
    if (around.stopAfterMs !== undefined) clock.after(around.stopAfterMs, stop);
    if (waits) await until(clock, 600_000, () => !isPending(sent));
    await clock.advance(around.pauseMs);
  }
  // Wait for the last stop and the last timeout.
  await clock.advance(60);
  device.heal();
  await until(clock, 3_600_000, () => driver.state.state === 'ready' && all.every((one) => !isPending(one)));

  expect(driver.state).toEqual({ state: 'ready' });
  expect(all.filter(isPending)).toEqual([]);
  expect(device.spokenToWhileStarting).toBeUndefined();
  for (const one of all) checkCredit(one, device);
  const arrivals = device.arrived.filter((line) => / n\d+$/.test(line)).map(numberOf);
  expect(arrivals, 'commands arrive once and in order').toEqual([...new Set(arrivals)].sort((a, b) => a - b));

  // The board may be restarting unnoticed; the second attempt then works.
  let last: Sent | undefined;
  for (let number = 90_000; last?.reply === undefined && number < 90_003; number++) {
    const line = `MOVE n${number}`;
    await until(clock, 120_000, () => driver.state.state === 'ready');
    last = track(line, 2_000, () => driver.send(line, { timeoutMs: 2_000 }));
    await until(clock, 60_000, () => !isPending(last!));
    checkCredit(last, device);
  }
  expect(last?.reply?.ok, 'a healed link works').toBe(true);

  await driver.close();
  tally.sent += steps.length;
  tally.strays += device.strays;
  tally.answered += all.filter(({ reply }) => reply !== undefined).length;
  tally.unanswered += all.filter(({ error }) => error !== undefined).length;
}

/** Expects the number in the last line to be that of this command's execution. */
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
