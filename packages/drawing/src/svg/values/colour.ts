import { namedColours } from './named-colours.ts';

/** A colour as `#rrggbb`, and whether it can be seen through wholly. */
export interface Colour {
  readonly hex: string;
  readonly transparent: boolean;
}

const maxCharacters = 100;

export function parseColour(text: string): Colour | undefined {
  if (text.length > maxCharacters) return undefined;
  const value = text.trim().toLowerCase();
  if (value === 'transparent') return { hex: '#000000', transparent: true };
  const named = Object.hasOwn(namedColours, value) ? namedColours[value] : undefined;
  if (named !== undefined) return { hex: named, transparent: false };
  return value.startsWith('#') ? fromHex(value) : fromFunction(value);
}

function fromHex(value: string): Colour | undefined {
  if (/^#[0-9a-f]{6}$/.test(value)) return { hex: value, transparent: false };
  if (/^#[0-9a-f]{3,4}$/.test(value)) return fromHex(value.replace(/[0-9a-f]/g, '$&$&'));
  if (/^#[0-9a-f]{8}$/.test(value)) return { hex: value.slice(0, 7), transparent: value.endsWith('00') };
  return undefined;
}

const call = /^(rgb|hsl)a?\(\s*([^()]+?)\s*\)$/;

function fromFunction(value: string): Colour | undefined {
  const found = call.exec(value);
  if (found === null) return undefined;
  const parts = (found[2] as string).split(/[\s,/]+/);
  if (parts.length !== 3 && parts.length !== 4) return undefined;
  const alpha = parts[3] === undefined ? 1 : amount(parts[3], 1);
  const channels = found[1] === 'rgb' ? parts.slice(0, 3).map((part) => amount(part, 255)) : fromHsl(parts);
  if (!channels.every(Number.isFinite) || !Number.isFinite(alpha)) return undefined;
  const hex = channels.map((each) =>
    Math.round(Math.max(0, Math.min(255, each)))
      .toString(16)
      .padStart(2, '0'),
  );
  return { hex: `#${hex.join('')}`, transparent: alpha <= 0 };
}

function amount(part: string, whole: number): number {
  return part.endsWith('%') ? (Number(part.slice(0, -1)) * whole) / 100 : Number(part);
}

function fromHsl(parts: readonly string[]): number[] {
  const hue = Number((parts[0] as string).replace(/deg$/, ''));
  const saturation = amount(parts[1] as string, 1);
  const lightness = amount(parts[2] as string, 1);
  const spread = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((shift) => {
    const k = (((shift + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  });
}
