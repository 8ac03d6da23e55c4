// The network block device protocol as used by QEMU: one client per disk, over a Unix socket.
// https://github.com/NetworkBlockDevice/nbd/blob/master/doc/proto.md
import { once } from 'node:events';
import { createServer } from 'node:net';

const handshake = { magic: 0x4e42444d41474943n, option: 0x49484156454f5054n, reply: 0x3e889045565a9n };
const request = { magic: 0x25609513, bytes: 28 };
const replyMagic = 0x67446698;
const fixedNewstyle = 1;
const noZeroes = 2;
const options = { exportName: 1, abort: 2, list: 3, info: 6, go: 7 };
const replies = { ack: 1, info: 3, unsupported: 0x80000001 };
/** The flags “has flags”, “supports flush” and “supports FUA”. */
const transmissionFlags = 1 | 4 | 8;
const commands = { read: 0, write: 1, disconnect: 2, flush: 3 };
const fuaFlag = 1;
const errors = { none: 0, invalid: 22 };
const maxBytes = 64 * 1024 * 1024;

export async function serveDisk(disk, path) {
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    new Connection(socket, disk).run().catch((error) => socket.destroy(error));
  });
  server.listen(path);
  await once(server, 'listening');
  return {
    path,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

class Connection {
  #socket;
  #disk;
  #waiting = [];
  #waitingBytes = 0;

  constructor(socket, disk) {
    this.#socket = socket;
    this.#disk = disk;
  }

  async run() {
    const chunks = this.#socket[Symbol.asyncIterator]();
    const take = async (count) => {
      while (this.#waitingBytes < count) {
        const { value, done } = await chunks.next();
        if (done) return undefined;
        this.#waiting.push(value);
        this.#waitingBytes += value.length;
      }
      const all = this.#waiting.length === 1 ? this.#waiting[0] : Buffer.concat(this.#waiting);
      this.#waiting = all.length > count ? [all.subarray(count)] : [];
      this.#waitingBytes -= count;
      return all.subarray(0, count);
    };
    if (await this.#negotiate(take)) await this.#transmit(take);
    this.#socket.end();
  }

  async #negotiate(take) {
    const greeting = Buffer.alloc(18);
    greeting.writeBigUInt64BE(handshake.magic, 0);
    greeting.writeBigUInt64BE(handshake.option, 8);
    greeting.writeUInt16BE(fixedNewstyle | noZeroes, 16);
    this.#socket.write(greeting);
    const flags = (await take(4))?.readUInt32BE();
    for (;;) {
      const head = await take(16);
      if (head === undefined) return false;
      const [option, length] = [head.readUInt32BE(8), head.readUInt32BE(12)];
      if (length > maxBytes || (await take(length)) === undefined) return false;
      switch (option) {
        case options.exportName:
          this.#socket.write(Buffer.concat([this.#sizeAndFlags(), Buffer.alloc(flags & noZeroes ? 0 : 124)]));
          return true;
        case options.go:
          this.#answer(option, replies.info, Buffer.concat([Buffer.alloc(2), this.#sizeAndFlags()]));
          this.#answer(option, replies.ack);
          return true;
        case options.abort:
          this.#answer(option, replies.ack);
          return false;
        default:
          this.#answer(option, replies.unsupported);
      }
    }
  }

  #sizeAndFlags() {
    const bytes = Buffer.alloc(10);
    bytes.writeBigUInt64BE(BigInt(this.#disk.sizeBytes), 0);
    bytes.writeUInt16BE(transmissionFlags, 8);
    return bytes;
  }

  #answer(option, kind, data = Buffer.alloc(0)) {
    const head = Buffer.alloc(20);
    head.writeBigUInt64BE(handshake.reply, 0);
    head.writeUInt32BE(option, 8);
    head.writeUInt32BE(kind, 12);
    head.writeUInt32BE(data.length, 16);
    this.#socket.write(Buffer.concat([head, data]));
  }

  async #transmit(take) {
    for (;;) {
      const head = await take(request.bytes);
      if (head === undefined || head.readUInt32BE(0) !== request.magic) return;
      const [flags, kind, offset, length] = [
        head.readUInt16BE(4),
        head.readUInt16BE(6),
        Number(head.readBigUInt64BE(16)),
        head.readUInt32BE(24),
      ];
      const cookie = Buffer.from(head.subarray(8, 16));
      if (kind === commands.disconnect || length > maxBytes) return;
      const bytes = kind === commands.write ? await take(length) : undefined;
      if (kind === commands.write && bytes === undefined) return;
      const isInside = kind === commands.flush || offset + length <= this.#disk.sizeBytes;
      this.#reply(cookie, isInside ? this.#do(kind, { offset, length, bytes, flags }) : undefined);
    }
  }

  /** Executes a command. Returns undefined for unknown commands. */
  #do(kind, { offset, length, bytes, flags }) {
    switch (kind) {
      case commands.read:
        return this.#disk.read(offset, length);
      case commands.write:
        this.#disk.write(offset, bytes, { fua: (flags & fuaFlag) !== 0 });
        return Buffer.alloc(0);
      case commands.flush:
        this.#disk.flush();
        return Buffer.alloc(0);
    }
  }

  #reply(cookie, data) {
    const head = Buffer.alloc(16);
    head.writeUInt32BE(replyMagic, 0);
    head.writeUInt32BE(data === undefined ? errors.invalid : errors.none, 4);
    cookie.copy(head, 8);
    this.#socket.write(data === undefined || data.length === 0 ? head : Buffer.concat([head, data]));
  }
}
