import { PlanOptionError } from '../options/plan-option-error.ts';
import type { LayerSettings } from './pen-settings.ts';

type NumberName = Exclude<keyof LayerSettings, 'pen' | 'pause' | 'dip'>;

const numbers: Readonly<Record<string, NumberName>> = {
  speed: 'speedMmS',
  height: 'penDownHeight',
  delay: 'delayMs',
  seam: 'seamMm',
  refill: 'refillM',
  refilltime: 'refillMin',
  passes: 'passes',
  repeat: 'repeat',
};
const units: Readonly<Record<string, string>> = {
  speed: 'mm/s',
  delay: 'ms',
  seam: 'mm',
  refill: 'm',
  refilltime: 'min',
};
const words = ['pen', ...Object.keys(numbers), 'dip', 'pause'].join(', ');

/** Parses `2:pen=Fine,speed=20;Frame:passes=2`. Layers are given by number, from 1, or by name. */
export function layerSettings(text: string): (LayerSettings & { layer: number | string })[] {
  return text
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map(oneLayer);
}

function oneLayer(text: string): LayerSettings & { layer: number | string } {
  // A name may contain a colon, so the settings follow the last colon.
  const colon = text.lastIndexOf(':');
  const name = text.slice(0, Math.max(colon, 0)).trim();
  if (name === '') throw wrong(`“${text}” names no layer: write 2:speed=20`);
  const settings: Record<string, string | number | boolean> = {};
  for (const part of text.slice(colon + 1).split(',')) {
    const [key = '', ...value] = part.split('=');
    Object.assign(settings, setting(key.trim().toLowerCase(), value.join('=').trim(), part));
  }
  return { layer: /^[1-9]\d{0,5}$/.test(name) ? Number(name) - 1 : name, ...settings };
}

function setting(key: string, value: string, text: string): LayerSettings {
  if (key === 'pen' || key === 'dip') return { [key]: value };
  if (key === 'pause') {
    if (value !== 'yes' && value !== 'no') throw wrong(`“${text.trim()}”: use pause=yes or pause=no`);
    return { pause: value === 'yes' };
  }
  const name = Object.hasOwn(numbers, key) ? numbers[key] : undefined;
  if (name === undefined) throw wrong(`“${text.trim()}” is no setting of a layer: use ${words}, each with =`);
  const unit = units[key];
  const bare = unit !== undefined && value.endsWith(unit) ? value.slice(0, -unit.length).trim() : value;
  const number = bare === '' ? Number.NaN : Number(bare);
  if (!Number.isFinite(number)) throw wrong(`“${text.trim()}”: “${value}” is not a number`);
  return { [name]: number };
}

function wrong(message: string): PlanOptionError {
  return new PlanOptionError('layerSettings', message);
}
