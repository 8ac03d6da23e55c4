import { plotterRoutes } from '@stationery/contract';
import type { ListedPort } from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import type { Jobs } from '../jobs/jobs.ts';
import type { Link } from '../link/link.ts';
import type { PlaceTracker } from '../machine/place-tracker.ts';
import type { Status } from '../status.ts';
import { plotterRoute as route } from './both-prefixes.ts';
import { linkFailure } from './link-failure.ts';

export function connectionRoutes(
  app: FastifyInstance,
  parts: {
    link: Link;
    jobs: Jobs;
    tracker: PlaceTracker;
    status: () => Status;
    listPorts: () => Promise<ListedPort[]>;
  },
): void {
  const { link, jobs, tracker, status, listPorts } = parts;

  route(app, plotterRoutes.getStatus, async () => status());
  route(app, plotterRoutes.getPorts, async () => ({ ports: (await listPorts()).map(known) }));

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
    jobs.stopped();
    try {
      tracker.answered(await link.stop());
    } catch (error) {
      throw linkFailure(error);
    }
  });
}

/** What the system does not know of a port is left out. */
function known({ path, ...rest }: ListedPort) {
  const { manufacturer, serialNumber, vendorId, productId } = rest;
  return {
    path,
    ...(manufacturer === undefined ? {} : { manufacturer }),
    ...(serialNumber === undefined ? {} : { serialNumber }),
    ...(vendorId === undefined ? {} : { vendorId }),
    ...(productId === undefined ? {} : { productId }),
  };
}
