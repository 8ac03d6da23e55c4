import { lstat, mkdtemp, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BytePort } from './byte-port.ts';
import { openPtyHost, type PtyHost } from './pty-host.ts';
import { openSerialPort } from './stream-port.ts';

// Bytes that a terminal in cooked mode would change, answer or swallow.
const treacherous = Uint8Array.of(0x00, 0x03, 0x04, 0x0a, 0x0d, 0x11, 0x13, 0x16, 0x1a, 0x7f, 0xff);

let folder: string;
let path: string;
let host: PtyHost;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pty-host-'));
  path = join(folder, 'tty');
  host = await openPtyHost(path);
});

afterEach(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

function received(port: BytePort, count: number): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const bytes: number[] = [];
    const stop = port.onBytes((chunk) => {
      bytes.push(...chunk);
      if (bytes.length < count) return;
      stop();
      resolve(Uint8Array.from(bytes));
    });
  });
}

const closing = (port: BytePort) => new Promise<Error | undefined>((resolve) => port.onClose(resolve));

describe('pty host with a real serial client', () => {
  it('carries every byte unchanged both ways without echo', async () => {
    const client = await openSerialPort(path, 115200);
    const atHost = received(host.port!, treacherous.length);
    await client.write(treacherous);
    expect(await atHost).toEqual(treacherous);
    const atClient = received(client, treacherous.length);
    await host.port!.write(treacherous);
    expect(await atClient).toEqual(treacherous);
    await client.close();
  });

  it('lets clients connect and disconnect', async () => {
    for (let visit = 0; visit < 3; visit++) {
      const client = await openSerialPort(path, 9600);
      const atHost = received(host.port!, 1);
      await client.write(Uint8Array.of(visit));
      expect(await atHost).toEqual(Uint8Array.of(visit));
      await client.close();
    }
  });

  it('hangs up when unplugged, which the client notices without writing', async () => {
    const client = await openSerialPort(path, 115200);
    const closed = closing(client);
    await host.unplug();
    expect(await closed).toBeInstanceOf(Error);
    await expect(client.write(Uint8Array.of(1))).rejects.toThrow('closed');
    await expect(lstat(path)).rejects.toThrow('ENOENT');
    await expect(openSerialPort(path, 115200)).rejects.toThrow();
    expect(host.port).toBeUndefined();
  });

  it('sends nothing after it is unplugged', async () => {
    const port = host.port!;
    const unplugged = host.unplug();
    await expect(port.write(Uint8Array.of(1))).rejects.toThrow('closed');
    await unplugged;
  });

  it('has the same path again after replugging', async () => {
    await host.unplug();
    const port = await host.replug();
    const client = await openSerialPort(path, 115200);
    const atHost = received(port, 1);
    await client.write(Uint8Array.of(7));
    expect(await atHost).toEqual(Uint8Array.of(7));
    await client.close();
  });

  it('notifies its own side when it is closed and removes the link', async () => {
    const closed = closing(host.port!);
    await host.close();
    expect(await closed).toBeUndefined();
    await expect(lstat(path)).rejects.toThrow('ENOENT');
  });
});

describe('a serial port', () => {
  it('closes once without a reason and refuses to write afterwards', async () => {
    const client = await openSerialPort(path, 115200);
    const reasons: (Error | undefined)[] = [];
    client.onClose((reason) => reasons.push(reason));
    await client.close();
    await client.close();
    expect(reasons).toEqual([undefined]);
    await expect(client.write(Uint8Array.of(1))).rejects.toThrow('closed');
  });

  it('closes cleanly when closed twice during a write', async () => {
    const client = await openSerialPort(path, 115200);
    const reasons: (Error | undefined)[] = [];
    client.onClose((reason) => reasons.push(reason));
    const written = client.write(new Uint8Array(100_000)).catch(() => undefined);
    await Promise.all([client.close(), client.close(), written]);
    expect(reasons).toEqual([undefined]);
  });

  it('discards unread input', async () => {
    const client = await openSerialPort(path, 115200);
    await client.flushInput();
    await client.close();
  });

  it('names the path that cannot be opened', async () => {
    await expect(openSerialPort(join(folder, 'nothing'), 115200)).rejects.toThrow('nothing');
  });
});

describe('the link of a pty host', () => {
  it('replaces a stale link to a terminal', async () => {
    const stale = join(folder, 'stale');
    await symlink('/dev/pts/99999', stale);
    const second = await openPtyHost(stale);
    expect(await readlink(stale)).not.toBe('/dev/pts/99999');
    await second.close();
  });

  it('never replaces a file', async () => {
    const file = join(folder, 'precious');
    await writeFile(file, 'kept');
    await expect(openPtyHost(file)).rejects.toThrow('Choose another path');
  });
});
