/**
 * In the future syntax, each reply is one line that begins with the command name. In the legacy syntax, the only one
 * of firmware 2, most replies are `OK`, some have a data line before it, and some are only a data line.
 */
export interface ReplyShape {
  readonly data?: RegExp;
  readonly ok: boolean;
}

const number = /^\d{1,10}$/;
const ok: ReplyShape = { ok: true };

const shapes: Readonly<Record<string, ReplyShape>> = {
  V: { data: /^EBB/, ok: false },
  QG: { data: /^[0-9A-F]{2}$/i, ok: false },
  QM: { data: /^QM(,[01]){4}$/, ok: false },
  I: { data: /^I,/, ok: false },
  A: { data: /^A,/, ok: false },
  PI: { data: /^PI,/, ok: false },
  MR: { data: /^MR,/, ok: false },
  QB: { data: /^[01]$/, ok: true },
  QC: { data: /^\d{1,4},\d{1,4}$/, ok: true },
  QE: { data: /^\d{1,2},\d{1,2}$/, ok: true },
  QL: { data: /^\d{1,3}$/, ok: true },
  QN: { data: number, ok: true },
  QP: { data: /^[01]$/, ok: true },
  QR: { data: /^[01]$/, ok: true },
  QS: { data: /^-?\d{1,10},-?\d{1,10}$/, ok: true },
  // Without a nickname there is only `OK`; `board-line.ts` accepts that.
  QT: { data: /^(?!OK$).{1,16}$/, ok: true },
  QU: { data: /^QU,/, ok: true },
  ES: { data: /^[01](,\d{1,10}){0,4}$/, ok: true },
};

/** Returns the command name: two letters, or one before a comma or the end. */
export function nameOf(line: string): string {
  const name = line[1] === undefined || line[1] === ',' ? line.slice(0, 1) : line.slice(0, 2);
  return name.toUpperCase();
}

export function shapeOf(line: string): ReplyShape {
  return shapes[nameOf(line)] ?? ok;
}

/** Recognises errors of either syntax: `!8 Err: …`, `SM,!4 Err: …`. */
export function isError(line: string): boolean {
  return /^(?:[A-Z0-9]{1,2},)?!\d{1,3} Err:/i.test(line);
}
