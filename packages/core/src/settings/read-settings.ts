import { parseArgs } from 'node:util';
import { messageOf } from '../errors.ts';
import { SettingError, type SettingTable, type SettingValues } from './setting.ts';

/**
 * Removes from the config file the keys of `others`, a second table that shares this part of the file, unless
 * they are also in `own`.
 */
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

export interface SettingSources {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** The part of the config file for this table. */
  file?: { name: string; values: Readonly<Record<string, unknown>> };
  /** Called with unknown keys of the file. Without it, unknown keys are an error. */
  onUnknownKey?: (message: string) => void;
}

/** Reads settings. Precedence: flags, environment, config file, defaults. */
export function readSettings<S extends SettingTable>(table: S, sources: SettingSources): SettingValues<S> {
  const flags = readFlags(table, sources.args);
  const fileValues = sources.file?.values ?? {};
  for (const key of Object.keys(fileValues).filter((each) => !(each in table))) {
    const message = `${sources.file?.name}: there is no setting “${key}”`;
    if (sources.onUnknownKey === undefined) throw new SettingError(message);
    sources.onUnknownKey(message);
  }

  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(table)) {
    const flag = flags[setting.flag];
    const env = sources.env[setting.env];
    const [origin, raw] =
      flag !== undefined
        ? [`--${setting.flag}`, flag]
        : env !== undefined && env !== ''
          ? [setting.env, env]
          : fileValues[key] !== undefined
            ? [`${sources.file?.name}: ${key}`, fileText(fileValues[key])]
            : ['', undefined];
    try {
      values[key] = raw === undefined ? setting.default : setting.read(raw);
    } catch (error) {
      if (error instanceof SettingError) throw new SettingError(`${origin} ${error.message}`);
      throw error;
    }
  }
  return values as SettingValues<S>;
}

function readFlags(table: SettingTable, args: readonly string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(
    Object.values(table).map((setting) => [setting.flag, { type: 'string' as const }]),
  );
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new SettingError(messageOf(error).split(/\. |\n/)[0] ?? 'the flags could not be read');
  }
}

function fileText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}
