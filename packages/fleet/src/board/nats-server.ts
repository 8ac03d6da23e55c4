import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { type Clock, type Logger, SettingError, sleep } from '@stationery/core';

export interface NatsServer {
  url: string;
  stop(): Promise<void>;
}

const install =
  'nats-server is not installed. On Debian and Ubuntu: sudo apt install nats-server. On macOS: brew install nats-server. Or run one elsewhere and use “stationery fleet board --fleet-url nats://<host>”';
const lookEveryMs = 50;

/** Starts a NATS server with JetStream for this machine alone, and resolves once it takes connections. */
export async function startNatsServer(
  { folder, port, path }: { folder: string; port: number; path: string | undefined },
  { clock, log }: { clock: Clock; log: Logger },
): Promise<NatsServer> {
  const program = findProgram('nats-server', path);
  if (program === undefined) throw new SettingError(install);
  if (await accepts(port))
    throw new SettingError(
      `Port ${port} is in use. If a NATS server runs there, use “stationery fleet board --fleet-url nats://127.0.0.1:${port}”; else choose another port with --nats-port`,
    );
  mkdirSync(folder, { recursive: true });
  const args = ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', folder];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-2_000);
  });
  child.once('error', (error) => {
    said = error.message;
  });
  // In a group of its own Ctrl+C would not reach it; in ours it does, and it ends by itself then.
  let isStopping = false;
  child.once('exit', (code) => {
    if (!isStopping) log.error({ code }, 'nats-server has ended: the fleet is unreachable');
  });
  while (!(await accepts(port))) {
    if (hasEnded(child)) throw new SettingError(`nats-server does not start: ${lastLine(said)}`);
    await sleep(clock, lookEveryMs);
  }
  return {
    url: `nats://127.0.0.1:${port}`,
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

/** Whether something listens at that port of this machine. */
export function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
