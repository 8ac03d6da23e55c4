import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { WhenOver } from '@stationery/core/testing';
import { expect, onTestFinished } from 'vitest';
import { acknowledgementOf } from '../../src/drivers/language/our-language.ts';

/** Reply to a line, with line ends; undefined for silence. */
export type Script = (line: string) => string | undefined;

export const alwaysOk: Script = (line) => `${acknowledgementOf(line)}\n`;

/** A device behind TCP that answers as its script says. */
export class ScriptedDevice {
  readonly heard: string[] = [];
  script: Script;
  /** Sent to every client that connects. */
  banner = '';
  #socket: Socket | undefined;
  readonly #server = createServer({ noDelay: true }, (socket) => this.#attach(socket));

  constructor(script: Script) {
    this.script = script;
  }

  static async start(
    script: Script = alwaysOk,
    whenOver: WhenOver = onTestFinished,
  ): Promise<ScriptedDevice> {
    const device = new ScriptedDevice(script);
    device.#server.listen(0, '127.0.0.1');
    await once(device.#server, 'listening');
    whenOver(async () => {
      device.hangUp();
      device.#server.close();
      await once(device.#server, 'close');
    });
    return device;
  }

  get portPath(): string {
    return `tcp:127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  say(text: string): void {
    this.#socket?.write(text);
  }

  /** Disconnects; the service can reconnect. */
  hangUp(): void {
    this.#socket?.destroy();
  }

  async expectHeard(line: string, times = 1): Promise<void> {
    await expect.poll(() => this.heard.filter((each) => each === line).length).toBe(times);
  }

  #attach(socket: Socket): void {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.write(this.banner);
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        this.heard.push(line);
        const reply = this.script(line);
        if (reply !== undefined) socket.write(reply);
      }
    });
  }
}
