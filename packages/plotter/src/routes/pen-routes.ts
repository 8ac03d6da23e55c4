import { plotterRoutes } from '@stationery/contract';
import type { FastifyInstance } from 'fastify';
import type { PenPalette } from '../plan/pen-palette.ts';
import { plotterRoute as route } from './both-prefixes.ts';

export function penRoutes(app: FastifyInstance, palette: PenPalette): void {
  route(app, plotterRoutes.getPens, async () => ({ pens: [...palette.pens] }));
  route(app, plotterRoutes.putPens, async ({ body }) => {
    palette.replace(body.pens);
    return { pens: [...palette.pens] };
  });
}
