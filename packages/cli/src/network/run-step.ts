import { runProgram } from '@stationery/appliance/network';
import { systemClock } from '@stationery/core';
import type { Output } from '../terminal/output.ts';

export type Say = (text: string) => void;

/** Where steps are reported: on standard error if the result is JSON. */
export const stepOutput =
  ({ json, streams }: Output): Say =>
  (text) =>
    void (json ? streams.stderr : streams.stdout).write(text);

/** A step that takes longer hangs; slow cards and radios take long. */
const withinMs = 180_000;
const progressEveryMs = 10_000;
interface StepOutcome {
  readonly ok: boolean;
  /** The reason of a failure, for users. */
  readonly why: string;
}

/** Runs a program, and reports its command, that it is still running, and why it failed. */
export async function runStep(say: Say, ...words: string[]): Promise<StepOutcome> {
  const line = words.join(' ');
  const startedMs = systemClock.nowMs();
  const stopReporting = systemClock.every(progressEveryMs, () =>
    say(`Waiting  ${line} (${Math.round((systemClock.nowMs() - startedMs) / 1000)} s)\n`),
  );
  const { status, stderr, isMissing } = await runProgram(words, withinMs);
  stopReporting();
  const ok = status === 0;
  say(`${ok ? 'Did      ' : 'FAILED   '}${line}\n`);
  if (ok) return { ok, why: '' };
  const end =
    status === undefined ? `no answer within ${withinMs / 1000} s` : `it ended with status ${status}`;
  const why = isMissing ? `${words[0]} is not installed` : stderr.trim() || end;
  say(indented(why));
  return { ok, why };
}

export const indented = (text: string) => `         ${text.trim().replaceAll('\n', '\n         ')}\n`;
