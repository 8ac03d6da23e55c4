import type { KeyObject } from 'node:crypto';
import { AppError, messageOf } from '@stationery/core';
import type { Step } from '@stationery/core/durable';
import { keyId, readPublicKey, shortKey } from '../bundle/key-files.ts';
import type { KeyChange } from '../bundle/manifest.ts';
import { changedRing, type KeyRing, keyRing } from './key-ring.ts';
import { readKeyChanges, type StoredKeyChanges, writeKeyChanges } from './stored-key-changes.ts';

/** Bounds the size of the file. */
const maxKeys = 32;
const maxRevoked = 1024;

interface KeySource {
  id: string;
  state: 'trusted' | 'revoked' | 'not trusted';
  from: string;
}

/** The keys from the settings, with the changes made by signed bundles. */
export class TrustedKeys {
  readonly problems: readonly string[];
  readonly #settings: readonly { text: string; key: KeyObject }[];
  readonly #file: string;
  #ring: KeyRing;
  #changes: StoredKeyChanges = { added: [], revoked: [] };

  constructor(settings: readonly string[], file: string) {
    const problems: string[] = [];
    const attempt = <T>(read: () => T, otherwise: T): T => {
      try {
        return read();
      } catch (error) {
        problems.push(messageOf(error));
        return otherwise;
      }
    };
    this.#file = file;
    const changes = attempt<StoredKeyChanges | undefined>(() => readKeyChanges(file), undefined);
    if (changes !== undefined) this.#changes = changes;
    const read = (text: string) => attempt(() => [{ text, key: readPublicKey(text) }], []);
    this.#settings = settings.flatMap(read);
    const keys = [...this.#settings.map(({ key }) => key), ...this.#changes.added.map(readPublicKey)];
    // Without the file the revoked keys are unknown, so no key can be trusted.
    this.#ring = keyRing(changes === undefined ? [] : keys, this.#changes.revoked);
    this.problems = problems;
  }

  get ring(): KeyRing {
    return this.#ring;
  }

  /** All current and former keys, for display. */
  get sources(): KeySource[] {
    const { trusted, revoked } = this.#ring;
    const stateOf = (id: string) =>
      trusted.has(id) ? 'trusted' : revoked.has(id) ? 'revoked' : 'not trusted';
    const set = this.#settings.map(({ text, key }) => ({ id: keyId(key), from: text }));
    const added = this.#changes.added.map((text) => ({
      id: keyId(readPublicKey(text)),
      from: 'added by an update',
    }));
    const known = [...set, ...added];
    const others = this.#changes.revoked
      .filter((id) => known.every((each) => each.id !== id))
      .map((id) => ({ id, from: 'revoked by an update' }));
    return [...known, ...others].map((each) => ({ ...each, state: stateOf(each.id) }));
  }

  /**
   * Returns the keys after the change. Throws if no trusted key would be left, because the station
   * could then accept no further update.
   */
  after(change: KeyChange): KeyRing {
    const ring = changedRing(this.#ring, change);
    if (ring.trusted.size === 0) {
      throw new AppError('firmware-rejected', 'The bundle would revoke every key that this station trusts.');
    }
    if (ring.trusted.size > maxKeys || ring.revoked.size > maxRevoked) {
      throw new AppError('firmware-rejected', 'With this bundle, the station would have too many keys.');
    }
    return ring;
  }

  /** Applies and stores a change. Returns the ids it affected, or undefined if nothing changed. */
  apply(change: KeyChange, step: Step): { added: string[]; revoked: string[] } | undefined {
    const { trusted, revoked } = this.after(change);
    const isNew = ([id]: [string, KeyObject]) => !this.#ring.trusted.has(id);
    const newKeys = [...trusted].filter(isNew);
    const newlyRevoked = [...revoked].filter((id) => !this.#ring.revoked.has(id));
    if (newKeys.length === 0 && newlyRevoked.length === 0) return undefined;
    const added = [...this.#changes.added, ...newKeys.map(([, key]) => shortKey(key))];
    const changes = {
      added: added.filter((key) => !revoked.has(keyId(readPublicKey(key)))),
      revoked: [...revoked],
    };
    writeKeyChanges(this.#file, changes, step);
    this.#changes = changes;
    this.#ring = { trusted, revoked };
    return { added: newKeys.map(([id]) => id), revoked: newlyRevoked };
  }
}
