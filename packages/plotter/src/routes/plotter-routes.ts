import { type PlotterEvent, plotterRoutes } from '@stationery/contract';
import type { Clock, EventHub, Logger, StoredSettings } from '@stationery/core';
import { type createApp, type OtherPage, otherPageRoute, pageRoutes } from '@stationery/http';
import type { PlotterConfig } from '../config.ts';
import type { ChosenDriver } from '../drivers/chosen-driver.ts';
import type { DriverHost } from '../drivers/driver-host.ts';
import type { PortChoice } from '../drivers/port-choice.ts';
import type { JobArchive } from '../jobs/job-archive.ts';
import type { JobIntake } from '../jobs/job-intake.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { LimitGuard } from '../jobs/limit-guard.ts';
import type { Preflight } from '../jobs/preflight.ts';
import { JobPreviews } from '../jobs/preview/job-previews.ts';
import type { StopCount } from '../jobs/stop-count.ts';
import type { stopMachine } from '../jobs/stop-machine.ts';
import type { OriginKeeper } from '../machine/origin-keeper.ts';
import type { MachineProfile } from '../machine/profile.ts';
import { PenPalette } from '../plan/pen-palette.ts';
import type { PlanQueue } from '../plan/plan-queue.ts';
import { PlanUpdates } from '../plan/plan-updates.ts';
import type { CompanionSeat } from '../plotter-access.ts';
import type { Status } from '../status.ts';
import type { BlocksTable } from '../store/blocks-table.ts';
import { packageVersion } from '../version.ts';
import { commandRoutes } from './command-routes.ts';
import { connectionRoutes } from './connection-routes.ts';
import { descriptionRoutes } from './description-routes.ts';
import { driverRoutes } from './driver-routes.ts';
import { eventRoutes } from './event-routes.ts';
import { fleetRoutes } from './fleet-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { machineRoutes } from './machine-routes.ts';
import { penRoutes } from './pen-routes.ts';
import { planRoutes } from './plan-routes.ts';
import { runJobRoutes } from './run-job-route.ts';

interface RoutesParts {
  config: PlotterConfig;
  link: DriverHost;
  origin: OriginKeeper;
  jobs: Jobs;
  stops: StopCount;
  stop: ReturnType<typeof stopMachine>;
  guard: LimitGuard;
  machine: MachineProfile;
  intake: JobIntake;
  archive: JobArchive;
  preflight: () => Preflight;
  queue: PlanQueue;
  ports: PortChoice;
  drivers: ChosenDriver;
  seat: CompanionSeat;
  hub: EventHub<PlotterEvent>;
  status: () => Status;
  /** The machine, its profile or its driver is another one. */
  onChange: () => void;
  settings: StoredSettings;
  blocks: BlocksTable;
  pages: string | undefined;
  otherPage: (() => OtherPage | undefined) | undefined;
  stopping: AbortSignal;
  clock: Clock;
  log: Logger;
}

/** Everything that the plotter service answers. */
export function addPlotterRoutes(app: ReturnType<typeof createApp>, parts: RoutesParts): void {
  const { config, link, jobs, stops, stop, guard, machine, intake, archive, preflight } = parts;
  const { drivers, hub, status, onChange, clock, log, stopping } = parts;
  const { serialBaud: baudRate, timeoutMs: defaultTimeoutMs } = config;
  const palette = new PenPalette(parts.settings);
  const previews = new JobPreviews({ blocks: parts.blocks, machine, driver: link });
  const updates = new PlanUpdates(hub);
  const { origin, queue, ports } = parts;
  commandRoutes(app, { link, origin, jobs, stops, stop, baudRate, defaultTimeoutMs, guard, machine });
  runJobRoutes(app, { jobs, stops, intake, archive, preflight });
  jobRoutes(app, { jobs, stops, archive, previews });
  penRoutes(app, palette);
  planRoutes(app, { queue, updates, palette, machine, guard, jobs, stops, intake, clock });
  connectionRoutes(app, { link, jobs, stop, status, ports, configured: config.serialPath });
  machineRoutes(app, { machine, drivers, jobs, onChange });
  driverRoutes(app, { link, drivers, jobs, status, configured: config.driver, onChange });
  fleetRoutes(app, parts.seat);
  const snapshot = () => ({ name: 'snapshot', data: status() }) as const;
  eventRoutes(app, { clock, log, hub, snapshot, stopping });
  descriptionRoutes(app, packageVersion);
  pageRoutes(app, parts.pages, plotterRoutes.getPlotterDocs.path);
  otherPageRoute(app, 'station', { local: parts.otherPage });
}
