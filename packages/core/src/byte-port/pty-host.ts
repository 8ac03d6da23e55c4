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
  /** The device's own side of the line; undefined while unplugged, another one after each `replug()`. */
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
    // At once: until the line is down, the device answers, and may come to the end of what it was asked.
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
  // Without any open slave the kernel reports an error to the master. Holding one open, and never reading
  // from it, lets clients come and go. The library's own slave stream would read, and steal their bytes.
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

/** Node's own raw mode keeps turning line feeds into two bytes on the way out; that of `stty` does not. */
async function setRaw(slavePath: string): Promise<void> {
  const deviceOption = process.platform === 'linux' ? '-F' : '-f';
  await promisify(execFile)('stty', [deviceOption, slavePath, 'raw', '-echo', '-iexten']);
}
