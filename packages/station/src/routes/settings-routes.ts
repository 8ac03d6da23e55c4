import { stationRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import { jsonPointer, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Info, StationInfo } from '../settings/station-info.ts';

export function settingsRoutes(
  app: FastifyInstance,
  parts: { info: StationInfo; onChange: (info: Info) => void },
): void {
  const { info, onChange } = parts;

  route(app, stationRoutes.getSettings, async () => ({ data: info.read() }));

  route(app, stationRoutes.updateSettings, async ({ body }) => {
    const { member, nickname } = newNickname(body.data);
    const data = info.rename(nickname, `/data/attributes/${member}`);
    onChange(data);
    return { data };
  });
}

interface SettingResource {
  id: string | number;
  attributes: { nickname?: string; value?: string };
}

/**
 * Returns the new nickname. The API's document has it in the attribute `nickname`. In its Setting model, the id
 * is `nickname` and the attribute is `value`.
 */
function newNickname({ id, attributes }: SettingResource): { member: string; nickname: string } {
  const writable = id === 'nickname' ? ['nickname', 'value'] : ['nickname'];
  const readOnly = Object.keys(attributes).find((name) => !writable.includes(name));
  if (readOnly !== undefined) {
    throw new AppError('read-only-member', `“${readOnly}” cannot be changed; only the nickname can.`, {
      pointer: jsonPointer('data', 'attributes', readOnly),
    });
  }
  const { nickname, value } = attributes;
  if (nickname !== undefined && value !== undefined && nickname !== value) {
    throw new AppError('invalid-request', '“nickname” and “value” differ. Send one of them.', {
      pointer: '/data/attributes/value',
    });
  }
  if (nickname !== undefined) return { member: 'nickname', nickname };
  if (value !== undefined) return { member: 'value', nickname: value };
  throw new AppError('invalid-request', '“nickname” is missing.', { pointer: '/data/attributes/nickname' });
}
