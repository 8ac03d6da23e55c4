import { plotterRoutes } from '@stationery/contract';
import type { ListedPort } from '@stationery/core';
import { RouteResponse } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Driver } from '../drivers/driver.ts';
import type { PortChoice } from '../drivers/host/port-choice.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { StopMachine } from '../jobs/stop-machine.ts';
import type { Status } from '../status.ts';
import { plotterRoute as route } from './both-prefixes.ts';
import { stopNotice } from './command-routes.ts';
import { linkFailure } from './link-failure.ts';

export function connectionRoutes(
  app: FastifyInstance,
  deps: {
    driver: Driver;
    jobs: Jobs;
    stop: StopMachine;
    status: () => Status;
    ports: PortChoice;
    configured: string;
  },
): void {
  const { driver, jobs, stop, status, ports, configured } = deps;

  route(app, plotterRoutes.getStatus, async () => status());
  route(app, plotterRoutes.getPorts, async () => ({ ports: (await ports.list()).map(known), configured }));

  route(app, plotterRoutes.choosePort, async ({ body }) => {
    await ports.choose(body.path, () => jobs.refuseWhileUnderWay());
    return status();
  });

  route(app, plotterRoutes.connectPort, async () => {
    driver.connect();
    return status();
  });

  route(app, plotterRoutes.disconnectPort, async () => {
    jobs.refuseWhileRunning();
    await driver.disconnect();
    return status();
  });

  route(app, plotterRoutes.stopNow, async () => {
    try {
      return new RouteResponse(undefined, stopNotice(await stop()));
    } catch (error) {
      throw linkFailure(error);
    }
  });
}

/** Returns the documented properties only, because some systems list more. */
function known({ path, inUse, ...rest }: ListedPort & { inUse: boolean }) {
  const { manufacturer, serialNumber, vendorId, productId } = rest;
  return {
    path,
    ...(manufacturer === undefined ? {} : { manufacturer }),
    ...(serialNumber === undefined ? {} : { serialNumber }),
    ...(vendorId === undefined ? {} : { vendorId }),
    ...(productId === undefined ? {} : { productId }),
    inUse,
  };
}
