import {
  type CollectionReason,
  type CollectionRefusal,
  describeCollectionReason,
} from '@stationery/contract';

/** A refused collection, of which nothing was applied. */
export class CollectionError extends Error {
  override readonly name = 'CollectionError';
  readonly code: CollectionRefusal;

  constructor(code: CollectionRefusal, message: string, cause?: CollectionReason) {
    super(message, { cause });
    this.code = code;
  }
}

export function refuse(cause: Exclude<CollectionReason, { code: 'file-too-large' }>): never {
  throw new CollectionError(cause.code, describeCollectionReason(cause), cause);
}

export function damaged(fault: string): never {
  return refuse({ code: 'collection-damaged', fault });
}
