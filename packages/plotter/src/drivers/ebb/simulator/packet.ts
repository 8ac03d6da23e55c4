export class PacketError extends Error {}

export const invalidParameter = () => new PacketError('!6 Err: Invalid parameter value');

export interface Parameters {
  readonly required: number;
  readonly ranges: readonly (readonly [number, number])[];
}

export const byte = [0, 255] as const;
export const word = [0, 65_535] as const;
export const long = [0, 2 ** 32 - 1] as const;
export const signedLong = [-(2 ** 31), 2 ** 31 - 1] as const;

/** Reads the numbers after a command name, such as `,1,-20`. */
export function readNumbers(rest: string, { required, ranges }: Parameters): number[] {
  const values: number[] = [];
  let left = rest;
  for (const [least, most] of ranges) {
    if (left === '') break;
    if (left[0] !== ',') throw new PacketError(`!5 Err: Need comma next, found: '${left[0]}'`);
    const number = /^,(-?\d{1,11})/.exec(left);
    if (number === null) throw invalidParameter();
    const value = Number(number[1]);
    if (value < least || value > most) throw invalidParameter();
    values.push(value);
    left = left.slice(number[0].length);
  }
  if (values.length < required) throw new PacketError('!4 Err: Missing parameter(s)');
  if (left !== '')
    throw new PacketError(
      left[0] === ',' ? '!7 Err: Extra parameter' : `!5 Err: Need comma next, found: '${left[0]}'`,
    );
  return values;
}

export function unknownCommand(name: string): PacketError {
  const hex = [...name].map((letter) => letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0'));
  return new PacketError(`!8 Err: Unknown command '${name}:${hex.join('')}'`);
}
