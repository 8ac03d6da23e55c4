import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import { StationError } from './errors.ts';
import {
  type Setup,
  type StationOperations,
  type StationSetupOperation,
  stationSetupPlaces,
} from './generated/station.ts';

export type { Setup } from './generated/station.ts';

export type SetupChange = StationOperations['updateSetup']['body']['data']['attributes'];

/** The first-run setup of a station. A separate entry point, because few programs need it. */
export interface StationSetup {
  get(options?: CallOptions): Promise<Setup>;
  change(change: SetupChange, options?: CallOptions): Promise<Setup>;
  playTestSound(options?: CallOptions): Promise<void>;
}

export function createStationSetup(options: ClientOptions): StationSetup {
  const connection = new Connection(stationSetupPlaces, options, StationError);
  const call = <O extends StationSetupOperation>(
    operation: O,
    request: object | undefined,
  ): Promise<StationOperations[O]['answer']> => connection.call(operation, request);
  return {
    get: async (more) => (await call('getSetup', more)).data.attributes,
    change: async (attributes, more) => {
      const type = 'setup';
      const body = { data: { id: type, type, attributes } };
      return (await call('updateSetup', { ...more, body })).data.attributes;
    },
    playTestSound: (more) => call('playTestSound', more),
  };
}
