import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { needsProgram, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { expect, onTestFinished } from 'vitest';
import { accepts } from '../../src/board/nats-process.ts';

export const natsServer = needsProgram('nats-server', 'nats-server');

export interface TestServer {
  port: number;
  server: string;
  /** Sends `SIGKILL` by default; stored data stays. */
  kill(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  start(): Promise<void>;
}

/** Starts nats-server with JetStream on a free port. */
export async function startServer(): Promise<TestServer> {
  const folder = await temporaryFolder();
  const port = await unusedPort();
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const start = async () => {
    const args = ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', join(folder, 'js')];
    child = spawn(natsServer.path, args, { stdio: 'ignore' });
    await expect.poll(() => accepts(port)).toBe(true);
  };
  onTestFinished(kill);
  await start();
  return { port, server: `127.0.0.1:${port}`, kill, start, signal: (signal) => child?.kill(signal) };
}
