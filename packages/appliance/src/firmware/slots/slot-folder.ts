import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirmwareReason } from '@stationery/contract';
import { rollback } from '@stationery/contract/rollback-texts';
import { renameDurablySync, type Step, syncPathSync, writeDurablySync } from '@stationery/core/durable';
import { compareVersions } from '../bundle/firmware-version.ts';
import { firstDifference, readContentList, sha256, slotFiles } from './slot-content.ts';

/** A place for one version. `factory` is the installation that the launcher itself belongs to. */
export type Slot = 'factory' | 'a' | 'b';

/** An installed version that has not proven itself yet. */
interface Trial {
  slot: Slot;
  version: string;
  /** How often it was started. A power cut leaves no other trace of a start than this number. */
  tries: number;
}

export interface LastUpdate {
  version: string | null;
  result: 'committed' | 'rolled-back' | 'failed';
  reason: string | null;
  /** The same as data. Absent if an older launcher wrote it. */
  cause?: FirmwareReason;
}

export interface FirmwareState {
  /** The version that is known to be good. */
  active: Slot;
  /** The highest version that was ever good: nothing older is installed again. */
  highest: string | null;
  trial: Trial | null;
  last: LastUpdate | null;
}

export interface SlotContent {
  version: string;
  entry: string;
  /** The digest of the list of its files, from the signed manifest; slots of older versions have none. */
  contentSha256?: string | undefined;
}

const stateFile = 'state.json';
const slots: readonly Slot[] = ['a', 'b'];

/**
 * The folder with the slots. What runs is said by one small file, replaced in one step; everything else is
 * made ready before. The launcher writes that file while a version is on trial, the station at other times.
 * Only Node's own modules are used here, for the launcher must work whatever has become of the slots.
 */
export class SlotFolder {
  readonly path: string;
  readonly #step: Step;

  constructor(path: string, step: Step = () => undefined) {
    this.path = path;
    this.#step = step;
  }

  /** Throws where the folder cannot be made. */
  make(): void {
    mkdirSync(this.path, { recursive: true, mode: 0o755 });
  }

  read(): FirmwareState {
    let text: string;
    try {
      text = readFileSync(join(this.path, stateFile), 'utf8');
    } catch {
      return { active: this.#best(), highest: null, trial: null, last: null };
    }
    const read = parseState(text);
    if (read !== undefined) return read;
    return {
      active: this.#best(),
      highest: null,
      trial: null,
      last: { version: null, result: 'rolled-back', ...rollback({ code: 'state-damaged' }) },
    };
  }

  /**
   * Whether the good version is recorded. It must be recorded before a slot is filled: without a record
   * the newest version counts as good, and that would be the untested one.
   */
  isDecided(): boolean {
    return existsSync(join(this.path, stateFile));
  }

  write(state: FirmwareState): void {
    writeDurablySync(join(this.path, stateFile), `${JSON.stringify(state, null, 2)}\n`, this.#step);
  }

  folderOf(slot: Slot): string {
    return join(this.path, slot);
  }

  /** What is in a slot, if it is complete: the file that describes it is written last. */
  contentOf(slot: Slot): SlotContent | undefined {
    try {
      const folder = this.folderOf(slot);
      const about = readFileSync(join(folder, slotFiles.about), 'utf8');
      const { version, entry, contentSha256 } = JSON.parse(about) as SlotContent;
      return statSync(join(folder, entry)).isFile() ? { version, entry, contentSha256 } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Describes what differs in a slot from what was installed. Reads all its files. */
  damageOf(slot: Slot): string | undefined {
    const expected = this.contentOf(slot)?.contentSha256;
    if (slot === 'factory' || expected === undefined) return undefined;
    const folder = this.folderOf(slot);
    try {
      const list = readContentList(folder);
      if (sha256(list) === expected) return undefined;
      return firstDifference(readFileSync(join(folder, slotFiles.list), 'utf8'), list);
    } catch (error) {
      return `its files cannot be read (${(error as NodeJS.ErrnoException).code})`;
    }
  }

  /** The head of the bundle that a slot was filled from; undefined where there is none. */
  headOf(slot: Slot): Buffer | undefined {
    try {
      return readFileSync(join(this.folderOf(slot), slotFiles.head));
    } catch {
      return undefined;
    }
  }

  /** Writes what a slot has besides its content; the file that makes it whole comes last. */
  describe(folder: string, content: SlotContent, files: { list: string; head: Buffer }): void {
    for (const part of ['list', 'head'] as const) {
      writeFileSync(join(folder, slotFiles[part]), files[part]);
      syncPathSync(join(folder, slotFiles[part]));
    }
    writeDurablySync(join(folder, slotFiles.about), `${JSON.stringify(content)}\n`, this.#step);
  }

  /** Makes a failed version count as absent, even if the state file is lost. */
  condemn(slot: Slot): void {
    this.#step('condemn a slot');
    rmSync(join(this.folderOf(slot), slotFiles.about), { force: true });
  }

  /** Puts a folder that is whole and on the disk in the place of a slot. */
  fill(slot: Slot, from: string): void {
    this.empty(slot);
    renameDurablySync(from, this.folderOf(slot), this.#step);
  }

  /** Takes a slot away in one step, then removes what was in it. */
  empty(slot: Slot): void {
    const leaving = join(this.path, `${slot}.old`);
    this.#step('remove what was left of an old slot');
    rmSync(leaving, { recursive: true, force: true });
    if (this.#exists(slot)) renameDurablySync(this.folderOf(slot), leaving, this.#step);
    this.#step('remove the old slot');
    rmSync(leaving, { recursive: true, force: true });
  }

  /** Removes what an interrupted update left behind. A failure is ignored: the station must start all the same. */
  tidy(): void {
    try {
      for (const name of readdirSync(this.path)) {
        if (/^(incoming|unpacking)-|\.old$/.test(name)) {
          rmSync(join(this.path, name), { recursive: true, force: true });
        }
      }
    } catch {
      // A folder that could not be made, or cannot be written: the next update says so.
    }
  }

  /** The newest version that is whole, where nothing says which is good. */
  #best(): Slot {
    const whole = slots
      .map((slot) => ({ slot, content: this.contentOf(slot) }))
      .filter(({ content }) => content !== undefined)
      .sort((one, other) => compareVersions(other.content!.version, one.content!.version));
    return whole[0]?.slot ?? 'factory';
  }

  #exists(slot: Slot): boolean {
    return statSync(this.folderOf(slot), { throwIfNoEntry: false }) !== undefined;
  }
}

function parseState(text: string): FirmwareState | undefined {
  try {
    const { active, highest, trial, last } = JSON.parse(text) as FirmwareState;
    const isSlot = (slot: unknown) => slot === 'factory' || slots.includes(slot as Slot);
    const isTrial = trial === null || (isSlot(trial.slot) && Number.isInteger(trial.tries));
    return isSlot(active) && isTrial ? { active, highest, trial, last: last ?? null } : undefined;
  } catch {
    return undefined;
  }
}
