/** Receives the steps of a `PE` instruction. */
interface PolylineSteps {
  pen(number: number): void;
  /** Moves the pen by units of the file or, if `isAbsolute`, to a position. */
  step(x: number, y: number, isUp: boolean, isAbsolute: boolean): void;
}

const maxDigits = 12;

/**
 * Parses a `PE` instruction. Digits are in base 64 or 32, least significant first; characters from the upper
 * half mark the last digit of a number. Returns false if the instruction contains a mistake.
 */
export function readPolyline(text: string, steps: PolylineSteps): boolean {
  let base = 64;
  let fraction = 1;
  let isUp = false;
  let isAbsolute = false;
  let expects: 'x' | 'y' | 'pen' | 'fraction' = 'x';
  let x = 0;
  let value = 0;
  let weight = 1;
  let digits = 0;
  let isGood = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const flag = text[at] as string;
    // Flags occur only between numbers.
    if (code < 63) {
      if (flag === ':') expects = 'pen';
      else if (flag === '>') expects = 'fraction';
      else if (flag === '<') isUp = true;
      else if (flag === '=') isAbsolute = true;
      else if (flag === '7') base = 32;
      else if (code > 32) isGood = false;
      continue;
    }
    const digit = digitOf(code, base);
    if (digit === undefined || digits >= maxDigits) {
      isGood = false;
      if (digit === undefined) continue;
    }
    value += digit.value * weight;
    weight *= base;
    digits++;
    if (!digit.isLast) continue;
    const signed = value % 2 === 1 ? -(value - 1) / 2 : value / 2;
    [value, weight, digits] = [0, 1, 0];
    if (expects === 'pen') {
      steps.pen(signed);
      expects = 'x';
    } else if (expects === 'fraction') {
      fraction = 2 ** -Math.max(-30, Math.min(30, signed));
      expects = 'x';
    } else if (expects === 'x') {
      x = signed * fraction;
      expects = 'y';
    } else {
      steps.step(x, signed * fraction, isUp, isAbsolute);
      [isUp, isAbsolute, expects] = [false, false, 'x'];
    }
  }
  return isGood && digits === 0 && expects !== 'y';
}

/**
 * Returns the digit of a character. In base 64, digits are 63 to 126, or 191 to 254 if they end a number; in
 * base 32, 63 to 94, or 95 to 126.
 */
function digitOf(code: number, base: number): { value: number; isLast: boolean } | undefined {
  if (base === 32) {
    if (code >= 95 && code <= 126) return { value: code - 95, isLast: true };
    return code <= 94 ? { value: code - 63, isLast: false } : undefined;
  }
  if (code >= 191 && code <= 254) return { value: code - 191, isLast: true };
  return code <= 126 ? { value: code - 63, isLast: false } : undefined;
}
