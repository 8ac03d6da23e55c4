import type { KeyObject } from 'node:crypto';
import type { BundleHeader } from '../bundle/bundle-header.ts';
import { keyId, readPublicKey } from '../bundle/key-files.ts';
import type { KeyChange } from '../bundle/manifest.ts';
import { isSignedBy } from '../bundle/signature.ts';

export interface KeyRing {
  readonly trusted: ReadonlyMap<string, KeyObject>;
  readonly revoked: ReadonlySet<string>;
}

export function keyRing(keys: Iterable<KeyObject>, revoked: Iterable<string> = []): KeyRing {
  const never = new Set(revoked);
  const named = [...keys].map((key) => [keyId(key), key] as const);
  return { trusted: new Map(named.filter(([id]) => !never.has(id))), revoked: never };
}

/** Applies a change to the keys. Changes only add to the lists, so neither their order nor repetition matters. */
export function changedRing({ trusted, revoked }: KeyRing, { add, revoke }: KeyChange): KeyRing {
  return keyRing([...trusted.values(), ...add.map(readPublicKey)], [...revoked, ...revoke]);
}

/** Returns the reason if no trusted key signed the header, otherwise undefined. */
export function signatureFault(
  { manifest, signatures }: BundleHeader,
  { trusted, revoked }: KeyRing,
): string | undefined {
  const isGood = [...trusted.values()].some((key) =>
    signatures.some((signature) => isSignedBy(manifest, signature, key)),
  );
  if (isGood) return undefined;
  const named = signatures.map(({ keyId: id }) => id);
  const dead = named.find((id) => revoked.has(id));
  if (dead !== undefined) return `The bundle is signed with the key ${dead}, which was revoked.`;
  if (named.some((id) => trusted.has(id))) {
    return 'The signature of the bundle is wrong: the bundle was changed after it was signed.';
  }
  const by = named.length === 0 ? '' : ` The bundle is signed by ${named.join(' and ')}.`;
  return `The signature of the bundle is not by a key that this station trusts.${by}`;
}
