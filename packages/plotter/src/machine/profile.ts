import type { DriverName } from '@stationery/contract';
import { AppError, type StoredValue } from '@stationery/core';
import type { Family } from '../drivers/family.ts';
import type { MachineFacts, Profile } from '../drivers/profile.ts';

export interface SavedProfile {
  id: number;
  profile: Profile;
}

export interface StoredProfiles {
  nextId: number;
  /** The profile last chosen or changed by a user. */
  chosenId: number | null;
  profiles: SavedProfile[];
}

interface MachineProfileDeps {
  stored: StoredValue<StoredProfiles>;
  driver: {
    readonly name: DriverName;
    readonly family: Pick<Family, 'defaultProfile' | 'can'>;
    readonly facts: MachineFacts;
  };
  /** Called at once and on every change, with the user's values. */
  onChange?: (profile: Profile) => void;
}

const maxProfiles = 50;

/** Uses the chosen profile if it suits the driver, else one of that driver, else the default of the family. */
export class MachineProfile {
  readonly #deps: MachineProfileDeps;
  #kept: StoredProfiles;
  #announced: Profile | undefined;
  #last: { base: Profile; facts: MachineFacts; driver: DriverName; whole: Profile } | undefined;

  constructor(deps: MachineProfileDeps) {
    this.#deps = deps;
    this.#kept = deps.stored.get();
    this.followDriver();
  }

  /** Values reported by the machine override those of the user. */
  get current(): Profile {
    const { facts, name: driver, family } = this.#deps.driver;
    const base = this.#base;
    if (this.#last?.base !== base || this.#last.facts !== facts || this.#last.driver !== driver)
      this.#last = { base, facts, driver, whole: { driver, ...withFacts(withFamily(base, family), facts) } };
    return this.#last.whole;
  }

  get isRelative(): boolean {
    return this.current.coordinates === 'relative';
  }

  get saved(): readonly SavedProfile[] {
    return this.#kept.profiles;
  }

  get inUse(): SavedProfile | undefined {
    const { name } = this.#deps.driver;
    const { profiles, chosenId } = this.#kept;
    const suits = ({ profile }: SavedProfile) => profile.driver === undefined || profile.driver === name;
    const chosen = profiles.find(({ id }) => id === chosenId);
    if (chosen !== undefined && suits(chosen)) return chosen;
    return profiles.findLast(({ profile }) => profile.driver === name);
  }

  /** A machine of a different driver may have been recognised. */
  followDriver(): void {
    const base = this.#base;
    if (base === this.#announced) return;
    this.#announced = base;
    this.#deps.onChange?.(base);
  }

  reload(): void {
    this.#kept = this.#deps.stored.get();
    this.followDriver();
  }

  replace(profile: Profile): Profile {
    const before = this.inUse;
    const changed = this.#whatWasSet(profile);
    // Heights and limits are in units of this driver and must not apply to a different one.
    if (before === undefined) this.#add({ driver: this.#deps.driver.name, ...changed });
    else {
      this.#keep({
        ...this.#kept,
        chosenId: before.id,
        profiles: this.#kept.profiles.map((one) =>
          one.id === before.id ? { id: one.id, profile: changed } : one,
        ),
      });
    }
    return this.current;
  }

  add(profile: Profile): SavedProfile {
    if (this.#kept.profiles.length >= maxProfiles)
      throw new AppError('invalid-request', `${maxProfiles} profiles are saved. Delete one first.`);
    const { reported: _, can: __, ...set } = profile;
    return this.#add(completed(set));
  }

  find(id: number): SavedProfile {
    const found = this.#kept.profiles.find((one) => one.id === id);
    if (found === undefined) throw new AppError('unknown-machine', `There is no machine profile ${id}.`);
    return found;
  }

  choose(id: number): void {
    this.find(id);
    this.#keep({ ...this.#kept, chosenId: id });
  }

  remove(id: number): void {
    const { profile } = this.find(id);
    if (this.inUse?.id === id)
      throw new AppError(
        'machine-in-use',
        `The profile “${profile.name}” is in use. Choose a different one first.`,
      );
    const { chosenId, profiles } = this.#kept;
    this.#keep({
      ...this.#kept,
      chosenId: chosenId === id ? null : chosenId,
      profiles: profiles.filter((one) => one.id !== id),
    });
  }

  get #base(): Profile {
    return this.inUse?.profile ?? this.#deps.driver.family.defaultProfile;
  }

  #add(profile: Profile): SavedProfile {
    const { nextId, profiles } = this.#kept;
    const added = { id: nextId, profile };
    this.#keep({ nextId: nextId + 1, chosenId: nextId, profiles: [...profiles, added] });
    return added;
  }

  #keep(kept: StoredProfiles): void {
    this.#deps.stored.set(kept);
    this.#kept = kept;
    this.followDriver();
  }

  /** Omits values reported by the machine, because clients send back the whole profile. */
  #whatWasSet({ reported: _, can: __, ...profile }: Profile): Profile {
    const { facts } = this.#deps.driver;
    const before = this.#base;
    const isReported = (name: keyof Profile) =>
      facts[name] !== undefined && JSON.stringify(facts[name]) === JSON.stringify(profile[name as never]);
    const set = Object.fromEntries(
      Object.entries(profile).map(([name, value]) => [
        name,
        isReported(name as keyof Profile) ? before[name as keyof Profile] : value,
      ]),
    );
    return completed(set as Profile);
  }
}

/** A saved profile may be for a different driver, so it gets the capabilities of the one in use. */
function withFamily(
  { penUpSpeedByDriver: _, ...base }: Profile,
  { can, defaultProfile: { penUpSpeedByDriver } }: Pick<Family, 'defaultProfile' | 'can'>,
): Profile {
  return { ...base, can, ...(penUpSpeedByDriver !== undefined && { penUpSpeedByDriver }) };
}

function withFacts(base: Profile, facts: MachineFacts): Profile {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  if (known.length === 0) return base;
  return { ...base, ...Object.fromEntries(known), reported: known.map(([name]) => name) };
}

const completed = (profile: Profile): Profile => ({
  ...profile,
  size: profile.size ?? null,
  enforceLimits: profile.enforceLimits ?? null,
});
