import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const driver = '/usr/lib/pcsc/drivers/serial/libifdvpcd.so';

/** Returns why the service cannot be started here; undefined if it can. */
export function whyNoPcscService(): string | undefined {
  return existsSync(driver) ? undefined : 'needs the Debian package vsmartcard-vpcd';
}

/**
 * The real pcscd with a virtual reader. It receives its socket as if from systemd, so that it does not affect a
 * pcscd of the machine.
 */
export class PcscService {
  readonly #folder: string;
  readonly #program: string;
  #process: ChildProcess | undefined;

  private constructor(folder: string, program: string) {
    this.#folder = folder;
    this.#program = program;
  }

  static async make(program: string): Promise<PcscService> {
    return new PcscService(await mkdtemp(join(tmpdir(), 'pcscd-')), program);
  }

  /** Path of the socket, for the environment variable PCSCLITE_CSOCK_NAME of clients. */
  get socketPath(): string {
    return join(this.#folder, 'pcscd.comm');
  }

  /** Starts the service. `cardPort` is the port of the virtual reader; without it there is no reader. */
  async start(cardPort: number | undefined): Promise<void> {
    const config = join(this.#folder, 'reader.conf');
    const port = `0x${(cardPort ?? 0).toString(16).toUpperCase()}`;
    const reader = `FRIENDLYNAME "Virtual PCD"\nDEVICENAME /dev/null:${port}\nLIBPATH ${driver}\nCHANNELID ${port}\n`;
    await writeFile(config, cardPort === undefined ? '' : reader);
    const listening = await listen(`${this.socketPath}.new`);
    const script = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" --foreground --config "$1"';
    this.#process = spawn('sh', ['-c', script, this.#program, config], {
      stdio: ['ignore', 'ignore', 'ignore', listening.fd],
    });
    // Rename the socket, because Node removes the path on which it has listened.
    await rename(`${this.socketPath}.new`, this.socketPath);
    listening.server.close();
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    await rm(this.socketPath, { force: true });
    child.kill('SIGTERM');
    await gone;
  }

  /** Kills the service as a crash would, so its socket stays behind. */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true });
  }
}

async function listen(path: string): Promise<{ server: Server; fd: number }> {
  const server = createServer().listen(path);
  await once(server, 'listening');
  // Node has no documented way to get the descriptor.
  const { _handle: handle } = server as unknown as { _handle: { fd: number } };
  return { server, fd: handle.fd };
}
