import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { messageOf, SettingError, systemErrorCode } from '@stationery/core';

export interface TlsFiles {
  key: string;
  cert: string;
}

/** A certificate and key of the user's own. */
export async function readTlsFiles(keyPath: string, certPath: string): Promise<TlsFiles> {
  const read = (path: string) =>
    readFile(path, 'utf8').catch((error: unknown) => {
      throw new SettingError(`the TLS file ${path} cannot be read: ${messageOf(error)}`);
    });
  const files = { key: await read(keyPath), cert: await read(certPath) };
  try {
    createSecureContext(files);
  } catch (error) {
    throw new SettingError(
      `the TLS files ${keyPath} and ${certPath} are no key and certificate in PEM that belong together: ${messageOf(error)}`,
    );
  }
  return files;
}

/** The self-signed certificate kept in `folder`; made at the first start, the same ever after. */
export async function keptTlsFiles(folder: string, commonName: string): Promise<TlsFiles> {
  const path = join(folder, 'self-signed.pem');
  try {
    return split(await readFile(path, 'utf8'));
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const made = await makeCertificate(commonName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Key and certificate in one file and one rename: never one without the other.
  await writeFile(`${path}.new`, `${made.key}\n${made.cert}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return made;
}

function split(pem: string): TlsFiles {
  const block = (label: string) => {
    const last = `-----END ${label}-----`;
    const from = pem.indexOf(`-----BEGIN ${label}-----`);
    const to = from < 0 ? -1 : pem.indexOf(last, from);
    return to < 0 ? '' : pem.slice(from, to + last.length);
  };
  return { key: block('PRIVATE KEY'), cert: block('CERTIFICATE') };
}

async function makeCertificate(commonName: string): Promise<TlsFiles> {
  const machine = hostname().toLowerCase();
  const names = [...new Set(['localhost', machine, `${machine.split('.')[0]}.local`])];
  // Needed once in the life of a service, and not small.
  const { default: selfsigned } = await import('selfsigned');
  const made = await selfsigned.generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // A station never sees the internet, so its clock may be wrong by years; a companion app pins the
    // certificate. Both are served by one that is valid whatever the time.
    notBeforeDate: new Date('2020-01-01T00:00:00Z'),
    notAfterDate: new Date('2049-12-31T00:00:00Z'),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map((value) => ({ type: 2 as const, value })),
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { key: made.private, cert: made.cert };
}
