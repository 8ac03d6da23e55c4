import { type InMemoryCollection, makeCollection } from '../../src/collections/index.ts';

/** Like an export. */
export const testCollection = (
  contents: InMemoryCollection['contents'],
  tags: NonNullable<InMemoryCollection['tags']> = [],
  player: object = {},
) => makeCollection({ nickname: 'Kitchen', contents, tags, player });
