import { type CallOptions, type ClientOptions, Connection } from './call/connection.ts';
import type { RawCall } from './call/operations.ts';
import { PlotterError, StationError } from './errors.ts';
import {
  type StationOperations,
  type StationPhonesOperation,
  stationPhonesPlaces,
} from './generated/station.ts';

export type PhoneAccess = StationOperations['getPhoneAccess']['answer'];
export type PhoneInvitation = StationOperations['admitPhones']['answer'];

export interface Phones {
  state(options?: CallOptions): Promise<PhoneAccess['state']>;
  admit(options?: CallOptions): Promise<PhoneInvitation>;
  dismiss(options?: CallOptions): Promise<void>;
}

/** Creates the calls for either service; both have the same operations. */
export function createPhones(service: 'station' | 'plotter', options: ClientOptions): Phones {
  const connection = new Connection(
    stationPhonesPlaces,
    options,
    service === 'station' ? StationError : PlotterError,
  );
  const call: RawCall<Pick<StationOperations, StationPhonesOperation>> = (operation, ...[request]) =>
    connection.call(operation, request);
  return {
    state: async (more) => (await call('getPhoneAccess', more)).state,
    admit: (more) => call('admitPhones', more),
    dismiss: (more) => call('dismissPhones', more),
  };
}
