import { describePlotter, plotterRoutes } from '@stationery/contract';
import { AppError, lazy } from '@stationery/core';
import { type Description, docsPage, problemPage, RouteResponse } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import { plotterRoute as route } from './both-prefixes.ts';

export function descriptionRoutes(app: FastifyInstance, version: string): void {
  const description = lazy(() => describePlotter(version));
  const page = lazy(() =>
    docsPage(description() as unknown as Description, plotterRoutes.getPlotterDescription.path),
  );

  route(app, plotterRoutes.getPlotterDescription, async () => description());
  const policy = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" };
  route(app, plotterRoutes.getPlotterDocs, async () => new RouteResponse(page(), policy));
  route(app, plotterRoutes.getProblemPage, async ({ params }) => {
    const text = problemPage(params.code);
    if (text === undefined) throw new AppError('unknown-path', 'There is no problem type of that name.');
    return new RouteResponse(text, policy);
  });
}
