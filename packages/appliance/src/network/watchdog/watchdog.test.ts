import { join } from 'node:path';
import { ManualClock, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { scriptedMachine } from '../../../test/support/scripted-machine.ts';
import { radioOf } from '../radio/radio.ts';
import { readRadioState } from '../radio/radio-state.ts';
import { readReport, writeReport } from './report.ts';
import { graceMs, Watchdog } from './watchdog.ts';

const iwDev = (type: string, ssid = '') =>
  `phy#0\n\tInterface wlan0\n\t\tifindex 2\n\t\twdev 0x1\n\t\taddr 02:00:00:00:00:00\n${ssid === '' ? '' : `\t\tssid ${ssid}\n`}\t\ttype ${type}\n`;
const second = '\tInterface wlan1\n\t\tifindex 3\n\t\ttype managed\n';
const joinedPublic = 'Connected to 02:00:00:00:01:00 (on wlan1)\n\tSSID: Public\n\tfreq: 2412\n';
const up = { '/sys/class/net/wlan0/flags': '0x1003\n', '/sys/class/net/wlan1/flags': '0x1003\n' };
const off = { 'ip link set dev wlan0 down': '', 'ip link set dev wlan1 down': '', 'rfkill block wifi': '' };
const switchedOff = ['ip link set dev wlan0 down', 'rfkill block wifi'];

async function rig(says: Record<string, string | number>, files: Record<string, string> = up) {
  const path = join(await temporaryFolder(), 'watchdog', 'report.json');
  const machine = scriptedMachine({ says, files });
  const clock = new ManualClock();
  const lines: string[] = [];
  const watchdog = new Watchdog({
    interface: 'wlan0',
    readRadio: () => readRadioState(machine),
    radio: radioOf(machine),
    clock,
    now: () => new Date('2026-11-15T12:00:00Z'),
    say: (line) => lines.push(line),
    report: (report) => writeReport(path, report),
    earlierTrouble: null,
  });
  const done = () => machine.ran.filter((words) => !words.startsWith('iw '));
  return { watchdog, clock, lines, done, says, report: () => readReport(path) };
}

describe('the watchdog', () => {
  it('accepts an access point and logs it once', async () => {
    const { watchdog, lines, done, report } = await rig({ 'iw dev': iwDev('AP', 'Station-1') });
    await watchdog.check();
    await watchdog.check();
    expect(lines).toEqual(['wlan0 is an access point (“Station-1”)']);
    expect(done()).toEqual([]);
    expect(report()).toMatchObject({ ok: true, trouble: null, checkedAt: '2026-11-15T12:00:00.000Z' });
  });

  it('switches the radio off at once when the interface has joined a network', async () => {
    const link = joinedPublic.replace('wlan1', 'wlan0');
    const { watchdog, lines, done, report, says } = await rig({
      'iw dev': iwDev('managed', 'Public'),
      'iw dev wlan0 link': link,
      ...off,
    });
    await watchdog.check();
    expect(done()).toEqual(switchedOff);
    expect(lines.at(-1)).toBe('wlan0 has joined the network “Public”; the radio was switched off');
    expect(report()).toMatchObject({ ok: false, trouble: { done: 'the radio was switched off' } });
    // The incident can still be read after the radio is back to normal.
    says['iw dev'] = iwDev('AP', 'Station-1');
    await watchdog.check();
    expect(report()).toMatchObject({ ok: true, trouble: { what: 'wlan0 has joined the network “Public”' } });
  });

  it('notices a second interface that joins a network', async () => {
    const { watchdog, done } = await rig({
      'iw dev': `${iwDev('AP', 'Station-1')}${second}`,
      'iw dev wlan1 link': joinedPublic,
      ...off,
    });
    await watchdog.check();
    expect(done()).toEqual(['ip link set dev wlan1 down', 'rfkill block wifi']);
  });

  it('waits a limited time for the access point to start', async () => {
    const { watchdog, clock, done, says } = await rig({
      'iw dev': iwDev('managed'),
      'iw dev wlan0 link': 'Not connected.\n',
      ...off,
    });
    await watchdog.check();
    await clock.advance(graceMs - 1);
    await watchdog.check();
    expect(done()).toEqual([]);
    says['iw dev'] = iwDev('AP', 'Station-1');
    await watchdog.check();
    says['iw dev'] = iwDev('managed');
    await watchdog.check();
    await clock.advance(graceMs - 1);
    await watchdog.check();
    expect(done()).toEqual([]);
    await clock.advance(1);
    await watchdog.check();
    expect(done()).toEqual(switchedOff);
  });

  it.each(['IBSS', 'mesh point', 'monitor', 'P2P-GO'])(
    'does not accept “%s” as an access point',
    async (type) => {
      const { watchdog, clock, done } = await rig({ 'iw dev': iwDev(type), 'iw dev wlan0 link': '', ...off });
      await watchdog.check();
      await clock.advance(graceMs);
      await watchdog.check();
      expect(done()).toEqual(switchedOff);
    },
  );

  it('ignores interfaces that are off and logs when it cannot read the radio', async () => {
    const asleep = await rig(
      { 'iw dev': iwDev('managed'), 'iw dev wlan0 link': '', ...off },
      { '/sys/class/net/wlan0/flags': '0x1002\n' },
    );
    await asleep.watchdog.check();
    await asleep.clock.advance(graceMs);
    await asleep.watchdog.check();
    expect(asleep.done()).toEqual([]);
    expect(asleep.report()).toMatchObject({
      ok: false,
      what: 'there is no access point: wlan0 is switched off',
    });

    const blind = await rig({});
    await blind.watchdog.check();
    expect(blind.report()).toMatchObject({ ok: false, what: expect.stringContaining('cannot be read') });
  });

  it('logs failed actions', async () => {
    const { watchdog, lines } = await rig({
      'iw dev': iwDev('managed', 'Public'),
      'iw dev wlan0 link': '',
      ...off,
      'rfkill block wifi': 1,
    });
    await watchdog.check();
    expect(lines.at(-1)).toContain('could not be switched off: rfkill block wifi: refused');
  });
});
