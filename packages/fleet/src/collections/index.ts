export { Broker } from '../broker/connect-broker.ts';
export { type Publication, type PublishedFile, publishCollection } from './publish.ts';
export { readRollOut, readVersion } from './read-record.ts';
export { type Follower, followersOf, rollOut, type Stage, stopRollOut, tooSmall } from './roll-out.ts';
