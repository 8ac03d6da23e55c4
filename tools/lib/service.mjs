// Runs the built program, or a different script, in a separate process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';
import { statusMiB } from './programs.mjs';

/** Programs that are killed when this process ends. */
const running = new Set();
process.on('exit', () => {
  for (const program of running) program.kill('SIGKILL');
});

export class Program {
  stdout = '';
  stderr = '';
  url = '';
  /** Whether the program may end. If it ends without this, that is a violation. */
  mayEnd = false;

  /**
   * @param {string[]} args
   * @param {Record<string, string>} env
   * @param {{ script?: string, onError?: (text: string) => void }} [options]
   */
  constructor(args, env, { script = 'packages/cli/bin/stationery.mjs', onError } = {}) {
    this.child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      env: { ...process.env, STATIONERY_IS_BUILT: 'yes', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.pid = this.child.pid;
    this.child.stdout.setEncoding('utf8').on('data', (text) => (this.stdout += text));
    this.child.stderr.setEncoding('utf8').on('data', (text) => {
      this.stderr += text;
      onError?.(text);
    });
    running.add(this);
    this.exit = once(this.child, 'close').then(([code, signal]) => {
      running.delete(this);
      return { code, signal };
    });
  }

  get hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** @param {NodeJS.Signals} signal */
  kill(signal) {
    this.mayEnd = true;
    this.child.kill(signal);
  }

  /** @param {NodeJS.Signals} signal */
  async end(signal) {
    this.kill(signal);
    return this.exit;
  }

  stop = () => this.end('SIGTERM');

  /** Resolves when the program has printed its URL, which it does when it listens. */
  async listening() {
    for (;;) {
      const port = /http:\/\/[\w.]+:(\d+)\s/.exec(this.stdout)?.[1];
      if (port !== undefined) {
        this.url = `http://127.0.0.1:${port}`;
        return this;
      }
      if (this.hasEnded) {
        const { code, signal } = await this.exit;
        throw new Error(`the service ended while starting (${code ?? signal}): ${this.stderr.trim()}`);
      }
      await Promise.race([once(this.child.stdout, 'data'), this.exit]);
    }
  }

  /** Throws if the service ended unexpectedly or logged anything. */
  expectHealthy() {
    if (this.hasEnded && !this.mayEnd)
      throw new Error(`the service ended by itself: ${this.stderr.trim().slice(0, 2000)}`);
    if (this.stderr.trim() !== '')
      throw new Error(`the service logged: ${this.stderr.trim().slice(0, 2000)}`);
  }

  openFiles() {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  residentMiB() {
    return statusMiB(this.pid, 'VmRSS');
  }

  /** Measures the memory repeatedly; `stop()` returns the maximum. */
  watchMemory() {
    let highest = this.residentMiB();
    const timer = setInterval(() => {
      highest = Math.max(highest, this.residentMiB());
    }, 20);
    return {
      stop: () => {
        clearInterval(timer);
        return Math.max(highest, this.residentMiB());
      },
    };
  }
}

/** Starts the program and prints its errors to the terminal. Resolves when the program listens. */
export const startProgram = (args, env = {}, options = {}) =>
  new Program(args, env, { onError: (text) => process.stderr.write(text), ...options }).listening();

export const startStation = (folder, env = {}, options = {}) =>
  startProgram(
    ['station'],
    { STATION_DATA_DIR: join(folder, 'data'), STATION_HTTP_PORT: '0', STATION_HTTPS_PORT: '0', ...env },
    options,
  );

export const startPlotter = (folder, env = {}) =>
  startProgram(['plotter', '--log-level', 'error'], {
    PLOTTER_DATA_DIR: join(folder, 'data'),
    PLOTTER_HTTP_PORT: '0',
    ...env,
  });
