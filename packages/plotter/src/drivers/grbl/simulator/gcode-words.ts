import { Refusal } from './refusal.ts';

export interface Word {
  readonly letter: string;
  readonly value: number;
}

export function readWords(line: string): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < line.length; ) {
    const letter = line[at]!;
    if (letter < 'A' || letter > 'Z') throw new Refusal('expectedLetter');
    const number = readNumber(line, at + 1);
    if (number === undefined) throw new Refusal('badNumber');
    words.push({ letter, value: number.value });
    at = number.end;
  }
  return words;
}

/** Sign, digits and decimal point; no exponent. */
export function readNumber(line: string, start: number): { value: number; end: number } | undefined {
  let end = start;
  if (line[end] === '-' || line[end] === '+') end++;
  let digits = 0;
  for (let points = 0; end < line.length; end++) {
    const letter = line[end]!;
    if (letter >= '0' && letter <= '9') digits++;
    else if (letter === '.' && points === 0) points++;
    else break;
  }
  return digits === 0 ? undefined : { value: Number(line.slice(start, end)), end };
}
