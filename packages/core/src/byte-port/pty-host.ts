import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { lstat, readlink, rename, rm, symlink } from 'node:fs/promises';
import type { ReadStream } from 'node:tty';
import { promisify } from 'node:util';
import { messageOf, systemErrorCode } from '../errors.ts';
import type { BytePort } from './byte-port.ts';
import { streamPort } from './stream-port.ts';

/** A virtual serial device: clients open `linkPath` as they would open `/dev/ttyUSB0`. */
export interface PtyHost {
  readonly linkPath: string;
  /** The device's side of the line; undefined while unplugged, a new port after each `replug()`. */
  readonly port: BytePort | undefined;
  /** Hangs up on the program that has the device open, and removes the path. */
  unplug(): Promise<void>;
  replug(): Promise<BytePort>;
  close(): Promise<void>;
}

interface Plugged {
  port: BytePort;
  slavePath: string;
  heldFd: number;
}

export async function openPtyHost(linkPath: string): Promise<PtyHost> {
  let plugged: Plugged | undefined = await plug(linkPath);

  const unplug = async () => {
    const gone = plugged;
    plugged = undefined;
    if (gone === undefined) return;
    // Close the port first, because until then the device still answers and may finish a command.
    const closed = gone.port.close();
    closeSync(gone.heldFd);
    await unlinkDevice(linkPath, gone.slavePath);
    await closed;
  };

  return {
    linkPath,
    get port() {
      return plugged?.port;
    },
    unplug,
    async replug() {
      plugged ??= await plug(linkPath);
      return plugged.port;
    },
    close: unplug,
  };
}

async function plug(linkPath: string): Promise<Plugged> {
  const pty = (await loadPty()).open({ encoding: null });
  const slavePath = pty.ptsName;
  // Without an open slave the kernel reports an error to the master. Holding one open without reading lets
  // clients connect and disconnect. The library's own slave stream would read their bytes.
  const heldFd = openSync(slavePath, constants.O_RDWR | constants.O_NOCTTY);
  pty.slave.destroy();
  const port = streamPort({ name: linkPath, stream: pty.master });
  try {
    await setRaw(slavePath);
    await linkDevice(linkPath, slavePath);
  } catch (error) {
    closeSync(heldFd);
    await port.close();
    throw error;
  }
  return { port, slavePath, heldFd };
}

/** Uses `stty`, because Node's raw mode still converts line feeds to CR LF on output. */
async function setRaw(slavePath: string): Promise<void> {
  const deviceOption = process.platform === 'linux' ? '-F' : '-f';
  await promisify(execFile)('stty', [deviceOption, slavePath, 'raw', '-echo', '-iexten']);
}

/** The result of node-pty's `open()`, which its declarations omit. */
interface BarePty {
  readonly master: ReadStream;
  readonly slave: ReadStream;
  readonly ptsName: string;
}

/** Loaded on demand, because it is a native addon. */
async function loadPty(): Promise<{ open(options: { encoding: null }): BarePty }> {
  try {
    const module: { default: unknown } = await import('@lydell/node-pty');
    return module.default as { open(options: { encoding: null }): BarePty };
  } catch (error) {
    throw new Error(
      'A virtual serial port needs the package @lydell/node-pty, which is not installed for this machine ' +
        `(${process.platform} ${process.arch}). Run “npm install --include=optional” and try again.`,
      { cause: messageOf(error) },
    );
  }
}

async function linkDevice(linkPath: string, devicePath: string): Promise<void> {
  if (!(await isFreeForLink(linkPath))) {
    throw new Error(`${linkPath} already exists and is not a link to a terminal. Choose another path.`);
  }
  // Replaces an old link by renaming a new one, so that clients never find the path missing.
  const fresh = `${linkPath}.${process.pid}`;
  try {
    await rm(fresh, { force: true });
    await symlink(devicePath, fresh);
    await rename(fresh, linkPath);
  } catch (error) {
    throw new Error(`${linkPath} cannot be created. ${whatToDo(error)}`, { cause: error });
  }
}

function whatToDo(error: unknown): string {
  switch (systemErrorCode(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'Make its folder first, or choose another path.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'Choose a path in a folder that you may write to.';
    default:
      return 'Choose another path.';
  }
}

async function unlinkDevice(linkPath: string, devicePath: string): Promise<void> {
  const target = await readlink(linkPath).catch(() => undefined);
  if (target === devicePath) await rm(linkPath, { force: true });
}

async function isFreeForLink(path: string): Promise<boolean> {
  try {
    const entry = await lstat(path);
    return entry.isSymbolicLink() && (await readlink(path)).startsWith('/dev/');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return true;
    throw error;
  }
}
