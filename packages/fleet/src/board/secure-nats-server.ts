import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeDurablySync } from '@stationery/core';
import { SelfSignedCertificate } from '@stationery/http';
import { Enrolment } from './enrolment/enrolment.ts';
import { type NatsServer, type NatsServerDeps, startNatsServer } from './nats-server.ts';

const accountsName = 'nats-accounts.conf';

/** Starts a NATS server with TLS and with users that the board changes at run time. */
export async function startSecureNatsServer(
  place: { dataDir: string; host: string; port: number; path: string | undefined },
  deps: NatsServerDeps,
): Promise<NatsServer & { natsAccounts: string; natsCa: string }> {
  const { dataDir, host, port, path } = place;
  mkdirSync(dataDir, { recursive: true });
  // Never renew this certificate for new addresses, because devices pin it.
  const certificate = await SelfSignedCertificate.open({
    folder: join(dataDir, 'tls'),
    commonName: 'Stationery fleet',
    names: () => ['localhost'],
    log: deps.log,
  });
  const natsCa = join(dataDir, 'tls', 'certificate.pem');
  writeDurablySync(natsCa, certificate.files.cert);
  const natsAccounts = join(dataDir, accountsName);
  const loopback = `tls://127.0.0.1:${port}`;
  // This writes the accounts file, without which the server does not start.
  new Enrolment({ dataDir, natsAccounts, natsCa, url: loopback }, deps.clock);
  // This file contains both the key and the certificate.
  const pem = JSON.stringify(resolve(dataDir, 'tls', 'self-signed.pem'));
  // The path of an included file is relative to the including file.
  const config = `tls: { cert_file: ${pem}, key_file: ${pem}, timeout: 10 }
authorization: { timeout: 10 }
accounts: {
  include ${JSON.stringify(join('..', accountsName))}
}
`;
  const folder = join(dataDir, 'nats');
  const server = await startNatsServer({ folder, port, path, secured: { host, config } }, deps);
  return Object.assign(server, { natsAccounts, natsCa });
}
