import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hardwareSerial, plannedSerial, stationSerial } from '@stationery/appliance';
import { openDatabase, StoredSettings } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { stationData } from '../data-spec.ts';
import { StationInfo } from './station-info.ts';

/** Creates a network interface with the files that /sys/class/net has. */
function plugIn(root: string, name: string, index: number, address: string, phy?: string): void {
  const folder = join(root, name);
  mkdirSync(join(folder, 'device'), { recursive: true });
  writeFileSync(join(folder, 'ifindex'), `${index}\n`);
  writeFileSync(join(folder, 'address'), `${address}\n`);
  if (phy === undefined) return;
  mkdirSync(join(root, `../${name}-phy`));
  writeFileSync(join(root, `../${name}-phy/macaddress`), `${phy}\n`);
  symlinkSync(`../../${name}-phy`, join(folder, 'phy80211'));
}

describe('the serial number', () => {
  it('stays the same if a radio is found later, and determines the name of the network', async () => {
    const folder = await temporaryFolder();
    const net = join(folder, 'net');
    const start = () => {
      const opened = openDatabase({ folder: join(folder, 'data'), ...stationData });
      const settings = new StoredSettings(opened.database, stationData.settings);
      const made = () => hardwareSerial(net) ?? '020000000000';
      const { serial } = new StationInfo(
        { serial: settings.at('serial'), nickname: settings.at('nickname') },
        { hwVersion: '00.00.00' },
        made,
      );
      opened.close();
      return serial;
    };
    plugIn(net, 'eth0', 2, 'b8:27:eb:00:00:01');
    expect(start()).toBe('B827EB000001');
    plugIn(net, 'wlan0', 3, 'b8:27:eb:00:00:02', 'b8:27:eb:00:00:02');
    expect(hardwareSerial(net)).toBe('B827EB000002');
    expect(start()).toBe('B827EB000001');
    expect(stationSerial('/', join(folder, 'data'))).toBe('B827EB000001');
  });

  it('is based on the permanent address of the radio, not on a random one', async () => {
    const net = join(await temporaryFolder(), 'net');
    plugIn(net, 'wlan0', 3, '5e:12:34:56:78:9a', 'b8:27:eb:00:00:02');
    expect(hardwareSerial(net)).toBe('B827EB000002');
  });

  it('of an image differs from that of the machine that builds the image', async () => {
    const root = await temporaryFolder();
    expect(stationSerial(root, '/var/lib/stationery/station')).toBeUndefined();
    mkdirSync(join(root, 'etc/stationery/network'), { recursive: true });
    const path = join(root, 'etc/stationery/network/serial');
    writeFileSync(path, 'B827EB000002\n');
    expect(stationSerial(root, '/var/lib/stationery/station')).toBe('B827EB000002');
    writeFileSync(path, 'nonsense\n');
    expect(plannedSerial(path)).toBeUndefined();
  });
});
