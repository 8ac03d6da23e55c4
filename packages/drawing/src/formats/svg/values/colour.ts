import { namedColours } from './named-colours.ts';

/** A colour as `#rrggbb`, and whether it can be seen through wholly. */
export interface Colour {
  readonly hex: string;
  readonly transparent: boolean;
  /** Whether it is written in a way that is not worked out here; the colour is black then. */
  readonly isGuess?: boolean;
}

const maxCharacters = 100;

export function parseColour(text: string): Colour | undefined {
  if (text.length > maxCharacters) return undefined;
  const value = text.trim().toLowerCase();
  if (value === 'transparent') return { hex: '#000000', transparent: true };
  const named = Object.hasOwn(namedColours, value) ? namedColours[value] : undefined;
  if (named !== undefined) return { hex: named, transparent: false };
  if (value.startsWith('#')) {
    // A colour for printing presses may follow: `#cd853f icc-color(…)`.
    const profile = value.endsWith(')') ? value.indexOf(' icc-color(') : -1;
    return fromHex(profile < 0 ? value : value.slice(0, profile).trimEnd());
  }
  return fromFunction(value) ?? guessed(value);
}

/** Colours of the computer's own looks, and ways to write colours that no drawing program is known to use. */
const others = /^(?:(?:canvas|window|button|field)?text|highlight(?:text)?|linktext)$/;
const otherCalls =
  /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|device-cmyk)\(.*?(?:\/\s*([\d.]+)%?\s*)?\)$/;

/** Both spaces of screens are near enough to each other for a pen. */
const screenColour =
  /^color\(\s*(?:srgb|display-p3)\s+([\d.]+%?)\s+([\d.]+%?)\s+([\d.]+%?)\s*(?:\/\s*([\d.]+%?)\s*)?\)$/;

function guessed(value: string): Colour | undefined {
  const light = /^light-dark\(((?:[^(),]|\([^()]*\))+),/.exec(value)?.[1];
  if (light !== undefined) return parseColour(light);
  if (others.test(value)) return { hex: '#000000', transparent: false };
  const screen = screenColour.exec(value);
  if (screen !== null) {
    const [red, green, blue, alpha = 1] = screen
      .slice(1)
      .map((part) => (part === undefined ? 1 : amount(part, 1)));
    return fromFunction(`rgb(${red! * 255} ${green! * 255} ${blue! * 255} / ${alpha})`);
  }
  const found = otherCalls.exec(value);
  if (found === null || /^(rgb|hsl)a?\([^a-z]*\)$/.test(value)) return undefined;
  return { hex: '#000000', transparent: Number(found[1] ?? 1) === 0, isGuess: true };
}

function fromHex(value: string): Colour | undefined {
  if (/^#[0-9a-f]{6}$/.test(value)) return { hex: value, transparent: false };
  if (/^#[0-9a-f]{3,4}$/.test(value)) return fromHex(value.replace(/[0-9a-f]/g, '$&$&'));
  if (/^#[0-9a-f]{8}$/.test(value)) return { hex: value.slice(0, 7), transparent: value.endsWith('00') };
  return undefined;
}

const call = /^(rgb|hsl)a?\(([^()]+)\)$/;

function fromFunction(value: string): Colour | undefined {
  const found = call.exec(value);
  if (found === null) return undefined;
  const parts = (found[2] as string).trim().split(/[\s,/]+/);
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

const degrees: Readonly<Record<string, number>> = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360 };

function fromHsl(parts: readonly string[]): number[] {
  const [, number = '', unit = 'deg'] = /^([+-]?[\d.]+)(deg|rad|grad|turn)?$/.exec(parts[0] as string) ?? [];
  const hue = number === '' ? Number.NaN : Number(number) * (degrees[unit] as number);
  const saturation = amount(parts[1] as string, 1);
  const lightness = amount(parts[2] as string, 1);
  const spread = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((shift) => {
    const k = (((shift + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  });
}
