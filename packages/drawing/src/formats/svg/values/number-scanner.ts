const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Scans numbers, flags and separators in path data and lists. */
export class NumberScanner {
  source = '';
  at = 0;
  to = 0;

  reset(source: string, from: number, to: number): void {
    this.source = source;
    this.at = from;
    this.to = to;
  }

  get atEnd(): boolean {
    return this.at >= this.to;
  }

  skipSpace(): void {
    const { source, to } = this;
    let { at } = this;
    while (at < to) {
      const code = source.charCodeAt(at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09 && code !== 0x0c) break;
      at++;
    }
    this.at = at;
  }

  /** Skips at most one comma. Returns whether there was one. */
  skipComma(): boolean {
    this.skipSpace();
    if (this.at >= this.to || this.source.charCodeAt(this.at) !== 0x2c) return false;
    this.at++;
    this.skipSpace();
    return true;
  }

  /** Returns a flag of an arc: one digit, possibly without a separator after it. */
  flag(): number {
    const code = this.at < this.to ? this.source.charCodeAt(this.at) : 0;
    if (code !== 0x30 && code !== 0x31) return Number.NaN;
    this.at++;
    return code - 0x30;
  }

  /** Returns the next number. If there is none, returns NaN and does not advance. */
  number(): number {
    const { source, to } = this;
    let { at } = this;
    let code = at < to ? source.charCodeAt(at) : 0;
    const negative = code === 0x2d;
    if (negative || code === 0x2b) code = ++at < to ? source.charCodeAt(at) : 0;
    let mantissa = 0;
    let digits = 0;
    while (code >= 0x30 && code <= 0x39) {
      mantissa = mantissa * 10 + (code - 0x30);
      digits++;
      code = ++at < to ? source.charCodeAt(at) : 0;
    }
    let decimals = 0;
    if (code === 0x2e) {
      let point = at + 1;
      code = point < to ? source.charCodeAt(point) : 0;
      while (code >= 0x30 && code <= 0x39) {
        mantissa = mantissa * 10 + (code - 0x30);
        digits++;
        decimals++;
        code = ++point < to ? source.charCodeAt(point) : 0;
      }
      // SVG 2 requires a digit after the point, and browsers reject “1.”.
      if (decimals === 0) return Number.NaN;
      at = point;
    }
    if (digits === 0) return Number.NaN;
    if (code === 0x65 || code === 0x45) {
      const exponentEnd = this.exponentEnd(at);
      if (exponentEnd > at) return this.slowly(exponentEnd);
    }
    // Within these limits, mantissa and power of ten are exact, so one division gives the nearest double.
    if (mantissa > 9007199254740991 || decimals > 22) return this.slowly(at);
    this.at = at;
    const value = decimals === 0 ? mantissa : mantissa / (powersOfTen[decimals] as number);
    return negative ? -value : value;
  }

  private exponentEnd(at: number): number {
    const { source, to } = this;
    let end = at + 1;
    const sign = end < to ? source.charCodeAt(end) : 0;
    if (sign === 0x2b || sign === 0x2d) end++;
    const digits = end;
    while (end < to && source.charCodeAt(end) >= 0x30 && source.charCodeAt(end) <= 0x39) end++;
    return end > digits ? end : at;
  }

  private slowly(end: number): number {
    const value = Number.parseFloat(this.source.slice(this.at, end));
    this.at = end;
    return value;
  }
}
