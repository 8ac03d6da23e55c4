import { describe, expect, it } from 'vitest';
import { readIwDev, readIwLink } from './radio-state.ts';

/** An access point, and a second radio that has joined it. */
const accessPointAndGuest = `phy#1
\tUnnamed/non-netdev interface
\t\twdev 0x100000002
\t\taddr 42:00:00:00:01:00
\t\ttype P2P-device
\t\ttxpower 20.00 dBm
\tInterface wlan1
\t\tifindex 3
\t\twdev 0x100000001
\t\taddr 02:00:00:00:01:00
\t\ttype managed
\t\tchannel 6 (2437 MHz), width: 20 MHz, center1: 2437 MHz
\t\ttxpower 20.00 dBm
phy#0
\tInterface wlan0
\t\tifindex 2
\t\twdev 0x1
\t\taddr 02:00:00:00:00:00
\t\tssid K\\xc3\\xbcche 1\\x20
\t\ttype AP
\t\tchannel 6 (2437 MHz), width: 20 MHz, center1: 2437 MHz
\t\ttxpower 20.00 dBm
`;

const joined = `Connected to 02:00:00:00:00:00 (on wlan1)
\tSSID: K\\xc3\\xbcche 1\\x20
\tfreq: 2437
\tRX: 7517 bytes (81 packets)
\tTX: 1160 bytes (11 packets)
\tsignal: -30 dBm
\trx bitrate: 1.0 MBit/s
\ttx bitrate: 1.0 MBit/s

\tbss flags:\tshort-slot-time
\tdtim period:\t2
\tbeacon int:\t100
`;

describe('the output of iw', () => {
  it('lists all interfaces of all radios', () => {
    expect(readIwDev(accessPointAndGuest)).toEqual([
      { name: 'wlan1', type: 'managed', ssid: undefined, channel: 6 },
      { name: 'wlan0', type: 'AP', ssid: 'Küche 1 ', channel: 6 },
    ]);
  });

  it('may list interfaces that are down, or no interfaces', () => {
    expect(
      readIwDev('phy#0\n\tInterface wlan0\n\t\tifindex 3\n\t\ttype managed\n\t\ttxpower 0.00 dBm\n'),
    ).toEqual([{ name: 'wlan0', type: 'managed', ssid: undefined, channel: undefined }]);
    expect(readIwDev('')).toEqual([]);
  });

  it('names the network that an interface has joined', () => {
    expect(readIwLink(joined)).toBe('Küche 1 ');
    expect(readIwLink('Not connected.\n')).toBeUndefined();
    expect(readIwLink('Joined IBSS 02:11:22:33:44:55 (on wlan0)\n\tSSID: old\\\\x5cmesh\n')).toBe(
      'old\\\\mesh',
    );
    expect(readIwLink('Connected to 02:00:00:00:01:00 (on wlan0)\n')).toBe('02:00:00:00:01:00');
  });
});
