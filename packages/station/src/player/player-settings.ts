import type { PlayerSettings } from '@stationery/contract';
import type { StoredValue } from '@stationery/core';
import type { StoredOutput } from './player.ts';

/** Settings without the idle file, which is stored by its id. */
export type TapSettings = Omit<PlayerSettings, 'idle_file'>;

const defaults: TapSettings = {
  on_removal: 'pause',
  on_again: 'resume',
  repeat: 'off',
  remember: true,
  grace: 0.5,
  fade: 0.3,
  volume_cap: 100,
  unknown_sound: true,
  replay_gain: 'off',
  languages: [],
};
export const defaultVolume = 60;

export interface TimeLimits {
  /** Local times such as `20:00`. */
  quiet: { from: string; to: string } | null;
  minutes_per_day: number | null;
}

export interface ShutdownRules {
  /** Minutes without use after which the machine shuts down. */
  shutdown_idle: number | null;
  /** Local time of the shutdown, such as `21:00`. */
  shutdown_at: string | null;
  /** Battery level in percent at which the machine shuts down. */
  shutdown_battery: number | null;
}

export interface VolumeLimits {
  volume_min: number;
  volume_start: number | null;
}
export type StoredLimits = Partial<TimeLimits & VolumeLimits & ShutdownRules>;

/** Volumes by the id of the output, the most recently set last. */
export type StoredVolumes = readonly (readonly [id: string, percent: number])[];

const maxVolumes = 50;

export interface PlayerStore {
  settings: StoredValue<Partial<TapSettings>>;
  /** A file id; 0 if not set. */
  idleFile: StoredValue<number>;
  /** The volume of the default output. */
  volume: StoredValue<number>;
  outputs: StoredValue<{ chosen?: StoredOutput }>;
  outputVolumes: StoredValue<StoredVolumes>;
  limits: StoredValue<StoredLimits>;
  pin: StoredValue<string>;
  wrongPins: StoredValue<number>;
}

export class StoredPlayerSettings {
  readonly #stored: PlayerStore;
  output: string | null = null;

  constructor(stored: PlayerStore) {
    this.#stored = stored;
    const { volume_start } = this.volumeLimits;
    if (volume_start === null) return;
    this.volume = volume_start;
    stored.outputVolumes.set([]);
  }

  read(): TapSettings {
    return { ...defaults, ...this.#stored.settings.get() };
  }

  change(change: Partial<TapSettings>): void {
    this.#stored.settings.set({ ...this.read(), ...change });
  }

  get idleFileId(): number | undefined {
    const id = this.#stored.idleFile.get();
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  }

  set idleFileId(id: number | undefined) {
    this.#stored.idleFile.set(id ?? 0);
  }

  get volumeLimits(): VolumeLimits {
    const { volume_min = 0, volume_start = null } = this.#stored.limits.get();
    return { volume_min, volume_start };
  }

  get shutdownRules(): ShutdownRules {
    const { shutdown_idle = null, shutdown_at = null, shutdown_battery = null } = this.#stored.limits.get();
    return { shutdown_idle, shutdown_at, shutdown_battery };
  }

  changeLimits(change: Partial<VolumeLimits & ShutdownRules>): void {
    this.#stored.limits.set({ ...this.#stored.limits.get(), ...change });
  }

  get volume(): number {
    const own = this.output === null ? null : this.volumeOf(this.output);
    return own ?? this.limited(this.#stored.volume.get());
  }

  set volume(percent: number) {
    const { output } = this;
    const { volume, outputVolumes } = this.#stored;
    if (output === null) volume.set(this.limited(percent));
    else {
      const others = outputVolumes.get().filter(([id]) => id !== output);
      outputVolumes.set([...others, [output, this.limited(percent)] as const].slice(-maxVolumes));
    }
  }

  volumeOf(output: string): number | null {
    const [, percent] = this.#stored.outputVolumes.get().find(([id]) => id === output) ?? [];
    return percent === undefined ? null : this.limited(percent);
  }

  limited(percent: number): number {
    return Math.min(Math.max(percent, this.volumeLimits.volume_min), this.read().volume_cap);
  }
}
