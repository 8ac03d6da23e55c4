import type { LayerCodes } from '../drawing.ts';

/** Whether a layer is for notes, which are not plotted. */
export const isNotPlotted = (label: string) => label.trimStart().startsWith('%');

const limits = { S: [1, 110], H: [0, 100], D: [0, 60_000] } as const;
const members = { S: 'speedPercent', H: 'heightPercent', D: 'delayMs' } as const;

/**
 * Returns the codes in a layer's name. An inner layer inherits the codes of its outer layers; its own codes
 * take precedence.
 */
export function layerCodesIn(name: string): LayerCodes | undefined {
  const found = Object.assign({}, ...name.split(' / ').map(codesOf)) as LayerCodes;
  return Object.keys(found).length === 0 ? undefined : found;
}

/** Returns a name without codes. Keeps a name that is only a number. */
export const withoutCodes = (name: string) =>
  name
    .split(' / ')
    .map((label) => (/^[\s\d]{0,9}[!+]/.test(label) && label.replace(codes, '').trim()) || label)
    .join(' / ');

const codes = /^\s{0,9}(!)?\s{0,9}(\d{1,4})?((?:\s?\+[SHD]-?\d{1,6}){0,9})/i;

function codesOf(label: string): LayerCodes {
  const [, pause, number, settings = ''] = codes.exec(label) ?? [];
  const found: Record<string, number | true> = {};
  if (pause !== undefined) found.pause = true;
  if (number !== undefined) found.number = Number(number);
  for (const [, letter = '', value] of settings.matchAll(/\+([SHD])(-?\d{1,6})/gi)) {
    const code = letter.toUpperCase() as keyof typeof limits;
    const [min, max] = limits[code];
    found[members[code]] = Math.min(Math.max(Number(value), min), max);
  }
  return found;
}
