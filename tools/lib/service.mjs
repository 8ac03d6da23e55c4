// The built program in a separate process.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const entry = join(root, 'packages/cli/bin/stationery.mjs');

/** Stops all programs if the run is aborted. */
const running = new Set();
process.on('exit', () => {
  for (const program of running) program.kill('SIGKILL');
});

export class Program {
  stdout = '';
  stderr = '';
  /** Whether the process was asked to end; any other end is a violation. */
  mayEnd = false;

  constructor(args, env) {
    this.child = spawn(process.execPath, [entry, ...args], {
      env: { ...process.env, STATIONERY_IS_BUILT: 'yes', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout.setEncoding('utf8').on('data', (text) => (this.stdout += text));
    this.child.stderr.setEncoding('utf8').on('data', (text) => (this.stderr += text));
    running.add(this);
    this.exit = once(this.child, 'close').then(([code, signal]) => {
      running.delete(this);
      return { code, signal };
    });
  }

  get hasEnded() {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  kill(signal) {
    this.mayEnd = true;
    this.child.kill(signal);
  }

  async end(signal) {
    this.kill(signal);
    return this.exit;
  }

  /** Resolves with the URL when the service listens. */
  async listening() {
    for (;;) {
      const port = /^ {2}http:\/\/localhost:(\d+)/m.exec(this.stdout)?.[1];
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

  /** The service is running and has logged no errors. */
  expectHealthy() {
    if (this.hasEnded && !this.mayEnd)
      throw new Error(`the service ended by itself: ${this.stderr.trim().slice(0, 2000)}`);
    if (this.stderr.trim() !== '')
      throw new Error(`the service logged: ${this.stderr.trim().slice(0, 2000)}`);
  }

  openFiles() {
    return readdirSync(`/proc/${this.child.pid}/fd`).length;
  }
}
