import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { type BytePort, openPtyHost, type PtyHost, streamPort } from '@stationery/core';
import { onTestFinished } from 'vitest';
import type { VirtualPlotterOptions } from '../../src/drivers/stationery/virtual/virtual-plotter.ts';
import { VirtualPlotter } from '../../src/index.ts';

/** A device for a service in a different process. */
export interface TestDevice {
  readonly plotter: VirtualPlotter;
  /** Value of `PLOTTER_SERIAL_PATH`. */
  readonly path: string;
  readonly lines: string[];
  /** Called for every line before it is executed. */
  onLine: (line: string) => void;
  unplug(): Promise<void>;
  replug(): Promise<void>;
}

const options: VirtualPlotterOptions = { speedFactor: 0, bootMs: 0 };

export async function devicePty(folder: string, more: VirtualPlotterOptions = {}): Promise<TestDevice> {
  const plotter = new VirtualPlotter({ ...options, ...more });
  const host: PtyHost = await openPtyHost(join(folder, 'tty'));
  const device = observed(plotter, host.linkPath, {
    unplug: () => host.unplug(),
    async replug() {
      await host.replug();
      plotter.attach(device.listenTo(host.port!));
    },
  });
  plotter.attach(device.listenTo(host.port!));
  onTestFinished(async () => {
    await plotter.close();
    await host.close();
  });
  return device;
}

/** Connects fast, because a serial server does not reset the board. */
export async function deviceTcp(more: VirtualPlotterOptions = {}): Promise<TestDevice> {
  const plotter = new VirtualPlotter({ ...options, ...more });
  let current: Socket | undefined;
  const server: Server = createServer({ noDelay: true }, (socket) => {
    current = socket;
    plotter.attach(device.listenTo(streamPort({ name: 'tcp', stream: socket })));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const device = observed(plotter, `tcp:127.0.0.1:${(server.address() as AddressInfo).port}`, {
    unplug: async () => void current?.destroy(),
    replug: async () => {},
  });
  onTestFinished(async () => {
    await plotter.close();
    current?.destroy();
    server.close();
  });
  return device;
}

function observed(plotter: VirtualPlotter, path: string, cable: Pick<TestDevice, 'unplug' | 'replug'>) {
  const device = {
    plotter,
    path,
    lines: [] as string[],
    onLine: (_line: string) => {},
    ...cable,
    listenTo(port: BytePort): BytePort {
      let begun = '';
      port.onBytes((bytes) => {
        const whole = (begun + Buffer.from(bytes).toString('latin1')).split('\n');
        begun = whole.pop() ?? '';
        for (const line of whole.filter((text) => text !== '')) {
          device.lines.push(line);
          device.onLine(line);
        }
      });
      return port;
    },
  };
  return device;
}
