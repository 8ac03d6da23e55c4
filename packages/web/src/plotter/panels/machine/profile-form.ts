import type { MachineProfile } from '@stationery/client';
import { machineSettingsTexts } from '../../../texts/machine-settings.ts';
import { numberText, readNumber } from '../../../texts/number-text.ts';

/** If empty, the machine or its driver decides. */
const optionalFields = ['penUpSpeed', 'cornerDeviationMm', 'stepIntervalUs', 'speedMin', 'speedMax'] as const;
const penFields = ['heightUp', 'heightDown', 'parkX', 'parkY'] as const;

/** Form values. Lengths are in millimetres. Numbers stay text until they are saved. */
export interface ProfileForm
  extends Record<(typeof optionalFields)[number] | (typeof penFields)[number], string> {
  name: string;
  stepsPerMm: string;
  coordinates: MachineProfile['coordinates'];
  swap: boolean;
  mirrorX: boolean;
  mirrorY: boolean;
  hasSize: boolean;
  widthMm: string;
  heightMm: string;
  hasLimits: boolean;
  minX: string;
  maxX: string;
  minY: string;
  maxY: string;
  enforce: 'automatic' | 'on' | 'off';
  speed: string;
  acceleration: string;
  penControl: 'automatic' | NonNullable<MachineProfile['penControl']>;
  penUpMs: string;
  penDownMs: string;
  lowersGently: boolean;
}

export type TextField = {
  [F in keyof ProfileForm]: string extends ProfileForm[F] ? F : never;
}[keyof ProfileForm];
export type CheckField = {
  [F in keyof ProfileForm]: ProfileForm[F] extends boolean ? F : never;
}[keyof ProfileForm];
export type FormErrors = Partial<Record<keyof ProfileForm, string>>;

const { wrong } = machineSettingsTexts;
const optional = (value: number | undefined) => (value === undefined ? '' : numberText(value));

export function formOf(profile: MachineProfile): ProfileForm {
  const { stepsPerMm, size, limits, axes, penHeights, parkAt, speedLimits, penUpSpeed } = profile;
  const mm = (steps: number) => numberText(steps / stepsPerMm);
  return {
    name: profile.name,
    stepsPerMm: numberText(stepsPerMm),
    coordinates: profile.coordinates,
    swap: axes?.swap ?? false,
    mirrorX: axes?.mirrorX ?? false,
    mirrorY: axes?.mirrorY ?? false,
    hasSize: Boolean(size),
    widthMm: numberText(size?.widthMm ?? 420),
    heightMm: numberText(size?.heightMm ?? 297),
    hasLimits: limits !== null,
    minX: limits === null ? '0' : mm(limits.minX),
    maxX: limits === null ? '420' : mm(limits.maxX),
    minY: limits === null ? '0' : mm(limits.minY),
    maxY: limits === null ? '297' : mm(limits.maxY),
    enforce: profile.enforceLimits == null ? 'automatic' : profile.enforceLimits ? 'on' : 'off',
    speed: mm(profile.speed),
    penUpSpeed: penUpSpeed === undefined ? '' : mm(penUpSpeed),
    acceleration: mm(profile.acceleration),
    cornerDeviationMm: optional(profile.cornerDeviationMm),
    stepIntervalUs: optional(profile.stepIntervalUs),
    speedMin: optional(speedLimits?.min),
    speedMax: optional(speedLimits?.max),
    penControl: profile.penControl ?? 'automatic',
    heightUp: optional(penHeights?.up),
    heightDown: optional(penHeights?.down),
    parkX: optional(parkAt?.xMm),
    parkY: optional(parkAt?.yMm),
    penUpMs: numberText(profile.penUpMs),
    penDownMs: numberText(profile.penDownMs),
    lowersGently: profile.lowersGently ?? false,
  };
}

