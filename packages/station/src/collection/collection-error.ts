import type { CollectionRefusal } from '@stationery/contract';

/** Nothing was changed. */
export class CollectionError extends Error {
  override readonly name = 'CollectionError';
  readonly code: CollectionRefusal;

  constructor(code: CollectionRefusal, message: string) {
    super(message);
    this.code = code;
  }
}

export function damaged(why: string): never {
  throw new CollectionError(
    'collection-damaged',
    `The collection is damaged: ${why}. Nothing was changed. Export it again.`,
  );
}
