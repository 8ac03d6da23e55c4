import { type DriverName, driverNames } from '@stationery/contract';

/** All settings that are read, with the values they may have. The damage check uses this table. */
const settingKinds = {
  runs: 'count',
  copy: 'count',
  machines: 'json',
  /** Written by older versions, which had one machine. */
  machine: 'json',
  origin: 'json',
  port: 'json',
  driver: 'json',
  recognised: 'json',
  confirmed: 'json',
  pens: 'json',
  'left-settings': 'text',
} as const;

/** Data of a driver. */
type DriverKey = `driver.${DriverName}`;
const driverKeys = driverNames.map((name): DriverKey => `driver.${name}`);

export type SettingKey = keyof typeof settingKinds | DriverKey;

export interface TextStore {
  get(name: SettingKey): string | undefined;
  set(name: SettingKey, value: string): void;
}

export const jsonSettings: readonly string[] = [...keysOf('json'), ...driverKeys];

/** Conditions in SQL for rows that cannot be read. */
export const badSettings: readonly string[] = [
  `name IN (${list(keysOf('count'))}) AND (value GLOB '*[^0-9]*' OR value = '')`,
  `name IN (${list(jsonSettings)}) AND NOT json_valid(value)`,
];

function keysOf(kind: 'count' | 'json'): string[] {
  return Object.entries(settingKinds).flatMap(([name, its]) => (its === kind ? [name] : []));
}

function list(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
