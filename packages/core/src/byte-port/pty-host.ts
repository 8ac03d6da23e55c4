import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { promisify } from 'node:util';
import type { BytePort } from './byte-port.ts';
import { linkDevice, unlinkDevice } from './device-link.ts';
import { loadPty } from './load-pty.ts';
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
    // Close first: until the line is down, the device answers and may finish a command.
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

/** Node's raw mode still converts line feeds to CR LF on output; that of `stty` does not. */
async function setRaw(slavePath: string): Promise<void> {
  const deviceOption = process.platform === 'linux' ? '-F' : '-f';
  await promisify(execFile)('stty', [deviceOption, slavePath, 'raw', '-echo', '-iexten']);
}
