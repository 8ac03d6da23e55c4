import { createHash, createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { JoinAnswer } from '@stationery/contract/fleet';

/** Without letters that are taken for a digit or for each other. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 3;
const groupLength = 4;

/**
 * Twelve characters, 58 bits: somebody who has recorded the proofs cannot find the code by trying within the ten minutes
 * that it is valid.
 */
export function makeCode(): string {
  const group = () => Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** What is kept of a code: a person may type it in small letters, with or without hyphens. */
export function keyOfCode(code: string): Buffer {
  const plain = code
    .slice(0, 100)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  return createHash('sha256').update(`stationery fleet enrolment\n${plain}`).digest();
}

const hmac = (key: Buffer, parts: readonly (string | null)[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

/** That the device with this key knows the code. */
export const joinProof = (key: Buffer, publicKey: string): string => hmac(key, ['join', publicKey]);

/** That the answer comes from the board that made the code, and was not changed on the way. */
export const answerProof = (
  key: Buffer,
  publicKey: string,
  { deviceId, name, url, ca }: Omit<JoinAnswer, 'proof'>,
): string => hmac(key, ['joined', publicKey, deviceId, name, url, ca]);

/** In a time that does not depend on where they differ. */
export function isSameProof(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
