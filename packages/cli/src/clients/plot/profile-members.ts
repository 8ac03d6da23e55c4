import type { MachineProfile } from '@stationery/client';
import { driverNames, penControls, speedUnits } from '@stationery/contract/driver-names';
import { didYouMean } from '../../command-line/closest.ts';
import { UsageError } from '../../terminal/exit-codes.ts';

type Change = (profile: MachineProfile, text: string, name: string) => MachineProfile;

type NumberMember =
  | 'stepsPerMm'
  | 'speed'
  | 'penUpSpeed'
  | 'acceleration'
  | 'cornerDeviationMm'
  | 'stepIntervalUs'
  | 'penUpMs'
  | 'penDownMs';

const number = (key: NumberMember): Change => {
  return (profile, text, name) => ({ ...profile, [key]: readMember(text, name) });
};
/** Reads a number in an object of the profile, such as `size.widthMm`. */
const part = <K extends 'size' | 'limits' | 'penHeights' | 'parkAt' | 'speedLimits'>(
  object: K,
  fallback: NonNullable<MachineProfile[K]>,
): Record<string, Change> =>
  Object.fromEntries(
    Object.keys(fallback).map((key): [string, Change] => [
      `${object}.${key}`,
      (profile, text, name) => ({
        ...profile,
        [object]: { ...(profile[object] ?? fallback), [key]: readMember(text, name) },
      }),
    ]),
  );
const isOn = (text: string, name: string): boolean => {
  if (text !== 'on' && text !== 'off') throw new UsageError(`${name} must be on or off, not “${text}”`);
  return text === 'on';
};
const axis = (key: 'swap' | 'mirrorX' | 'mirrorY'): Change => {
  return (profile, text, name) => {
    const axes = profile.axes ?? { swap: false, mirrorX: false, mirrorY: false };
    return { ...profile, axes: { ...axes, [key]: isOn(text, name) } };
  };
};
const onOff = (key: 'homing' | 'lowersGently'): Change => {
  return (profile, text) => ({ ...profile, [key]: isOn(text, key) });
};
/** Reads a word; `none` removes the member. */
const word = <K extends 'driver' | 'speedUnit' | 'penControl'>(
  key: K,
  words: readonly NonNullable<MachineProfile[K]>[],
): Change => {
  return (profile, text) => {
    if (text === 'none') {
      const { [key]: _, ...rest } = profile;
      return rest as MachineProfile;
    }
    const found = words.find((one) => one === text);
    if (found === undefined)
      throw new UsageError(`${key} must be ${words.join(', ')} or none, not “${text}”`);
    return { ...profile, [key]: found };
  };
};

const enforcement = { on: true, off: false, auto: null };

const members: Record<string, Change> = {
  name: (profile, name) => ({ ...profile, name }),
  stepsPerMm: number('stepsPerMm'),
  coordinates(profile, text) {
    if (text !== 'absolute' && text !== 'relative') {
      throw new UsageError(`coordinates must be absolute or relative, not “${text}”`);
    }
    return { ...profile, coordinates: text };
  },
  ...part('size', { widthMm: 0, heightMm: 0 }),
  size: (profile, text) => ({ ...profile, size: nothing(text, 'size', 'size.widthMm') }),
  ...part('limits', { minX: 0, maxX: 0, minY: 0, maxY: 0 }),
  limits: (profile, text) => ({ ...profile, limits: nothing(text, 'limits', 'limits.maxX') }),
  enforceLimits(profile, text) {
    if (!Object.hasOwn(enforcement, text))
      throw new UsageError(`enforceLimits must be on, off or auto, not “${text}”`);
    return { ...profile, enforceLimits: enforcement[text as keyof typeof enforcement] };
  },
  speed: number('speed'),
  acceleration: number('acceleration'),
  penUpMs: number('penUpMs'),
  penDownMs: number('penDownMs'),
  driver: word('driver', driverNames),
  penUpSpeed: number('penUpSpeed'),
  cornerDeviationMm: number('cornerDeviationMm'),
  stepIntervalUs(profile, text, name) {
    const { stepIntervalUs: _, ...rest } = profile;
    return text === 'none' ? rest : number('stepIntervalUs')(profile, text, name);
  },
  speedUnit: word('speedUnit', speedUnits),
  ...part('speedLimits', { min: 1, max: 1_000_000 }),
  penControl: word('penControl', penControls),
  ...part('penHeights', { up: 0, down: 0 }),
  ...part('parkAt', { xMm: 0, yMm: 0 }),
  parkAt({ parkAt: _, ...profile }, text) {
    nothing(text, 'parkAt', 'parkAt.xMm');
    return profile;
  },
  homing: onOff('homing'),
  lowersGently: onOff('lowersGently'),
  'axes.swap': axis('swap'),
  'axes.mirrorX': axis('mirrorX'),
  'axes.mirrorY': axis('mirrorY'),
};

export const memberNames = Object.keys(members);

/** Parses changes such as `speed=8000`, to find mistakes before contacting the service. */
export function readChanges(words: readonly string[]): (profile: MachineProfile) => MachineProfile {
  const changes = words.map((word) => {
    const [, name = word, text] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
    const change = Object.hasOwn(members, name) ? members[name] : undefined;
    if (change === undefined) {
      const hint = didYouMean(name, memberNames) || `. Settings: ${memberNames.join(', ')}`;
      throw new UsageError(`there is no setting “${name}”${hint}`);
    }
    if (text === undefined) throw new UsageError(`“${name}” needs a value: ${name}=…`);
    return (profile: MachineProfile) => change(profile, text.trim(), name);
  });
  const apply = (profile: MachineProfile) => changes.reduce((changed, change) => change(changed), profile);
  apply({} as MachineProfile);
  return apply;
}

function readMember(text: string, name: string): number {
  const value = text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new UsageError(`${name} must be a number, not “${text}”`);
  return value;
}

function nothing(text: string, name: string, part: string): null {
  if (text === 'none') return null;
  throw new UsageError(`${name} can only be set to none. Set its parts, for example ${part}=420`);
}
