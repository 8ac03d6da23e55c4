import { readFileSync } from 'node:fs';
import { type BlockDevice, lsblkArguments, readBlockDevices } from './block-devices.ts';
import { findCards } from './find-cards.ts';
import { readMounts } from './mounts.ts';
import type { RunProgram } from './run-program.ts';

/** Lists present cards, best first, after udev has processed new devices. */
export async function scanForCards(run: RunProgram, folder: string): Promise<BlockDevice[]> {
  await run(['udevadm', 'settle', '--timeout=20']);
  const { stdout } = await run(['lsblk', ...lsblkArguments]);
  return findCards(readBlockDevices(stdout), { mounts: readMounts(), swaps: readSwaps(), folder });
}

function readSwaps(): string {
  try {
    return readFileSync('/proc/swaps', 'utf8');
  } catch {
    return '';
  }
}
