import { Type } from 'typebox';
import { object } from '../exact.ts';
import { jsonApi } from '../media-types.ts';
import { defineRoutes } from '../route.ts';
import { RequestId, StationInfo } from './resources.ts';

const SettingsDocument = object({ data: StationInfo });
const example = {
  data: { fw_version: '01.04.00', hw_version: '00.00.00', serial: 'B827EB12AB34', nickname: 'Kitchen' },
};

export const settingsRoutes = defineRoutes('Station', jsonApi, {
  getSettings: {
    call: 'GET /api/v1/settings',
    summary: 'Get the station information',
    answer: { description: 'The station information', schema: SettingsDocument, example },
  },
  updateSettings: {
    call: 'PATCH /api/v1/settings',
    summary: 'Change the nickname',
    description: 'Any id is accepted. With the id `nickname` the attribute may also be called `value`.',
    body: {
      schema: Type.Object({
        data: Type.Object({
          type: Type.Literal('setting'),
          id: RequestId,
          attributes: Type.Object({
            nickname: Type.Optional(
              Type.String({
                description:
                  '1 to 64 characters after trimming, no control characters, line separators or direction marks',
              }),
            ),
            value: Type.Optional(Type.String()),
          }),
        }),
      }),
      example: { data: { type: 'setting', id: 'nickname', attributes: { nickname: 'Kitchen' } } },
    },
    answer: { description: 'The updated station information', schema: SettingsDocument, example },
    errors: {
      403: [
        'An attribute other than the nickname: it is read-only; or a page of a different site',
        'read-only-member',
      ],
      409: ['A type other than `setting`', 'resource-mismatch'],
      422: ['Missing or invalid nickname', 'invalid-request'],
    },
  },
});
