import { join } from 'node:path';
import { type Clock, type Logger, messageOf } from '@stationery/core';
import {
  machineNames,
  ownAddresses,
  readTlsFiles,
  SelfSignedCertificate,
  type TlsFiles,
} from '@stationery/http';
import type { StationConfig } from './config.ts';

export interface StationCertificate {
  readonly files: TlsFiles;
  /** Checks the names again, now. */
  renew(): void;
  onChange(take: (files: TlsFiles) => void): void;
  close(): Promise<void>;
}

/** Addresses come and go with networks, and multicast DNS may make us take another name. */
const lookAgainMs = 60_000;

/**
 * The user's own certificate, or the one that the station makes for itself: good for every name and address by
 * which the station answers, and renewed with the same key when these change.
 */
export async function openCertificate(
  config: StationConfig,
  parts: { hostNames: () => readonly string[]; serial: string; clock: Clock; log: Logger },
): Promise<StationCertificate> {
  const { hostNames, serial, clock, log } = parts;
  if (config.tlsKey !== undefined && config.tlsCert !== undefined) {
    const files = await readTlsFiles(config.tlsKey, config.tlsCert);
    return { files, renew: () => undefined, onChange: () => undefined, close: async () => undefined };
  }
  const certificate = await SelfSignedCertificate.open({
    folder: join(config.dataDir, 'tls'),
    commonName: `Stationery ${serial}`,
    names: () => [
      ...machineNames(),
      ...hostNames(),
      config.wifiAddress.address,
      ...ownAddresses(config.host),
    ],
    log,
  });
  let take = (_files: TlsFiles) => {};
  let renewing = Promise.resolve();
  const renew = () => {
    renewing = certificate.renew().then(
      (files) => {
        if (files === undefined) return;
        log.info('the certificate was renewed for other names');
        take(files);
      },
      (error: unknown) => log.warn({ reason: messageOf(error) }, 'the certificate cannot be renewed'),
    );
  };
  const cancel = clock.every(lookAgainMs, renew);
  return {
    files: certificate.files,
    renew,
    onChange: (next) => {
      take = next;
    },
    close: () => {
      cancel();
      return renewing;
    },
  };
}
