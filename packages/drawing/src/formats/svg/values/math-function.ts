/** Longer or deeper expressions are not read. */
const maxCharacters = 500;
const maxDepth = 16;

/** A value, and whether it has a unit: only what both have or both lack can be added. */
interface Term {
  readonly value: number;
  readonly hasUnit: boolean;
}

const opening = /(calc|min|max|clamp)?\(/iy;
const number = /([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]+|%)?/iy;

export function isMathFunction(text: string): boolean {
  return /^\s*(?:calc|min|max|clamp)\(/i.test(text);
}

/**
 * The value of `calc()`, `min()`, `max()` or `clamp()`, or `undefined` where it cannot be read. `perUnit` says how much one
 * of a unit is.
 */
export function evaluateMath(text: string, perUnit: (unit: string) => number | undefined): Term | undefined {
  if (text.length > maxCharacters) return undefined;
  const reader = new MathReader(text.trim(), perUnit);
  return reader.whole();
}

class MathReader {
  private readonly text: string;
  private readonly perUnit: (unit: string) => number | undefined;
  private at = 0;
  private depth = 0;

  constructor(text: string, perUnit: (unit: string) => number | undefined) {
    this.text = text;
    this.perUnit = perUnit;
  }

  whole(): Term | undefined {
    const term = this.operand();
    return this.at === this.text.length && term !== undefined && Number.isFinite(term.value)
      ? term
      : undefined;
  }

  private sum(): Term | undefined {
    let left = this.product();
    while (left !== undefined) {
      // A sign with space on both sides: without it, it belongs to the number.
      const sign = /\s([+-])\s/y;
      sign.lastIndex = this.skipSpace() - 1;
      const found = sign.exec(this.text);
      if (found === null) return left;
      this.at = sign.lastIndex;
      const right = this.product();
      if (right === undefined || right.hasUnit !== left.hasUnit) return undefined;
      left = {
        value: found[1] === '+' ? left.value + right.value : left.value - right.value,
        hasUnit: left.hasUnit,
      };
    }
    return undefined;
  }

  private product(): Term | undefined {
    let left = this.operand();
    while (left !== undefined) {
      this.skipSpace();
      const operator = this.text[this.at];
      if (operator !== '*' && operator !== '/') return left;
      this.at++;
      const right = this.operand();
      if (right === undefined) return undefined;
      if (operator === '/') {
        if (right.hasUnit) return undefined;
        left = { value: left.value / right.value, hasUnit: left.hasUnit };
      } else {
        if (left.hasUnit && right.hasUnit) return undefined;
        left = { value: left.value * right.value, hasUnit: left.hasUnit || right.hasUnit };
      }
    }
    return undefined;
  }

  private operand(): Term | undefined {
    this.skipSpace();
    opening.lastIndex = this.at;
    const call = opening.exec(this.text);
    if (call !== null) {
      this.at = opening.lastIndex;
      return this.inParentheses((call[1] ?? 'calc').toLowerCase());
    }
    number.lastIndex = this.at;
    const found = number.exec(this.text);
    if (found === null) return undefined;
    this.at = number.lastIndex;
    const unit = found[2]?.toLowerCase();
    if (unit === undefined) return { value: Number(found[1]), hasUnit: false };
    const factor = this.perUnit(unit);
    return factor === undefined ? undefined : { value: Number(found[1]) * factor, hasUnit: true };
  }

  private inParentheses(name: string): Term | undefined {
    if (++this.depth > maxDepth) return undefined;
    const terms: Term[] = [];
    for (;;) {
      const term = this.sum();
      if (term === undefined || term.hasUnit !== (terms[0] ?? term).hasUnit) return undefined;
      terms.push(term);
      this.skipSpace();
      const next = this.text[this.at++];
      if (next === ')') break;
      if (next !== ',') return undefined;
    }
    this.depth--;
    const values = terms.map(({ value }) => value);
    const [first, second, third] = values as [number, number?, number?];
    const { hasUnit } = terms[0] as Term;
    if (name === 'min') return { value: Math.min(...values), hasUnit };
    if (name === 'max') return { value: Math.max(...values), hasUnit };
    if (name === 'clamp')
      return second === undefined || third === undefined || values.length > 3
        ? undefined
        : { value: Math.max(first, Math.min(second, third)), hasUnit };
    return values.length === 1 ? { value: first, hasUnit } : undefined;
  }

  private skipSpace(): number {
    while (/\s/.test(this.text[this.at] ?? '')) this.at++;
    return this.at;
  }
}

/** Parts of a list that are separated by space or commas outside of parentheses. */
export function splitList(text: string): string[] {
  if (!text.includes('(')) return text.split(/[\s,]+/).filter((word) => word !== '');
  const words: string[] = [];
  let word = '';
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (depth > 0 || !/[\s,]/.test(letter)) word += letter;
    else if (word !== '') {
      words.push(word);
      word = '';
    }
  }
  if (word !== '') words.push(word);
  return words;
}
