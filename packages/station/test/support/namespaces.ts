import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { endProcess, needsProgram, needsRight } from '@stationery/core/testing';

/**
 * Whether this process may make network namespaces. Without that right, tests are skipped, or fail with
 * `CI=true`: `describe.skipIf(!namespaces.run)`.
 */
export function needsNamespaces(): { run: boolean; label: string } {
  return needsRight('make network namespaces', needsProgram('ip', 'iproute2').run && mayMake());
}

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  /** Stdout and stderr, interleaved. */
  output(): string;
  /** Waits for output. Rejects if the program ends first. */
  said(text: string): Promise<void>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/**
 * A machine with interfaces and routes of its own, but with the files of this machine. It lives as long as its
 * holder process. That process ends when its stdin closes, so nothing is left behind even if this process is
 * killed. (`ip netns add` would mount files on this machine.)
 */
export class Namespace {
  readonly #holder: ChildProcess;
  readonly #running: Running[] = [];

  constructor() {
    this.#holder = spawn('unshare', ['--net', 'cat'], { stdio: ['pipe', 'ignore', 'ignore'] });
    if (this.#holder.pid === undefined) throw new Error('There is no “unshare” here.');
    try {
      waitForNamespace(this.#holder.pid);
      this.ip('link', 'set', 'lo', 'up');
    } catch (error) {
      this.#holder.kill('SIGKILL');
      throw error;
    }
  }

  get id(): string {
    return String(this.#holder.pid);
  }

  /** Runs `ip` in the namespace. Throws if it fails. */
  ip(...words: string[]): string {
    const [program, ...args] = this.#inside('ip', words);
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  run(program: string, args: readonly string[] = [], timeoutMs = 20_000): Ran {
    const [enter, ...words] = this.#inside(program, args);
    const { status, stdout, stderr } = spawnSync(enter, words, { encoding: 'utf8', timeout: timeoutMs });
    return { status, stdout, stderr };
  }

  /** Starts a program, which ends at the latest with the namespace. */
  start(program: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = process.env): Running {
    const [enter, ...words] = this.#inside(program, args);
    const child = spawn(enter, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
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
      stop: (signal = 'SIGTERM') => endProcess(child, signal),
    };
    this.#running.push(running);
    return running;
  }

  async close(): Promise<void> {
    await Promise.all(this.#running.map((running) => running.stop('SIGKILL')));
    await endProcess(this.#holder);
  }

  /**
   * Returns the command line that runs a program in the namespace. The program has its own mounts, which vanish
   * with it, and `/sys` shows its network.
   */
  #inside(program: string, args: readonly string[]): [string, ...string[]] {
    const ownMounts = ['unshare', '--mount', 'sh', '-c', 'mount -t sysfs sysfs /sys && exec "$@"', 'sh'];
    return ['nsenter', `--net=/proc/${this.id}/ns/net`, ...ownMounts, program, ...args];
  }
}

/** Creates and connects namespaces. Call it in `beforeAll` and close it in `afterAll`. */
export class Namespaces {
  readonly #made: Namespace[] = [];

  add(): Namespace {
    const made = new Namespace();
    this.#made.push(made);
    return made;
  }

  /** Connects two namespaces by a virtual cable. */
  connect(one: Namespace, oneInterface: string, other: Namespace, otherInterface: string): void {
    one.ip('link', 'add', oneInterface, 'type', 'veth', 'peer', 'name', otherInterface, 'netns', other.id);
    one.ip('link', 'set', oneInterface, 'up');
    other.ip('link', 'set', otherInterface, 'up');
  }

  async close(): Promise<void> {
    for (const made of this.#made.splice(0).reverse()) await made.close();
  }
}

/** Waits until a process has its own network namespace. Polls, because the process does not report that. */
function waitForNamespace(pid: number): void {
  const own = readlinkSync('/proc/self/ns/net');
  while (namespaceOf(pid) === own) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
  if (namespaceOf(pid) === undefined) throw new Error('No network namespace can be made here.');
}

/** Returns undefined once the process has ended, because the link of a zombie cannot be read. */
function namespaceOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined;
  }
}

function mayMake(): boolean {
  const words = ['--net', '--mount', 'mount', '-t', 'sysfs', 'sysfs', '/sys'];
  return spawnSync('unshare', words, { stdio: 'ignore' }).status === 0;
}
