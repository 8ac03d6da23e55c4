import { fileURLToPath } from 'node:url';
import { describeReason, type PlotterEvent, plotterRoutes } from '@stationery/contract';
import { AppError, type Clock, type EventHub } from '@stationery/core';
import { downloadRoutes } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { PlotterConfig } from '../config.ts';
import { familyList, machinePresets } from '../drivers/families.ts';
import type { ChosenDriver } from '../drivers/host/chosen-driver.ts';
import type { DriverHost } from '../drivers/host/driver-host.ts';
import type { PortChoice } from '../drivers/host/port-choice.ts';
import type { DriverChoice } from '../drivers/host/recognition.ts';
import type { LimitGuard } from '../jobs/check/limit-guard.ts';
import type { Preflight } from '../jobs/check/preflight.ts';
import type { JobIntake } from '../jobs/intake/job-intake.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { JobPreviews } from '../jobs/preview/job-previews.ts';
import type { JobArchive } from '../jobs/record/job-archive.ts';
import type { StopCount } from '../jobs/stop-count.ts';
import type { stopMachine } from '../jobs/stop-machine.ts';
import { whyNotOpened } from '../link/port-failure.ts';
import type { OriginKeeper } from '../machine/origin-keeper.ts';
import type { MachineProfile } from '../machine/profile.ts';
import type { PenPalette } from '../plan/pen-palette.ts';
import type { PlanQueue } from '../plan/plan-queue.ts';
import { planUpdates } from '../plan/plan-updates.ts';
import type { FleetAgentSlot } from '../plotter-access.ts';
import type { Status } from '../status.ts';
import type { BlocksTable } from '../store/blocks-table.ts';
import { type BackedUp, backupRoutes } from './backup-routes.ts';
import { plotterRoute as route } from './both-prefixes.ts';
import { commandRoutes } from './command-routes.ts';
import { connectionRoutes } from './connection-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { machineRoutes } from './machine-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { runJobRoutes } from './run-job-route.ts';

const firmwareFolder = fileURLToPath(new URL('../../dist/firmware', import.meta.url));

interface RouteDeps {
  config: PlotterConfig;
  driver: DriverHost;
  origin: OriginKeeper;
  jobs: Jobs;
  stops: StopCount;
  stop: ReturnType<typeof stopMachine>;
  guard: LimitGuard;
  machine: MachineProfile;
  intake: JobIntake;
  archive: JobArchive;
  preflight: () => Preflight;
  palette: PenPalette;
  queue: PlanQueue;
  ports: PortChoice;
  drivers: ChosenDriver;
  fleetAgent: FleetAgentSlot;
  hub: EventHub<PlotterEvent>;
  status: () => Status;
  /** The machine, its profile or its driver has changed. */
  onChange: () => void;
  stored: BackedUp;
  blocks: BlocksTable;
  clock: Clock;
}

export function addPlotterRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { config, driver, jobs, stops, stop, guard, machine, intake, archive, preflight } = deps;
  const { drivers, hub, status, onChange, clock, palette } = deps;
  const { serialBaud: baudRate, timeoutMs: defaultTimeoutMs } = config;
  const previews = new JobPreviews({ blocks: deps.blocks, machine, driver });
  const updates = planUpdates(hub);
  const { origin, queue, ports } = deps;
  commandRoutes(app, { driver, origin, jobs, stops, stop, baudRate, defaultTimeoutMs, guard, machine });
  runJobRoutes(app, { jobs, stops, intake, archive, preflight });
  jobRoutes(app, { jobs, stops, archive, intake, previews });
  penRoutes(app, palette);
  planRoutes(app, { queue, updates, palette, machine, guard, jobs, stops, intake, clock });
  connectionRoutes(app, { driver, jobs, stop, status, ports, configured: config.serialPath });
  machineRoutes(app, { machine, drivers, jobs, onChange });
  driverRoutes(app, { driver, drivers, jobs, status, configured: config.driver, onChange });
  backupRoutes(app, { stored: deps.stored, machine, palette, jobs, onChange });
  fleetRoutes(app, deps.fleetAgent);
  downloadRoutes(app, '/firmware', firmwareFolder);
}

function driverRoutes(
  app: FastifyInstance,
  deps: {
    driver: DriverHost;
    drivers: ChosenDriver;
    jobs: Jobs;
    status: () => Status;
    configured: DriverChoice;
    onChange: () => void;
  },
): void {
  const { driver, drivers, jobs, status, configured, onChange } = deps;

  route(app, plotterRoutes.getDrivers, async () => ({
    drivers: familyList.map(({ name, title, titleDe }) => ({ name, title, ...(titleDe && { titleDe }) })),
    presets: machinePresets(),
    choice: driver.choice,
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
        throw new AppError('port-closed', describeReason(whyNotOpened(error, driver.portPath)));
      });
    onChange();
    return { driver: found.driver ?? null, lines: found.lines };
  });
}

function fleetRoutes(app: FastifyInstance, fleetAgent: FleetAgentSlot): void {
  route(app, plotterRoutes.getFleetSeat, async () => fleetAgent.membership());
  route(app, plotterRoutes.changeFleetSeat, async ({ body }) => fleetAgent.changeMembership(body));
}

function penRoutes(app: FastifyInstance, palette: PenPalette): void {
  route(app, plotterRoutes.getPens, async () => palette.document);
  route(app, plotterRoutes.putPens, async ({ body }) => {
    palette.replace(body.pens);
    return palette.document;
  });
  route(app, plotterRoutes.replacePen, async ({ body }) => {
    palette.renew(body.pen);
    return palette.document;
  });
}
