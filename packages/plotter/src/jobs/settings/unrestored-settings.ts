import { type Logger, messageOf, type StoredValue } from '@stationery/core';
import { type SettingKind, settingKinds } from '../../drivers/language/effect.ts';
import type { Profile } from '../../drivers/profile.ts';
import { defaultSetting } from './default-setting.ts';

export interface UnrestoredSettingsDeps {
  /** Stored, because a powered machine keeps its settings when this service restarts. */
  stored: StoredValue<readonly SettingKind[]>;
  log: Logger;
}

/** Settings left by jobs that ended early; the next job restores the defaults. */
export class UnrestoredSettings {
  readonly #deps: UnrestoredSettingsDeps;
  readonly #kinds: Set<SettingKind>;

  constructor(deps: UnrestoredSettingsDeps) {
    this.#deps = deps;
    const saved = deps.stored.get();
    this.#kinds = new Set(settingKinds.filter((kind) => saved.includes(kind)));
  }

  set(kind: SettingKind): void {
    if (this.#kinds.has(kind)) return;
    this.#kinds.add(kind);
    this.#save();
  }

  done(): void {
    if (this.#kinds.size === 0) return;
    this.#kinds.clear();
    this.#save();
  }

  reset(profile: Profile): string[] {
    return [...this.#kinds].map((kind) => defaultSetting(kind, profile));
  }

  /** Saves the settings. A failed save does not fail the job, because they stay in memory. */
  #save(): void {
    try {
      this.#deps.stored.set([...this.#kinds]);
    } catch (error) {
      this.#deps.log.warn({ reason: messageOf(error) }, 'unrestored settings not saved');
    }
  }
}
