// Shared by the fleet benches: a NATS server, and processes that answer one request after the other.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnDependent } from '../../packages/fleet/dist/board/spawn-dependent.js';
import { freePort } from '../lib/harness.mjs';

/** Processes of one bench; `end` stops all of them. */
export class Processes {
  #children = new Set();

  add(child) {
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }

  async startNats(folder) {
    const port = await freePort();
    const args = ['-js', '-a', '127.0.0.1', '-p', `${port}`, '-sd', join(folder, 'js'), '-l', '/dev/null'];
    const child = this.add(spawnDependent('nats-server', args));
    while (!(await accepts(port))) await sleep(50);
    return { child, port, server: `127.0.0.1:${port}` };
  }

  /** Starts a script of this folder. Resolves when it is ready. */
  async start(script, ...args) {
    const child = this.add(fork(join(import.meta.dirname, script), args));
    await answer(child);
    return {
      pid: child.pid,
      async ask(command, given = {}) {
        child.send({ command, ...given });
        return (await answer(child)).answer;
      },
    };
  }

  async end() {
    await Promise.all(
      [...this.#children].map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
  }
}

/** The child side of `start`: runs the requested command and sends its result. */
export function answerWith(commands) {
  process.on('message', async ({ command, ...given }) =>
    process.send({ answer: await commands[command](given) }),
  );
  process.on('disconnect', () => process.exit());
  process.send({ isReady: true });
}

/** CPU time of a process, hardly affected by other work on the machine. */
export function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Peak memory of a process. */
export function highestMiB(pid) {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}

async function answer(child) {
  const ended = new AbortController();
  const [message] = await Promise.race([
    once(child, 'message', { signal: ended.signal }),
    once(child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('a process of the bench has ended');
    }),
  ]).finally(() => ended.abort());
  return message;
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => resolve(!socket.destroy().connecting));
  });
}
