import { stationRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import { route } from '@stationery/http';
import { parseTagSerial, type SimulatedReader } from '@stationery/nfc';
import type { FastifyInstance } from 'fastify';

export function simulatorRoutes(app: FastifyInstance, parts: { reader: SimulatedReader }): void {
  const { reader } = parts;

  route(app, stationRoutes.putSimulatedTag, async ({ body }) => {
    const uid = parseTagSerial(body.serial);
    if (uid === undefined) {
      throw new AppError(
        'invalid-request',
        'A serial is 0x and 4, 7 or 10 bytes in hex, such as 0x04A2245A6B2C80.',
        {
          pointer: '/serial',
        },
      );
    }
    reader.put(
      body.model === 'mifare_classic' ? { uid, sak: 0x08, atqa: 0x0004 } : { uid, sak: 0x00, atqa: 0x0044 },
    );
  });

  route(app, stationRoutes.removeSimulatedTag, async () => {
    reader.take();
  });
}
