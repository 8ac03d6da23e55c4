import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needsProgram, temporaryFolder } from '@stationery/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dnsmasqConf, firewall, hostapdConf } from '../../../appliance/src/network/render/render-network.ts';
import { plainPlan } from '../../../appliance/test/support/network-plan.ts';
import { hostapd, hostapdReads } from '../support/hostapd.ts';

const dnsmasq = needsProgram('dnsmasq', 'dnsmasq-base');
const nft = needsProgram('nft', 'nftables');

/** Names and passphrases that need escaping in configuration files. */
const nasty = [
  { ssid: ' #"; \\', passphrase: ' #leading and trailing ' },
  { ssid: 'Küche 🎈', passphrase: '"quoted"#;\\s\\x20' },
  { ssid: '"', passphrase: '========' },
  { ssid: '[connection]', passphrase: '\\\\\\\\\\\\\\\\;;;;' },
  { ssid: 'ssid2="x"', passphrase: `${'~'.repeat(63)}` },
  { ssid: 'é'.repeat(16), passphrase: "'`$(reboot)`%s%n" },
];
const anything = fc.sample(
  fc.record({
    ssid: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 32 })
      .filter(
        (ssid) => Buffer.byteLength(ssid) <= 32 && !/[\p{Cc}\u2028\u2029]/u.test(ssid) && ssid.isWellFormed(),
      ),
    passphrase: fc.string({ minLength: 8, maxLength: 63 }),
  }),
  { numRuns: 20, seed: 7 },
);
const samples = [...nasty, ...anything];

describe.skipIf(!hostapd.run)(`hostapd (${hostapd.label})`, () => {
  it('reads the name and the passphrase as configured', async () => {
    const read = await hostapdReads(
      samples.map((sample, at) => hostapdConf({ ...plainPlan, ...sample, interface: `wlan${at}` }).content),
    );
    expect(read).toEqual(samples);
  });

  it.each([
    { channel: 6, country: 'DE' },
    { channel: 13, country: 'DE' },
    { channel: 36, country: 'US' },
  ])('accepts channel $channel in $country', async (choice) => {
    const { content } = hostapdConf({ ...plainPlan, ...choice });
    expect(content).toContain(`country_code=${choice.country}\n`);
    await expect(hostapdReads([content])).resolves.toHaveLength(1);
  });

  it('reports an unknown option', async () => {
    const content = hostapdConf(plainPlan).content.replace('wpa=2', 'wpaa=2');
    await expect(hostapdReads([content])).rejects.toThrow("unknown configuration item 'wpaa'");
  });
});

describe.skipIf(!dnsmasq.run)(`dnsmasq (${dnsmasq.label})`, () => {
  it('accepts the configuration', async () => {
    const path = join(await temporaryFolder(), 'dnsmasq.conf');
    writeFileSync(path, dnsmasqConf(plainPlan).content);
    const test = () => spawnSync(dnsmasq.path, ['--test', `--conf-file=${path}`], { encoding: 'utf8' });
    expect(test()).toMatchObject({ status: 0, stderr: 'dnsmasq: syntax check OK.\n' });
    writeFileSync(path, `${dnsmasqConf(plainPlan).content}dhcp-ranje=x\n`);
    expect(test().status).not.toBe(0);
  });
});

describe.skipIf(!nft.run)(`nft (${nft.label})`, () => {
  it('accepts the rules', async () => {
    const path = join(await temporaryFolder(), 'firewall.nft');
    const rules = firewall(plainPlan).find((file) => file.path.endsWith('.nft'));
    writeFileSync(path, rules?.content ?? '');
    expect(spawnSync(nft.path, ['--check', '-f', path], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });
});
