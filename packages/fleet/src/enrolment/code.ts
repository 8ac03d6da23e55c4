import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { JoinAnswer } from '@stationery/contract/fleet';

/** Digits and letters without those that are easily confused. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 3;
const groupLength = 4;

/** Returns a code of twelve characters with 58 bits: too many to try in the ten minutes that a code is valid. */
export function makeCode(): string {
  const group = () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Derives the key from a code. Ignores case and hyphens. */
export function keyOfCode(code: string): Buffer {
  const plain = code
    .slice(0, 100)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  return createHash('sha256').update(`stationery fleet enrolment\n${plain}`).digest();
}

const hmac = (key: Buffer, parts: readonly (string | null)[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

/** Proves that the device with this key knows the code. */
export const joinProof = (key: Buffer, publicKey: string): string => hmac(key, ['join', publicKey]);

/** Proves that the answer is unchanged and comes from the board that issued the code. */
export const answerProof = (
  key: Buffer,
  publicKey: string,
  { deviceId, name, url, ca }: Omit<JoinAnswer, 'proof'>,
): string => hmac(key, ['joined', publicKey, deviceId, name, url, ca]);

/** Compares in constant time. */
export function isSameProof(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
