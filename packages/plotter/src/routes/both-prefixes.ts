import type { Route } from '@stationery/contract';
import { route } from '@stationery/http';

/** Registers the route also under `/plotter`, for clients whose base URL already ends in `/api`. */
export const plotterRoute: typeof route = (app, contract, handler) => {
  route(app, contract, handler);
  if (!contract.path.startsWith('/api/plotter/')) return;
  const alias: Route = { ...(contract as unknown as Route), path: contract.path.slice('/api'.length) };
  route(app, alias as unknown as typeof contract, handler);
};
