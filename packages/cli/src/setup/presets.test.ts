import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPresets } from '@stationery/appliance/presets';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { applyPresets } from './apply-presets.ts';
import { presets } from './presets-command.ts';

describe('readPresets', () => {
  it('reads texts and ignores comments, a byte order mark and line endings', () => {
    const text =
      '\ufeff# Names\r\n\r\nname = "Caf\\"é\\" # 1" # the name\r\n  reader=\'pn532:\\x\'\r\n#token = "no"\r\n';
    expect([...readPresets(text)]).toEqual([
      ['name', 'Caf"é" # 1'],
      ['reader', 'pn532:\\x'],
    ]);
  });

  it.each([
    ['no quotes', 'name = Kitchen', 'line 1: must look like name = "Kitchen"'],
    ['a section', '\n[station]', 'line 2: must look like'],
    ['a repeated key', 'name = "a"\nname = "b"', 'line 2: “name” is there twice'],
    ['an unknown escape', 'name = "\\q"', 'line 1: \\q is not known'],
    ['two texts', 'name = "a" "b"', 'line 1: must look like'],
    ['many bytes', '#'.repeat(20_000), 'at most 16384 bytes'],
    ['many lines', '\n'.repeat(300), 'at most 200 lines'],
  ])('refuses %s', (_, text, message) => {
    expect(() => readPresets(text)).toThrow(message);
  });
});

describe('applyPresets', () => {
  const config = { station: { host: '0.0.0.0', wifiSecurity: 'open', portal: 'portal' } };
  const apply = (values: Record<string, string>) => applyPresets(config, new Map(Object.entries(values)));

  it('corrects an earlier setting that the services refuse, or names it in the error', () => {
    const config = { station: { wifiCountry: 'UK' } };
    const name = ['name', 'Kitchen'] as const;
    expect(applyPresets(config, new Map([name, ['country', 'GB']])).station).toMatchObject({
      nickname: 'Kitchen',
      wifiCountry: 'GB',
    });
    expect(() => applyPresets(config, new Map([name]))).toThrow(
      /^an earlier setting is wrong: .*wifiCountry/,
    );
  });

  it('sets related settings together', () => {
    expect(apply({ name: 'Kitchen', passphrase: 'eight letters', country: 'de', run: 'both' })).toEqual({
      station: {
        host: '0.0.0.0',
        nickname: 'Kitchen',
        wifiSsid: 'Kitchen',
        wifiPassphrase: 'eight letters',
        wifiSecurity: 'wpa2',
        portal: 'quiet',
        wifiCountry: 'de',
        wifiPlotter: 'on',
      },
    });
    expect(apply({ token: 'abc' })).toMatchObject({ station: { token: 'abc' }, plotter: { token: 'abc' } });
  });

  it.each([
    [{ passphrase: 'short' }, /^passphrase: must have 8 to 63/],
    [{ country: 'Germany' }, /^country: must be the two letters/],
    [{ name: 'ü'.repeat(20) }, /^name: must have at most 32 bytes/],
    [{ name: 'Kitchen\u202e' }, /^name: The nickname must be one line/],
    [{ name: '' }, /^name: must not be empty/],
    [{ name: ' ' }, /^name: must not be empty/],
    [{ reader: '/dev/ttyUSB0' }, /^reader: must be sim:, pn532:/],
    [{ run: 'all' }, /^run: must be station, plotter or both/],
    [{ run: 'constructor' }, /^run: must be station, plotter or both/],
    [{ wifi: 'x' }, /^there is no “wifi”, only name, /],
    [{ constructor: 'x' }, /^there is no “constructor”/],
  ])('refuses %j', (values, message) => {
    expect(() => apply(values as Record<string, string>)).toThrow(message);
  });
});

describe('presets', () => {
  it('are applied once after each change; after an error nothing changes, and a file beside them explains it', async () => {
    const folder = await temporaryFolder();
    const [file, config] = [join(folder, 'stationery.toml'), join(folder, 'config.json')];
    const problem = join(folder, 'stationery-problem.txt');
    const run = (options = {}) => {
      const out = { line: () => undefined };
      return presets.run({ args: [file], config, options, out } as unknown as Parameters<
        typeof presets.run
      >[0]);
    };
    const countryIn = () => JSON.parse(readFileSync(config, 'utf8')).station.wifiCountry;
    writeFileSync(config, '{ "station": {} }');
    expect(await run()).toBe(0);
    writeFileSync(file, 'country = "Germany"\n');
    expect(await run()).toBe(1);
    expect(readFileSync(problem, 'utf8')).toContain('stationery.toml: country: ');
    expect(countryIn()).toBeUndefined();
    writeFileSync(file, 'country = "DE"\n');
    expect(await run()).toBe(0);
    expect(countryIn()).toBe('DE');
    expect(existsSync(problem)).toBe(false);
    writeFileSync(config, '{ "station": { "wifiCountry": "FR" } }');
    expect(await run()).toBe(0);
    expect(countryIn()).toBe('FR');
    expect(await run({ wifi: 'none0' })).toBe(1);
    expect(readFileSync(problem, 'utf8')).toContain('Plug in a network cable');
    expect(await run()).toBe(0);
    expect(existsSync(problem)).toBe(false);
  });
});
