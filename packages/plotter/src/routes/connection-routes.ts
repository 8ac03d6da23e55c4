import { plotterRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import type { Jobs } from '../jobs/jobs.ts';
import type { Link } from '../link/link.ts';
import type { Status } from '../status.ts';
import { plotterRoute as route } from './both-prefixes.ts';

export interface PortInfo {
  path: string;
  manufacturer?: string;
  serialNumber?: string;
  vendorId?: string;
  productId?: string;
}

export function connectionRoutes(
  app: FastifyInstance,
  parts: { link: Link; jobs: Jobs; status: () => Status; listPorts: () => Promise<PortInfo[]> },
): void {
  const { link, jobs, status, listPorts } = parts;

  route(app, plotterRoutes.getStatus, async () => status());
  route(app, plotterRoutes.getPorts, async () => ({ ports: await listPorts() }));

  route(app, plotterRoutes.connectPort, async () => {
    link.connect();
    return status();
  });

  route(app, plotterRoutes.disconnectPort, async () => {
    jobs.refuseWhileRunning();
    await link.disconnect();
    return status();
  });

  route(app, plotterRoutes.stopNow, async () => {
    if (!link.isOpen)
      throw new AppError('plotter.closed', 'The plotter is not connected, so it was not told to stop.');
    jobs.stopped();
    await link.stop();
  });
}
