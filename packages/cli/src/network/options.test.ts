import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readOptions, readOptionsWhateverTheFile } from './options.ts';

describe('the options of a command that must run whatever the config file says', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it.each([
    ['{ "station": ', 'config.json cannot be read'],
    ['{ "station": { "fromTheFuture": 1 } }', 'there is no setting “fromTheFuture”'],
    ['{ "station": { "wifiChannel": 999 } }', 'only the options are used'],
    ['{ "plotter": { "httpPort": "x" } }', ''],
  ])('are used with %s', async (text, warning) => {
    const config = join(await temporaryFolder(), 'config.json');
    writeFileSync(config, text);
    vi.stubEnv('STATIONERY_CONFIG', config);
    const said: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => said.push(String(line)) > 0);
    const args = ['--wifi-interface', 'wlan7', '--once'];
    const options = readOptionsWhateverTheFile(args, { switches: ['once'] });
    expect(options.settings.wifiInterface).toBe('wlan7');
    expect(options.has('once')).toBe(true);
    expect(said.join('')).toContain(warning);
    expect(() => readOptions(args, { switches: ['once'] }).plotterPort).toThrow();
    expect(() => readOptionsWhateverTheFile(['--wify'], {})).toThrow('wify');
    expect(() => readOptionsWhateverTheFile(['--config', '/nowhere.json'], {})).toThrow('/nowhere.json');
  });
});
