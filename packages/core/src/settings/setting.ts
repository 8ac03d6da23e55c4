export interface SettingNames {
  /** The flag without dashes, `http-port`. */
  flag: string;
  env: string;
}

/** A setting whose names may be omitted, because `named` derives them from its key in the table. */
export interface UnnamedSetting<T> extends Partial<SettingNames> {
  /** Stands for the value in `--help`, such as `<port>`. */
  placeholder: string;
  help: string;
  default: T;
  /** The default in `--help`, if the value alone is not clear enough. */
  defaultText?: string;
  /** Parses the text, or throws a `SettingError` that states the expected form. */
  read(text: string): T;
}

/** A setting with its names. Its key in the table is also its key in the config file. */
export type Setting<T> = UnnamedSetting<T> & SettingNames;

export type SettingTable = Record<string, Setting<unknown>>;
export type SettingValues<S extends SettingTable> = {
  [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

/**
 * Adds names derived from the keys: `httpPort` becomes `--http-port` and `<PREFIX>_HTTP_PORT`. A setting's own
 * names take precedence.
 */
export function named<S extends Record<string, UnnamedSetting<unknown>>>(prefix: string, table: S) {
  const settings = Object.entries(table).map(([key, setting]) => {
    const words = key.replace(/[A-Z]/g, '-$&').toLowerCase();
    const env = `${prefix === '' ? '' : `${prefix}_`}${words.replaceAll('-', '_').toUpperCase()}`;
    return [key, { flag: words, env, ...setting }];
  });
  return Object.fromEntries(settings) as { [K in keyof S]: S[K] & SettingNames };
}

/** The error for an invalid setting. Its message is shown as one line. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

type Common<T> = Omit<UnnamedSetting<T>, 'read' | 'placeholder'>;
type Optional = Omit<Common<undefined>, 'default'> & { placeholder?: string };

export function text(common: Common<string> & { placeholder?: string }): UnnamedSetting<string> {
  return { placeholder: '<text>', ...common, read: (value) => value };
}

export function optionalText(common: Optional): UnnamedSetting<string | undefined> {
  return {
    placeholder: '<text>',
    default: undefined,
    ...common,
    read: (value) => (value === '' ? undefined : value),
  };
}

/** A token for `Authorization: Bearer …`. Header values are ASCII without spaces at the ends. */
export function bearerToken(common: Optional): UnnamedSetting<string | undefined> {
  return {
    placeholder: '<secret>',
    default: undefined,
    ...common,
    read(value) {
      if (value === '') return undefined;
      // Omits the value, because it is a secret.
      if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/.test(value)) {
        throw new SettingError(
          'must be 1 to 1024 printable ASCII characters without a blank at the beginning or end',
        );
      }
      return value;
    },
  };
}

export function wholeNumber(
  common: Common<number> & { min: number; max: number; placeholder?: string },
): UnnamedSetting<number> {
  const { min, max, ...rest } = common;
  return { placeholder: '<number>', ...rest, read: (value) => readWholeNumber(value, min, max) };
}

/** A port. Undefined means the default ports. */
export function port(
  common: Omit<Common<number>, 'default'> & { default?: number },
): UnnamedSetting<number | undefined> {
  return {
    placeholder: '<port>',
    default: undefined,
    ...common,
    read: (value) => readWholeNumber(value, 0, 65535),
  };
}

export function choice<const C extends string>(
  common: Common<C> & { choices: readonly C[]; placeholder?: string },
): UnnamedSetting<C> {
  const { choices, ...rest } = common;
  return {
    placeholder: `<${choices.join('|')}>`,
    ...rest,
    read(value) {
      const found = choices.find((each) => each === value);
      if (found === undefined) throw new SettingError(`must be one of ${choices.join(', ')}, not “${value}”`);
      return found;
    },
  };
}

export function textList(
  common: Omit<Common<readonly string[]>, 'default'>,
): UnnamedSetting<readonly string[]> {
  return {
    placeholder: '<a,b,…>',
    default: [],
    defaultText: 'none',
    ...common,
    read: (value) =>
      value
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== ''),
  };
}

function readWholeNumber(value: string, min: number, max: number): number {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) {
    throw new SettingError(`must be a whole number from ${min} to ${max}, not “${value}”`);
  }
  return number;
}
