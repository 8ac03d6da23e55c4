import type { SettingSources } from './read-settings.ts';
import type { SettingTable } from './setting.ts';

/** Removes the keys of a second table that shares this part of the config file. */
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
