import { statfsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import {
  type BlockDevice,
  defaultCardFolder,
  findReadOnlyCause,
  mountOf,
  readOnlyTexts,
  scanForCards,
} from '@stationery/appliance';
import { bad, type CheckInput, type Finding, good, skipped } from './finding.ts';
import { isFolder, isWritable } from './folder-state.ts';

const littleBytes = 16 * 1024 * 1024;
const name = 'Card';

export async function cardCheck(input: CheckInput): Promise<Finding> {
  const { station, running } = input;
  const folder = resolve(station.cardDir);
  if (station.makeCardDir) return standInCheck(input, folder);
  const mount = isFolder(folder) ? mountOf(folder) : undefined;
  const kind = mount?.fileSystem ?? 'unknown';
  if (running?.card.state === 'missing') return missing(input, folder, running.card.reason);
  if (mount === undefined) return missing(input, folder, 'there is no such folder');
  if (!mount.isMountPoint && station.cardMount !== 'no')
    return missing(input, folder, 'this is a folder without a mounted card');
  if (mount.readOnly) {
    const cause = findReadOnlyCause(folder);
    const fix = {
      locked: 'take it out, move its lock, insert it again',
      damaged: `take it out and insert it again; or: sudo stationery card unmount; sudo stationery card mount`,
      mounted:
        'sudo stationery card unmount; sudo stationery card mount; the output of the second command says why',
    }[cause];
    return bad(name, `${folder} (${kind}): ${readOnlyTexts[cause]}`, fix);
  }
  if (running === undefined && !isWritable(folder)) {
    const fix = `sudo stationery card unmount; sudo stationery card mount; with ext4: sudo chown stationery: ${folder}`;
    return bad(name, `${folder} (${kind}) may not be written`, fix);
  }
  const { bavail, bsize, blocks } = statfsSync(folder);
  const detail = `${folder} (${kind}), ${megabytes(bavail * bsize)} of ${megabytes(blocks * bsize)} MB free`;
  if (bavail * bsize < littleBytes) return bad(name, detail, 'remove files from the card');
  return good(name, detail);
}

async function missing(input: CheckInput, folder: string, why: string): Promise<Finding> {
  const [card] = await cardsIn(input, folder);
  if (card === undefined) {
    return bad(
      name,
      `${folder}: ${why}; no card is inserted`,
      'insert a card with FAT, exFAT or ext4; lsblk -f lists what the system finds',
    );
  }
  const unit = `stationery-card@${basename(card.path)}.service`;
  return bad(
    name,
    `${folder}: ${why}; a card is inserted but not mounted: ${described(card)}`,
    `sudo stationery card mount says why; journalctl -u ${unit} says what happened when it was inserted`,
  );
}

/**
 * Checks the folder that stands in for a card. If no card is configured, the station stores its files in its
 * own folder, even if a card is inserted.
 */
async function standInCheck(input: CheckInput, folder: string): Promise<Finding> {
  const advice = `no card is set, ${folder} stands in for one`;
  const [card] = await cardsIn(input, defaultCardFolder);
  if (card === undefined) return skipped(name, `${advice}; set cardDir to where the card is mounted`);
  return bad(
    name,
    `${advice}; but a card is inserted: ${described(card)}`,
    `set cardDir to ${defaultCardFolder} to use it, then: sudo systemctl restart stationery-station`,
  );
}

function cardsIn({ machine }: CheckInput, folder: string): Promise<BlockDevice[]> {
  return scanForCards(async ([program = '', ...args]) => {
    const { status, stdout, stderr } = await machine.run(program, ...args);
    return { status, stdout, said: `${stdout}${stderr}`.trim(), isMissing: status === undefined };
  }, folder);
}

function described({ path, fileSystem, label }: BlockDevice): string {
  return `${path} (${fileSystem}${label === undefined ? '' : `, “${label}”`})`;
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1e6);
}
