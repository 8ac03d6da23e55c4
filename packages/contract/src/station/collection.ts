import { type Static, Type } from 'typebox';
import { object, oneOf } from '../exact.ts';

export const collectionRefusals = [
  'collection-damaged',
  'collection-newer',
  'collection-other-device',
  'collection-conflict',
  'collection-too-many',
  'collection-failed',
  'card-missing',
  'card-failed',
  'card-read-only',
  'card-full',
] as const;
export type CollectionRefusal = (typeof collectionRefusals)[number];

const folder = Type.String({ description: 'The name of the folder on the card' });

export const CollectionState = Type.Union([
  object({ state: Type.Literal('none') }, 'No collection, or one that was already imported'),
  object({ state: Type.Literal('importing'), folder }),
  object({
    state: Type.Literal('imported'),
    folder,
    files: Type.Integer({ description: 'How many files were added' }),
    tags: Type.Integer({ description: 'How many tags were added or set' }),
    kept: Type.Integer({
      description: 'How many tags the station had with other details; these stay as they were',
    }),
  }),
  object({
    state: Type.Literal('refused'),
    folder,
    reason: Type.String({ description: 'The problem, and what to do' }),
    code: oneOf([...collectionRefusals], 'The same for programs'),
  }),
]);
export type CollectionState = Static<typeof CollectionState>;
