import { spawn } from 'node:child_process';
import type { Output } from '../terminal/output.ts';

export type Say = (text: string) => void;

/** Where steps are reported: on standard error if the result is JSON. */
export const stepOutput =
  ({ json, streams }: Output): Say =>
  (text) =>
    void (json ? streams.stderr : streams.stdout).write(text);

/** Slow cards and radios take long; a longer step hangs. */
const withinMs = 180_000;
const progressEveryMs = 10_000;
/** The end of the output explains why a program failed. */
const outputLimitBytes = 16_384;

interface StepOutcome {
  readonly ok: boolean;
  /** The reason of a failure, for users. */
  readonly why: string;
}

/** Runs a program, and reports its command, that it is still running, and why it failed. */
export async function runStep(say: Say, ...words: string[]): Promise<StepOutcome> {
  const line = words.join(' ');
  const outcome = await runWithReports(words, (seconds) => say(`Waiting  ${line} (${seconds} s)\n`));
  say(`${outcome.ok ? 'Did      ' : 'FAILED   '}${line}\n`);
  if (!outcome.ok) say(indented(outcome.why));
  return outcome;
}

export const indented = (text: string) => `         ${text.trim().replaceAll('\n', '\n         ')}\n`;

function runWithReports(words: readonly string[], onWait: (seconds: number) => void): Promise<StepOutcome> {
  const [program = '', ...args] = words;
  return new Promise((resolve) => {
    // Root's programs are in sbin, which may not be in PATH.
    const env = { ...process.env, LC_ALL: 'C', PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-outputLimitBytes);
    });
    let waitedMs = 0;
    const timer = setInterval(() => {
      waitedMs += progressEveryMs;
      if (waitedMs >= withinMs) child.kill('SIGKILL');
      else onWait(waitedMs / 1000);
    }, progressEveryMs);
    const end = (ok: boolean, why: string) => {
      clearInterval(timer);
      resolve({ ok, why });
    };
    child.on('error', (error: NodeJS.ErrnoException) =>
      end(false, error.code === 'ENOENT' ? `${program} is not installed` : error.message),
    );
    child.on('close', (status) => {
      if (status === 0) end(true, '');
      else if (status !== null) end(false, said.trim() || `it ended with status ${status}`);
      else end(false, waitedMs >= withinMs ? `no answer within ${withinMs / 1000} s` : 'it was stopped');
    });
  });
}
