import type { PlayerSettings } from '@stationery/contract';
import type { StoredValue } from '@stationery/core';

/** Without the idle file, which is kept by its id. */
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
  /** An id; 0 for none. */
  idleFile: StoredValue<number>;
  volume: StoredValue<number>;
}

/** The settings of the player, with their defaults and the volume cap. */
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

  /** The file that plays while nothing else does; undefined for silence. */
  get idleFileId(): number | undefined {
    const id = this.#stored.idleFile.get();
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  }

  set idleFileId(id: number | undefined) {
    this.#stored.idleFile.set(id ?? 0);
  }

  /** Never above the cap, even if the cap was lowered later. */
  get volume(): number {
    return Math.min(this.#stored.volume.get(), this.read().volume_cap);
  }

  set volume(percent: number) {
    this.#stored.volume.set(Math.min(percent, this.read().volume_cap));
  }
}
