const escapeSign = '\x1b';
const numberPattern = /[-+]?(?:\d+\.?\d*|\.\d+)/y;
/** `ESC.` configures the port; `ESC%` and others begin and end HPGL for printers. */
const devicePattern = /\.(?:[(@-Z](?:[\d;]{0,100}:)?|.)/y;
const printerPattern = /(?:%-?\d{0,6}[ABX]|[&*()][a-z]{1,2}[-+.\d]{0,20}[A-Za-z@]|.)/y;

/** Reads instructions of two letters and their parameters. */
export class HpglScanner {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get position(): number {
    return this.at;
  }

  /** Returns the next instruction in capitals; undefined at the end. Skips everything between instructions. */
  instruction(): string | undefined {
    const { text } = this;
    while (this.at < text.length) {
      const first = text[this.at] as string;
      if (first === escapeSign) this.passEscape();
      else if (first === '@') this.passLine();
      else if (isLetter(first) && isLetter(text[this.at + 1] ?? '')) {
        const mnemonic = text.slice(this.at, this.at + 2).toUpperCase();
        this.at += 2;
        return mnemonic;
      } else this.at++;
    }
    return undefined;
  }

  /** Returns the next number; undefined after the last number of the instruction. */
  number(): number | undefined {
    const { text } = this;
    while (isBetweenNumbers(text.charCodeAt(this.at))) this.at++;
    numberPattern.lastIndex = this.at;
    const found = numberPattern.exec(text)?.[0];
    if (found === undefined) return undefined;
    this.at += found.length;
    return Number(found);
  }

  /** Returns up to `maxCount` numbers and skips further ones. */
  numbers(maxCount: number): number[] {
    const found: number[] = [];
    for (let next = this.number(); next !== undefined; next = this.number())
      if (found.length < maxCount) found.push(next);
    return found;
  }

  character(): string {
    return this.text[this.at++] ?? '';
  }

  /** Whether the current instruction ends here. */
  get isAtEnd(): boolean {
    return this.at >= this.text.length || this.text[this.at] === ';';
  }

  /** Returns the text up to `end`, which is skipped. If it is missing, returns the rest. */
  upTo(end: string): string {
    const found = this.text.indexOf(end, this.at);
    const to = found < 0 ? this.text.length : found;
    const text = this.text.slice(this.at, to);
    this.at = to + end.length;
    return text;
  }

  quotedText(): string {
    while (this.text[this.at] === ' ') this.at++;
    if (this.text[this.at] !== '"') return '';
    this.at++;
    return this.upTo('"');
  }

  private passEscape(): void {
    const pattern = this.text[this.at + 1] === '.' ? devicePattern : printerPattern;
    pattern.lastIndex = this.at + 1;
    this.at += 1 + (pattern.exec(this.text)?.[0].length ?? 0);
  }

  private passLine(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = end < 0 ? this.text.length : end + 1;
  }
}

function isLetter(character: string): boolean {
  return /^[A-Za-z]$/.test(character);
}

/** Whether the character is a comma, a space or the end of a line. */
function isBetweenNumbers(code: number): boolean {
  return code === 0x2c || code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
