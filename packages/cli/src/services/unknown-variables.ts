import type { Logger, SettingTable } from '@stationery/core';
import { didYouMean } from '../command-line/closest.ts';
import { clientSettings } from '../connection/client-settings.ts';

/** Warns of misspelt variables, which would have no effect. */
export function warnOfUnknownVariables(
  env: Readonly<Record<string, string | undefined>>,
  known: { prefix: 'STATION_' | 'PLOTTER_'; tables: readonly SettingTable[]; others?: readonly string[] },
  log: Pick<Logger, 'warn'>,
): void {
  const { prefix, tables, others = [] } = known;
  const settings = [...tables, clientSettings].flatMap((table) => Object.values(table).map(({ env }) => env));
  const candidates = settings.filter((name) => name.startsWith(prefix));
  for (const name of Object.keys(env).sort()) {
    if (!name.startsWith(prefix) || candidates.includes(name) || others.includes(name)) continue;
    const shown = name.slice(0, 64);
    log.warn(`the environment variable ${shown} is not a setting${didYouMean(shown, candidates)}`);
  }
}
