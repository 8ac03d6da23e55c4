import { type TSchema, Type } from 'typebox';
import { flag, list, object, oneOf, orNull } from '../exact.ts';
import { jsonApi, multipart } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { FirmwareReason } from './firmware-reasons.ts';

const LastUpdate = object({
  fw_version: orNull(Type.String(), 'The version to install, if known'),
  result: Type.Enum(['committed', 'rolled-back', 'failed']),
  reason: orNull(Type.String(), 'Why it was rolled back or failed'),
  /** Optional, because older launchers write records without it. */
  cause: Type.Optional(FirmwareReason),
});

export const FirmwareStatus = object({
  fw_version: Type.String({ description: 'The running version' }),
  slot: orNull(
    Type.Enum(['factory', 'a', 'b']),
    'The slot it runs from; null if the station was not started by its launcher',
  ),
  state: oneOf(
    ['idle', 'updating', 'installed', 'trial'],
    '`updating`: an update is running; `installed`: the new version is about to start; `trial`: the new version runs on trial',
  ),
  installer: Type.Enum(['slots', 'none']),
  unsigned_allowed: flag('Unsigned bundles are installed'),
  trusted_keys: list(
    Type.String(),
    'The ids of the keys that a bundle may be signed with; none: no signed bundle is accepted',
  ),
  last_update: orNull(
    LastUpdate,
    'A bundle that was refused by its header, before anything was written, does not count',
  ),
});

const firmware = <A extends TSchema>(attributes: A) => {
  const only = Type.Literal('firmware');
  return object({ data: object({ type: only, id: only, attributes }) });
};

export const firmwareRoutes = defineRoutes('Firmware', jsonApi, {
  getFirmware: {
    call: 'GET /api/v1/firmware',
    summary: 'Get the running version and the result of the last update',
    answer: { description: 'The running version', schema: firmware(FirmwareStatus) },
  },
  updateFirmware: {
    call: 'PATCH /api/v1/firmware',
    summary: 'Update the firmware',
    description:
      'Takes a bundle made by `stationery firmware build`. It is verified, installed beside the running version, and started; if the new version does not work, the previous one is restored and `GET /api/v1/firmware` says why.',
    body: {
      mediaTypes: [multipart],
      mode: 'stream',
      schema: Type.Object({ update: Type.String({ format: 'binary', description: 'The firmware file' }) }),
    },
    answer: {
      description: 'The update is installed and will be started',
      schema: firmware(object({ fw_version: Type.String(), state: Type.String() })),
    },
    errors: {
      400: ['No file field `update`', 'firmware-file-missing', 'malformed-request'],
      408: ['Less than 256 KiB came in 30 s', 'request-too-slow'],
      409: ['Another update is running, or the last one is still on trial', 'update-running'],
      500: [
        'The update failed; `detail` says why, and the running version is unchanged',
        'firmware-rejected',
      ],
    },
  },
});
