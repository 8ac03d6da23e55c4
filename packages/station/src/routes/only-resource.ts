import { AppError } from '@stationery/core';

/** Presents the only resource of its type. Its id is the type. */
export function onlyResource<T extends string, A>({ path }: { path: string }, type: T, attributes: A) {
  return { links: { self: path }, data: { id: type, type, attributes } };
}

export function requireSameId(inBody: string | number, inAddress: string | number): void {
  if (String(inBody) === String(inAddress)) return;
  throw new AppError(
    'resource-mismatch',
    `The id in the body is ${inBody}, the one in the address is ${inAddress}.`,
    { pointer: '/data/id' },
  );
}
