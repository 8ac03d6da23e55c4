import { type Static, Type } from 'typebox';
import { flag, orNull } from '../exact.ts';
import { DeviceId } from './device.ts';
import { collectionNamePattern } from './names.ts';

export const CollectionName = Type.String({ pattern: collectionNamePattern.source });
const Version = Type.Integer({ minimum: 1 });
const Protocol = Type.Integer({ minimum: 1 });

export const CollectionVersion = Type.Object(
  {
    protocol: Protocol,
    collection: CollectionName,
    version: Version,
    publishedAt: Type.String({ maxLength: 40 }),
    list: Type.Object({
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      size: Type.Integer({ minimum: 0, maximum: 64 * 1024 * 1024 }),
    }),
    files: Type.Integer({ minimum: 0 }),
    bytes: Type.Integer({ minimum: 0, description: 'All files together' }),
    tags: Type.Integer({ minimum: 0 }),
  },
  { $id: 'CollectionVersion' },
);

export const CollectionRollOut = Type.Object(
  {
    protocol: Protocol,
    collection: CollectionName,
    version: Version,
    stage: Type.Enum(['one', 'tenth', 'all']),
    stations: orNull(
      Type.Array(DeviceId, { maxItems: 100_000 }),
      'Those that get this version; null for all that follow the collection',
    ),
    before: orNull(Version, 'The version of the other stations'),
    isStopped: flag('Every station keeps its version'),
  },
  { $id: 'CollectionRollOut' },
);

export type CollectionVersion = Static<typeof CollectionVersion>;
export type CollectionRollOut = Static<typeof CollectionRollOut>;
