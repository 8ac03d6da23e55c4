export { advertiseStation } from './advertise-station.ts';
export type { Advertiser } from './advertiser.ts';
export { type FoundStation, findStations } from './find-stations.ts';
export { hostNamesOf } from './names.ts';
