// Simulates a power cut on FAT32: the dirty flag, and a broken cluster chain.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** The FAT32 byte with the flags for an unclean unmount and for I/O errors. */
const stateByte = 0x41;

/** Marks the file system as not cleanly unmounted. `offset` is its start in the file or device. */
export function markDirty(path, offset) {
  change(path, (file) => {
    const [state] = bytes(file, offset + stateByte, 1);
    writeSync(file, Buffer.from([state | 1]), 0, 1, offset + stateByte);
  });
}

/** Frees the second cluster of a file. `shortName` is its name as in the root folder, such as `VICTIM BIN`. */
export function breakChain(path, offset, shortName) {
  change(path, (file) => {
    const boot = bytes(file, offset, 512);
    const fatAt = offset + boot.readUInt16LE(14) * 512;
    const dataAt = fatAt + boot[16] * boot.readUInt32LE(36) * 512;
    const folder = bytes(file, dataAt, 1024 * 1024);
    const entry = folder.indexOf(shortName, 0, 'latin1');
    if (entry < 0) throw new Error(`there is no ${shortName}`);
    const first = (folder.readUInt16LE(entry + 20) << 16) | folder.readUInt16LE(entry + 26);
    const second = bytes(file, fatAt + first * 4, 4).readUInt32LE() & 0x0fffffff;
    for (let fat = 0; fat < boot[16]; fat++)
      writeSync(file, Buffer.alloc(4), 0, 4, fatAt + fat * boot.readUInt32LE(36) * 512 + second * 4);
  });
}

function change(path, how) {
  const file = openSync(path, 'r+');
  try {
    how(file);
  } finally {
    closeSync(file);
  }
}

function bytes(file, at, length) {
  const read = Buffer.alloc(length);
  readSync(file, read, 0, length, at);
  return read;
}
