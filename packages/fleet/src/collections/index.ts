export { Broker } from '../broker/connect-broker.ts';
export { type InMemoryCollection, type InMemoryTag, makeCollection } from './make-collection.ts';
export { type Publication, type PublishedFile, publishCollection } from './publish.ts';
export { createBuckets, readRollOut, readVersion } from './read-record.ts';
export { type Follower, followersOf, rollOut, type Stage, stopRollOut, tooSmall } from './roll-out.ts';
export { deleteVersion, latestVersion, listVersions, readPublished } from './versions.ts';
