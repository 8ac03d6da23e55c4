import { once } from 'node:events';
import { createServer } from 'node:net';
import { openPtyHost, streamPort } from '@stationery/core';
import { VirtualPlotter } from '@stationery/plotter';
import { portOf } from '../../../lib/port-of.mjs';

/** A virtual plotter on a line. Keeps all received lines. */
export class Device {
  lines = [];
  onLine = (/** @type {string} */ _) => {};

  constructor(options) {
    this.plotter = new VirtualPlotter({ speedFactor: 0, bootMs: 20, ...options });
  }

  /** Opens a serial line, which takes a service two seconds to open, like that of a real board. */
  async openPty(path) {
    const host = await openPtyHost(path);
    this.path = path;
    this.#cable = { close: () => host.close() };
    this.#attach(host.port);
    return this;
  }

  /** Opens a TCP port like that of a serial server, which connects and disconnects quickly. */
  async openTcp() {
    let isPlugged = true;
    let current;
    const server = createServer({ noDelay: true }, (socket) => {
      current = socket;
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      if (isPlugged) this.#attach(streamPort({ name: 'tcp', stream: socket }));
      else socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.path = `tcp:127.0.0.1:${portOf(server)}`;
    this.#cable = {
      unplug() {
        isPlugged = false;
        current?.destroy();
      },
      replug() {
        isPlugged = true;
      },
      close() {
        current?.destroy();
        server.close();
      },
    };
    return this;
  }

  /** Whether a service is connected over TCP. For a serial line this is unknown, and always false here. */
  get isConnected() {
    return this.#sockets.size > 0;
  }

  unplug = () => this.#cable.unplug();
  replug = () => this.#cable.replug();

  async close() {
    await this.plotter.close();
    await this.#cable?.close();
  }

  #cable;
  #sockets = new Set();

  #attach(port) {
    let begun = '';
    port.onBytes((bytes) => {
      const whole = (begun + Buffer.from(bytes).toString('latin1')).split('\n');
      begun = whole.pop();
      for (const line of whole.filter((text) => text !== '')) {
        this.lines.push(line);
        this.onLine(line);
      }
    });
    this.plotter.attach(port);
  }
}
