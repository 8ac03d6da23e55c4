import { nkeys } from '@nats-io/transport-node';

export function makeKeyPair(): { seed: string; publicKey: string } {
  const pair = nkeys.createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}

export const publicKeyOf = (seed: string): string =>
  nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey();

export function isPublicKey(text: string): boolean {
  try {
    return text.startsWith('U') && nkeys.fromPublic(text).getPublicKey() === text;
  } catch {
    return false;
  }
}
