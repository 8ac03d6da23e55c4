import { readStationConfig, stationSettings } from '@stationery/station';
import { defineCommand } from '../command-line/command.ts';
import { stationKeys } from './station-keys.ts';

export const keys = defineCommand({
  summary: 'List the trusted and revoked keys of the station on this computer',
  settings: {
    title: 'Settings of the station',
    section: 'station',
    table: stationSettings,
    example: '{ "firmwareKeys": "/etc/stationery/release.pub" }',
  },
  examples: ['stationery firmware keys', 'stationery firmware keys --json'],
  run({ out, sources }) {
    const { sources: found, problems } = stationKeys(readStationConfig(sources('station')));
    out.result({ keys: found, problems }, () => {
      for (const { id, state, from } of found) out.line(`${id}  ${state}  ${from}`);
      for (const problem of problems) out.line(`problem: ${problem}`);
      if (found.length + problems.length === 0)
        out.line('No key is trusted, so no signed bundle is accepted.');
    });
  },
});
