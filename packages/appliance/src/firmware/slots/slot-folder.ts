import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FirmwareReason } from '@stationery/contract';
import { rollback } from '@stationery/contract/rollback-texts';
import { renameDurablySync, type Step, syncPathSync, writeDurablySync } from '@stationery/core/durable';
import { compareVersions } from '../bundle/firmware-version.ts';
import { firstDifference, readContentList, sha256, slotFiles } from './slot-content.ts';

/** A place for one version. `factory` is the launcher's own installation. */
export type Slot = 'factory' | 'a' | 'b';

/** An installed version that has not proven itself yet. */
interface Trial {
  slot: Slot;
  version: string;
  /** Number of starts. It is the only trace of a start that ended in a power cut. */
  tries: number;
}

export interface LastUpdate {
  version: string | null;
  result: 'committed' | 'rolled-back' | 'failed';
  reason: string | null;
  /** The reason as data. Absent if an older launcher wrote the state. */
  cause?: FirmwareReason;
}

export interface FirmwareState {
  /** The last committed version. */
  active: Slot;
  /** The highest version ever committed. Lower versions are not installed again. */
  highest: string | null;
  trial: Trial | null;
  last: LastUpdate | null;
}

export interface SlotContent {
  version: string;
  entry: string;
  /** Digest of the slot's list of files, from the signed manifest; undefined for the factory version. */
  contentSha256?: string | undefined;
}

const stateFile = 'state.json';
const slots: readonly Slot[] = ['a', 'b'];

/**
 * The slots on disk. One file, which is replaced atomically, selects the version. Uses only built-in modules,
 * for the launcher.
 */
export class SlotFolder {
  readonly path: string;
  readonly #step: Step;

  constructor(path: string, step: Step = () => undefined) {
    this.path = path;
    this.#step = step;
  }

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
   * Whether a state is recorded. Record one before filling a slot, because without a state the newest version
   * counts as committed.
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

  /** Returns undefined if the slot is incomplete: the file that describes it is written last. */
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

  /** Returns what is damaged in a slot. Reads all its files. */
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

  headOf(slot: Slot): Buffer | undefined {
    try {
      return readFileSync(join(this.folderOf(slot), slotFiles.head));
    } catch {
      return undefined;
    }
  }

  /** Writes the files that describe a slot. The one that marks it as complete comes last. */
  describe(folder: string, content: SlotContent, files: { list: string; head: Buffer }): void {
    for (const part of ['list', 'head'] as const) {
      writeFileSync(join(folder, slotFiles[part]), files[part]);
      syncPathSync(join(folder, slotFiles[part]));
    }
    writeDurablySync(join(folder, slotFiles.about), `${JSON.stringify(content)}\n`, this.#step);
  }

  /** Removes the mark of a complete slot, so that a failed version counts as absent even if the state file is lost. */
  condemn(slot: Slot): void {
    this.#step('condemn a slot');
    rmSync(join(this.folderOf(slot), slotFiles.about), { force: true });
  }

  fill(slot: Slot, from: string): void {
    this.empty(slot);
    renameDurablySync(from, this.folderOf(slot), this.#step);
  }

  /** Removes a slot atomically, then deletes its files. */
  empty(slot: Slot): void {
    const leaving = join(this.path, `${slot}.old`);
    this.#step('remove what was left of an old slot');
    rmSync(leaving, { recursive: true, force: true });
    if (this.#exists(slot)) renameDurablySync(this.folderOf(slot), leaving, this.#step);
    this.#step('remove the old slot');
    rmSync(leaving, { recursive: true, force: true });
  }

  /** Deletes leftovers of interrupted updates. Ignores errors, because the station must start anyway. */
  tidy(): void {
    try {
      for (const name of readdirSync(this.path)) {
        if (/^(incoming|unpacking)-|\.old$/.test(name)) {
          rmSync(join(this.path, name), { recursive: true, force: true });
        }
      }
    } catch {
      // The folder is missing or not writable; the next update reports it.
    }
  }

  /** Returns the slot of the newest complete version, for when no committed version is recorded. */
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
