import type { PlayerSettings } from '@stationery/contract';
import type { StoredValue } from '@stationery/core';

/** Settings without the idle file, which is stored by its id. */
export type TapSettings = Omit<PlayerSettings, 'idle_file'>;

const defaults: TapSettings = {
  on_removal: 'pause',
  on_again: 'resume',
  grace: 0.5,
  fade: 0.3,
  volume_cap: 100,
  unknown_sound: true,
};
export const defaultVolume = 60;

export interface PlayerStore {
  settings: StoredValue<Partial<TapSettings>>;
  /** A file id; 0 if not set. */
  idleFile: StoredValue<number>;
  volume: StoredValue<number>;
}

export class StoredPlayerSettings {
  readonly #stored: PlayerStore;

  constructor(stored: PlayerStore) {
    this.#stored = stored;
  }

  read(): TapSettings {
    return { ...defaults, ...this.#stored.settings.get() };
  }

  change(change: Partial<TapSettings>): void {
    this.#stored.settings.set({ ...this.read(), ...change });
  }

  /** File to play while nothing else plays; undefined if not set. */
  get idleFileId(): number | undefined {
    const id = this.#stored.idleFile.get();
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  }

  set idleFileId(id: number | undefined) {
    this.#stored.idleFile.set(id ?? 0);
  }

  /** Capped, even if the cap was lowered later. */
  get volume(): number {
    return Math.min(this.#stored.volume.get(), this.read().volume_cap);
  }

  set volume(percent: number) {
    this.#stored.volume.set(Math.min(percent, this.read().volume_cap));
  }
}
