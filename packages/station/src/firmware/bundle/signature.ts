import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { messageOf, SettingError } from '@stationery/core';

export const signatureBytes = 64;
/** What is signed begins with this, so that the key cannot be made to sign something else by way of a bundle. */
const context = Buffer.from('stationery firmware manifest 1\0');
/** The DER that stands before the 32 bytes of every Ed25519 public key (RFC 8410). */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex');

export function signManifest(manifest: Buffer, privateKey: KeyObject): Buffer {
  return sign(null, Buffer.concat([context, manifest]), privateKey);
}

export function isSignedBy(manifest: Buffer, signature: Buffer, publicKey: KeyObject): boolean {
  return verify(null, Buffer.concat([context, manifest]), publicKey, signature);
}

/** A key pair in PEM. */
export function makeKeyPair(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** The 32 bytes of a public key in base64, the short form that fits into a setting. */
export function shortKey(publicKey: KeyObject): string {
  return publicKey.export({ type: 'spki', format: 'der' }).subarray(derPrefix.length).toString('base64');
}

export function readPrivateKey(path: string): KeyObject {
  return ed25519(path, () => createPrivateKey(readFileSync(path)));
}

/** A public key from a PEM file, or from its 32 bytes in base64. */
export function readPublicKey(text: string): KeyObject {
  const bytes = /^[A-Za-z0-9+/]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
  return ed25519(text, () =>
    bytes === undefined
      ? createPublicKey(readFileSync(text))
      : createPublicKey({ key: Buffer.concat([derPrefix, bytes]), format: 'der', type: 'spki' }),
  );
}

function ed25519(name: string, read: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch (error) {
    throw new SettingError(`the key ${name} cannot be read: ${messageOf(error)}`);
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new SettingError(`the key ${name} is no Ed25519 key`);
  return key;
}
