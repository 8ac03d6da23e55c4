/** A line of G-code: comments, and words of a letter and a number. */
export interface Block {
  /** Words by letter, except G and M, which may occur several times. */
  readonly words: ReadonlyMap<string, number>;
  readonly codes: readonly string[];
  readonly comment: string;
  readonly problem: 'mistake' | 'checksum' | undefined;
}

/** No machine accepts longer lines. */
export const maxLineLength = 10_000;
const wordPattern = /([A-Z])[ \t]*([-+]?(?:\d+\.?\d*|\.\d+))/iy;
const checksumPattern = /\*[ \t]*(\d{1,3})[ \t]*(?:;.*)?$/y;
/** Codes that are followed by text or a file name. */
const takesText = new Set(['M0', 'M1', 'M16', 'M23', 'M28', 'M32', 'M117', 'M118', 'M928']);

export function readBlock(line: string): Block {
  const words = new Map<string, number>();
  const codes: string[] = [];
  let comment = '';
  let problem: Block['problem'];
  let at = line[0] === '/' ? 1 : 0;
  while (at < line.length && problem === undefined) {
    const sign = line[at] as string;
    if (sign === ';') {
      comment ||= line.slice(at + 1);
      break;
    }
    if (sign === '(') {
      const end = line.indexOf(')', at);
      comment ||= line.slice(at + 1, end < 0 ? line.length : end);
      at = end < 0 ? line.length : end + 1;
    } else if (sign === '*') {
      checksumPattern.lastIndex = at;
      const sum = checksumPattern.exec(line)?.[1];
      if (sum === undefined || Number(sum) !== checksumOf(line, at)) problem = 'checksum';
      break;
    } else if (sign === ' ' || sign === '\t' || sign === '%') at++;
    else {
      wordPattern.lastIndex = at;
      const [whole, letter = '', number = ''] = wordPattern.exec(line) ?? [];
      if (whole === undefined) problem = 'mistake';
      else {
        at += whole.length;
        const name = letter.toUpperCase();
        if (name === 'G' || name === 'M') codes.push(`${name}${Number(number)}`);
        else words.set(name, Number(number));
        if (takesText.has(codes.at(-1) ?? '')) break;
      }
    }
  }
  return { words, codes, comment, problem };
}

/** Returns Marlin's checksum of everything before the `*`. */
function checksumOf(line: string, end: number): number {
  let sum = 0;
  for (let at = 0; at < end; at++) sum ^= line.charCodeAt(at);
  return sum & 0xff;
}
