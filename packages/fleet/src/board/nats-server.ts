import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { type Clock, type Logger, SettingError, sleep } from '@stationery/core';
import { spawnDependent } from './spawn-dependent.ts';

export interface NatsServer {
  url: string;
  /** Makes it read its configuration again; resolves once it has. */
  reload(): Promise<void>;
  stop(): Promise<void>;
}

const install =
  'nats-server is not installed. On Debian and Ubuntu: sudo apt install nats-server. On macOS: brew install nats-server. Or run one elsewhere and use “stationery fleet board --fleet-url nats://<host>”';
const lookEveryMs = 50;

export interface NatsServerPlace {
  folder: string;
  port: number;
  path: string | undefined;
  /** For other machines too: where it listens, and a configuration that says so and has TLS and users. */
  secured?: { host: string; configFile: string };
}

/** Starts a NATS server with JetStream, for this machine alone unless it is secured. Resolves once it takes connections. */
export async function startNatsServer(
  { folder, port, path, secured }: NatsServerPlace,
  { clock, log, signal }: { clock: Clock; log: Logger; signal?: AbortSignal },
): Promise<NatsServer> {
  const program = findProgram('nats-server', path);
  if (program === undefined) throw new SettingError(install);
  const host = secured === undefined || isEvery(secured.host) ? '127.0.0.1' : secured.host;
  if (await accepts(port, host))
    throw new SettingError(
      `Port ${port} is in use. If a NATS server runs there, use “stationery fleet board --fleet-url nats://${host}:${port}”; else choose another port with --nats-port`,
    );
  mkdirSync(folder, { recursive: true });
  const args =
    secured === undefined
      ? ['-js', '-a', host, '-p', String(port), '-sd', folder]
      : ['-c', secured.configFile];
  const child = spawnDependent(program, args);
  let said = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-2_000);
  });
  child.once('error', (error) => {
    said = error.message;
  });
  // In a group of its own Ctrl+C would not reach it; in ours it does, and it ends by itself then, before it is stopped.
  let isStopping = false;
  child.once('exit', (code) => {
    if (!isStopping && !signal?.aborted)
      log.error({ code }, 'nats-server has ended: the fleet is unreachable');
  });
  while (!(await accepts(port, host))) {
    if (hasEnded(child)) throw new SettingError(`nats-server does not start: ${lastLine(said)}`);
    await sleep(clock, lookEveryMs);
  }
  return {
    url: `${secured === undefined ? 'nats' : 'tls'}://${host.includes(':') ? `[${host}]` : host}:${port}`,
    reload: () => reload(child),
    async stop() {
      isStopping = true;
      if (hasEnded(child)) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  exitCode !== null || signalCode !== null || pid === undefined;

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';

/** `/usr/sbin`, where Debian has it, is not in everybody’s path. */
function findProgram(name: string, path = ''): string | undefined {
  const folders = [...path.split(delimiter).filter(Boolean), '/usr/sbin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const isEvery = (host: string) => host === '0.0.0.0' || host === '::';

/** It says in its log whether it has. */
function reload(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const end = (error?: Error) => {
      child.stderr?.off('data', look);
      child.off('exit', ended);
      if (error === undefined) resolve();
      else reject(error);
    };
    const look = (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-4_000);
      const failed = /Failed to reload server configuration: (.+)/.exec(said)?.[1];
      if (failed !== undefined) end(new Error(`nats-server refuses its configuration: ${failed}`));
      else if (said.includes('Reloaded server configuration')) end();
    };
    const ended = () => end(new Error('nats-server has ended'));
    if (hasEnded(child)) return ended();
    child.stderr?.on('data', look);
    child.once('exit', ended);
    child.kill('SIGHUP');
  });
}

/** Whether something listens at that port. */
export function accepts(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
