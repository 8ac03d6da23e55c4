import { Type } from 'typebox';
import { integer, object } from '../exact.ts';
import { anyType, jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import {
  change,
  DecimalString,
  document,
  FileIdentifier,
  Id,
  IdParams,
  ListedFile,
  noCard,
  noWritableCard,
  SelfLink,
} from './resources.ts';

const StoredFile = document(
  object({
    id: Id,
    type: Type.Literal('file'),
    attributes: object({ filename: Type.String(), size: Type.Integer({ minimum: 0 }) }),
  }),
);
const storedFile = (filename: string) => ({
  schema: StoredFile,
  example: {
    links: { self: '/api/v1/files/8' },
    data: { id: 8, type: 'file', attributes: { filename, size: 5 } },
  },
});
const unknownFile = ['No such file', 'unknown-file', 'unknown-path'] as const;
const cardFull = ['The card is full; nothing was changed', 'card-full'] as const;

export const cardRoutes = defineRoutes('Card', jsonApi, {
  getCard: {
    call: 'GET /api/v1/sdcard',
    summary: 'List the files on the card',
    description:
      'Sizes are strings of decimal digits here. Files are in the order of their ids. Without `folders`, only the files outside folders are listed.',
    query: Type.Object({
      folders: Type.Optional(integer(0, 1, '1: also list files in folders, by names such as `Songs/1.mp3`')),
    }),
    answer: {
      description: 'The card',
      headers: { ETag: 'Changes with the answer; send it back in If-None-Match' },
      also: { 304: 'Not modified' },
      schema: object({
        links: SelfLink,
        data: object({
          id: Type.Literal('sdcard'),
          type: Type.Literal('sdcard'),
          size: DecimalString,
          free: DecimalString,
          files: Type.Array(FileIdentifier),
        }),
        included: Type.Array(ListedFile),
      }),
      example: {
        links: { self: '/api/v1/sdcard' },
        data: {
          id: 'sdcard',
          type: 'sdcard',
          size: '31902400512',
          free: '30126301184',
          files: [{ id: 7, type: 'file' }],
        },
        included: [{ id: 7, type: 'file', attributes: { filename: 'Räuber & Co.mp3', size: '4213760' } }],
      },
    },
    errors: noCard,
  },
  uploadFile: {
    call: 'POST /api/v1/files',
    summary: 'Upload a file',
    description:
      'Members may come in any order. The body is decoded as it arrives; the file appears on the card complete or not at all. With `replace`, it replaces the content of a file on the card, which keeps its id, name and tags, and stays unchanged until the new content is complete: the card needs space for both.',
    query: Type.Object({
      replace: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: 'The id of the file to replace; `filename` must be its name',
        }),
      ),
      folders: Type.Optional(
        integer(
          0,
          1,
          '1: `filename` may name folders, such as `Stories/Winter/1.mp3`; they are created if necessary',
        ),
      ),
    }),
    body: {
      mode: 'stream',
      schema: Type.Object({
        data: Type.Object({
          type: Type.Literal('file'),
          filename: Type.String({
            description:
              '1 to 255 bytes; none of / \\ : * ? " < > | or control characters, line separators or direction marks, no leading dot or space, no trailing dot or space, no reserved DOS name',
          }),
          media_type: Type.Optional(Type.String()),
          encoding: Type.Optional(Type.Literal('base64', { default: 'base64' })),
          encoded: Type.String({ description: 'The content in base64; padding is optional' }),
        }),
      }),
      example: {
        data: {
          type: 'file',
          filename: 'hello.txt',
          media_type: 'text/plain',
          encoding: 'base64',
          encoded: 'aGVsbG8=',
        },
      },
    },
    answer: {
      status: 201,
      description: 'The file is on the card',
      headers: { Location: 'The path of the file' },
      also: { 200: { description: 'The file was replaced', mediaType: jsonApi, schema: StoredFile } },
      ...storedFile('hello.txt'),
    },
    errors: {
      400: ['The body is not JSON, or `replace` is not an id', 'malformed-request', 'invalid-parameter'],
      404: ['The file to replace does not exist', 'unknown-file'],
      409: [
        'A file of that name is on the card already, the type is not `file`, or the file to replace has a different name or was changed meanwhile',
        'name-taken',
        'resource-mismatch',
        'file-changed',
      ],
      413: ['The file is too large', 'file-too-large'],
      422: ['Invalid name, encoding or content', 'invalid-request', 'invalid-name', 'invalid-content'],
      ...noWritableCard,
      507: cardFull,
    },
  },
  getFile: {
    call: 'GET /api/v1/files/{id}',
    summary: 'Get one file that the card lists',
    description: 'Its name and its size, here an integer. Its bytes are at `/api/v1/files/{id}/content`.',
    params: IdParams,
    answer: { description: 'The file', ...storedFile('hello.txt') },
    errors: { 404: unknownFile, ...noCard },
  },
  renameFile: {
    call: 'PATCH /api/v1/files/{id}',
    summary: 'Rename a file, or move it to a folder',
    description:
      'It keeps its id, and its tags keep it. The name is that of the list with `folders`: without a folder, the file moves out of its folder.',
    params: IdParams,
    body: {
      schema: change('file', object({ filename: Type.String({ description: 'As for an upload' }) })),
      example: { data: { id: '8', type: 'file', attributes: { filename: 'hello again.txt' } } },
    },
    answer: { description: 'The file with its new name', ...storedFile('hello again.txt') },
    errors: {
      404: unknownFile,
      409: [
        'A file of that name is on the card already; or the type or id does not match the path',
        'name-taken',
        'resource-mismatch',
      ],
      422: ['Invalid name', 'invalid-request', 'invalid-name'],
      ...noWritableCard,
      507: cardFull,
    },
  },
  deleteFile: {
    call: 'DELETE /api/v1/files/{id}',
    summary: 'Delete a file from the card',
    description: 'Tags that were bound to the file have no file afterwards.',
    params: IdParams,
    answer: { status: 204, description: 'Deleted' },
    errors: { 404: unknownFile, ...noWritableCard },
  },
  getFileContent: {
    call: 'GET /api/v1/files/{id}/content',
    summary: 'Download a file',
    description:
      'Takes `Range`, `If-None-Match`, `If-Modified-Since` and `If-Range`, so that a page can play it.',
    params: IdParams,
    answer: {
      description: 'The bytes',
      also: {
        206: {
          description: 'The requested range',
          mediaType: anyType,
          headers: { 'Content-Range': 'Which part of the file it is, and how long the file is' },
        },
        304: 'Not modified',
      },
      mediaType: anyType,
      headers: {
        ETag: 'Changes with the content',
        'Content-Disposition': 'The name of the file, also if it is not ASCII',
      },
    },
    errors: { 404: unknownFile, 416: ['Range not satisfiable', 'range-not-satisfiable'], ...noCard },
  },
});
