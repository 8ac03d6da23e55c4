import { Type } from 'typebox';
import { jsonApi, multipart } from '../media-types.ts';
import { defineRoute } from '../route.ts';

export const updateFirmware = defineRoute({
  operationId: 'updateFirmware',
  method: 'PATCH',
  path: '/api/v1/firmware',
  group: 'Firmware',
  summary: 'Update the firmware',
  body: {
    mediaTypes: [multipart],
    mode: 'stream',
    schema: Type.Object({ update: Type.String({ format: 'binary', description: 'The firmware file' }) }),
  },
  answer: {
    status: 200,
    description: 'The update is installed and will run',
    mediaType: jsonApi,
    schema: Type.Object(
      {
        data: Type.Object(
          {
            type: Type.Literal('firmware'),
            id: Type.Literal('firmware'),
            attributes: Type.Object(
              { fw_version: Type.String(), state: Type.String() },
              { additionalProperties: false },
            ),
          },
          { additionalProperties: false },
        ),
      },
      { additionalProperties: false },
    ),
  },
  errors: {
    400: 'No file field `update`',
    409: 'Another update is running',
    500: 'The update failed; `detail` says why, and the running version is untouched',
  },
});
