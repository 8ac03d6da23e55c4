import { AppError } from '@stationery/core';

/** The id in a body may be a string or an integer, and has to be the one in the address. */
export function requireSameId(inBody: string | number, inAddress: string | number): void {
  if (String(inBody) === String(inAddress)) return;
  throw new AppError(
    'resource-mismatch',
    `The id in the body is ${inBody}, the one in the address is ${inAddress}.`,
    { pointer: '/data/id' },
  );
}
