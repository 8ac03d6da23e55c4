import { type MadeCollection, makeCollection } from '../../src/collections/index.ts';

/** Returns a collection of these files and tags, like an export. */
export const testCollection = (
  contents: MadeCollection['contents'],
  tags: NonNullable<MadeCollection['tags']> = [],
  player: object = {},
) => makeCollection({ nickname: 'Kitchen', contents, tags, player });
