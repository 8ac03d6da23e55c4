import type { PlayerSettings } from '@stationery/contract';
import type { StoredSettings } from '@stationery/core';

const defaults: PlayerSettings = {
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

  read(): PlayerSettings {
    try {
      return { ...defaults, ...(JSON.parse(this.#stored.get('player.settings') ?? '{}') as object) };
    } catch {
      return defaults;
    }
  }

  change(change: Partial<PlayerSettings>): void {
    this.#stored.set('player.settings', JSON.stringify({ ...this.read(), ...change }));
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
