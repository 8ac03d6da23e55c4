import {
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import type { Random } from './random.ts';

/** Damages a file as a worn card, a power cut or a user would. */
export const damageKinds = {
  truncated: (path: string) => truncateSync(path, Math.floor(lstatSync(path).size / 2)),
  emptied: (path: string) => truncateSync(path),
  zeroed: (path: string) => writeFileSync(path, Buffer.alloc(lstatSync(path).size)),
  flipped(path: string, random: Random) {
    const bytes = readFileSync(path);
    if (bytes.length === 0) return;
    for (let count = 0; count < 200; count++) {
      const at = random.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 + random.below(255));
    }
    writeFileSync(path, bytes);
  },
  foreign: (path: string, random: Random) => writeFileSync(path, random.bytes(5_000)),
  folder(path: string) {
    rmSync(path);
    mkdirSync(path);
  },
  /** Replaces the file by a link to itself, which even root cannot read. */
  unreadable(path: string) {
    rmSync(path);
    symlinkSync(path, path);
  },
} satisfies Record<string, (path: string, random: Random) => void>;
