import type { Bluez } from '@stationery/appliance';
import { type BluetoothCommand, stationRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import { route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';

export function bluetoothRoutes(app: FastifyInstance, { bluez }: { bluez: Bluez }): void {
  const document = async () => {
    const type = 'bluetooth' as const;
    const devices = await bluez.devices();
    const attributes = {
      available: devices !== undefined,
      searching: bluez.isSearching,
      devices: devices ?? [],
    };
    return { links: { self: stationRoutes.getBluetooth.path }, data: { id: type, type, attributes } };
  };

  route(app, stationRoutes.getBluetooth, document);

  route(app, stationRoutes.commandBluetooth, async ({ body: { data } }) => {
    await run(bluez, data.attributes);
    return document();
  });
}

async function run(bluez: Bluez, { command, address }: BluetoothCommand): Promise<void> {
  if (command === 'search') await bluez.search();
  else if (address !== undefined) await bluez[command](address);
  else
    throw new AppError('invalid-request', 'This command needs the address of a device.', {
      pointer: '/data/attributes/address',
    });
}
