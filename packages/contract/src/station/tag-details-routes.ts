import { Type } from 'typebox';
import { flag, object } from '../exact.ts';
import { jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { change, document, Id, IdParams, noCard, order } from './resources.ts';
import { TagDetails, TagDetailsChange } from './tag-details.ts';

const type = 'tag-details';

const Resource = object('TagDetailsResource', { id: Id, type: Type.Literal(type), attributes: TagDetails });
const Document = document(Resource);

const exampleResource = {
  id: 3,
  type,
  attributes: {
    serial: '0x04A2245A6B2C80',
    model: 'mifare',
    name: 'The lion',
    colour: '#ff8800',
    picture: null,
    note: null,
    playback: { on_removal: 'continue', volume: 40 },
    plot: null,
    exhibit: { texts: [{ language: 'de', title: 'Der Löwe', text: 'Er schläft.' }] },
    meaning: { kind: 'playlist', files: ['lion.mp3', 'savanna.mp3'], shuffled: false },
    missing: [],
  },
};
const exampleDocument = { links: { self: '/api/v1/tag-details/3' }, data: exampleResource };
const answer = { description: 'The tag', schema: Document, example: exampleDocument };
const unknownTag = ['No such tag', 'unknown-tag', 'unknown-path'] as const;

export const tagDetailsRoutes = defineRoutes('Tag details', jsonApi, {
  listTagDetails: {
    call: 'GET /api/v1/tag-details',
    summary: 'List the names of all tags, and what they do',
    answer: {
      description: 'The tags, in the order of their ids',
      schema: document(Type.Array(Resource)),
      example: { links: { self: '/api/v1/tag-details' }, data: [exampleResource] },
    },
  },
  addTag: {
    call: 'POST /api/v1/tag-details',
    summary: 'Add a tag by its serial, without the tag',
    description: 'For the import of a collection. A tag that the station knows already stays as it is.',
    body: {
      schema: order(
        type,
        object({
          serial: Type.String({
            pattern: '^0x(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$',
            maxLength: 22,
            description: '`0x` and all bytes of its UID in upper-case hex',
          }),
          model: Type.Enum(['mifare', 'mifare_classic']),
        }),
      ),
      example: { data: { type, attributes: { serial: '0x04A2245A6B2C80', model: 'mifare' } } },
    },
    answer: {
      ...answer,
      status: 201,
      description: 'The tag was added',
      also: { 200: { description: 'The station knows it already', mediaType: jsonApi, schema: Document } },
    },
    errors: {
      409: ['Another type', 'resource-mismatch'],
      422: ['A value cannot be used', 'invalid-request'],
    },
  },
  getTagDetails: {
    call: 'GET /api/v1/tag-details/{id}',
    summary: 'Get the name of one tag, and what it does',
    params: IdParams,
    answer,
    errors: { 404: unknownTag },
  },
  updateTagDetails: {
    call: 'PATCH /api/v1/tag-details/{id}',
    summary: 'Name a tag, and choose what it does',
    description:
      'What is left out stays as it is. The first file of a playlist is the `filename` of the tag; binding a file to the tag with `PATCH /api/v1/tags/{id}` replaces what it did before. Files of the playlist that are not on the card now may stay in it.',
    params: IdParams,
    body: {
      // Room for about a thousand long file names.
      maxBytes: 512 * 1024,
      schema: change(type, TagDetailsChange),
      example: {
        data: {
          id: '3',
          type,
          attributes: {
            name: 'The lion',
            meaning: { kind: 'playlist', files: ['lion.mp3', 'savanna.mp3'], shuffled: false },
          },
        },
      },
    },
    answer,
    errors: {
      404: unknownTag,
      409: ['Another type, or another id than in the path', 'resource-mismatch'],
      422: ['A value cannot be used, or a file is not on the card', 'invalid-request', 'file-not-on-card'],
      ...noCard,
    },
  },
  deleteTag: {
    call: 'DELETE /api/v1/tags/{id}',
    summary: 'Forget a tag',
    description: 'It is unknown from then on and can be added again, with another id.',
    params: IdParams,
    answer: { status: 204, description: 'Forgotten' },
    errors: { 404: unknownTag },
  },
  replaceTag: {
    call: 'POST /api/v1/tag-replacements',
    summary: 'Replace a lost tag with a different tag',
    description:
      'Name, note, files, place and statistics of the lost tag move to the other one, which has to be added before; the lost tag is forgotten.',
    body: {
      schema: order(
        'tag-replacement',
        object({
          lost: Type.Integer({ minimum: 1, description: 'The id of the lost tag' }),
          replacement: Type.Integer({ minimum: 1, description: 'The id of the tag that takes its place' }),
          overwrite: Type.Optional(flag('Also where the other tag has a name or files of its own')),
        }),
      ),
      example: { data: { type: 'tag-replacement', attributes: { lost: 3, replacement: 7 } } },
    },
    answer: { ...answer, description: 'The tag that took its place' },
    errors: {
      404: ['No such tag', 'unknown-tag'],
      409: [
        'The other tag has a name or files of its own, or the type differs',
        'tag-in-use',
        'resource-mismatch',
      ],
      422: ['The same tag twice, or a member is missing', 'invalid-request'],
    },
  },
});
