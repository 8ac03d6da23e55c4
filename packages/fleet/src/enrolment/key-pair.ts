import { nkeys } from '@nats-io/transport-node';

/** Creates a user key pair for the NATS server. */
export function makeKeyPair(): { seed: string; publicKey: string } {
  const pair = nkeys.createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}

export const publicKeyOf = (seed: string): string =>
  nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey();

/** Returns whether the text is a user's public key with a correct checksum. */
export function isPublicKey(text: string): boolean {
  try {
    return text.startsWith('U') && nkeys.fromPublic(text).getPublicKey() === text;
  } catch {
    return false;
  }
}
