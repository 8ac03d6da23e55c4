import { PlanOptionError } from './plan-option-error.ts';

const mmOf: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['mm', 1],
  ['cm', 10],
  ['in', 25.4],
  ['pt', 25.4 / 72],
]);

/** Parses a length as typed by users and returns it in millimetres. Errors name `option`. */
export function parseLength(text: string, option: string): number {
  const [, amount = '', unit = ''] = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+))\s*([a-z]*)$/i.exec(text) ?? [];
  const factor = mmOf.get(unit.toLowerCase());
  if (amount === '' || factor === undefined)
    throw new PlanOptionError(option, `“${text}” is not a length: use 10mm, 1cm or 0.5in`);
  return Number(amount) * factor;
}
