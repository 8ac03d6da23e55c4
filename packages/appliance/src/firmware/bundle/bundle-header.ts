import { AppError } from '@stationery/core';
import { FirmwareRejected } from '../firmware-rejected.ts';
import type { ByteSource } from './byte-source.ts';
import { largestManifestBytes } from './manifest.ts';
import {
  decodeSignatures,
  encodeSignatures,
  isSignatureLength,
  type ManifestSignature,
} from './signature.ts';

/**
 * Start of a bundle: eight magic bytes, two lengths (four bytes each, big-endian), manifest, signatures. The
 * payload follows.
 */
export interface BundleHeader {
  manifest: Buffer;
  /** Empty for an unsigned bundle. */
  signatures: readonly ManifestSignature[];
}

const magic = Buffer.from('STNFW01\n');

export function encodeHeader({ manifest, signatures }: BundleHeader): Buffer {
  const signed = encodeSignatures(signatures);
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(manifest.length, 0);
  lengths.writeUInt32BE(signed.length, 4);
  return Buffer.concat([magic, lengths, manifest, signed]);
}

export async function readHeader(source: ByteSource): Promise<BundleHeader> {
  const start = await source.upTo(magic.length + 8);
  if (start.length === 0) throw new AppError('firmware-rejected', 'The file is empty.');
  if (!start.subarray(0, magic.length).equals(magic)) {
    throw new AppError('firmware-rejected', 'The file is not a firmware bundle for this station.');
  }
  if (start.length < magic.length + 8) throw truncatedBundle();
  const manifestLength = start.readUInt32BE(magic.length);
  const signatureLength = start.readUInt32BE(magic.length + 4);
  if (manifestLength > largestManifestBytes || !isSignatureLength(signatureLength)) {
    throw new AppError('firmware-rejected', 'The header of the bundle is damaged. Send it again.');
  }
  const manifest = await source.upTo(manifestLength);
  const signed = await source.upTo(signatureLength);
  if (manifest.length + signed.length < manifestLength + signatureLength) throw truncatedBundle();
  return { manifest, signatures: decodeSignatures(signed) };
}

export function truncatedBundle(): AppError {
  return new FirmwareRejected({ code: 'bundle-incomplete' });
}
