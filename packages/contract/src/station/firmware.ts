import { Type } from 'typebox';
import { jsonApi, multipart } from '../media-types.ts';
import { defineRoute } from '../route.ts';

const exact = { additionalProperties: false };
const textOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const LastUpdate = Type.Object(
  {
    fw_version: textOrNull('The version that was to be installed, where it got known'),
    result: Type.Union([Type.Literal('committed'), Type.Literal('rolled-back'), Type.Literal('failed')]),
    reason: textOrNull('Why it was rolled back or failed'),
  },
  exact,
);

/** What runs, and what became of the last update. */
export const FirmwareStatus = Type.Object(
  {
    fw_version: Type.String({ description: 'The version that runs' }),
    slot: Type.Union([Type.Literal('factory'), Type.Literal('a'), Type.Literal('b'), Type.Null()], {
      description: 'Where it runs from; null where the station was not started by its launcher',
    }),
    state: Type.Union(
      [Type.Literal('idle'), Type.Literal('updating'), Type.Literal('installed'), Type.Literal('trial')],
      {
        description:
          '`updating`: one is under way; `installed`: it is about to be started; `trial`: it runs and proves itself',
      },
    ),
    installer: Type.Union([Type.Literal('slots'), Type.Literal('command'), Type.Literal('none')]),
    unsigned_allowed: Type.Boolean({ description: 'Unsigned bundles are installed' }),
    trusted_keys: Type.Array(Type.String(), {
      description: 'The ids of the keys that a bundle may be signed with; none: no signed bundle is taken',
    }),
    last_update: Type.Union([LastUpdate, Type.Null()], {
      description: 'A bundle that was refused by its head, before anything was written, does not count',
    }),
  },
  exact,
);

export const getFirmware = defineRoute({
  operationId: 'getFirmware',
  method: 'GET',
  path: '/api/v1/firmware',
  group: 'Firmware',
  summary: 'The version that runs, and what became of the last update',
  answer: {
    status: 200,
    description: 'What runs',
    mediaType: jsonApi,
    schema: Type.Object(
      {
        data: Type.Object(
          { type: Type.Literal('firmware'), id: Type.Literal('firmware'), attributes: FirmwareStatus },
          exact,
        ),
      },
      exact,
    ),
  },
  errors: {},
});

export const updateFirmware = defineRoute({
  operationId: 'updateFirmware',
  method: 'PATCH',
  path: '/api/v1/firmware',
  group: 'Firmware',
  summary: 'Update the firmware',
  description:
    'Takes a bundle made by `stationery firmware build`. It is verified, installed beside the version that runs, and started; if it does not prove itself healthy, the version before comes back and `GET /api/v1/firmware` says why.',
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
    400: ['No file field `update`', 'firmware-file-missing', 'malformed-request'],
    408: ['Less than 256 KiB came in 30 s', 'request-too-slow'],
    409: ['Another update is running, or the last one still proves itself', 'update-running'],
    500: ['The update failed; `detail` says why, and the running version is untouched', 'firmware-rejected'],
  },
});
