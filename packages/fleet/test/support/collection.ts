import { type InMemoryCollection, makeCollection } from '../../src/collections/index.ts';

/** Makes a collection like one that a station exports. */
export const testCollection = (
  contents: InMemoryCollection['contents'],
  tags: NonNullable<InMemoryCollection['tags']> = [],
  player: object = {},
) => makeCollection({ nickname: 'Kitchen', contents, tags, player });
