import type { PlayerSettings } from '@stationery/contract';
import type { StoredSettings } from '@stationery/core';
import { idleFileSetting } from '../store/files-in-use.ts';

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
const defaultVolume = 60;

/** What a tap does and how loud it is, kept across restarts. */
export class StoredPlayerSettings {
  readonly #stored: StoredSettings;

  constructor(stored: StoredSettings) {
    this.#stored = stored;
  }

  read(): TapSettings {
    try {
      return { ...defaults, ...(JSON.parse(this.#stored.get('player.settings') ?? '{}') as object) };
    } catch {
      return defaults;
    }
  }

  change(change: Partial<TapSettings>): void {
    this.#stored.set('player.settings', JSON.stringify({ ...this.read(), ...change }));
  }

  /** A file plays while nothing else does; undefined for silence. */
  get idleFileId(): number | undefined {
    const id = Number(this.#stored.get(idleFileSetting) ?? 0);
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  }

  set idleFileId(id: number | undefined) {
    this.#stored.set(idleFileSetting, String(id ?? 0));
  }

  /** Never above the cap, also where the cap was lowered later. */
  get volume(): number {
    const volume = Number(this.#stored.get('player.volume') ?? defaultVolume);
    return Math.min(Number.isFinite(volume) ? volume : defaultVolume, this.read().volume_cap);
  }

  set volume(percent: number) {
    this.#stored.set('player.volume', String(Math.min(percent, this.read().volume_cap)));
  }
}
