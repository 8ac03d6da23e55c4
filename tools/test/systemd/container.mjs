// A Debian container booted with its own systemd, network and processes, on a temporary copy.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** SIGRTMIN+4 of glibc, at which systemd powers off. */
const powerOffSignal = 38;

/**
 * Boots a copy of a root and waits until it has started. Changes stay in memory in a private mount,
 * and the container ends with this process, so nothing is left behind.
 *
 * @param {{ root: string, name?: string, binds?: string[] }} options
 */
export async function bootContainer({ root, name = `stationery-${process.pid}`, binds = [] }) {
  const script = `
    mount -t tmpfs tmpfs /mnt && mkdir /mnt/changes /mnt/work /mnt/root &&
    mount -t overlay overlay -o "lowerdir=$1,upperdir=/mnt/changes,workdir=/mnt/work" /mnt/root || exit 1
    shift
    exec systemd-nspawn --quiet --directory=/mnt/root --boot --register=no --keep-unit --private-network \\
      --link-journal=no --console=pipe "$@"
  `;
  const args = [`--machine=${name}`, ...binds.map((bind) => `--bind-ro=${bind}`)];
  const words = ['--mount', 'setpriv', '--pdeathsig', 'KILL', 'sh', '-c', script, 'sh', root, ...args];
  const outside = spawn('unshare', words, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH: path } });
  let said = '';
  for (const stream of [outside.stdout, outside.stderr]) {
    stream.on('data', (chunk) => {
      said = (said + chunk.toString()).slice(-20_000);
    });
  }
  const container = new Container(outside, () => said);
  try {
    await container.booted();
  } catch (error) {
    await container.powerOff();
    throw error;
  }
  return container;
}

class Container {
  #outside;
  #said;
  #ended;
  /** The process id on the host of the first process in the container. */
  init;

  constructor(outside, said) {
    this.#outside = outside;
    this.#said = said;
    this.#ended = new Promise((resolve) => outside.once('close', resolve));
  }

  async booted() {
    const deadline = performance.now() + 120_000;
    while (performance.now() < deadline && this.#outside.exitCode === null) {
      this.init = childrenOf(this.#outside.pid).find((pid) => commandOf(pid) === 'systemd');
      if (this.init !== undefined) {
        const { stdout } = this.try('systemctl', 'is-system-running', '--wait');
        if (/^(running|degraded)/.test(stdout)) return;
      }
      await pause(100);
    }
    throw new Error(`the container did not start:\n${this.#said()}`);
  }

  /** Runs a program in the container and returns its output; throws if it fails. */
  run(...words) {
    const { status, stdout, stderr } = this.try(...words);
    if (status !== 0) throw new Error(`“${words.join(' ')}” ended with ${status}: ${stderr}${stdout}`);
    return stdout;
  }

  try(...words) {
    return spawnSync('nsenter', this.entering(...words), this.#options);
  }

  /** Arguments of `nsenter`. */
  entering(...words) {
    return ['--target', String(this.init), '--all', '--', ...words];
  }

  /** Starts a program that runs in parallel to the test. */
  start(...words) {
    return spawn('nsenter', this.entering(...words), { ...this.#options, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  get #options() {
    const env = { PATH: path, HOME: '/root', LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' };
    return { env, encoding: /** @type {const} */ ('utf8'), timeout: 120_000, maxBuffer: 64 * 1024 * 1024 };
  }

  /** Returns the path on the host of a file in the container. */
  path(inside) {
    return `/proc/${this.init}/root${inside}`;
  }

  journal(...args) {
    return this.run('journalctl', '--no-pager', '--output=cat', ...args);
  }

  show(unit, property) {
    return this.run('systemctl', 'show', '--value', `--property=${property}`, unit).trim();
  }

  /** Polls until `look` returns a truthy value. If it throws, the condition is not met yet. */
  async until(what, look, timeoutMs = 120_000) {
    const deadline = performance.now() + timeoutMs;
    let last;
    while (performance.now() < deadline) {
      const askedMs = performance.now();
      try {
        const found = await look();
        if (found) return found;
      } catch (error) {
        last = error;
      }
      // Wait longer if looking takes long, because each query starts programs that take CPU time.
      await pause(Math.min(Math.max(100, 10 * (performance.now() - askedMs)), 500));
    }
    throw new Error(`${what} did not happen${last === undefined ? '' : ` (${last.message})`}`);
  }

  async powerOff() {
    try {
      if (this.init !== undefined) process.kill(this.init, powerOffSignal);
    } catch {
      // Ignore the error, because the container has ended already.
    }
    const cancelLate = new AbortController();
    const late = pause(this.init === undefined ? 0 : 20_000, 'late', { signal: cancelLate.signal }).catch(
      () => undefined,
    );
    if ((await Promise.race([this.#ended, late])) === 'late') this.#outside.kill('SIGKILL');
    cancelLate.abort();
    await this.#ended;
  }
}

function childrenOf(pid) {
  const text = read(`/proc/${pid}/task/${pid}/children`);
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);
}

function commandOf(pid) {
  return read(`/proc/${pid}/comm`).trim();
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
