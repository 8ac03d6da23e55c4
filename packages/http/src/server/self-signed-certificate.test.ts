import { X509Certificate } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { silentLogger } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { SelfSignedCertificate } from './self-signed-certificate.ts';
import { ownAddresses } from './service-certificate.ts';

it('a certificate contains every valid name, and is not renewed because of invalid ones', async () => {
  const usable = ['localhost', 'a_b.local', 'xn--kche-0ra.local', '192.168.1.2', '2001:db8::2'];
  const others = ['fe80::1%eth0', '::ffff:192.168.1.2', 'no name', ''];
  const opened = await SelfSignedCertificate.open({
    folder: await temporaryFolder(),
    commonName: 'x',
    names: () => [...others, ...usable],
    log: silentLogger,
  });
  const certificate = new X509Certificate(opened.files.cert);
  for (const name of usable.slice(0, 3)) expect(certificate.checkHost(name), name).toBeDefined();
  for (const address of usable.slice(3)) expect(certificate.checkIP(address), address).toBeDefined();
  expect(await opened.renew()).toBeUndefined();
});

it('a certificate includes the addresses at which the service can be reached', () => {
  const own = (family: string) =>
    Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .filter((each) => each.family === family && !each.internal && !each.scopeid)
      .map(({ address }) => address);
  const loopback = ['127.0.0.1', '::1'];
  expect(ownAddresses('0.0.0.0').sort()).toEqual([...loopback, ...own('IPv4')].sort());
  expect(ownAddresses('::').sort()).toEqual([...loopback, ...own('IPv4'), ...own('IPv6')].sort());
  expect(ownAddresses('192.168.1.2')).toEqual([...loopback, '192.168.1.2']);
});
