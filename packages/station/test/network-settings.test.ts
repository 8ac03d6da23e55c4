import { statSync, writeFileSync } from 'node:fs';
import { networkCommandSettings } from '@stationery/appliance/network';
import { stationRoutes } from '@stationery/contract';
import { temporaryFolder } from '@stationery/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPassphrase } from '../../appliance/src/network/settings/is-passphrase.ts';
import {
  ensurePassphrase,
  makePassphrase,
  passphrasePath,
  storedPassphrase,
} from '../../appliance/src/network/settings/passphrase.ts';
import { readSubnet } from '../../appliance/src/network/settings/subnet.ts';
import { readNetworkSettings, readStationConfig } from '../src/config.ts';

const read = (env: Record<string, string>) => readNetworkSettings({ args: [], env });
const file = (values: Record<string, unknown>) => ({ args: [], env: {}, file: { name: 'c.json', values } });

describe('the settings of the network', () => {
  it('have no option for joining an existing network', () => {
    const flags = Object.values(networkCommandSettings).map(({ flag }) => flag);
    expect(flags.toSorted()).toEqual([
      'data-dir',
      'http-port',
      'https-port',
      'wifi-address',
      'wifi-channel',
      'wifi-country',
      'wifi-interface',
      'wifi-passphrase',
      'wifi-plotter',
      'wifi-security',
      'wifi-ssid',
    ]);
  });

  it('can be changed only in the setup, whose response omits the passphrase', () => {
    const { updateSetup, ...others } = stationRoutes;
    expect(JSON.stringify(others)).not.toMatch(/"\w*(?:ssid|passphrase|psk)\w*":/i);
    expect(updateSetup.answer.schema).toEqual(others.getSetup.answer.schema);
    expect(JSON.stringify(updateSetup.body.schema)).not.toMatch(/"\w*(?:ssid|psk|network|join)\w*":/i);
  });

  it('are in the same part of the config file as the settings of the station', () => {
    const both = { httpPort: 8080, wifiCountry: 'de', wifiChannel: 13, wifiAddress: '192.168.7.1/24' };
    expect(readNetworkSettings(file(both))).toMatchObject({ wifiCountry: 'DE', wifiChannel: 13 });
    const station = readStationConfig(file(both));
    expect(station).toMatchObject({ httpPort: 8080, wifiAddress: { address: '192.168.7.1' } });
    expect(() => readStationConfig(file({ wifiJoin: 'Public' }))).toThrow('there is no setting “wifiJoin”');
    expect(() => readNetworkSettings(file({ wifiJoin: 'Public' }))).toThrow('there is no setting “wifiJoin”');
  });

  it.each([
    [{ STATION_WIFI_SSID: 'ü'.repeat(17) }, 'at most 32 bytes, not 34'],
    [{ STATION_WIFI_SSID: 'two\nlines' }, 'one line'],
    [{ STATION_WIFI_PASSPHRASE: 'short' }, '8 to 63'],
    [{ STATION_WIFI_PASSPHRASE: 'new\nline=1' }, '8 to 63'],
    [{ STATION_WIFI_PASSPHRASE: 'Straße 12' }, 'ASCII'],
    [{ STATION_WIFI_INTERFACE: 'wlan0\ndriver=x' }, 'the name of an interface'],
    [{ STATION_WIFI_INTERFACE: '../etc' }, 'the name of an interface'],
    [{ STATION_WIFI_COUNTRY: 'Germany' }, 'two letters'],
    // The kernel has no radio rules for UK, only for GB.
    [{ STATION_WIFI_COUNTRY: 'UK' }, 'two letters'],
    [{ STATION_WIFI_CHANNEL: '12' }, 'without STATION_WIFI_COUNTRY'],
    [{ STATION_WIFI_CHANNEL: '13', STATION_WIFI_COUNTRY: 'US' }, 'in US'],
    [{ STATION_WIFI_CHANNEL: '52', STATION_WIFI_COUNTRY: 'DE' }, 'in DE'],
    [{ STATION_WIFI_ADDRESS: '8.8.8.8/24' }, 'private range'],
    [{ STATION_WIFI_ADDRESS: '172.32.0.1/24' }, 'private range'],
    [{ STATION_WIFI_ADDRESS: '10.0.0.1/8' }, 'prefix from /16'],
    [{ STATION_WIFI_ADDRESS: '10.0.0.0/24' }, 'first or last'],
    [{ STATION_WIFI_ADDRESS: '10.0.0.255/24' }, 'first or last'],
    [{ STATION_WIFI_ADDRESS: '10.0.0.1' }, 'with its prefix'],
    [{ STATION_WIFI_ADDRESS: '10.0.0.256/24' }, 'with its prefix'],
  ])('refuse %j', (env, message) => {
    expect(() => read(env)).toThrow(message);
  });

  it('accept 5 GHz and channel 13 in countries that allow them', () => {
    expect(read({ STATION_WIFI_CHANNEL: '13', STATION_WIFI_COUNTRY: 'FR' }).wifiChannel).toBe(13);
    expect(read({ STATION_WIFI_CHANNEL: '44', STATION_WIFI_COUNTRY: 'US' }).wifiChannel).toBe(44);
  });
});

describe('the addresses for clients', () => {
  it.each([
    ['10.55.0.1/24', '255.255.255.0', '10.55.0.2', '10.55.0.201'],
    ['192.168.4.254/24', '255.255.255.0', '192.168.4.54', '192.168.4.253'],
    ['172.16.3.1/28', '255.255.255.240', '172.16.3.2', '172.16.3.14'],
    ['10.1.255.250/16', '255.255.0.0', '10.1.255.50', '10.1.255.249'],
  ])(
    'are on the side of the station’s address %s that has more room',
    (text, netmask, firstClient, lastClient) => {
      expect(readSubnet(text)).toMatchObject({ netmask, firstClient, lastClient });
    },
  );

  it('are within the network and do not include the address of the station', () => {
    const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 24 - 2 }),
        fc.integer({ min: 16, max: 28 }),
        (host, prefix) => {
          const size = 2 ** (32 - prefix);
          fc.pre(host % size !== 0 && host % size !== size - 1);
          const own = 10 * 2 ** 24 + host;
          const start = own - (host % size);
          const text = [24, 16, 8, 0].map((bits) => Math.floor(own / 2 ** bits) % 256).join('.');
          const { address, firstClient, lastClient } = readSubnet(`${text}/${prefix}`);
          const [first, last] = [number(firstClient), number(lastClient)];
          expect(address).toBe(text);
          expect(first > start && last < start + size - 1 && first <= last).toBe(true);
          expect(own < first || own > last).toBe(true);
        },
      ),
    );
  });
});

describe('the passphrase', () => {
  it('is generated once, can be read only by root, and is easy to type', async () => {
    const root = await temporaryFolder();
    expect(storedPassphrase(root)).toBeUndefined();
    const made = ensurePassphrase(root);
    expect(made).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    expect(statSync(passphrasePath(root)).mode & 0o777).toBe(0o600);
    expect(ensurePassphrase(root)).toBe(made);
    expect(makePassphrase()).not.toBe(made);
    expect(isPassphrase(made)).toBe(true);
  });

  it('is rejected if the file has a second line', async () => {
    const root = await temporaryFolder();
    ensurePassphrase(root);
    writeFileSync(passphrasePath(root), 'long enough\nbridge=br0\n');
    expect(() => ensurePassphrase(root)).toThrow('must hold 8 to 63');
  });
});
