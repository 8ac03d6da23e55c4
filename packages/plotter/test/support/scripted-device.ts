import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { WhenOver } from '@stationery/core/testing';
import { expect, onTestFinished } from 'vitest';
import { acknowledgementOf } from '../../src/drivers/language/our-language.ts';

/** What the device says to a line, with its line ends; nothing where it stays silent. */
export type Script = (line: string) => string | undefined;

/** Says what our firmware says when all goes well. */
export const alwaysOk: Script = (line) => `${acknowledgementOf(line)}\n`;

/** A device behind TCP that says what the test wants it to say, byte by byte. */
export class ScriptedDevice {
  /** Every line that came, in order. */
  readonly heard: string[] = [];
  script: Script;
  /** Said to everyone who connects. */
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

  /** Pulls the cable; it is plugged in again when the service asks. */
  hangUp(): void {
    this.#socket?.destroy();
  }

  /** Waits until this line was heard so many times. */
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
