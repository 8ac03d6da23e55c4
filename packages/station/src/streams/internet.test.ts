import { mkdirSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { isPublicAddress, isWired } from './internet.ts';

it.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['224.0.0.251', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:93.184.216.34', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fd00::1', false],
  ['ff02::fb', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
])('the address %s is on the internet: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

it('an address of this machine is not on the internet', () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address } of own) expect(isPublicAddress(address)).toBe(false);
});

it('an Ethernet interface with a carrier is wired; Wi-Fi, bridges and loopback are not', async () => {
  const folder = await temporaryFolder();
  const add = (name: string, files: Record<string, string>, marks: string[] = []) => {
    mkdirSync(join(folder, name));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), `${text}\n`);
    for (const mark of marks) mkdirSync(join(folder, name, mark));
  };
  add('lo', { type: '772', carrier: '1' });
  add('wlan0', { type: '1', carrier: '1' }, ['wireless', 'phy80211']);
  add('docker0', { type: '1', carrier: '1' }, ['bridge']);
  add('eth0', { type: '1', carrier: '0' });
  add('eth1', { type: '1' });
  expect(isWired(folder)).toBe(false);
  writeFileSync(join(folder, 'eth0', 'carrier'), '1\n');
  expect(isWired(folder)).toBe(true);
  expect(isWired(join(folder, 'missing'))).toBe(true);
});
