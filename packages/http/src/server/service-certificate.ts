import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Clock, type Logger, messageOf } from '@stationery/core';
import { machineNames } from '../request/host-check.ts';
import { SelfSignedCertificate } from './self-signed-certificate.ts';
import { readTlsFiles, type TlsFiles } from './tls.ts';

export interface CertificateOptions {
  /** Files of the user's own certificate. */
  tlsKey: string | undefined;
  tlsCert: string | undefined;
  /** Where the self-signed certificate is stored. */
  folder: string;
  commonName: string;
  host: string;
  /** Further names and addresses of the service. */
  names: () => readonly string[];
}

export interface ServiceCertificate {
  readonly files: TlsFiles;
  renew(): void;
  onChange(take: (files: TlsFiles) => void): void;
  close(): Promise<void>;
}

/**
 * Names are checked this often, because addresses change with networks, and multicast DNS may change the host
 * name.
 */
const lookAgainMs = 60_000;

/**
 * Opens the user's own certificate. Without one, opens a self-signed certificate, which is renewed with the
 * same key when names are added.
 */
export async function openCertificate(
  { tlsKey, tlsCert, folder, commonName, host, names }: CertificateOptions,
  { clock, log }: { clock: Clock; log: Logger },
): Promise<ServiceCertificate> {
  if (tlsKey !== undefined && tlsCert !== undefined) {
    const files = await readTlsFiles(tlsKey, tlsCert);
    return { files, renew: () => undefined, onChange: () => undefined, close: async () => undefined };
  }
  const certificate = await SelfSignedCertificate.open({
    folder,
    commonName,
    names: () => [...machineNames(), ...names(), ...ownAddresses(host)],
    log,
  });
  let take = (_files: TlsFiles) => {};
  let renewing = Promise.resolve();
  const renew = () => {
    renewing = certificate.renew().then(
      (files) => {
        if (files === undefined) return;
        log.info('certificate renewed for new names');
        take(files);
      },
      (error: unknown) => log.warn({ reason: messageOf(error) }, 'renewing the certificate failed'),
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

/** Returns the addresses of a service that listens on `host`. */
export function ownAddresses(host: string): string[] {
  const loopback = ['127.0.0.1', '::1'];
  if (host !== '0.0.0.0' && host !== '::') return isIP(host) === 0 ? loopback : [...loopback, host];
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family }) => host === '::' || family === 'IPv4')
    // A link-local address needs its zone, which a certificate cannot contain.
    .filter(({ internal, scopeid }) => !internal && !scopeid)
    .map(({ address }) => address);
  return [...loopback, ...found];
}
