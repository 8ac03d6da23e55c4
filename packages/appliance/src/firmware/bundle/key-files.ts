import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf, SettingError, sha256 } from '@stationery/core';

/** DER prefix of every Ed25519 public key, followed by its 32 bytes (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex');

export function makeKeyPair(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** Returns the 32 bytes of the key in base64, which is short enough for a setting. */
export function shortKey(publicKey: KeyObject): string {
  return rawKey(publicKey).toString('base64');
}

/** Returns the first 8 bytes of the key's SHA-256, in hex. */
export function keyId(publicKey: KeyObject): string {
  return sha256(rawKey(publicKey)).slice(0, 16);
}

export function isKeyId(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{16}$/.test(text);
}

export function isShortKey(text: unknown): text is string {
  return typeof text === 'string' && /^[A-Za-z0-9+/]{43}=?$/.test(text);
}

export function readPrivateKey(path: string): KeyObject {
  return ed25519(path, () => createPrivateKey(readFileSync(path)));
}

/** Reads a key from `text`: the path of a PEM file, or the 32 bytes in base64. */
export function readPublicKey(text: string): KeyObject {
  return ed25519(text, () =>
    isShortKey(text)
      ? createPublicKey({
          key: Buffer.concat([derPrefix, Buffer.from(text, 'base64')]),
          format: 'der',
          type: 'spki',
        })
      : createPublicKey(readFileSync(text)),
  );
}

function rawKey(publicKey: KeyObject): Buffer {
  return publicKey.export({ type: 'spki', format: 'der' }).subarray(derPrefix.length);
}

function ed25519(name: string, read: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch (error) {
    throw new SettingError(`the key ${name} cannot be read: ${messageOf(error)}`);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new SettingError(`the key ${name} is not an Ed25519 key`);
  return key;
}
