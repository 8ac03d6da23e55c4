import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { needsProgram } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../../src/server/make-certificate.ts';

const openssl = needsProgram('openssl', 'openssl');

describe.skipIf(!openssl.run)(`a self-signed certificate (${openssl.label})`, () => {
  // Covers DER lengths of one, two and three bytes.
  const many = Array.from({ length: 99 }, (_, at) => `${'long-'.repeat(12)}${at}.${'x'.repeat(60)}.local`);
  const addresses = ['10.55.0.1', '255.255.255.255', '::', '::1', '2001:db8::2', '1:2:3:4:5:6:7:8', 'fd00::'];

  it('is readable by OpenSSL and signed by its own key', () => {
    const { cert } = makeCertificate('Stationery “Küche”', ['localhost', ...addresses]);
    const text = execFileSync(
      'openssl',
      ['x509', '-noout', '-text', '-nameopt', 'utf8', '-certopt', 'no_sigdump,no_pubkey'],
      {
        input: cert,
        encoding: 'utf8',
      },
    );
    expect(text).toMatch(/Version: 3 /);
    expect(text).toMatch(/Issuer: CN=Stationery “Küche”$/m);
    expect(text).toMatch(/Subject: CN=Stationery “Küche”$/m);
    expect(text).toMatch(/Not Before: Jan {2}1 00:00:00 2020 GMT\s+Not After : Dec 31 00:00:00 2049 GMT/);
    expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
    expect(text).toMatch(/Key Usage: critical\s+Digital Signature\n/);
    expect(text).toMatch(/Extended Key Usage: \s+TLS Web Server Authentication\n/);
    const certificate = new X509Certificate(cert);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'prime256v1' });
    for (const address of addresses) expect(certificate.checkIP(address), address).toBe(address);
    expect(certificate.checkIP('2001:db8::3')).toBeUndefined();
  });

  it.each([
    ['one name', ['localhost']],
    ['a hundred long ones', ['localhost', ...many]],
  ])('is in canonical form with %s', (_, hosts) => {
    const { cert } = makeCertificate('x', hosts);
    const again = execFileSync('openssl', ['x509'], { input: cert, encoding: 'utf8' });
    expect(again).toBe(cert);
    const certificate = new X509Certificate(cert);
    for (const host of hosts) expect(certificate.checkHost(host), host).toBe(host);
  });

  it('belongs to the given key and has a new serial number each time', () => {
    const first = makeCertificate('x', ['localhost']);
    const second = makeCertificate('x', ['other.local'], first.key);
    expect(second.key).toBe(first.key);
    const [one, two] = [new X509Certificate(first.cert), new X509Certificate(second.cert)];
    expect(two.publicKey.equals(one.publicKey)).toBe(true);
    expect(two.serialNumber).not.toBe(one.serialNumber);
  });
});
