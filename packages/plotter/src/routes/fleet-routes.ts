import { plotterRoutes } from '@stationery/contract';
import type { FastifyInstance } from 'fastify';
import type { CompanionSeat } from '../plotter-access.ts';
import { plotterRoute as route } from './both-prefixes.ts';

export function fleetRoutes(app: FastifyInstance, companion: CompanionSeat): void {
  route(app, plotterRoutes.getFleetSeat, async () => companion.seat());
  route(app, plotterRoutes.changeFleetSeat, async ({ body }) => companion.changeMembership(body));
}
