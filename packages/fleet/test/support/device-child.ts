import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { temporaryFolder } from '@stationery/core/testing';
import { onTestFinished } from 'vitest';
import { serveSimulator, VirtualPlotter } from '../../../plotter/src/index.ts';

const program = new URL('./device-process.mjs', import.meta.url).pathname;

/** A plotter service that can be killed, and its machine, which stays: it counts what was really drawn. */
export class DeviceChild {
  readonly id: string;
  readonly machine: VirtualPlotter;
  readonly #env: Record<string, string>;
  #child: ChildProcess | undefined;

  private constructor(id: string, machine: VirtualPlotter, env: Record<string, string>) {
    this.id = id;
    this.machine = machine;
    this.#env = env;
  }

  static async make(server: string, id: string, { speedFactor = 0 } = {}): Promise<DeviceChild> {
    const machine = new VirtualPlotter({ speedFactor, bootMs: 0 });
    const served = await serveSimulator({ plotter: machine, port: 0 });
    onTestFinished(async () => {
      await served.close();
      await machine.close();
    });
    const env = {
      DEVICE: id,
      FOLDER: await temporaryFolder(),
      MACHINE: `tcp:127.0.0.1:${served.port}`,
      SERVER: server,
    };
    const device = new DeviceChild(id, machine, env);
    onTestFinished(() => device.kill());
    return device;
  }

  start(die = ''): void {
    this.#child = spawn(process.execPath, [program], {
      env: { ...process.env, ...this.#env, DIE: die },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.#child!, 'exit');
    this.#child?.kill('SIGKILL');
    await ended;
  }

  async died(): Promise<void> {
    if (this.isRunning) await once(this.#child!, 'exit');
  }

  /** How many strokes on the paper end at this place. */
  drawn(x: number): number {
    return this.machine.strokes().filter((stroke) => {
      const last = stroke.points.at(-1);
      return last?.x === x && last.y === 7;
    }).length;
  }
}
