import { describePlotter, plotterRoutes } from '@stationery/contract';
import { lazy } from '@stationery/core';
import { type Description, docsPage, RouteResponse } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import { plotterRoute as route } from './both-prefixes.ts';

export function descriptionRoutes(app: FastifyInstance, version: string): void {
  const description = lazy(() => describePlotter(version));
  const page = lazy(() =>
    docsPage(description() as unknown as Description, plotterRoutes.getPlotterDescription.path),
  );

  route(app, plotterRoutes.getPlotterDescription, async () => description());
  route(
    app,
    plotterRoutes.getPlotterDocs,
    async () =>
      new RouteResponse(page(), {
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      }),
  );
}
