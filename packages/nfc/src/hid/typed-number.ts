import type { Clock } from '@stationery/core';

export const numberForms = ['decimal', 'hex', 'wiegand'] as const;
export type NumberForm = (typeof numberForms)[number];

export interface NumberFormat {
  /** Notation of the number; undefined to detect it by length and digits. */
  form: NumberForm | undefined;
  /** The reader sends the bytes of the UID in reverse. */
  isReversed: boolean;
}

export function bytesOf(
  text: string,
  { form = formOf(text), isReversed }: NumberFormat,
): Uint8Array | undefined {
  const bytes = form && readers[form](text);
  return isReversed ? bytes?.reverse() : bytes;
}

/** Detects the most common notations: 10 digits are 4 bytes in decimal, 16 and 17 digits are 7 bytes. */
function formOf(text: string): NumberForm | undefined {
  if (/^\d{10}$|^\d{16,17}$/.test(text)) return 'decimal';
  return /^[\dA-F]{8,20}$/.test(text) ? 'hex' : undefined;
}

const readers: Record<NumberForm, (text: string) => Buffer | undefined> = {
  decimal(text) {
    if (!/^\d{5,25}$/.test(text)) return undefined;
    const hex = BigInt(text).toString(16);
    const digits = [8, 14, 20].find((length) => hex.length <= length);
    return digits === undefined ? undefined : Buffer.from(hex.padStart(digits, '0'), 'hex');
  },
  hex: (text) =>
    /^(?:[\dA-F]{8}|[\dA-F]{14}|[\dA-F]{20})$/.test(text) ? Buffer.from(text, 'hex') : undefined,
  /**
   * Wiegand: three digits for one byte and five for two, as in “123,45678”. These are the last 3 bytes of the
   * UID.
   */
  wiegand(text) {
    const [, facility = '', number = ''] = /^(\d{3}),?(\d{5})$/.exec(text) ?? [];
    if (facility === '' || Number(facility) > 0xff || Number(number) > 0xffff) return undefined;
    return Buffer.from([0, Number(facility), Number(number) >> 8, Number(number) & 0xff]);
  },
};

/** A gap longer than this ends a number, because readers type the next key within a few milliseconds. */
const gapMs = 250;
const maxLength = 40;

/** Collects keys into numbers. Enter or a pause ends a number. */
export class TypedNumber {
  readonly #clock: Clock;
  readonly #onNumber: (text: string) => void;
  #text = '';
  #cancelEnd: (() => void) | undefined;

  constructor(clock: Clock, onNumber: (text: string) => void) {
    this.#clock = clock;
    this.#onNumber = onNumber;
  }

  type(key: string): void {
    this.#cancelEnd?.();
    if (key === '\n') this.#end();
    else {
      if (this.#text.length < maxLength) this.#text += key;
      this.#cancelEnd = this.#clock.after(gapMs, () => this.#end());
    }
  }

  close(): void {
    this.#cancelEnd?.();
  }

  #end(): void {
    const text = this.#text;
    this.#text = '';
    if (text !== '') this.#onNumber(text);
  }
}
