import type { NetworkPlan } from '../../src/network/network-plan.ts';
import { readSubnet } from '../../src/network/settings/subnet.ts';

export const plainPlan: NetworkPlan = {
  interface: 'wlan0',
  ssid: 'Station-A1B2C3',
  serial: '0200A1A1B2C3',
  passphrase: 'kq7m-x2vd-9hpt-c4ns',
  isOpen: false,
  country: undefined,
  channel: 6,
  subnet: readSubnet('10.55.0.1/24'),
  guestPorts: [80, 443],
  program: ['/usr/bin/stationery'],
};
