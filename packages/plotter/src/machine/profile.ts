import type { AnswerOf, plotterRoutes } from '@stationery/contract';

export type Profile = AnswerOf<typeof plotterRoutes.getMachine>;

interface TextStore {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

/** The profile of the machine, kept in the store; a new service starts with that of our own plotter. */
export class MachineProfile {
  readonly #store: TextStore;
  #profile: Profile;

  constructor(kept: TextStore, ours: Profile) {
    this.#store = kept;
    const stored = kept.get('machine');
    // Older services knew no `enforceLimits`.
    this.#profile = stored === undefined ? ours : { enforceLimits: null, ...(JSON.parse(stored) as Profile) };
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
    return whole;
  }
}
