import { AppError } from '@stationery/core';
import type { ByteSource } from './byte-source.ts';
import { largestManifestBytes } from './manifest.ts';
import { signatureBytes } from './signature.ts';

/**
 * A bundle begins with eight bytes that say so, the lengths of the manifest and of the signature (each four
 * bytes, the highest first), the manifest and the signature. The payload follows to the end of the file.
 */
export interface BundleHeader {
  manifest: Buffer;
  /** Empty for a bundle that nobody signed. */
  signature: Buffer;
}

const magic = Buffer.from('STNFW01\n');

export function encodeHeader({ manifest, signature }: BundleHeader): Buffer {
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(manifest.length, 0);
  lengths.writeUInt32BE(signature.length, 4);
  return Buffer.concat([magic, lengths, manifest, signature]);
}

export async function readHeader(source: ByteSource): Promise<BundleHeader> {
  const start = await source.upTo(magic.length + 8);
  if (start.length === 0) throw new AppError('firmware.rejected', 'The file is empty.');
  if (!start.subarray(0, magic.length).equals(magic)) {
    throw new AppError('firmware.rejected', 'The file is not a firmware bundle for this station.');
  }
  if (start.length < magic.length + 8) throw cutShort();
  const manifestLength = start.readUInt32BE(magic.length);
  const signatureLength = start.readUInt32BE(magic.length + 4);
  if (manifestLength > largestManifestBytes || ![0, signatureBytes].includes(signatureLength)) {
    throw new AppError('firmware.rejected', 'The head of the bundle is damaged.');
  }
  const manifest = await source.upTo(manifestLength);
  const signature = await source.upTo(signatureLength);
  if (manifest.length + signature.length < manifestLength + signatureLength) throw cutShort();
  return { manifest, signature };
}

export function cutShort(): AppError {
  return new AppError('firmware.rejected', 'The bundle is cut short. Send it again.');
}
