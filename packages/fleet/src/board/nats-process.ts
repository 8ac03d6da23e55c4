import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import type { Clock } from '@stationery/core';
import { refusal } from '../reasons.ts';

/**
 * `exec` replaces the shell by the program, so that signals reach the program and its exit code is returned. A
 * second shell waits for a line on a pipe. The line means that the program has ended. The end of the pipe means
 * that the parent has ended; the shell then stops the program.
 */
const script = `(trap '' HUP INT TERM; read -r line || kill -TERM $$) <&3 3<&- >/dev/null 2>&1 &
exec "$@" 3<&-`;

/**
 * Starts a program that ends with this process, even if this process is killed. Ctrl+C does not reach the
 * program, so that it can be stopped last.
 */
export function spawnDependent(
  program: string,
  args: readonly string[],
  { env = process.env, stderr = 'pipe' }: { env?: NodeJS.ProcessEnv; stderr?: 'pipe' | 'inherit' } = {},
): ChildProcess {
  const child = spawn('/bin/sh', ['-c', script, 'sh', program, ...args], {
    env,
    stdio: ['ignore', 'ignore', stderr, 'pipe'],
    detached: true,
  });
  // The pipe is undefined if the shell did not start.
  const pipe = child.stdio[3] as (Duplex & { unref(): void }) | null | undefined;
  pipe?.on('error', () => undefined);
  pipe?.unref();
  // Tell the watching shell that the process has ended, or it could later kill a process that reuses the id.
  child.once('exit', () => pipe?.end('\n'));
  return child;
}

export interface NatsProcess {
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>;
  /** Resolves after nats-server has reloaded its configuration. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

interface NatsProcessOptions {
  program: string;
  configFile: string;
  port: number;
  /** Time to start, which includes reading the store: a large one on a slow disk takes a while. */
  startWithinMs?: number | undefined;
  onLine: (line: string) => void;
  clock: Clock;
  signal: AbortSignal;
}

const connectWithinMs = 1_000;
const defaultStartWithinMs = 120_000;
/** Kill the server after this time, because a server that hangs ignores SIGTERM. */
const stopWithinMs = 10_000;
const maxLineLength = 2_000;

/** Resolves once nats-server accepts connections. */
export async function startNatsProcess(options: NatsProcessOptions): Promise<NatsProcess> {
  const { program, configFile, port, clock, signal, startWithinMs = defaultStartWithinMs } = options;
  const child = spawnDependent(program, ['-c', configFile]);
  const listeners = new Set<(line: string) => void>([options.onLine]);
  let lastLine = '';
  if (child.stderr !== null)
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLine = line.slice(0, maxLineLength);
      for (const listener of listeners) listener(lastLine);
    });
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
    child.once('error', (error) => {
      lastLine = error.message;
      if (child.pid === undefined) resolve(null);
    });
  });
  const stop = async () => {
    if (hasEnded(child)) return;
    child.kill('SIGTERM');
    const cancel = clock.after(stopWithinMs, () => child.kill('SIGKILL'));
    await ended;
    cancel();
  };
  if (await saysReady(child, listeners, clock, startWithinMs, signal))
    return { ended, stop, reload: () => reload(child, listeners) };
  if (hasEnded(child)) throw refusal('fleet-unreachable', { code: 'nats-not-started', message: lastLine });
  child.kill('SIGKILL');
  await ended;
  throw refusal('fleet-unreachable', { code: 'nats-not-listening', port, message: lastLine });
}

/** Resolves when the server logs that it is ready. A test connection would be logged as a refused client. */
function saysReady(
  child: ChildProcess,
  listeners: Set<(line: string) => void>,
  clock: Clock,
  withinMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isReady: boolean) => {
      cancel();
      listeners.delete(look);
      signal.removeEventListener('abort', fail);
      resolve(isReady);
    };
    const fail = () => end(false);
    const look = (line: string) => {
      if (line.includes('[INF] Server is ready')) end(true);
    };
    const cancel = clock.after(withinMs, fail);
    listeners.add(look);
    signal.addEventListener('abort', fail, { once: true });
    // Wait for `close` and not `exit`, because `close` comes after the last line of output.
    child.once('close', fail);
    child.once('error', fail);
    if (signal.aborted) fail();
  });
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  exitCode !== null || signalCode !== null || pid === undefined;

/** Asks the server to reload and settles with the result that it logs. */
function reload(child: ChildProcess, listeners: Set<(line: string) => void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      listeners.delete(look);
      child.off('exit', ended);
      if (error === undefined) resolve();
      else reject(error);
    };
    const look = (line: string) => {
      const failed = /Failed to reload server configuration: (.+)/.exec(line)?.[1];
      if (failed !== undefined) end(new Error(`nats-server refuses its configuration: ${failed}`));
      else if (line.includes('Reloaded server configuration')) end();
    };
    const ended = () => end(new Error('nats-server has ended'));
    if (hasEnded(child)) return ended();
    listeners.add(look);
    child.once('exit', ended);
    child.kill('SIGHUP');
  });
}

export function accepts(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: connectWithinMs });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
    socket.once('connect', () => end(true));
  });
}
