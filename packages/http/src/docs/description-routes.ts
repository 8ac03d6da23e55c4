import { type ErrorCode, errorTable, type Route } from '@stationery/contract';
import { AppError, lazy, packageVersion } from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import { RouteResponse, route } from '../route.ts';
import { type Description, docsPage, docsStyle, escapeHtml, inline } from './docs-page.ts';

export interface ApiDescription {
  describe(version: string): unknown;
  json: Route;
  page: Route;
  /** The page that explains a problem type; services with JSON:API errors have none. */
  problem?: Route;
  notices?: readonly string[];
}

const policy = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'" };

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

export function problemPage(code: string): string | undefined {
  if (!isErrorCode(code)) return undefined;
  const { title, meaning, remedy } = errorTable[code];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${docsStyle}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p class="meta"><code>${escapeHtml(code)}</code> · <a href="/api/docs">API documentation</a></p>
</header>
<main><p>${inline(meaning)}</p><p>${inline(remedy)}</p></main>
</body>
</html>
`;
}

function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorTable, text);
}
