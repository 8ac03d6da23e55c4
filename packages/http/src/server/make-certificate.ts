import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import * as der from './der.ts';
import type { TlsFiles } from './tls.ts';

/** Object identifiers (RFC 5280, RFC 5758). */
const names = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
  subjectAltName: '2.5.29.17',
};

// Certificates are always valid, because a machine's clock may be off by years without internet, and companion
// apps pin the key.
const validFrom = new Date('2020-01-01T00:00:00Z');
const validUntil = new Date('2049-12-31T00:00:00Z');

/** Makes a self-signed certificate without a library, because loading one takes 0.2 s at the first start. */
export function makeCertificate(
  commonName: string,
  hosts: readonly string[],
  key: string = newKey(),
): TlsFiles {
  const privateKey = createPrivateKey(key);
  const algorithm = der.sequence(der.objectIdentifier(names.ecdsaWithSha256));
  const name = der.sequence(
    der.set(der.sequence(der.objectIdentifier(names.commonName), der.utf8String(commonName))),
  );
  const signed = der.sequence(
    der.context(0, der.integer(Buffer.of(2)), true),
    der.integer(randomBytes(16)),
    algorithm,
    name,
    der.sequence(der.utcTime(validFrom), der.utcTime(validUntil)),
    name,
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    der.context(3, extensions(hosts), true),
  );
  const signature = sign('sha256', signed, privateKey);
  return { key, cert: pem(der.sequence(signed, algorithm, der.bitString(signature))) };
}

function extensions(hosts: readonly string[]): Buffer {
  const extension = (name: string, content: Buffer, isCritical = false) =>
    der.sequence(der.objectIdentifier(name), ...(isCritical ? [der.yes()] : []), der.octetString(content));
  const digitalSignature = der.bitString(Buffer.of(0x80), 7);
  return der.sequence(
    // An empty sequence means that this is not a certificate authority.
    extension(names.basicConstraints, der.sequence(), true),
    extension(names.keyUsage, digitalSignature, true),
    extension(names.extendedKeyUsage, der.sequence(der.objectIdentifier(names.serverAuthentication))),
    extension(names.subjectAltName, der.sequence(...hosts.map(generalName))),
  );
}

/** Encodes a name for the certificate: host names have tag 2, addresses tag 7. */
function generalName(host: string): Buffer {
  const family = isIP(host);
  if (family === 0) return der.context(2, Buffer.from(host, 'latin1'));
  return der.context(7, family === 4 ? Buffer.from(host.split('.').map(Number)) : bytesOfIpv6(host));
}

/** Parses an IPv6 address that has neither a zone nor an IPv4 suffix. */
function bytesOfIpv6(address: string): Buffer {
  const [before = [], after] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - before.length - (after?.length ?? 0) }, () => '0');
  const groups = after === undefined ? before : [...before, ...zeros, ...after];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
