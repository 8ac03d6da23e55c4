import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { keyId } from './key-files.ts';

export interface ManifestSignature {
  keyId: string;
  signature: Buffer;
}

const idBytes = 8;
const signatureBytes = 64;
/** Enough for the old and the new key, and one spare key for each. */
const maxSignatures = 4;

/** Prefix of all signed data, so that a bundle cannot make the key sign anything else. */
const context = Buffer.from('stationery firmware manifest 1\0');

export function signManifest(manifest: Buffer, privateKey: KeyObject): ManifestSignature {
  return {
    keyId: keyId(createPublicKey(privateKey)),
    signature: sign(null, Buffer.concat([context, manifest]), privateKey),
  };
}

/** The key id only selects a key; the signature must be valid for it. */
export function isSignedBy(
  manifest: Buffer,
  { keyId: named, signature }: ManifestSignature,
  publicKey: KeyObject,
): boolean {
  return named === keyId(publicKey) && verify(null, Buffer.concat([context, manifest]), publicKey, signature);
}

export function encodeSignatures(signatures: readonly ManifestSignature[]): Buffer {
  return Buffer.concat(
    signatures.flatMap(({ keyId: named, signature }) => [Buffer.from(named, 'hex'), signature]),
  );
}

export function isSignatureLength(bytes: number): boolean {
  const each = idBytes + signatureBytes;
  return bytes % each === 0 && bytes <= maxSignatures * each;
}

export function decodeSignatures(bytes: Buffer): ManifestSignature[] {
  const each = idBytes + signatureBytes;
  return Array.from({ length: bytes.length / each }, (_, at) => {
    const one = bytes.subarray(at * each, (at + 1) * each);
    return { keyId: one.toString('hex', 0, idBytes), signature: one.subarray(idBytes) };
  });
}
