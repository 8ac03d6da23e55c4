import { runProgram } from '@stationery/appliance/network';
import { systemClock } from '@stationery/core';
import type { Output } from '../terminal/output.ts';

export type Say = (text: string) => void;

/** Prints steps to standard output, or to standard error if the result is JSON. */
export const stepOutput =
  ({ json, streams }: Output): Say =>
  (text) =>
    void (json ? streams.stderr : streams.stdout).write(text);

/** A step that takes longer counts as hung. The limit is high because slow cards and radios take long. */
const withinMs = 180_000;
const progressEveryMs = 10_000;

/** Runs all steps, even after one that failed. */
export async function runSteps(say: Say, steps: readonly (readonly string[])[]): Promise<boolean> {
  let ok = true;
  for (const words of steps) ok = (await runStep(say, ...words)) && ok;
  return ok;
}

export async function runStep(say: Say, ...words: string[]): Promise<boolean> {
  const line = words.join(' ');
  const startedMs = systemClock.nowMs();
  const stopReporting = systemClock.every(progressEveryMs, () =>
    say(`Waiting  ${line} (${Math.round((systemClock.nowMs() - startedMs) / 1000)} s)\n`),
  );
  const { status, stderr, isMissing } = await runProgram(words, withinMs);
  stopReporting();
  const ok = status === 0;
  say(`${ok ? 'Did      ' : 'FAILED   '}${line}\n`);
  if (ok) return true;
  const end =
    status === undefined ? `no answer within ${withinMs / 1000} s` : `it ended with status ${status}`;
  say(indented(isMissing ? `${words[0]} is not installed` : stderr.trim() || end));
  return false;
}

export const indented = (text: string) => `         ${text.trim().replaceAll('\n', '\n         ')}\n`;
