import { type InMemoryCollection, makeCollection } from '../../src/collections/index.ts';

/** Returns a collection of these files and tags, like an export. */
export const testCollection = (
  contents: InMemoryCollection['contents'],
  tags: NonNullable<InMemoryCollection['tags']> = [],
  player: object = {},
) => makeCollection({ nickname: 'Kitchen', contents, tags, player });
