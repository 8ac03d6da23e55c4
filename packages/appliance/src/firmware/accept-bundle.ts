import { AppError } from '@stationery/core';
import { type BundleHeader, encodeHeader } from './bundle/bundle-header.ts';
import { compareVersions } from './bundle/firmware-version.ts';
import { decodeManifest, type Manifest } from './bundle/manifest.ts';
import { signatureFault } from './keys/key-ring.ts';
import type { TrustedKeys } from './keys/trusted-keys.ts';

export const ownProduct = 'stationery-station';
const maxBytes = 512 * 1024 * 1024;
/** The `hardware` of bundles with native programs for this machine. */
export const ownHardware = `${process.platform}-${process.arch}`;

export interface Acceptance {
  runningVersion: string;
  keys: TrustedKeys;
  allowUnsigned: boolean;
}

export interface AcceptedManifest {
  manifest: Manifest;
  signed: boolean;
  /** The received header: manifest and signatures. */
  head: Buffer;
}

/** Verifies the signature before using any of the signed data. */
export function acceptBundle(
  header: BundleHeader,
  rules: Acceptance,
  lowestVersion: string | null,
): AcceptedManifest {
  const signed = header.signatures.length > 0;
  if (!signed && !rules.allowUnsigned) {
    throw refused('The bundle is not signed. Sign it with “stationery firmware sign”.');
  }
  if (signed) requireTrusted(header, rules.keys);
  const manifest = decodeManifest(header.manifest);
  requireFit(manifest);
  requireNewer(manifest, rules.runningVersion, lowestVersion);
  if (manifest.keys !== undefined && !signed) throw refused('Only a signed bundle can change the keys.');
  if (manifest.keys !== undefined) rules.keys.after(manifest.keys);
  return { manifest, signed, head: encodeHeader(header) };
}

function requireTrusted(header: BundleHeader, { ring, problems }: TrustedKeys): void {
  if (ring.trusted.size === 0) {
    throw refused(
      problems.length === 0
        ? 'No key is trusted yet. Set STATION_FIRMWARE_KEYS to the public key that verifies the bundles.'
        : 'This station cannot read its update keys, so it accepts no updates. Run “stationery doctor” for the reason.',
    );
  }
  const fault = signatureFault(header, ring);
  if (fault !== undefined) throw refused(fault);
}

function requireFit({ product, hardware, payloads }: Manifest): void {
  if (product !== ownProduct) {
    throw refused(`The bundle is for the product “${product}”; this is “${ownProduct}”.`);
  }
  if (hardware !== 'any' && hardware !== ownHardware) {
    throw refused(`The bundle is for the hardware “${hardware}”; this is “${ownHardware}”.`);
  }
  const sizeBytes = payloads.reduce((sum, payload) => sum + payload.sizeBytes, 0);
  if (sizeBytes > maxBytes) throw refused(`The bundle has ${sizeBytes} bytes; the maximum is ${maxBytes}.`);
}

function requireNewer(
  { version, minimumVersion }: Manifest,
  running: string,
  lowestVersion: string | null,
): void {
  if (compareVersions(version, running) <= 0) {
    throw refused(`Version ${version} is not newer than ${running}, which is running.`);
  }
  if (lowestVersion !== null && compareVersions(version, lowestVersion) < 0) {
    throw refused(`Version ${version} is older than ${lowestVersion}, which was installed before.`);
  }
  if (compareVersions(minimumVersion, running) > 0) {
    throw refused(`Version ${version} needs ${minimumVersion} or newer to be running; ${running} is.`);
  }
}

function refused(message: string): AppError {
  return new AppError('firmware-rejected', message);
}
