import type { Profile } from '../drivers/profile.ts';

interface TextStore {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

/** The profile of the machine, kept in the store; a new service starts with that of our own plotter. */
export class MachineProfile {
  readonly #store: TextStore;
  readonly #onChange: (profile: Profile) => void;
  #profile: Profile;

  /** `onChange` is told at once, and whenever another profile counts. */
  constructor(kept: TextStore, ours: Profile, onChange: (profile: Profile) => void = () => {}) {
    this.#store = kept;
    this.#onChange = onChange;
    const stored = kept.get('machine');
    // Older services knew no `enforceLimits`.
    this.#profile = stored === undefined ? ours : { enforceLimits: null, ...(JSON.parse(stored) as Profile) };
    onChange(this.#profile);
  }

  get current(): Profile {
    return this.#profile;
  }

  get isRelative(): boolean {
    return this.#profile.coordinates === 'relative';
  }

  replace(profile: Profile): Profile {
    const whole = { ...profile, size: profile.size ?? null, enforceLimits: profile.enforceLimits ?? null };
    this.#store.set('machine', JSON.stringify(whole));
    this.#profile = whole;
    this.#onChange(whole);
    return whole;
  }
}
