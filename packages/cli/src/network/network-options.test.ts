import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Section } from '../command-line/command.ts';
import { settingSources } from '../command-line/config-file.ts';
import { readOptions, readOptionsWithAnyFile } from './network-options.ts';

describe('readOptionsWithAnyFile', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([
    ['{ "station": ', 'config.json cannot be read'],
    ['{ "station": { "fromTheFuture": 1 } }', 'there is no setting “fromTheFuture”'],
    ['{ "station": { "wifiChannel": 999 } }', 'only the options are used'],
    ['{ "plotter": { "httpPort": "x" } }', ''],
  ])('uses the command-line options if the config file is %s', async (text, warning) => {
    const config = join(await temporaryFolder(), 'config.json');
    writeFileSync(config, text);
    const said: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => said.push(String(line)) > 0);
    const args = ['--wifi-interface=wlan7'];
    const contextWith = (named?: string) => ({
      config: named,
      sources: (section: Section, how?: { withoutFile: boolean }) =>
        how?.withoutFile
          ? { args, env: {} }
          : settingSources(section, {
              config: named,
              env: { STATIONERY_CONFIG: config },
              args: section === 'station' ? args : [],
            }),
    });
    const { settings } = readOptionsWithAnyFile(contextWith());
    expect(settings.wifiInterface).toBe('wlan7');
    expect(said.join('')).toContain(warning);
    expect(() => readOptions(contextWith()).plotterPort).toThrow();
    expect(() => readOptionsWithAnyFile(contextWith('/nowhere.json'))).toThrow('/nowhere.json');
  });
});
