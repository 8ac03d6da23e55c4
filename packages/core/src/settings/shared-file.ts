import type { SettingSources } from './read-settings.ts';
import type { SettingTable } from './setting.ts';

/** Sources for one of two tables that share a part of the config file: the keys of the other are not its business. */
export function withoutKeys(
  others: SettingTable,
  own: SettingTable,
  sources: SettingSources,
): SettingSources {
  if (sources.file === undefined) return sources;
  const values = Object.fromEntries(
    Object.entries(sources.file.values).filter(
      ([key]) => Object.hasOwn(own, key) || !Object.hasOwn(others, key),
    ),
  );
  return { ...sources, file: { ...sources.file, values } };
}
