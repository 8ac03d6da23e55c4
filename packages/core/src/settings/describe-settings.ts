import type { SettingTable } from './setting.ts';

/** Returns the part of `--help` that lists every setting with its default and environment variable. */
export function describeSettings(table: SettingTable): string {
  return Object.values(table)
    .map((setting) => {
      const value = setting.defaultText ?? String(setting.default ?? 'none');
      return [
        `  --${setting.flag} ${setting.placeholder}`,
        `      ${setting.help}`,
        `      ${setting.env}, default: ${value}`,
      ].join('\n');
    })
    .join('\n');
}
