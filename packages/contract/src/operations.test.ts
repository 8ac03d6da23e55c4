import { expect, it } from 'vitest';
import { boardRoutes, plotterRoutes, type Route, stationRoutes } from './index.ts';

it.each([
  ['station', stationRoutes],
  ['plotter', plotterRoutes],
  ['board', boardRoutes],
])('the operations of the %s match the committed list', async (service, routes: Record<string, Route>) => {
  const lines = Object.values(routes).map(
    ({ method, path, operationId }) => `${method.padEnd(6)} ${path} ${operationId}\n`,
  );
  await expect(lines.toSorted().join('')).toMatchFileSnapshot(`operations/${service}.txt`);
});
