import { describeReason, plotterRoutes } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import { familyList, machinePresets } from '../drivers/families.ts';
import type { ChosenDriver } from '../drivers/host/chosen-driver.ts';
import type { DriverHost } from '../drivers/host/driver-host.ts';
import type { DriverChoice } from '../drivers/host/recognition.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { whyNotOpened } from '../link/port-failure.ts';
import type { Status } from '../status.ts';
import { plotterRoute as route } from './both-prefixes.ts';

export function driverRoutes(
  app: FastifyInstance,
  parts: {
    link: DriverHost;
    drivers: ChosenDriver;
    jobs: Jobs;
    status: () => Status;
    configured: DriverChoice;
    onChange: () => void;
  },
): void {
  const { link, drivers, jobs, status, configured, onChange } = parts;

  route(app, plotterRoutes.getDrivers, async () => ({
    drivers: familyList.map(({ name, title }) => ({ name, title })),
    presets: machinePresets(),
    choice: link.choice,
    configured,
  }));

  route(app, plotterRoutes.chooseDriver, async ({ body }) => {
    await drivers.choose(body.driver, () => jobs.refuseWhileUnderWay());
    onChange();
    return status();
  });

  route(app, plotterRoutes.detectDriver, async () => {
    const found = await drivers
      .detect(() => jobs.refuseWhileUnderWay())
      .catch((error: unknown) => {
        if (error instanceof AppError) throw error;
        throw new AppError('port-closed', describeReason(whyNotOpened(error, link.portPath)));
      });
    onChange();
    return { driver: found.driver ?? null, lines: found.lines };
  });
}
