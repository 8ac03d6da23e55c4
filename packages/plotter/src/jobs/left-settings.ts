import { type Logger, messageOf, type StoredValue } from '@stationery/core';
import { type SettingKind, settingKinds } from '../drivers/language/effect.ts';
import type { Profile } from '../drivers/profile.ts';
import { usualSetting } from './usual-setting.ts';

export interface LeftSettingsParts {
  /** A machine that keeps its power keeps them also when this service restarts. */
  stored: StoredValue<readonly SettingKind[]>;
  log: Logger;
}

/**
 * What jobs that ended early have left set on the machine: the speed and height of some pen. The next job begins with
 * what is usual. A job that ends by itself leaves what it wants to leave.
 */
export class LeftSettings {
  readonly #parts: LeftSettingsParts;
  readonly #kinds: Set<SettingKind>;

  constructor(parts: LeftSettingsParts) {
    this.#parts = parts;
    const saved = parts.stored.get();
    this.#kinds = new Set(settingKinds.filter((kind) => saved.includes(kind)));
  }

  /** A job is about to set one. It counts as left until the job ends by itself. */
  set(kind: SettingKind): void {
    if (this.#kinds.has(kind)) return;
    this.#kinds.add(kind);
    this.#save();
  }

  /** A job ended by itself. */
  done(): void {
    if (this.#kinds.size === 0) return;
    this.#kinds.clear();
    this.#save();
  }

  /** The commands that set what is usual. */
  reset(profile: Profile): string[] {
    return [...this.#kinds].map((kind) => usualSetting(kind, profile));
  }

  /** A job does not fail because of these: until the service ends they are known all the same. */
  #save(): void {
    try {
      this.#parts.stored.set([...this.#kinds]);
    } catch (error) {
      this.#parts.log.warn({ reason: messageOf(error) }, 'what a job sets on the machine could not be saved');
    }
  }
}
