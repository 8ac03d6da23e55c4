import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '@stationery/core';
import { Failure } from '../terminal/exit-codes.ts';

const blockBytes = 512;
const picoFamily = 0xe48bff56;
const chunkBytes = 64 * blockBytes;

/** Returns the mounted drives of Picos. A Pico appears as a drive if its BOOTSEL button is held at power-up. */
export async function picoDrives(root = '/'): Promise<string[]> {
  const found: string[] = [];
  for (const folder of await mountPoints(root)) {
    const info = await readFile(join(folder, 'INFO_UF2.TXT'), 'utf8').catch(() => '');
    if (/^Board-ID: RPI-RP2\s*$/m.test(info)) found.push(folder);
  }
  return found;
}

async function mountPoints(root: string): Promise<string[]> {
  if (process.platform === 'darwin') {
    const volumes = join(root, 'Volumes');
    return (await readdir(volumes).catch(() => [])).map((name) => join(volumes, name));
  }
  const mounts = await readFile(join(root, 'proc/mounts'), 'utf8').catch(() => '');
  return mounts.split('\n').flatMap((line) => {
    const [, folder, type] = line.split(' ');
    // The kernel writes spaces in names as octal.
    return folder !== undefined && type === 'vfat' ? [folder.replaceAll('\\040', ' ')] : [];
  });
}

/** Whether the drive of a Pico is connected but not mounted. */
export async function hasUnmountedPico(): Promise<boolean> {
  const labels: string[] = await readdir('/dev/disk/by-label').catch(() => []);
  return labels.includes('RPI-RP2');
}

export function checkUf2(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isUf2 =
    bytes.length > 0 &&
    bytes.length % blockBytes === 0 &&
    view.getUint32(0, true) === 0x0a324655 &&
    view.getUint32(4, true) === 0x9e5d5157;
  if (!isUf2) throw new Failure('This is not a UF2 file. Firmware for a Pico ends with .uf2.');
  if (view.getUint32(28, true) !== picoFamily) {
    throw new Failure('This UF2 file is for a different board. A Raspberry Pi Pico has an RP2040.');
  }
}

/** Writes the firmware to the drive. The Pico restarts by itself after the last block. */
export async function writePicoDrive(
  drive: string,
  bytes: Uint8Array,
  onProgress: (doneBytes: number, totalBytes: number) => void,
): Promise<void> {
  let doneBytes = 0;
  try {
    const file = await open(join(drive, 'firmware.uf2'), 'w');
    try {
      while (doneBytes < bytes.length) {
        const { bytesWritten } = await file.write(bytes.subarray(doneBytes, doneBytes + chunkBytes));
        doneBytes += bytesWritten;
        onProgress(doneBytes, bytes.length);
      }
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    // The drive vanishes when the Pico has received the last block, often before the system has finished writing.
    // The error then means success.
    const isGone = ['EIO', 'ENODEV', 'ENXIO', 'ENOENT', 'ESTALE'].includes(systemErrorCode(error) ?? '');
    if (isGone && doneBytes === bytes.length) return;
    if (systemErrorCode(error) === 'EACCES' || systemErrorCode(error) === 'EROFS') {
      throw new Failure(`You may not write to ${drive}. Copy the file to the drive in your file manager.`);
    }
    throw new Failure(
      'Writing was interrupted. Hold BOOTSEL, plug the Pico in and run the command again: its boot loader cannot be damaged.',
    );
  }
}
