import { networkCommandSettings } from '@stationery/appliance';
import { launchVariables } from '@stationery/appliance/launcher';
import { stationSettings } from '@stationery/station';
import { expect, it } from 'vitest';
import { warnOfUnknownVariables } from './unknown-variables.ts';

it('warnOfUnknownVariables suggests a setting for a misspelt variable, and accepts known variables', () => {
  const lines: string[] = [];
  const env = {
    STATION_HTTP_PROT: '8080',
    STATION_XYLOPHONE: '1',
    STATION_HTTP_PORT: '8080',
    STATION_WIFI_SSID: 'here',
    STATION_URL: 'http://localhost',
    STATION_LAUNCHED_SLOT: 'a',
    STATION_FIRMWARE_TRIAL_SECONDS: '5',
    STATIONERY_CONFIG: 'c.json',
    PLOTTER_PROT: '1',
  };
  const others = [...Object.values(launchVariables), 'STATION_FIRMWARE_TRIAL_SECONDS'];
  const tables = [stationSettings, networkCommandSettings];
  const warn = (line: unknown) => void lines.push(String(line));
  warnOfUnknownVariables(env, { prefix: 'STATION_', tables, others }, { warn });
  expect(lines).toEqual([
    'the environment variable STATION_HTTP_PROT is not a setting; did you mean “STATION_HTTP_PORT”?',
    'the environment variable STATION_XYLOPHONE is not a setting',
  ]);
});
