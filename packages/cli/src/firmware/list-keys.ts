import { readStationConfig } from '@stationery/station';
import { settingSources } from '../config-file.ts';
import { stationKeys } from './station-keys.ts';

/** The keys of the station of this machine’s settings. */
export function listKeys(args: string[]): string {
  const { sources, problems } = stationKeys(readStationConfig(settingSources('station', args)));
  const lines = [
    ...sources.map(({ id, state, from }) => `${id}  ${state}  ${from}`),
    ...problems.map((problem) => `problem: ${problem}`),
  ];
  return lines.length === 0 ? 'No key is trusted: no signed bundle is taken.\n' : `${lines.join('\n')}\n`;
}
