import { AppError } from '@stationery/core';
import { isFirmwareVersion } from './firmware-version.ts';
import { isSafePath } from './tar-reader.ts';

/** What a bundle is, and what is in it. The signature covers every byte of it. */
export interface Manifest {
  product: string;
  /** What it runs on, `linux-arm64`; `any` for a payload that does not care. */
  hardware: string;
  version: string;
  /** The oldest version that may be replaced by this one. */
  minimumVersion: string;
  payloads: readonly Payload[];
}

export type Payload = StationPayload | FilePayload;

interface PayloadBytes {
  name: string;
  sizeBytes: number;
  sha256: string;
}

/** The built station: a gzipped tar, unpacked into a slot. */
export interface StationPayload extends PayloadBytes {
  kind: 'station';
  /** The program to start, from the root of the slot. */
  entry: string;
  files: number;
  unpackedBytes: number;
}

/** Anything else, for an installer of somebody else's. */
export interface FilePayload extends PayloadBytes {
  kind: 'file';
}

export const largestManifestBytes = 64 * 1024;

export function encodeManifest(manifest: Manifest): Buffer {
  return Buffer.from(`${JSON.stringify(checkManifest(manifest), null, 2)}\n`);
}

export function decodeManifest(bytes: Buffer): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw broken('it is no JSON');
  }
  return checkManifest(value);
}

function checkManifest(value: unknown): Manifest {
  const { product, hardware, version, minimumVersion, payloads } = objectOf(value, 'it is no object');
  if (!isName(product)) throw broken('“product” is no name');
  if (!isName(hardware)) throw broken('“hardware” is no name');
  if (!isFirmwareVersion(version)) throw broken('“version” must look like 1.4.0');
  if (!isFirmwareVersion(minimumVersion)) throw broken('“minimumVersion” must look like 1.4.0');
  if (!Array.isArray(payloads) || payloads.length !== 1) throw broken('it must name one payload');
  return { product, hardware, version, minimumVersion, payloads: payloads.map(checkPayload) };
}

function checkPayload(value: unknown): Payload {
  const { kind, name, sizeBytes, sha256, entry, files, unpackedBytes } = objectOf(value, 'a payload is none');
  if (!isName(name)) throw broken('the payload has no name');
  if (!isCount(sizeBytes)) throw broken('the payload has no size');
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
    throw broken('the payload has no SHA-256');
  const bytes = { name, sizeBytes, sha256 };
  if (kind === 'file') return { kind, ...bytes };
  if (kind !== 'station') throw broken('the payload is of an unknown kind');
  if (typeof entry !== 'string' || !isSafePath(entry))
    throw broken('“entry” is no path inside of the payload');
  if (!isCount(files) || !isCount(unpackedBytes)) throw broken('it does not say what the payload unpacks to');
  return { kind, ...bytes, entry, files, unpackedBytes };
}

function objectOf(value: unknown, otherwise: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw broken(otherwise);
  return value as Record<string, unknown>;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.+-]{1,64}$/.test(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function broken(why: string): AppError {
  return new AppError('firmware.rejected', `The manifest of the bundle cannot be used: ${why}.`);
}
