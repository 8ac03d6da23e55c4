import type { Route } from '@stationery/contract';
import { AppError, lazy, packageVersion } from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import { RouteResponse, route } from '../route.ts';
import { type Description, docsPage } from './docs-page.ts';
import { problemPage } from './problem-page.ts';

export interface ApiDescription {
  /** Returns the OpenAPI document. */
  describe(version: string): unknown;
  json: Route;
  page: Route;
  /** Serves the page of a problem type; JSON:API errors have no such page. */
  problem?: Route;
  notices?: readonly string[];
}

const policy = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" };

/** Serves the OpenAPI description of a service, as JSON and as a page. */
export function descriptionRoutes(app: FastifyInstance, api: ApiDescription, bind = route): void {
  const description = lazy(() => api.describe(packageVersion));
  const page = lazy(() => docsPage(description() as Description, api.json.path, api.notices));
  bind(app, api.json, async () => description());
  bind(app, api.page, async () => new RouteResponse(page(), policy));
  if (api.problem === undefined) return;
  bind(app, api.problem, async ({ params }) => {
    const text = problemPage((params as { code: string }).code);
    if (text === undefined) throw new AppError('unknown-path', 'There is no problem type of that name.');
    return new RouteResponse(text, policy);
  });
}
