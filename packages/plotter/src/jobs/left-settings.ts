import { speedNumber } from '@stationery/drawing';
import type { SettingKind } from '../drivers/effect.ts';
import type { Profile } from '../drivers/profile.ts';

/**
 * What jobs that ended early have left set on the machine: the speed and height of some pen. The next job begins with
 * what is usual. A job that ends by itself leaves what it wants to leave.
 */
export class LeftSettings {
  readonly #kinds = new Set<SettingKind>();

  /** A job ended early, having set these. */
  left(kinds: Iterable<SettingKind>): void {
    for (const kind of kinds) this.#kinds.add(kind);
  }

  /** The commands that set what is usual; then nothing is left. */
  take(profile: Profile): string[] {
    const commands = [...this.#kinds].map((kind) => usual[kind](profile));
    this.#kinds.clear();
    return commands;
  }
}

const usual: Record<SettingKind, (profile: Profile) => string> = {
  speed: (profile) => `SPEED ${speedNumber(profile)}`,
  acceleration: ({ acceleration }) => `ACCEL ${Math.round(acceleration)}`,
  'pen-height': () => 'PENHEIGHT',
};
