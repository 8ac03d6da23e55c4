import type { MachineProfile } from '@stationery/client';
import { machineSettingsTexts } from '../../../texts/machine-settings.ts';

/** The profile as people write it: in millimetres, each value as text until it is saved. */
export interface ProfileForm {
  name: string;
  stepsPerMm: string;
  coordinates: MachineProfile['coordinates'];
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
  penUpMs: string;
  penDownMs: string;
}

export type FormErrors = Partial<Record<keyof ProfileForm, string>>;

const wrong = machineSettingsTexts.wrong;
/** Enough for one step of any machine. */
const tidy = (value: number) => String(Math.round(value * 10_000) / 10_000);

export function formOf(profile: MachineProfile): ProfileForm {
  const { stepsPerMm, size, limits } = profile;
  const mm = (steps: number) => tidy(steps / stepsPerMm);
  return {
    name: profile.name,
    stepsPerMm: tidy(stepsPerMm),
    coordinates: profile.coordinates,
    hasSize: Boolean(size),
    widthMm: tidy(size?.widthMm ?? 420),
    heightMm: tidy(size?.heightMm ?? 297),
    hasLimits: limits !== null,
    minX: limits === null ? '0' : mm(limits.minX),
    maxX: limits === null ? '420' : mm(limits.maxX),
    minY: limits === null ? '0' : mm(limits.minY),
    maxY: limits === null ? '297' : mm(limits.maxY),
    enforce: profile.enforceLimits == null ? 'automatic' : profile.enforceLimits ? 'on' : 'off',
    speed: mm(profile.speed),
    acceleration: mm(profile.acceleration),
    penUpMs: tidy(profile.penUpMs),
    penDownMs: tidy(profile.penDownMs),
  };
}

/** The profile, or what is wrong with each field. */
export function readForm(form: ProfileForm): { profile: MachineProfile } | { errors: FormErrors } {
  const errors: FormErrors = {};
  const number = (field: keyof ProfileForm, rule: 'any' | 'positive' | 'notNegative'): number => {
    const text = String(form[field]).trim().replace(',', '.');
    const value = Number(text);
    if (text === '' || !Number.isFinite(value)) errors[field] = wrong.number;
    else if (rule === 'positive' && value <= 0) errors[field] = wrong.positive;
    else if (rule === 'notNegative' && value < 0) errors[field] = wrong.notNegative;
    return value;
  };
  const stepsPerMm = number('stepsPerMm', 'positive');
  if (stepsPerMm > 100_000) errors.stepsPerMm = wrong.scale;
  const name = form.name.trim();
  if (name === '' || name.length > 100) errors.name = wrong.name;
  const steps = (field: keyof ProfileForm) => Math.round(number(field, 'any') * stepsPerMm);
  const profile: MachineProfile = {
    name,
    stepsPerMm,
    coordinates: form.coordinates,
    size: form.hasSize
      ? { widthMm: number('widthMm', 'positive'), heightMm: number('heightMm', 'positive') }
      : null,
    limits: form.hasLimits
      ? { minX: steps('minX'), maxX: steps('maxX'), minY: steps('minY'), maxY: steps('maxY') }
      : null,
    enforceLimits: form.enforce === 'automatic' ? null : form.enforce === 'on',
    speed: number('speed', 'positive') * stepsPerMm,
    acceleration: number('acceleration', 'positive') * stepsPerMm,
    penUpMs: number('penUpMs', 'notNegative'),
    penDownMs: number('penDownMs', 'notNegative'),
  };
  if (profile.limits !== null) {
    if (profile.limits.maxX <= profile.limits.minX) errors.maxX ??= wrong.order;
    if (profile.limits.maxY <= profile.limits.minY) errors.maxY ??= wrong.order;
  }
  return Object.keys(errors).length === 0 ? { profile } : { errors };
}
