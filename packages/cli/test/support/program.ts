import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { needsRight, type WhenOver } from '@stationery/core/testing';
import { onTestFinished } from 'vitest';

const program = fileURLToPath(new URL('../../bin/stationery.mjs', import.meta.url));
let built = false;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Limits {
  openFiles?: number;
  /** If false, inotify reports nothing to the program. */
  watching?: false;
  program?: readonly string[];
  /** Does not pass on this process’s environment. */
  bareEnvironment?: boolean;
}

const unwatching = ['unshare', '--user', '--map-root-user', 'sh', '-c'];
const noWatches = 'echo 0 > /proc/sys/user/max_inotify_instances';

function limited(command: readonly string[], { openFiles, watching }: Limits): readonly string[] {
  if (openFiles !== undefined) return ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh', ...command];
  if (watching === false) return [...unwatching, `${noWatches} && exec "$@"`, 'sh', ...command];
  return command;
}

/** Whether this machine can start a program that cannot watch folders. */
export function mayUnshare(): { run: boolean; label: string } {
  const [file = '', ...rest] = [...unwatching, noWatches];
  const run = spawnSync(file, rest, { stdio: 'ignore' }).status === 0;
  return needsRight('make a user namespace', run);
}

/** The built program in a separate process, as users run it. */
export class Program {
  readonly child: ChildProcess;
  readonly exit: Promise<Exit>;
  stdout = '';
  stderr = '';

  constructor(
    args: readonly string[],
    env: Record<string, string>,
    limits: Limits = {},
    whenOver: WhenOver = onTestFinished,
  ) {
    // The first start in a checkout builds outdated files and reports that, which is not part of a test.
    if (!built) execFileSync(process.execPath, [program, '--version'], { stdio: 'ignore' });
    built = true;
    const command = [...(limits.program ?? [process.execPath, program]), ...args];
    const [file = '', ...rest] = limited(command, limits);
    this.child = spawn(file, rest, {
      env: limits.bareEnvironment ? env : { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.exit = once(this.child, 'close').then(([code, signal]) => ({ code, signal }));
    whenOver(async () => {
      this.kill('SIGKILL');
      await this.exit;
    });
  }

  get pid(): number {
    return this.child.pid as number;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits until `find` returns a value for the printed text, and returns it. */
  async printed<T>(find: (stdout: string) => T | undefined): Promise<T> {
    for (;;) {
      const found = find(this.stdout);
      if (found !== undefined) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        throw new Error(`the program ended with ${this.child.exitCode}: ${this.stderr}`);
      }
      await Promise.race([once(this.child.stdout as NodeJS.ReadableStream, 'data'), this.exit]);
    }
  }

  /** Resident memory as reported by the kernel. */
  residentBytes(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  }
}

export interface StationProgram extends Program {
  readonly url: string;
}

export async function startStationProgram(
  env: Record<string, string>,
  limits: Limits = {},
  whenOver?: WhenOver,
): Promise<StationProgram> {
  const ports = { STATION_HTTP_PORT: '0', STATION_HTTPS_PORT: '0', STATION_PLAYER: 'browser' };
  const started = new Program(['station'], { ...ports, ...env }, limits, whenOver);
  const port = await started.printed((text) => /^ {2}http:\/\/localhost:(\d+)/m.exec(text)?.[1]);
  return Object.assign(started, { url: `http://127.0.0.1:${port}` });
}
