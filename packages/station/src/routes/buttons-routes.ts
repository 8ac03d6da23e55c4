import { stationRoutes } from '@stationery/contract';
import { route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Buttons } from '../buttons/buttons.ts';
import { requireSameId } from './require-same-id.ts';

export function buttonsRoutes(app: FastifyInstance, { buttons }: { buttons: Buttons }): void {
  const type = 'buttons' as const;
  const document = () => ({
    links: { self: stationRoutes.getButtons.path },
    data: { id: type, type, attributes: buttons.read() },
  });

  route(app, stationRoutes.getButtons, async () => document());

  route(app, stationRoutes.updateButtons, async ({ body: { data } }) => {
    requireSameId(data.id, type);
    buttons.change(data.attributes.buttons);
    return document();
  });

  route(app, stationRoutes.waitForButton, async ({ query, signal }) => {
    const control = await buttons.waitForPress((query.timeout ?? 30) * 1000, signal);
    return { data: { type: 'button' as const, attributes: { control } } };
  });
}
