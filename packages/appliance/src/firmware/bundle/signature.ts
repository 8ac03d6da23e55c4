import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { keyId } from './key-files.ts';

/** One signature under a manifest, and the key that it says to be by. */
export interface ManifestSignature {
  /** Undefined in bundles from before signatures had key ids. */
  keyId: string | undefined;
  signature: Buffer;
}

const idBytes = 8;
const signatureBytes = 64;
/** Enough for the old key, the new one, and a reserve of each. */
const mostSignatures = 4;

/** What is signed begins with this, so that the key cannot be made to sign something else by way of a bundle. */
const context = Buffer.from('stationery firmware manifest 1\0');
export function signManifest(manifest: Buffer, privateKey: KeyObject): ManifestSignature {
  return {
    keyId: keyId(createPublicKey(privateKey)),
    signature: sign(null, Buffer.concat([context, manifest]), privateKey),
  };
}

/** The key id only says which key to try; what counts is that the signature is by this key. */
export function isSignedBy(
  manifest: Buffer,
  { keyId: named, signature }: ManifestSignature,
  publicKey: KeyObject,
): boolean {
  if (named !== undefined && named !== keyId(publicKey)) return false;
  return verify(null, Buffer.concat([context, manifest]), publicKey, signature);
}

/** Each signature behind the id of its key. */
export function encodeSignatures(signatures: readonly ManifestSignature[]): Buffer {
  return Buffer.concat(
    signatures.flatMap(({ keyId: named, signature }) => [Buffer.from(named ?? '', 'hex'), signature]),
  );
}

/** Whether so many bytes can be signatures: none, one without a key id, or some with one. */
export function isSignatureLength(bytes: number): boolean {
  return (
    bytes === signatureBytes ||
    (bytes % (idBytes + signatureBytes) === 0 && bytes <= mostSignatures * (idBytes + signatureBytes))
  );
}

export function decodeSignatures(bytes: Buffer): ManifestSignature[] {
  if (bytes.length === signatureBytes) return [{ keyId: undefined, signature: bytes }];
  const each = idBytes + signatureBytes;
  return Array.from({ length: bytes.length / each }, (_, at) => {
    const one = bytes.subarray(at * each, (at + 1) * each);
    return { keyId: one.toString('hex', 0, idBytes), signature: one.subarray(idBytes) };
  });
}
