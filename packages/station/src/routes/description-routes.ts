import { describeStation, stationRoutes } from '@stationery/contract';
import { lazy } from '@stationery/core';
import { type Description, docsPage, RouteResponse, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import { packageVersion } from '../version.ts';

export function descriptionRoutes(app: FastifyInstance, notices: readonly string[]): void {
  const description = lazy(() => describeStation(packageVersion));
  const page = lazy(() =>
    docsPage(description() as unknown as Description, stationRoutes.getStationDescription.path, notices),
  );

  route(app, stationRoutes.getStationDescription, async () => description());
  route(
    app,
    stationRoutes.getStationDocs,
    async () =>
      new RouteResponse(page(), {
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      }),
  );
}
