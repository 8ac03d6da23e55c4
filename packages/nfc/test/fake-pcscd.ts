import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { putUint32, uint32At, uint32s } from '../src/pcsc/pcscd/uint32.ts';

/** A received request, without the data that follow a `transmit`. */
export interface Asked {
  readonly command: number;
  readonly body: Buffer;
  readonly socket: Socket;
}

export const commands = {
  establish: 0x01,
  connect: 0x04,
  transmit: 0x09,
  version: 0x11,
  states: 0x12,
  wait: 0x13,
};

/** A scripted pcscd for cases that the real service cannot produce. */
export class FakePcscd {
  readonly #folder: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly asked: Asked[] = [];
  /** Answers by command; undefined for silence. */
  answers: Record<number, (asked: Asked) => Uint8Array | undefined> = {
    [commands.version]: () => uint32s(4, 4, 0),
    [commands.establish]: () => uint32s(2, 77, 0),
    [commands.states]: () => readerStates(['Reader A 00 00']),
    [commands.wait]: () => readerStates([]),
  };

  private constructor(folder: string) {
    this.#folder = folder;
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      let pending = Buffer.alloc(0);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('data', (chunk: Buffer) => {
        pending = Buffer.concat([pending, chunk]);
        while (pending.length >= 8 && pending.length >= 8 + uint32At(pending, 0)) {
          const command = uint32At(pending, 4);
          const body = pending.subarray(8, 8 + uint32At(pending, 0));
          const dataBytes = command === commands.transmit ? uint32At(body, 12) : 0;
          pending = pending.subarray(8 + body.length + dataBytes);
          const asked = { command, body, socket };
          this.asked.push(asked);
          const answer = this.answers[command]?.(asked);
          if (answer !== undefined) socket.write(answer);
        }
      });
    });
  }

  static async start(): Promise<FakePcscd> {
    const service = new FakePcscd(await mkdtemp(join(tmpdir(), 'fake-pcscd-')));
    service.#server.listen(service.path);
    await once(service.#server, 'listening');
    return service;
  }

  get path(): string {
    return join(this.#folder, 'pcscd.comm');
  }

  get connections(): number {
    return this.#sockets.size;
  }

  count(command: number): number {
    return this.asked.filter((asked) => asked.command === command).length;
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async dispose(): Promise<void> {
    this.hangUp();
    this.#server.close();
    await rm(this.#folder, { recursive: true });
  }
}

/** Returns all sixteen reader slots; the given readers contain a card. */
export function readerStates(names: readonly string[], flags = 0x34): Uint8Array {
  const bytes = new Uint8Array(16 * 184);
  for (const [index, name] of names.entries()) {
    const one = bytes.subarray(index * 184);
    one.set(Buffer.from(name));
    putUint32(one, 128, 1);
    putUint32(one, 132, flags);
  }
  return bytes;
}
