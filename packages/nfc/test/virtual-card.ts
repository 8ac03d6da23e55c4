import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Tag } from '../src/index.ts';

const control = { powerOff: 0x00, powerOn: 0x01, reset: 0x02, getAtr: 0x04 } as const;

/**
 * Inserts a card into a vpcd reader. The card is a TCP client that answers messages prefixed with a two-byte
 * length.
 */
export async function insertVirtualCard(port: number, tag: Tag): Promise<{ remove(): Promise<void> }> {
  const socket = await connectWithRetries(port);
  let pending = Buffer.alloc(0);
  socket.on('error', () => undefined);
  socket.on('data', (bytes: Buffer) => {
    pending = Buffer.concat([pending, bytes]);
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const message = pending.subarray(2, 2 + pending.readUInt16BE(0));
      pending = pending.subarray(2 + message.length);
      const answer = respond(tag, message);
      if (answer !== undefined) socket.write(Buffer.of(answer.length >> 8, answer.length & 0xff, ...answer));
    }
  });
  return {
    remove: () =>
      new Promise((resolve) => {
        if (socket.closed) resolve();
        socket.once('close', () => resolve());
        socket.destroy();
      }),
  };
}

function respond(tag: Tag, message: Buffer): readonly number[] | undefined {
  if (message.length === 1) return message[0] === control.getAtr ? atrOf(tag) : undefined;
  if (message.toString('hex') === 'ffca000000') return [...tag.uid, 0x90, 0x00];
  return [0x6d, 0x00];
}

function atrOf(tag: Tag): number[] {
  const kind = tag.sak === 0x08 ? 0x01 : 0x03;
  const atr = [0x3b, 0x8f, 0x80, 0x01, 0x80, 0x4f, 0x0c, 0xa0, 0, 0, 0x03, 0x06, 0x03, 0, kind, 0, 0, 0, 0];
  return [...atr, atr.slice(1).reduce((check, byte) => check ^ byte, 0)];
}

/** Retries, because the reader opens its port shortly after the service starts, and again after each card. */
async function connectWithRetries(port: number): Promise<Socket> {
  for (let tries = 0; ; tries++) {
    try {
      return await new Promise<Socket>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => resolve(socket));
        socket.once('error', reject);
      });
    } catch (error) {
      if (tries > 100) throw error;
      await delay(50);
    }
  }
}
