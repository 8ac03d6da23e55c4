// Shared by the fleet benches: a NATS server, and processes that answer one request after the other.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { accepts, spawnDependent } from '../../../packages/fleet/dist/board/nats-process.js';
import { freePort } from '../../lib/programs.mjs';
import { until } from '../../lib/until.mjs';

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
    await until('nats-server answers', () => accepts(port, '127.0.0.1'));
    return { child, port, server: `127.0.0.1:${port}` };
  }

  /** Starts a script of this folder in a process. Resolves when the process is ready. */
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

/** Called in the child process: answers the requests that `start` sends. */
export function answerWith(commands) {
  process.on('message', async ({ command, ...given }) =>
    process.send({ answer: await commands[command](given) }),
  );
  process.on('disconnect', () => process.exit());
  process.send({ isReady: true });
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
