import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const socketPath = '/run/pcscd/pcscd.comm';
const driver = '/usr/lib/pcsc/drivers/serial/libifdvpcd.so';

/** Why the service cannot be started here, if it cannot. */
export function whyNoPcscService(): string | undefined {
  if (!existsSync(driver)) return 'needs the Debian package vsmartcard-vpcd';
  // Its socket is always in /run/pcscd.
  if (process.getuid?.() !== 0) return 'needs to be run by root, for pcscd';
  if (existsSync(socketPath)) return 'needs the pcscd that is running to be stopped';
  return undefined;
}

/** The real pcscd with a virtual reader, started and stopped by the test. */
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

  /** `cardPort`: where the virtual reader waits for its card; without it there is no reader. */
  async start(cardPort: number | undefined): Promise<void> {
    const config = join(this.#folder, 'reader.conf');
    const port = `0x${(cardPort ?? 0).toString(16).toUpperCase()}`;
    const reader = `FRIENDLYNAME "Virtual PCD"\nDEVICENAME /dev/null:${port}\nLIBPATH ${driver}\nCHANNELID ${port}\n`;
    await writeFile(config, cardPort === undefined ? '' : reader);
    const child = spawn(this.#program, ['--foreground', '--config', config], { stdio: 'ignore' });
    this.#process = child;
    for (let tries = 0; !existsSync(socketPath); tries++) {
      if (tries > 100 || child.exitCode !== null) throw new Error('pcscd did not start');
      await delay(50);
    }
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await gone;
  }

  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true });
  }
}
