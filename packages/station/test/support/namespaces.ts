import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { needsProgram } from '@stationery/core/testing';

/**
 * Tests between machines need the right to make network namespaces. Where it is missing they are skipped by
 * name; a build server (`CI=true`) must have it. Use as `describe.skipIf(!namespaces.run)`.
 */
export function needsNamespaces(): { run: boolean; label: string } {
  const label = 'needs the right to make network namespaces';
  const ip = needsProgram('ip', 'iproute2');
  const run = ip.run && mayMake(ip.path);
  if (!run && process.env.CI === 'true') throw new Error(`This test ${label}: run it as root.`);
  return { run, label };
}

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A program that runs in a namespace, and what it has said so far. */
export interface Running {
  readonly child: ChildProcess;
  /** Both of its outputs, as they came. */
  output(): string;
  /** Resolves when it has said this; rejects when it ends before. */
  said(text: string): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** A machine with interfaces and routes of its own; its files are those of this machine. */
export class Namespace {
  readonly name: string;
  readonly #running: Running[] = [];

  constructor(name: string) {
    this.name = name;
    ip('netns', 'add', name);
    this.ip('link', 'set', 'lo', 'up');
  }

  /** `ip` with these words, in here; throws where it refuses. */
  ip(...words: string[]): string {
    return ip('-netns', this.name, ...words);
  }

  /** Runs a program to its end. */
  run(program: string, args: readonly string[] = [], timeoutMs = 20_000): Ran {
    const words = ['netns', 'exec', this.name, program, ...args];
    const { status, stdout, stderr } = spawnSync('ip', words, { encoding: 'utf8', timeout: timeoutMs });
    return { status, stdout, stderr };
  }

  /** Starts a program that is stopped with the namespace at the latest. */
  start(program: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = process.env): Running {
    const child = spawn('ip', ['netns', 'exec', this.name, program, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const exited = once(child, 'exit');
    const running: Running = {
      child,
      output: () => output,
      said: (text) =>
        new Promise((resolve, reject) => {
          const look = () => output.includes(text) && resolve();
          for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
          child.once('close', () =>
            reject(new Error(`${program} ended and had not said “${text}”: ${output}`)),
          );
          look();
        }),
      async stop(signal = 'SIGTERM') {
        if (child.exitCode === null && child.signalCode === null) child.kill(signal);
        await exited;
      },
    };
    this.#running.push(running);
    return running;
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.map((running) => running.stop('SIGKILL')));
    ip('netns', 'delete', this.name);
  }
}

/** The namespaces of one test file: make them in `beforeAll`, close them in `afterAll`. */
export class Namespaces {
  readonly #made: Namespace[] = [];

  add(label: string): Namespace {
    const made = new Namespace(`stn-${process.pid}-${label}`);
    this.#made.push(made);
    return made;
  }

  /** A cable between two machines, plugged in at both ends. */
  connect(one: Namespace, oneInterface: string, other: Namespace, otherInterface: string): void {
    one.ip('link', 'add', oneInterface, 'type', 'veth', 'peer', 'name', otherInterface, 'netns', other.name);
    one.ip('link', 'set', oneInterface, 'up');
    other.ip('link', 'set', otherInterface, 'up');
  }

  async close(): Promise<void> {
    for (const made of this.#made.splice(0).reverse()) await made.close();
  }
}

function ip(...words: string[]): string {
  return execFileSync('ip', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function mayMake(program: string): boolean {
  const name = `stn-${process.pid}-may`;
  if (spawnSync(program, ['netns', 'add', name], { stdio: 'ignore' }).status !== 0) return false;
  return spawnSync(program, ['netns', 'delete', name], { stdio: 'ignore' }).status === 0;
}
