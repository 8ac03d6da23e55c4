import type { LayerCodes } from '../drawing.ts';

/** Returns whether a layer is for notes, which are never plotted. */
export const isNotPlotted = (label: string) => label.trimStart().startsWith('%');

const limits = { S: [1, 110], H: [0, 100], D: [0, 60_000] } as const;
const members = { S: 'speedPercent', H: 'heightPercent', D: 'delayMs' } as const;

/**
 * Returns the codes in the name of a layer, or undefined if there are none. An inner layer has the codes of
 * its outer layers, unless it has its own.
 */
export function layerCodesIn(name: string): LayerCodes | undefined {
  const codes = Object.assign({}, ...name.split(' / ').map(codesOf)) as LayerCodes;
  return Object.keys(codes).length === 0 ? undefined : codes;
}

function codesOf(label: string): LayerCodes {
  const [, pause, number, settings = ''] =
    /^\s{0,9}(!)?\s{0,9}(\d{1,4})?((?:\s?\+[SHD]-?\d{1,6}){0,9})/i.exec(label) ?? [];
  const codes: Record<string, number | true> = {};
  if (pause !== undefined) codes.pause = true;
  if (number !== undefined) codes.number = Number(number);
  for (const [, letter = '', value] of settings.matchAll(/\+([SHD])(-?\d{1,6})/gi)) {
    const code = letter.toUpperCase() as keyof typeof limits;
    const [min, max] = limits[code];
    codes[members[code]] = Math.min(Math.max(Number(value), min), max);
  }
  return codes;
}
