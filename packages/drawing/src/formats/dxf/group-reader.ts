const maxNumberLength = 40;
const maxTextLength = 20_000;
/** First group code of extended data, which belongs to other programs. */
const extendedData = 1000;
/** Group code that begins an embedded object, which uses the entity's codes with different meanings. */
const embeddedObject = 101;

/** Reads the groups of a file. A group is a line with a code and a line with a value. */
export class GroupReader {
  readonly text: string;
  /** Position of the next group in the text. */
  position = 0;
  mistakes = 0;
  private readonly entity: Entity;
  private code = 0;
  private valueStart = 0;
  private valueEnd = 0;

  constructor(text: string) {
    this.text = text;
    this.entity = new Entity(text);
  }

  /**
   * Returns the next entity: a group with code 0 and the groups up to the next code 0. All calls return the
   * same object.
   */
  next(): Entity | undefined {
    const { entity } = this;
    do {
      if (!this.readGroup()) return undefined;
    } while (this.code !== 0);
    entity.reset(this.valueStart, this.valueEnd);
    let isEmbedded = false;
    for (;;) {
      const before = this.position;
      if (!this.readGroup()) break;
      const { code } = this;
      if (code === 0) {
        this.position = before;
        break;
      }
      if (code === embeddedObject) isEmbedded = true;
      if (!isEmbedded && code < extendedData) entity.add(code, this.valueStart, this.valueEnd);
    }
    return entity;
  }

  /** Reads the next group into the entity. Returns false at the end of the text. */
  private readGroup(): boolean {
    const { text } = this;
    while (this.position < text.length) {
      const code = this.readCode();
      if (code === undefined) continue;
      if (this.position >= text.length) return false;
      const from = this.position;
      const end = this.lineEnd();
      this.code = code;
      this.valueStart = from;
      this.valueEnd = end > from && text.charCodeAt(end - 1) === 0x0d ? end - 1 : end;
      return true;
    }
    return false;
  }

  /** Reads a line that has an integer between spaces. */
  private readCode(): number | undefined {
    const { text } = this;
    const from = this.position;
    const end = this.lineEnd();
    let at = from;
    while (at < end && isSpace(text.charCodeAt(at))) at++;
    if (at === end) return undefined;
    let code = 0;
    let digits = 0;
    for (; at < end && digits < 6; at++, digits++) {
      const digit = text.charCodeAt(at) - 0x30;
      if (digit < 0 || digit > 9) break;
      code = 10 * code + digit;
    }
    while (at < end && isSpace(text.charCodeAt(at))) at++;
    if (at === end && digits > 0) return code;
    this.mistakes++;
    return undefined;
  }

  private lineEnd(): number {
    const found = this.text.indexOf('\n', this.position);
    const end = found < 0 ? this.text.length : found;
    this.position = end + 1;
    return end;
  }
}

const isSpace = (code: number) => code === 0x20 || code === 0x0d || code === 0x09 || code === 0xfeff;

/** The groups of an entity, whose values are parsed on demand. */
export class Entity {
  type = '';
  count = 0;
  /** The code, start and end of each group's value. */
  private groups = new Uint32Array(3 * 16);
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  reset(from: number, to: number): void {
    this.type = this.text
      .slice(from, Math.min(to, from + maxNumberLength))
      .trim()
      .toUpperCase();
    this.count = 0;
  }

  add(code: number, from: number, to: number): void {
    let at = 3 * this.count;
    if (at === this.groups.length) {
      const larger = new Uint32Array(2 * at);
      larger.set(this.groups);
      this.groups = larger;
    }
    this.groups[at++] = code;
    this.groups[at++] = from;
    this.groups[at] = to;
    this.count++;
  }

  codeAt(index: number): number | undefined {
    return index < this.count ? this.groups[3 * index] : undefined;
  }

  /** Returns the value as a number; NaN if it is not one. */
  numberAt(index: number): number {
    return Number.parseFloat(this.slice(index, maxNumberLength));
  }

  textAt(index: number): string {
    return this.slice(index, maxTextLength);
  }

  private slice(index: number, maxLength: number): string {
    const from = this.groups[3 * index + 1] as number;
    return this.text.slice(from, Math.min(this.groups[3 * index + 2] as number, from + maxLength));
  }

  find(code: number, from = 0): number {
    const { groups } = this;
    const end = 3 * this.count;
    for (let at = 3 * from; at < end; at += 3) if (groups[at] === code) return at / 3;
    return -1;
  }

  has(code: number): boolean {
    return this.find(code) >= 0;
  }

  number(code: number, fallback = 0): number {
    const index = this.find(code);
    return index < 0 ? fallback : this.numberAt(index);
  }

  string(code: number): string {
    const index = this.find(code);
    return index < 0 ? '' : this.textAt(index).trim();
  }

  numbers(code: number): number[] {
    const numbers: number[] = [];
    for (let at = this.find(code); at >= 0; at = this.find(code, at + 1)) numbers.push(this.numberAt(at));
    return numbers;
  }

  flag(code: number, bit: number): boolean {
    return (this.number(code) & bit) !== 0;
  }
}
