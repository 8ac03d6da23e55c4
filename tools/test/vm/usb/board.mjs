// The electronics behind the USB socket: a virtual plotter with its own power, which continues
// without the cable.
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryPortPair, openSerialPort } from '@stationery/core';
// Imports one file, because the whole package loads slowly without acceleration.
import { VirtualPlotter } from '../../../../packages/plotter/dist/drivers/stationery/virtual/virtual-plotter.js';

const deviceSide = '/dev/ttyGS0';

export class Board {
  plotter = new VirtualPlotter();
  heard = [];
  #half = '';

  /** Starts the board before the cable is plugged in, so that the banner is lost. */
  async powerOn() {
    const [nobody] = memoryPortPair();
    const detach = this.plotter.attach(nobody);
    while (this.plotter.status().activity.state !== 'idle') await sleep(50);
    detach();
  }

  /** Answers while the cable is plugged in, and waits while it is not. Never returns. */
  async speak() {
    for (;;) {
      const port = existsSync(deviceSide)
        ? await openSerialPort(deviceSide, 115_200).catch(() => undefined)
        : undefined;
      if (port !== undefined) {
        port.onBytes((bytes) => this.#hear(Buffer.from(bytes).toString('latin1')));
        this.plotter.attach(port);
        await new Promise((resolve) => port.onClose(resolve));
        this.#half = '';
      }
      await sleep(50);
    }
  }

  #hear(text) {
    const lines = (this.#half + text).split('\n');
    this.#half = lines.pop();
    this.heard.push(...lines.map((line) => line.trim()).filter((line) => line !== ''));
  }
}
