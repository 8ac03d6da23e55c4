import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Random, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveDisk } from './power/nbd-server.mjs';
import { Shell } from './power/shell.mjs';
import { VolatileDisk } from './power/volatile-disk.mjs';

const sector = 512;
const sectors = 16;
const blank = Buffer.alloc(sectors * sector);
const all = (value: number, count = 1) => Buffer.alloc(count * sector, value);
/** Returns the distinct sector contents after many power cuts at the same moment. */
const outcomes = (disk: { after(at: number, random: Random): Buffer }, at: number) =>
  new Set(
    Array.from({ length: 200 }, (_, seed) => {
      const image = disk.after(at, new Random(seed));
      return Array.from({ length: 4 }, (_, index) => image[index * sector]).join('');
    }),
  );

describe('a disk with a volatile write cache', () => {
  it('reads what was written, and keeps what was flushed', () => {
    const disk = new VolatileDisk(blank);
    disk.write(0, all(1, 2));
    expect(disk.read(0, sector)).toEqual(all(1));
    disk.flush();
    expect(outcomes(disk, 2)).toEqual(new Set(['1100']));
  });

  it('loses unflushed writes, completely or torn between sectors', () => {
    const disk = new VolatileDisk(blank);
    disk.write(0, all(1, 2));
    disk.flush();
    disk.write(sector, all(2, 2));
    expect(outcomes(disk, 3)).toEqual(new Set(['1100', '1200', '1120', '1220']));
    expect(outcomes(disk, 2)).toEqual(new Set(['1100']));
  });

  it('reorders writes, so that a sector may keep any version since the last flush', () => {
    const disk = new VolatileDisk(blank);
    for (const value of [1, 2]) disk.write(0, all(value));
    disk.write(sector, all(3));
    expect(outcomes(disk, 3)).toEqual(new Set(['0000', '1000', '2000', '0300', '1300', '2300']));
  });

  it('keeps writes that bypass the cache, and prefers them to cached ones', () => {
    const disk = new VolatileDisk(blank);
    disk.write(0, all(1, 3));
    disk.write(sector, all(2), { fua: true });
    const kept = outcomes(disk, 2);
    expect([...kept].every((outcome) => outcome[1] === '2')).toBe(true);
    expect(kept).toContain('0200');
    expect(kept).toContain('1210');
  });
});

describe('a disk as a network block device', () => {
  it('writes, flushes and reads for its client', async () => {
    const disk = new VolatileDisk(blank);
    const server = await serveDisk(disk, join(await temporaryFolder(), 'disk'));
    onTestFinished(() => server.close());
    const client = connect(server.path);
    onTestFinished(() => void client.destroy());
    expect((await take(client, 18)).toString('latin1', 0, 8)).toBe('NBDMAGIC');
    // NBD_OPT_GO with an empty name and no information requests.
    client.write(bytes(0, 0, 0, 3, 'IHAVEOPT', 0, 0, 0, 7, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0));
    const info = await take(client, 20 + 12);
    expect(Number(info.readBigUInt64BE(22))).toBe(blank.length);
    expect((await take(client, 20)).readUInt32BE(12)).toBe(1);

    const ask = async (kind: number, offset: number, data: Buffer | number, flags = 0) => {
      const head = Buffer.alloc(28);
      head.writeUInt32BE(0x25609513, 0);
      head.writeUInt16BE(flags, 4);
      head.writeUInt16BE(kind, 6);
      head.writeBigUInt64BE(BigInt(offset), 16);
      head.writeUInt32BE(typeof data === 'number' ? data : data.length, 24);
      client.write(typeof data === 'number' ? head : Buffer.concat([head, data]));
      return (await take(client, 16)).readUInt32BE(4);
    };
    const [read, write, flush] = [0, 1, 3];
    expect(await ask(write, 0, all(1, 2))).toBe(0);
    expect(await ask(flush, 0, 0)).toBe(0);
    expect(await ask(write, 0, all(2, 1))).toBe(0);
    expect(await ask(write, 3 * sector, all(3), 1)).toBe(0);
    expect(await ask(read, 0, 2 * sector)).toBe(0);
    expect(await take(client, 2 * sector)).toEqual(Buffer.concat([all(2), all(1)]));
    expect(outcomes(disk, 4)).toEqual(new Set(['1103', '2103']));
    expect(await ask(write, blank.length, all(1)), 'past the end').not.toBe(0);
  });
});

function bytes(...parts: (string | number)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));
}

async function take(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const found: Buffer | null = socket.read(count);
    if (found !== null) return found;
    await once(socket, 'readable');
  }
}

it('a failed repair is reported', async () => {
  const shell = new Shell();
  onTestFinished(() => shell.close());
  expect(await shell.run('sh', '-c', 'echo why; exit 3')).toEqual({ code: 3, said: 'why' });
  await expect(shell.must('false')).rejects.toThrow('ended with 1');
  await shell.must('true');
});
