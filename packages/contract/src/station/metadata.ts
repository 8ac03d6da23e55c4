import { type Static, Type } from 'typebox';
import { object, orNull } from '../exact.ts';
import { anyType, jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { document, Id, IdParams, noCard, SelfLink } from './resources.ts';

const fields = {
  title: orNull(Type.String()),
  artist: orNull(Type.String()),
  album: orNull(Type.String()),
  duration: orNull(Type.Number({ minimum: 0 }), 'In seconds, if the file has it'),
  cover: orNull(Type.String(), 'The path of its picture, which changes with the file'),
};

export const FileMetadata = object('FileMetadata', { id: Id, ...fields });
export type FileMetadata = Static<typeof FileMetadata>;

const resource = object({
  id: Id,
  type: Type.Literal('metadata', { description: 'Has the id of the file' }),
  attributes: object(fields),
});
const example = {
  id: 7,
  type: 'metadata',
  attributes: {
    title: 'The Robbers',
    artist: 'Some Actors',
    album: null,
    duration: 184.2,
    cover: '/api/v1/files/7/cover?version=1a2b3c',
  },
};

export const metadataRoutes = defineRoutes('Metadata', jsonApi, {
  getMetadata: {
    call: 'GET /api/v1/metadata',
    summary: 'List the titles and covers of the files',
    description:
      'Metadata of the files that have been read. The others are read in the background; each batch is an event `metadata`. Files without metadata are omitted.',
    answer: {
      description: 'The metadata read until now',
      schema: object({
        links: SelfLink,
        data: Type.Array(resource),
        meta: object({
          unread: Type.Integer({ minimum: 0, description: 'How many files are still to be read' }),
        }),
      }),
      example: { links: { self: '/api/v1/metadata' }, data: [example], meta: { unread: 0 } },
    },
    errors: noCard,
  },
  getFileMetadata: {
    call: 'GET /api/v1/files/{id}/metadata',
    summary: 'Get the title and cover of a file',
    params: IdParams,
    answer: {
      description: 'The metadata of the file; every member may be null',
      schema: document(resource),
      example: { links: { self: '/api/v1/files/7/metadata' }, data: example },
    },
    errors: { 404: ['Unknown file', 'unknown-file'], ...noCard },
  },
  getFileCover: {
    call: 'GET /api/v1/files/{id}/cover',
    summary: 'Get the cover of a file',
    description: 'A JPEG, PNG, GIF or WebP of at most 8 MiB. With `version` it may be cached for ever.',
    params: IdParams,
    query: Type.Object({ version: Type.Optional(Type.String({ maxLength: 64 })) }),
    answer: { description: 'The picture', mediaType: anyType },
    errors: { 404: ['Unknown file, or one without a cover', 'unknown-file', 'no-cover'], ...noCard },
  },
});
