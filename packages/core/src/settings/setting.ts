/** One setting: its flag, environment variable, config-file key, and parser. */
export interface Setting<T> {
  /** The flag without dashes, `http-port`. The config-file key is the same name in camel case. */
  flag: string;
  env: string;
  /** Stands for the value in `--help`, such as `<port>`. */
  placeholder: string;
  help: string;
  default: T;
  /** The default in `--help`, if the value alone is not clear enough. */
  defaultText?: string;
  /** Parses the text, or throws a `SettingError` that states the expected form. */
  read(text: string): T;
}

export type SettingTable = Record<string, Setting<unknown>>;
export type SettingValues<S extends SettingTable> = {
  [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

/** A setting that cannot be used. Its message is shown as one line. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

type Common<T> = Pick<Setting<T>, 'flag' | 'env' | 'help' | 'default'> & { defaultText?: string };

export function text(common: Common<string> & { placeholder?: string }): Setting<string> {
  return { placeholder: '<text>', ...common, read: (value) => value };
}

export function optionalText(
  common: Common<string | undefined> & { placeholder?: string },
): Setting<string | undefined> {
  return { placeholder: '<text>', ...common, read: (value) => (value === '' ? undefined : value) };
}

/** The token for `Authorization: Bearer …`. Header values are ASCII without spaces at the ends. */
export function bearerToken(
  common: Common<string | undefined> & { placeholder?: string },
): Setting<string | undefined> {
  return {
    placeholder: '<secret>',
    ...common,
    read(value) {
      if (value === '') return undefined;
      // Do not repeat the value in the message, because it is a secret.
      if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,1022}[\x21-\x7e])?$/.test(value)) {
        throw new SettingError('must be 1 to 1024 printable ASCII characters without blanks at its ends');
      }
      return value;
    },
  };
}

export function wholeNumber(
  common: Common<number> & { min: number; max: number; placeholder?: string },
): Setting<number> {
  const { min, max, ...rest } = common;
  return { placeholder: '<number>', ...rest, read: (value) => readWholeNumber(value, min, max) };
}

/** A port that must be used if set. `undefined` means the default ports. */
export function port(common: Common<number | undefined>): Setting<number | undefined> {
  return { placeholder: '<port>', ...common, read: (value) => readWholeNumber(value, 0, 65535) };
}

export function choice<const C extends string>(
  common: Common<C> & { choices: readonly C[]; placeholder?: string },
): Setting<C> {
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

export function textList(common: Common<readonly string[]>): Setting<readonly string[]> {
  return {
    placeholder: '<a,b,…>',
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
