import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { endProcess, temporaryFolder } from '@stationery/core/testing';
import { onTestFinished } from 'vitest';
import { serveSimulator, VirtualPlotter } from '../../../plotter/src/index.ts';
import { bundleDevice } from './bundle-device.mjs';

interface DeviceOptions {
  id: string;
  folder: string;
  machine: string;
  server: string;
}

/** A plotter service that can be killed, with a machine that survives and counts what was drawn. */
export class Mortal {
  readonly machine: VirtualPlotter;
  readonly options: DeviceOptions;

  private constructor(machine: VirtualPlotter, options: DeviceOptions) {
    this.machine = machine;
    this.options = options;
  }

  static async make(server: string, id: string, { speedFactor = 0 } = {}): Promise<Mortal> {
    const machine = new VirtualPlotter({ speedFactor, bootMs: 0 });
    const served = await serveSimulator({ plotter: machine, port: 0 });
    onTestFinished(async () => {
      await served.close();
      await machine.close();
    });
    const folder = await temporaryFolder();
    return new Mortal(machine, { id, folder, machine: `tcp:127.0.0.1:${served.port}`, server });
  }

  /** Returns how many strokes on the paper end at this X. */
  drawn(x: number): number {
    return this.machine.strokes().filter((stroke) => {
      const last = stroke.points.at(-1);
      return last?.x === x && last.y === 7;
    }).length;
  }
}

/** A process with several plotter services. */
export class DeviceProcess {
  #child: ChildProcess | undefined;

  constructor() {
    onTestFinished(() => this.kill());
  }

  /**
   * Starts the process with these devices. A device with `die` (`<point>:<job>`) freezes at that point. Once
   * all devices with `die` are frozen, the process is killed.
   */
  async start(devices: readonly { device: Mortal; die?: string }[]): Promise<void> {
    const list = devices.map(({ device, die }) => ({ ...device.options, ...(die && { die }) }));
    this.#child = spawn(process.execPath, [await bundleDevice()], {
      env: { ...process.env, DEVICES: JSON.stringify(list) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async kill(): Promise<void> {
    await endProcess(this.#child);
  }

  async died(): Promise<void> {
    if (this.isRunning) await once(this.#child!, 'exit');
  }
}
