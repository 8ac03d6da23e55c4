import type { Buttons } from '@stationery/client/player';
import { UsageError } from '../../terminal/exit-codes.ts';

export const onRemoval = ['continue', 'pause', 'stop'] as const;
export const onAgain = ['resume', 'restart', 'next', 'single'] as const;
export const repeatModes = ['off', 'all', 'one'] as const;
export const replayGains = ['off', 'track', 'album'] as const;
export const playerActions = [
  'volume-up',
  'volume-down',
  'next',
  'previous',
  'forward',
  'back',
  'pause',
  'stop',
  'sleep',
  'language',
  'shut-down',
] as const;
export const switches = ['on', 'off'] as const;

/** Returns the name of an action in the API. */
export const actionOf = (word: (typeof playerActions)[number]) =>
  word.replaceAll('-', '_') as Buttons['buttons'][number]['action'];

export function oneOf<T extends string>(
  option: string,
  value: string | undefined,
  words: readonly T[],
): T | undefined {
  const found = words.find((word) => word === value);
  if (value === undefined || found !== undefined) return found;
  throw new UsageError(`${option} must be ${words.join(', ')}, not “${value}”`);
}

export function wholeNumber(option: string, value: string | undefined, most: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,5}$/.test(value) && Number(value) <= most) return Number(value);
  throw new UsageError(`${option} must be a whole number from 0 to ${most}, not “${value}”`);
}
