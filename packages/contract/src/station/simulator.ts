import { Type } from 'typebox';
import { object } from '../exact.ts';
import { jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';

export const simulatorRoutes = defineRoutes('Simulator', jsonApi, {
  putSimulatedTag: {
    call: 'PUT /simulator/reader',
    summary: 'Put a tag on the simulated reader',
    description:
      'It stays there until it is removed or replaced. With a real reader this path does not exist.',
    body: {
      schema: object({
        serial: Type.String({ description: '0x and 4, 7 or 10 bytes in hex' }),
        model: Type.Optional(Type.Enum(['mifare', 'mifare_classic'], { default: 'mifare' })),
      }),
      example: { serial: '0x04A2245A6B2C80', model: 'mifare' },
    },
    answer: { status: 204, description: 'The tag is on the reader' },
    errors: {
      404: ['The reader is not simulated', 'unknown-path'],
      422: ['Not a serial number', 'invalid-request'],
    },
  },
  removeSimulatedTag: {
    call: 'DELETE /simulator/reader',
    summary: 'Remove the tag from the simulated reader',
    answer: { status: 204, description: 'The reader is empty' },
    errors: { 404: ['The reader is not simulated', 'unknown-path'] },
  },
});
