import { once } from 'node:events';
import { createServer } from 'node:net';
import { streamPort } from '@stationery/core';
import { VirtualPlotter } from '@stationery/plotter';

/** A virtual plotter behind a TCP port, as on a serial server; every line that it hears is kept. */
export class Device {
  lines = [];
  onLine = () => {};
  #server;
  #socket;
  #plugged = true;

  constructor(options) {
    this.plotter = new VirtualPlotter({ speedFactor: 0, bootMs: 20, ...options });
    this.#server = createServer({ noDelay: true }, (socket) => this.#connected(socket));
  }

  async open() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.path = `tcp:127.0.0.1:${this.#server.address().port}`;
    return this;
  }

  #connected(socket) {
    if (!this.#plugged) {
      socket.destroy();
      return;
    }
    this.#socket = socket;
    const port = streamPort({ name: 'tcp', stream: socket });
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

  unplug() {
    this.#plugged = false;
    this.#socket?.destroy();
  }

  replug() {
    this.#plugged = true;
  }

  async close() {
    await this.plotter.close();
    this.#socket?.destroy();
    this.#server.close();
  }
}