export function readForm(
  form: ProfileForm,
  before: MachineProfile,
): { profile: MachineProfile } | { errors: FormErrors } {
  const errors: FormErrors = {};
  const number = (field: TextField, rule: 'any' | 'positive' | 'notNegative'): number => {
    const value = readNumber(form[field]);
    if (Number.isNaN(value)) errors[field] = wrong.number;
    else if (rule === 'positive' && value <= 0) errors[field] = wrong.positive;
    else if (rule === 'notNegative' && value < 0) errors[field] = wrong.notNegative;
    return value;
  };
  const isEmpty = (field: TextField) => form[field].trim() === '';
  const positive = (field: TextField) => (isEmpty(field) ? undefined : number(field, 'positive'));
  const stepsPerMm = number('stepsPerMm', 'positive');
  if (stepsPerMm > 100_000) errors.stepsPerMm = wrong.scale;
  const name = form.name.trim();
  if (name === '' || name.length > 100) errors.name = wrong.name;
  const steps = (field: TextField) => Math.round(number(field, 'any') * stepsPerMm);
  const { swap, mirrorX, mirrorY } = form;
  const penUpSpeed = positive('penUpSpeed');
  const corner = isEmpty('cornerDeviationMm') ? undefined : number('cornerDeviationMm', 'notNegative');
  if (corner !== undefined && corner > 10) errors.cornerDeviationMm = wrong.corner;
  /** Both numbers must be given, or both empty. */
  const pair = <T>(
    [first, second]: [TextField, TextField],
    rule: 'any' | 'positive',
    of: (a: number, b: number) => T,
  ) => (isEmpty(first) && isEmpty(second) ? undefined : of(number(first, rule), number(second, rule)));
  const speedLimits = pair(['speedMin', 'speedMax'], 'positive', (min, max) => ({ min, max }));
  if (speedLimits !== undefined && speedLimits.min > speedLimits.max) errors.speedMax ??= wrong.order;
  const profile = withoutEmpty({
    ...before,
    name,
    stepsPerMm,
    coordinates: form.coordinates,
    axes: before.axes !== undefined || swap || mirrorX || mirrorY ? { swap, mirrorX, mirrorY } : undefined,
    size: form.hasSize
      ? { widthMm: number('widthMm', 'positive'), heightMm: number('heightMm', 'positive') }
      : null,
    limits: form.hasLimits
      ? { minX: steps('minX'), maxX: steps('maxX'), minY: steps('minY'), maxY: steps('maxY') }
      : null,
    enforceLimits: form.enforce === 'automatic' ? null : form.enforce === 'on',
    speed: number('speed', 'positive') * stepsPerMm,
    penUpSpeed: penUpSpeed && penUpSpeed * stepsPerMm,
    acceleration: number('acceleration', 'positive') * stepsPerMm,
    cornerDeviationMm: corner,
    stepIntervalUs: positive('stepIntervalUs'),
    speedLimits,
    penControl: form.penControl === 'automatic' ? undefined : form.penControl,
    penHeights: pair(['heightUp', 'heightDown'], 'any', (up, down) => ({ up, down })),
    parkAt: pair(['parkX', 'parkY'], 'any', (xMm, yMm) => ({ xMm, yMm })),
    penUpMs: number('penUpMs', 'notNegative'),
    penDownMs: number('penDownMs', 'notNegative'),
    lowersGently: form.lowersGently || undefined,
  });
  if (profile.limits !== null) {
    if (profile.limits.maxX <= profile.limits.minX) errors.maxX ??= wrong.order;
    if (profile.limits.maxY <= profile.limits.minY) errors.maxY ??= wrong.order;
  }
  return Object.keys(errors).length === 0 ? { profile } : { errors };
}

type Loose<T> = { [K in keyof T]: T[K] | undefined };

/** Removes undefined members, which the service would reject. */
const withoutEmpty = (profile: Loose<MachineProfile>) =>
  Object.fromEntries(
    Object.entries(profile).filter(([, value]) => value !== undefined),
  ) as unknown as MachineProfile;
