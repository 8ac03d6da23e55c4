import { Type } from 'typebox';
import { object } from '../exact.ts';
import { jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import {
  change,
  document,
  IdParams,
  noCard,
  ScannedTag,
  SelfLink,
  TagFields,
  TagIdentifier,
  TagResource,
  WaitQuery,
} from './resources.ts';

const exampleTag = {
  id: 3,
  type: 'tag',
  attributes: { model: 'mifare', serial: '0x04A2245A6B2C80', filename: 'hello.txt' },
};
const tag = {
  schema: document(TagResource),
  example: { links: { self: '/api/v1/tags/3' }, data: exampleTag },
};
const unknownTag = ['No such tag', 'unknown-tag', 'unknown-path'] as const;

export const tagRoutes = defineRoutes('Tags', jsonApi, {
  getTags: {
    call: 'GET /api/v1/tags',
    summary: 'List the tags and the files bound to them',
    answer: {
      description: 'The tags, in the order of their ids',
      schema: object({ links: SelfLink, data: Type.Array(TagIdentifier), included: Type.Array(TagResource) }),
      example: { links: { self: '/api/v1/tags' }, data: [{ id: 3, type: 'tag' }], included: [exampleTag] },
    },
  },
  getTag: {
    call: 'GET /api/v1/tags/{id}',
    summary: 'Get one tag and its file',
    params: IdParams,
    answer: { description: 'The tag', ...tag },
    errors: { 404: unknownTag },
  },
  updateTag: {
    call: 'PATCH /api/v1/tags/{id}',
    summary: 'Bind a file to a tag, or remove the binding',
    params: IdParams,
    body: {
      schema: change('tag', Type.Object({ filename: TagFields.filename })),
      example: { data: { id: '3', type: 'tag', attributes: { filename: 'hello.txt' } } },
    },
    answer: { description: 'The updated tag', ...tag },
    errors: {
      403: [
        'An attribute other than the file name, with another value than the tag has; or a page of a different site',
        'read-only-member',
      ],
      404: unknownTag,
      409: ['Another type, or another id than in the path', 'resource-mismatch'],
      422: ['No file of that name is on the card', 'file-not-on-card', 'invalid-request'],
      ...noCard,
    },
  },
  scanTags: {
    call: 'GET /api/v1/scanner/tags',
    summary: 'Add a tag: wait for a new tag on the reader',
    description:
      'Answers as soon as an unknown tag is on the reader, and adds it. Any number of clients may wait at once; all of them get the tag. Both lists are empty if no tag came in time.',
    query: WaitQuery,
    head: false,
    answer: {
      description: 'The new tags, or empty lists',
      schema: object({ data: Type.Array(TagIdentifier), included: Type.Array(ScannedTag) }),
      example: {
        data: [{ id: 3, type: 'tag' }],
        included: [{ id: 3, type: 'tag', model: 'mifare', serial: '0x04A2245A6B2C80', filename: null }],
      },
    },
    errors: {
      503: ['There is no reader, or it does not answer', 'reader-unavailable'],
      507: ['The disk of the service is full, so a new tag cannot be saved', 'disk-full'],
    },
  },
});
