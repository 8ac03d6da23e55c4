import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import type { RawCall } from './call/operations.ts';
import { StationError } from './errors.ts';
import {
  type Setup,
  type StationOperations,
  type StationSetupOperation,
  stationSetupPlaces,
} from './generated/station.ts';

export type { Setup } from './generated/station.ts';

export type SetupChange = StationOperations['updateSetup']['body']['data']['attributes'];

export interface StationSetup {
  get(options?: CallOptions): Promise<Setup>;
  change(change: SetupChange, options?: CallOptions): Promise<Setup>;
  playTestSound(options?: CallOptions): Promise<void>;
}

export function createStationSetup(options: ClientOptions): StationSetup {
  const connection = new Connection(stationSetupPlaces, options, StationError);
  const call: RawCall<Pick<StationOperations, StationSetupOperation>> = (operation, ...[request]) =>
    connection.call(operation, request);
  return {
    get: async (more) => (await call('getSetup', more)).data.attributes,
    change: async (attributes, more) => {
      const body = { data: { id: 'setup', type: 'setup', attributes } } as const;
      return (await call('updateSetup', { ...more, body })).data.attributes;
    },
    playTestSound: (more) => call('playTestSound', more),
  };
}
