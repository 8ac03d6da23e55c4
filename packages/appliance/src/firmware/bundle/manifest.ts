import { AppError } from '@stationery/core';
import { isFirmwareVersion } from './firmware-version.ts';
import { isKeyId, isShortKey } from './key-files.ts';
import { isSafePath } from './tar-reader.ts';

/** Describes a bundle. The signature covers all bytes of the manifest. */
export interface Manifest {
  product: string;
  /** The required platform, such as `linux-arm64`; `any` if independent of it. */
  hardware: string;
  version: string;
  /** The oldest version from which an update to this one is allowed. */
  minimumVersion: string;
  payloads: readonly Payload[];
  /** Changes to the trusted keys, applied once this version is committed. */
  keys?: KeyChange | undefined;
}

export interface KeyChange {
  add: readonly string[];
  revoke: readonly string[];
}

/** The built station: a gzipped tar, unpacked into a slot. */
export interface Payload {
  kind: 'station';
  name: string;
  sizeBytes: number;
  sha256: string;
  /** Path of the program to start, relative to the root of the slot. */
  entry: string;
  files: number;
  unpackedBytes: number;
  /** Digest of the list of the payload's files. */
  contentSha256: string;
}

export const largestManifestBytes = 64 * 1024;
const maxAdded = 8;
const maxRevoked = 64;

export function encodeManifest(manifest: Manifest): Buffer {
  return Buffer.from(`${JSON.stringify(checkManifest(manifest), null, 2)}\n`);
}

export function decodeManifest(bytes: Buffer): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw broken('it is not JSON');
  }
  return checkManifest(value);
}

function checkManifest(value: unknown): Manifest {
  const { product, hardware, version, minimumVersion, payloads, keys } = objectOf(
    value,
    'it is not an object',
  );
  if (!isName(product)) throw broken('“product” is not a name');
  if (!isName(hardware)) throw broken('“hardware” is not a name');
  if (!isFirmwareVersion(version)) throw broken('“version” must look like 1.4.0');
  if (!isFirmwareVersion(minimumVersion)) throw broken('“minimumVersion” must look like 1.4.0');
  if (!Array.isArray(payloads) || payloads.length !== 1) throw broken('it must name one payload');
  return {
    product,
    hardware,
    version,
    minimumVersion,
    payloads: payloads.map(checkPayload),
    ...(keys === undefined ? {} : { keys: checkKeys(keys) }),
  };
}

function checkKeys(value: unknown): KeyChange {
  const { add, revoke } = objectOf(value, '“keys” is not an object');
  const isListOf = <T>(list: unknown, most: number, is: (each: unknown) => each is T): list is T[] =>
    Array.isArray(list) && list.length <= most && list.every(is);
  if (!isListOf(add, maxAdded, isShortKey)) throw broken('“keys.add” is not a list of keys in base64');
  if (!isListOf(revoke, maxRevoked, isKeyId)) throw broken('“keys.revoke” is not a list of key ids');
  return { add, revoke };
}

function checkPayload(value: unknown): Payload {
  const payload = objectOf(value, 'a payload is not an object');
  const { kind, name, sizeBytes, sha256, entry, files, unpackedBytes, contentSha256 } = payload;
  if (!isName(name)) throw broken('the payload has no name');
  if (!isCount(sizeBytes)) throw broken('the payload has no size');
  if (!isDigest(sha256)) throw broken('the payload has no SHA-256');
  if (kind !== 'station') throw broken('the payload is of an unknown kind');
  if (typeof entry !== 'string' || !isSafePath(entry))
    throw broken('“entry” is not a path inside of the payload');
  if (!isCount(files) || !isCount(unpackedBytes))
    throw broken('the number of files or the unpacked size of the payload is missing');
  if (!isDigest(contentSha256)) throw broken('“contentSha256” is not SHA-256');
  return { kind, name, sizeBytes, sha256, entry, files, unpackedBytes, contentSha256 };
}

function objectOf(value: unknown, otherwise: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw broken(otherwise);
  return value as Record<string, unknown>;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.+-]{1,64}$/.test(value);
}

function isDigest(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function broken(why: string): AppError {
  return new AppError('firmware-rejected', `The manifest of the bundle cannot be used: ${why}.`);
}
