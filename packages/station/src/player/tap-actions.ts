import type { PlayerReason } from '@stationery/contract';
import type { Clock } from '@stationery/core';
import type { Tap } from '../scanner/scanner.ts';
import type { PlacesTable } from '../store/places-table.ts';
import type { Playable, PlayControl } from './play-control.ts';
import type { StoredPlayerSettings } from './player-settings.ts';

export interface TapActionsParts {
  control: PlayControl;
  settings: StoredPlayerSettings;
  places: PlacesTable;
  /** What a tag stands for, in order; or why it stands for nothing. */
  filesOf: (tap: Tap & { id: number }) => Promise<readonly Playable[] | PlayerReason>;
  unknownSound: () => Promise<Playable>;
  clock: Clock;
}

/** What happens when a tag is put on the reader or taken away. */
export class TapActions {
  readonly #parts: TapActionsParts;
  /** The tags on the reader, by serial. */
  readonly #present = new Set<string>();
  #cancelRemoval: (() => void) | undefined;
  /** Only the last tap counts: an earlier one may still be looking for its files. */
  #lastTap = 0;

  constructor(parts: TapActionsParts) {
    this.#parts = parts;
  }

  /** `isNew`: it was added by this tap, so that no sound is expected. */
  async on(tap: Tap, isNew = false): Promise<void> {
    const { control } = this.#parts;
    const turn = ++this.#lastTap;
    this.#present.add(tap.serial);
    const isBack =
      this.#cancelRemoval !== undefined && control.tag?.serial === tap.serial && control.status === 'playing';
    this.#cancelRemoval?.();
    this.#cancelRemoval = undefined;
    // It was missing for less than the grace time: nothing has happened.
    if (isBack || isNew) return;
    const { id, serial } = tap;
    const files: readonly Playable[] | PlayerReason =
      id === null ? { code: 'tag-unknown', serial } : await this.#parts.filesOf({ ...tap, id });
    if (turn !== this.#lastTap) return;
    if (id === null || 'code' in files) return this.#unknown(turn, files as PlayerReason);
    this.#play({ id, serial }, files);
    if (!this.#present.has(serial)) this.#expectReturn();
  }

  off(tap: Tap): void {
    this.#present.delete(tap.serial);
    if (this.#parts.control.tag?.serial === tap.serial) this.#expectReturn();
  }

  close(): void {
    this.#lastTap++;
    this.#cancelRemoval?.();
    this.#cancelRemoval = undefined;
  }

  #play(tag: { id: number; serial: string }, files: readonly Playable[]): void {
    const { control, settings, places } = this.#parts;
    const { on_again } = settings.read();
    // What plays already continues; what is paused is resumed without loading it again.
    const isSame = control.tag?.id === tag.id && files.some(({ id }) => id === control.fileId);
    if (isSame && control.status !== 'stopped' && on_again === 'resume') {
      control.resume();
      return;
    }
    const place = places.get(tag.id);
    const at = files.findIndex(({ id }) => id === place?.fileId);
    const isStarted = place !== undefined && at >= 0;
    const again = {
      resume: { index: at, positionMs: place?.positionMs ?? 0 },
      restart: { index: 0, positionMs: 0 },
      next: { index: (at + 1) % files.length, positionMs: 0 },
    };
    control.start({ tag, files }, isStarted ? again[on_again] : again.restart);
  }

  async #unknown(turn: number, reason: PlayerReason): Promise<void> {
    const { control, settings, unknownSound } = this.#parts;
    if (settings.read().unknown_sound && control.status !== 'playing') {
      const sound = await unknownSound();
      if (turn !== this.#lastTap) return;
      control.start({ tag: null, files: [sound] });
    }
    control.report(reason);
  }

  /** A tag that stays away for the grace time was taken away. */
  #expectReturn(): void {
    const { clock, settings, control } = this.#parts;
    const { serial } = control.tag ?? {};
    this.#cancelRemoval?.();
    this.#cancelRemoval = clock.after(settings.read().grace * 1000, () => {
      this.#cancelRemoval = undefined;
      if (control.tag?.serial !== serial) return;
      const { on_removal } = settings.read();
      if (on_removal === 'pause') control.pause();
      else if (on_removal === 'stop') control.stop();
    });
  }
}
