import { type Static, Type } from 'typebox';
import { flag, list, object, oneOf } from '../exact.ts';
import { jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { badBody, onlyAnswer, orderBody } from './resources.ts';

const Address = Type.String({ pattern: '^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$' });

export const Bluetooth = object('Bluetooth', {
  available: flag('The machine has BlueZ and a radio'),
  searching: flag('It searches for 20 s'),
  devices: list(
    object({ address: Address, name: Type.String(), paired: Type.Boolean(), connected: Type.Boolean() }),
    'Speakers and headphones that are paired or were found',
    50,
  ),
});
export type Bluetooth = Static<typeof Bluetooth>;

export const BluetoothCommand = object({
  command: oneOf(
    ['search', 'connect', 'disconnect', 'forget'],
    '`connect` pairs if needed; `forget` removes the pairing',
  ),
  address: Type.Optional(Address),
});
export type BluetoothCommand = Static<typeof BluetoothCommand>;

const type = 'bluetooth';
const answer = onlyAnswer(type, '/api/v1/bluetooth', 'Bluetooth speakers', Bluetooth, {
  available: true,
  searching: false,
  devices: [{ address: 'F8:DF:15:00:12:34', name: 'JBL Flip', paired: true, connected: true }],
});

export const bluetoothRoutes = defineRoutes('Player', jsonApi, {
  getBluetooth: {
    call: 'GET /api/v1/bluetooth',
    summary: 'Get the Bluetooth speakers of the station',
    answer,
  },
  commandBluetooth: {
    call: 'POST /api/v1/bluetooth/commands',
    summary: 'Search, connect, disconnect or forget a Bluetooth speaker',
    description:
      'A search is answered when it begins; other commands when they are done, which takes up to two minutes. Music keeps playing. A connected speaker is among the sound outputs.',
    body: orderBody('bluetooth-command', BluetoothCommand, {
      command: 'connect',
      address: 'F8:DF:15:00:12:34',
    }),
    answer,
    errors: {
      ...badBody,
      409: ['Another type', 'resource-mismatch'],
      503: [
        'The machine has no Bluetooth, or the device did not answer or refused the command',
        'bluetooth-failed',
      ],
    },
  },
});
