import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { endProcess, needsProgram, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { expect, onTestFinished } from 'vitest';
import { accepts } from '../../src/board/nats-process.ts';

export const natsServer = needsProgram('nats-server', 'nats-server');

export interface TestServer {
  port: number;
  server: string;
  /** Kills the server; its stored data stays. */
  kill(): Promise<void>;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  start(): Promise<void>;
}

export async function startServer(): Promise<TestServer> {
  const folder = await temporaryFolder();
  const port = await unusedPort();
  let child: ChildProcess | undefined;
  const kill = () => endProcess(child);
  const start = async () => {
    const args = ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', join(folder, 'js')];
    child = spawn(natsServer.path, args, { stdio: 'ignore' });
    await expect.poll(() => accepts(port)).toBe(true);
  };
  onTestFinished(kill);
  await start();
  return { port, server: `127.0.0.1:${port}`, kill, start, signal: (signal) => child?.kill(signal) };
}
