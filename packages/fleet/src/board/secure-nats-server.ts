import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Clock, type Logger, writeDurablySync } from '@stationery/core';
import { SelfSignedCertificate } from '@stationery/http';
import { Enrolment } from './enrolment/enrolment.ts';
import { type NatsServer, startNatsServer } from './nats-server.ts';

const accountsName = 'nats-accounts.conf';

/** A NATS server for other machines: with TLS, and with users that the board adds and removes while it runs. */
export async function startSecureNatsServer(
  place: { dataDir: string; host: string; port: number; path: string | undefined },
  parts: { clock: Clock; log: Logger; signal?: AbortSignal },
): Promise<NatsServer & { natsAccounts: string; natsCa: string }> {
  const { dataDir, host, port, path } = place;
  mkdirSync(dataDir, { recursive: true });
  // Devices know this very certificate, so it is never made again for other addresses.
  const certificate = await SelfSignedCertificate.open({
    folder: join(dataDir, 'tls'),
    commonName: 'Stationery fleet',
    names: () => ['localhost'],
    log: parts.log,
  });
  const natsCa = join(dataDir, 'tls', 'certificate.pem');
  writeDurablySync(natsCa, certificate.files.cert);
  const natsAccounts = join(dataDir, accountsName);
  const loopback = `tls://127.0.0.1:${port}`;
  // The server does not start without the file, and the board must be in it.
  new Enrolment({ dataDir, natsAccounts, natsCa, url: loopback }, parts.clock);
  const configFile = join(dataDir, 'nats.conf');
  // Key and certificate are in one file. What is included is found from the folder of the file that includes it.
  const pem = JSON.stringify(resolve(dataDir, 'tls', 'self-signed.pem'));
  const folder = resolve(dataDir, 'nats');
  writeDurablySync(
    configFile,
    `# Written by “stationery fleet up” at each start.
listen: ${JSON.stringify(host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`)}
jetstream: { store_dir: ${JSON.stringify(folder)} }
tls: { cert_file: ${pem}, key_file: ${pem}, timeout: 10 }
authorization: { timeout: 10 }
accounts: {
  include ${JSON.stringify(accountsName)}
}
`,
  );
  const server = await startNatsServer({ folder, port, path, secured: { host, configFile } }, parts);
  return { ...server, natsAccounts, natsCa };
}
