import { Type } from 'typebox';
import { object, orNull } from '../exact.ts';
import { jsonApi, tusContent } from '../media-types.ts';
import { defineRoutes, type RouteErrors } from '../route.ts';
import { document, Id, noWritableCard } from './resources.ts';

const UploadParams = Type.Object({
  id: Type.String({ description: 'As in the `Location` of its creation' }),
});

const Upload = object('Upload', {
  id: Type.String(),
  type: Type.Literal('upload'),
  attributes: object({
    filename: Type.String(),
    media_type: orNull(Type.String()),
    size: Type.Integer({ minimum: 0, description: 'Of the whole file' }),
    offset: Type.Integer({ minimum: 0, description: 'How many of its bytes the station has' }),
    fingerprint: orNull(
      Type.String(),
      'The metadata `fingerprint` that the client sent to recognise its file by',
    ),
    file_id: orNull(Id, 'The file that it has become'),
  }),
});

const example = {
  id: '9f86d081884c7d65',
  type: 'upload',
  attributes: {
    filename: 'story.mp3',
    media_type: 'audio/mpeg',
    size: 73400320,
    offset: 16777216,
    fingerprint: null,
    file_id: null,
  },
};

const upload = {
  schema: document(Upload),
  example: { links: { self: '/api/v1/uploads/9f86d081884c7d65' }, data: example },
};
const progressHeaders = {
  'Upload-Expires': 'When it is removed unless it is continued; absent where it is finished',
  'Content-Location': 'The path of the file, where the upload is finished',
};
const offsetHeaders = { 'Upload-Offset': 'How many bytes the station has', ...progressHeaders };

const TusHeaders = Type.Object({ 'Tus-Resumable': Type.Literal('1.0.0') });

const tusErrors: RouteErrors = { 412: ['`Tus-Resumable` is missing or not 1.0.0', 'tus-version'] };
const settleErrors: RouteErrors = {
  404: ['No such upload, or no such file to replace', 'unknown-upload', 'unknown-file', 'unknown-path'],
  409: [
    'Wrong offset, the name was taken meanwhile, or the file to replace was changed meanwhile',
    'offset-mismatch',
    'name-taken',
    'resource-mismatch',
    'file-changed',
  ],
  422: ['Invalid name', 'invalid-name'],
  ...noWritableCard,
};

export const uploadRoutes = defineRoutes('Uploads', jsonApi, {
  getUploads: {
    call: 'GET /api/v1/uploads',
    summary: 'List unfinished uploads',
    description:
      'Those that can be resumed: the client that has the file, known by its name, size and fingerprint, continues at `offset`. An upload without new data for 24 hours is removed; if the card is full, after one hour.',
    answer: {
      description: 'The unfinished uploads',
      schema: document(Type.Array(Upload)),
      example: { links: { self: '/api/v1/uploads' }, data: [example] },
    },
    errors: noWritableCard,
  },
  getUploadCapabilities: {
    call: 'OPTIONS /api/v1/uploads',
    summary: 'Get what the station knows of tus',
    answer: {
      status: 204,
      description: 'The capabilities, in header fields',
      headers: {
        'Tus-Version': '1.0.0',
        'Tus-Extension': 'The extensions, separated by commas',
        'Tus-Max-Size': 'The largest file that is taken, in bytes',
      },
    },
  },
  createUpload: {
    call: 'POST /api/v1/uploads',
    summary: 'Begin a resumable upload',
    description:
      'tus 1.0 with the extensions creation, creation-with-upload, termination and expiration. Name, size and free space are checked before the first byte is sent. The file appears on the card when all bytes are there.',
    headers: Type.Object({
      ...TusHeaders.properties,
      'Upload-Length': Type.Integer({ minimum: 0, description: 'The size of the file in bytes' }),
      'Upload-Metadata': Type.String({
        description:
          'Keys with values in base64, separated by commas: `filename`; optionally `filetype` (media type), `replace` (id of the file to replace, which keeps its id, name and tags) and `fingerprint`',
      }),
    }),
    body: { mediaTypes: [tusContent], mode: 'stream', isOptional: true, schema: Type.Unknown() },
    answer: {
      status: 201,
      description: 'The upload has begun',
      ...upload,
      headers: { Location: 'The path of the upload', ...offsetHeaders },
    },
    errors: {
      ...settleErrors,
      ...tusErrors,
      413: ['The file is too large', 'file-too-large'],
      422: ['Invalid name or media type', 'invalid-request', 'invalid-name'],
      507: ['The card is full', 'card-full'],
    },
  },
  getUpload: {
    call: 'GET /api/v1/uploads/{id}',
    summary: 'Get one upload',
    description: 'With HEAD, the offset as tus has it: `Upload-Offset` and `Upload-Length`.',
    params: UploadParams,
    answer: { description: 'The upload', headers: progressHeaders, ...upload },
    errors: { ...settleErrors, ...tusErrors },
  },
  appendToUpload: {
    call: 'PATCH /api/v1/uploads/{id}',
    summary: 'Continue an upload',
    description:
      'Adds the body at `Upload-Offset`. When the connection breaks, what has arrived is kept: ask for the offset with HEAD and continue there.',
    params: UploadParams,
    headers: Type.Object({
      ...TusHeaders.properties,
      'Upload-Offset': Type.Integer({ minimum: 0, description: 'Where the body belongs in the file' }),
    }),
    body: { mediaTypes: [tusContent], mode: 'stream', isOptional: true, schema: Type.Unknown() },
    answer: { status: 204, description: 'The bytes are on the card', headers: offsetHeaders },
    errors: {
      ...settleErrors,
      ...tusErrors,
      413: ['More bytes than the upload has', 'file-too-large'],
      507: ['The card is full; the upload can be resumed when there is room', 'card-full'],
    },
  },
  cancelUpload: {
    call: 'DELETE /api/v1/uploads/{id}',
    summary: 'Cancel an upload',
    description: 'Removes what has arrived. A file that it has become stays on the card.',
    params: UploadParams,
    headers: TusHeaders,
    answer: { status: 204, description: 'Cancelled' },
    errors: { 404: ['No such upload', 'unknown-upload', 'unknown-path'], ...tusErrors },
  },
});
