import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf, readResult } from '@stationery/appliance/presets';
import { settle, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { applyRequest, isShutdown } from './apply-request.ts';
import { setup } from './setup-command.ts';

const before = { station: { reader: 'sim:', wifiSecurity: 'open', wifiChannel: 13, wifiCountry: 'DE' } };

async function machine({ hasNetwork = true, networkFails = false, powerFails = false } = {}) {
  const config = join(await temporaryFolder(), 'config.json');
  writeFileSync(config, JSON.stringify(before), { mode: 0o640 });
  const calls: string[] = [];
  const did = (call: string, ok = true) => {
    calls.push(call);
    return ok;
  };
  return {
    calls,
    fail(what: { networkFails: boolean; powerFails: boolean }) {
      ({ networkFails, powerFails } = what);
    },
    config: () => JSON.parse(readFileSync(config, 'utf8')),
    mode: () => statSync(config).mode & 0o777,
    apply: (request: string) =>
      applyRequest(request, {
        config,
        hasNetwork,
        applyNetwork: async () =>
          did('network', !networkFails) && powerFails ? new Promise<boolean>(() => undefined) : !networkFails,
        run: async (...words) => did(words.join(' ')),
        restartPlotterWhenIdle: () => did('plotter when idle'),
      }),
  };
}

describe('applyRequest', () => {
  it('changes the config file, the network and the services', async () => {
    const { apply, config, calls, mode } = await machine();
    expect(await apply('name = "Hall"\ntoken = "abc"\nrun = "both"\npassphrase = "eight letters"\n')).toBe(
      null,
    );
    expect(config()).toMatchObject({
      station: { wifiSsid: 'Hall', token: 'abc', wifiPlotter: 'on', wifiSecurity: 'wpa2', portal: 'quiet' },
      plotter: { token: 'abc' },
    });
    expect(mode()).toBe(0o640);
    expect(calls).toEqual([
      'network',
      'plotter when idle',
      'systemctl enable --now stationery-plotter.service',
      'systemctl restart stationery-station.service',
    ]);
  });

  it('replaces a channel that the new country forbids', async () => {
    const { apply, config } = await machine();
    expect(await apply('country = "US"\n')).toBe(null);
    expect(config().station).toEqual({ reader: 'sim:', wifiSecurity: 'open', wifiCountry: 'US' });
  });

  it('does not change the network if only the reader changes, or if the station has no network of its own', async () => {
    const box = await machine();
    await box.apply('reader = "pcsc:"\n');
    expect(box.calls).toEqual(['systemctl restart stationery-station.service']);
    const server = await machine({ hasNetwork: false });
    await server.apply('name = "Hall"\n');
    expect(server.calls).toEqual(['systemctl restart stationery-station.service']);
  });

  it('sets nothing but the clock when a phone sends its time', async () => {
    const { apply, calls, config } = await machine();
    await apply('clock = "-1000"\n');
    expect(calls).toEqual([expect.stringMatching(/^date --utc --set @\d{10}$/)]);
    expect(config()).toEqual(before);
  });

  it('ignores a shutdown request from before a restart', async () => {
    const { apply, calls, config } = await machine();
    const request = 'power = "a0a0"\n';
    expect(await apply(request)).toBe(null);
    expect([calls, config()]).toEqual([[], before]);
    expect(isShutdown(request, 'a0a0')).toBe(true);
    expect(isShutdown(request, 'b1b1')).toBe(false);
    expect(isShutdown('reader = "a0a0"\n', 'a0a0')).toBe(false);
  });

  it('restores the previous settings if the network does not start', async () => {
    const { apply, config, calls } = await machine({ networkFails: true });
    expect(await apply('country = "FR"\n')).toMatchObject({ code: 'wifi-failed' });
    expect(config()).toEqual(before);
    expect(calls).toEqual(['network', 'network']);
  });

  it('restores the settings from before a power cut if the network does not start after it', async () => {
    const { apply, config, fail } = await machine({ powerFails: true });
    void apply('country = "FR"\n');
    await settle();
    expect(config().station.wifiCountry).toBe('FR');
    fail({ networkFails: true, powerFails: false });
    expect(await apply('country = "FR"\n')).toMatchObject({ code: 'wifi-failed' });
    expect(config()).toEqual(before);
    // A later request does not restore settings that an earlier one replaced.
    fail({ networkFails: false, powerFails: false });
    expect(await apply('country = "AT"\n')).toBe(null);
    fail({ networkFails: true, powerFails: false });
    await apply('country = "FR"\n');
    expect(config().station.wifiCountry).toBe('AT');
  });

  it.each([
    ['cardDir = "/etc"', /must look like/],
    ['plotter = "/dev/sda"', /“plotter” cannot be changed from the page/],
    ['passphrase = "short"', /8 to 63/],
    ['clock = "now"', /milliseconds/],
  ])('refuses %s and changes nothing', async (request, message) => {
    const { apply, config, calls } = await machine();
    await expect(apply(request)).rejects.toThrow(message);
    expect(config()).toEqual(before);
    expect(calls).toEqual([]);
  });
});

describe('stationery setup', () => {
  it('reports the result, then removes the request, and follows no links', async () => {
    const folder = await temporaryFolder();
    const at = (name: string) => join(folder, name);
    const out = { line: () => undefined, streams: { stdout: { write: () => true } } };
    const run = () => {
      const options = { result: at('result.json') };
      const context = { args: [at('setup.toml')], config: at('config.json'), options, out };
      return setup.run(context as unknown as Parameters<typeof setup.run>[0]);
    };
    writeFileSync(at('config.json'), JSON.stringify(before));
    expect(await run()).toBe(0);
    const request = 'country = "Germany"\n';
    writeFileSync(at('setup.toml'), request);
    expect(await run()).toBe(1);
    const problem = { code: 'settings-refused', message: expect.stringContaining('country: ') };
    expect(readResult(at('result.json'))).toEqual({ request: fingerprintOf(request), problem });
    expect(existsSync(at('setup.toml'))).toBe(false);
    symlinkSync(at('config.json'), at('setup.toml'));
    await expect(run()).rejects.toThrow('ELOOP');
  });
});
