import { type Static, Type } from 'typebox';
import { flag, list, object, orNull } from '../../exact.ts';
import { json, tar } from '../../media-types.ts';
import { defineRoutes, type RouteErrors } from '../../route.ts';
import { CollectionName, CollectionRollOut, CollectionVersion } from '../collection.ts';
import { DeviceId } from '../device.ts';
import { brokerAway } from './resources.ts';

const refused: RouteErrors = {
  ...brokerAway,
  400: ['There is no such version, or a stage is not complete', 'invalid-request'],
};
const named = Type.Object({ name: CollectionName });

export const BoardCollection = object('BoardCollection', {
  name: CollectionName,
  newest: CollectionVersion,
  versions: list(
    Type.Integer({ minimum: 1 }),
    'That can be rolled out, in ascending order: the newest five, and older ones that stations carry or are to carry',
  ),
  rollOut: orNull(CollectionRollOut, 'Null before the first one'),
  followers: Type.Integer({ minimum: 0, description: 'How many stations follow it' }),
  complete: Type.Integer({ minimum: 0, description: 'How many of them carry the version of the roll-out' }),
  tooSmall: list(DeviceId, 'Stations whose card is smaller than the newest version'),
});

const answer = { description: 'The collection', schema: BoardCollection } as const;

export type BoardCollection = Static<typeof BoardCollection>;

export const collectionRoutes = defineRoutes('Collections', json, {
  listFleetCollections: {
    call: 'GET /api/fleet/collections',
    summary: 'List the collections that were published, and how far each is rolled out',
    answer: {
      ...answer,
      description: 'By name',
      schema: object({ collections: Type.Array(BoardCollection) }),
    },
    errors: brokerAway,
  },
  publishCollection: {
    call: 'POST /api/fleet/collections/{name}/versions',
    summary: 'Publish a collection as a new version',
    description:
      'Accepts an archive of `stationery collection export` and checks it completely first. Content that the fleet already has is not stored again. Stations get the version when it is rolled out.',
    params: named,
    body: {
      mediaTypes: [tar],
      mode: 'stream',
      schema: Type.String({ format: 'binary', description: 'The archive' }),
    },
    answer: { ...answer, status: 201 },
    errors: {
      ...brokerAway,
      400: ['The archive is damaged, or of a newer version', 'collection-damaged', 'collection-newer'],
      408: ['Less than 1 KiB came in 30 s', 'request-too-slow'],
      507: ['The disk of the board or of the NATS server has no room for it', 'disk-full'],
    },
  },
  rollOutCollection: {
    call: 'POST /api/fleet/collections/{name}/roll-out',
    summary: 'Give a version of a collection to one station, a tenth of them, or all',
    description:
      'The next stage is refused while a station of the one before does not carry the version, and a version that is larger than a card. To go back, roll out an earlier version.',
    params: named,
    body: {
      schema: object({
        stage: Type.Enum(['one', 'tenth', 'all']),
        version: Type.Optional(Type.Integer({ minimum: 1, description: 'Default: the newest' })),
        first: Type.Optional(DeviceId),
        force: Type.Optional(flag('Skip the checks that would refuse it')),
      }),
      example: { stage: 'one' },
    },
    answer,
    errors: refused,
  },
  deleteCollectionVersion: {
    call: 'DELETE /api/fleet/collections/{name}/versions/{version}',
    summary: 'Delete a version that no station carries, and the files that no other version has',
    description:
      'The newest version stays. Older ones than the newest five are deleted when a version is published.',
    params: Type.Object({ name: CollectionName, version: Type.Integer({ minimum: 1 }) }),
    answer,
    errors: { ...brokerAway, 400: ['There is no such version, or it is in use', 'invalid-request'] },
  },
  stopCollection: {
    call: 'POST /api/fleet/collections/{name}/stop',
    summary: 'Stop the roll-out of a collection: every station keeps its version',
    params: named,
    answer,
    errors: refused,
  },
});
