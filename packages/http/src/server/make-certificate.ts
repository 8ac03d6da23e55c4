import { createPrivateKey, createPublicKey } from 'node:crypto';
import { isIP } from 'node:net';
import type { TlsFiles } from './tls.ts';

/** A self-signed certificate for these host names and addresses, with the given key or a new one. */
export async function makeCertificate(
  commonName: string,
  names: readonly string[],
  key: string | undefined,
): Promise<TlsFiles> {
  // Needed rarely, and not small.
  const { default: selfsigned } = await import('selfsigned');
  const made = await selfsigned.generate([{ name: 'commonName', value: commonName }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...(key === undefined ? {} : { keyPair: keyPairOf(key) }),
    // A station never sees the internet, so its clock may be wrong by years, and companion apps pin the key.
    // Both are served by a certificate that is valid whatever the time.
    notBeforeDate: new Date('2020-01-01T00:00:00Z'),
    notAfterDate: new Date('2049-12-31T00:00:00Z'),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) =>
          isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
        ),
      },
    ],
  });
  return { key: key ?? made.private, cert: made.cert };
}

function keyPairOf(key: string): { privateKey: string; publicKey: string } {
  const privateKey = createPrivateKey(key);
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }) as string,
  };
}
