import { describePlotter, type PlotterEvent, plotterRoutes } from '@stationery/contract';
import { type ListedPort, readWebhookConfig, runTransaction } from '@stationery/core';
import { problemDetails, type RunningService, type ServiceDeps, startService } from '@stationery/http';
import { readMqttConfig } from '@stationery/mqtt';
import type { PlotterConfig } from './config.ts';
import { type PlotterSettings, plotterData } from './data-spec.ts';
import { ChosenDriver } from './drivers/host/chosen-driver.ts';
import type { DriverHost } from './drivers/host/driver-host.ts';
import { PortChoice } from './drivers/host/port-choice.ts';
import { connectEvents } from './events.ts';
import { LimitGuard } from './jobs/check/limit-guard.ts';
import { Preflight } from './jobs/check/preflight.ts';
import { JobIntake } from './jobs/intake/job-intake.ts';
import { Jobs } from './jobs/jobs.ts';
import { openJobStorage } from './jobs/record/job-storage.ts';
import { recoverJobs } from './jobs/resume/recover-jobs.ts';
import { lastPositions } from './jobs/start/last-positions.ts';
import { StopCount } from './jobs/stop-count.ts';
import { stopMachine } from './jobs/stop-machine.ts';
import type { LinkPort } from './link/link-port.ts';
import { Estimator } from './machine/estimator.ts';
import { OriginKeeper } from './machine/origin-keeper.ts';
import { PositionTracker } from './machine/position-tracker.ts';
import { MachineProfile } from './machine/profile.ts';
import { plotterMetrics } from './metrics.ts';
import { PenPalette } from './plan/pen-palette.ts';
import { PlanQueue } from './plan/plan-queue.ts';
import { FleetAgentSlot, PlotterAccess } from './plotter-access.ts';
import { plotterRoute } from './routes/both-prefixes.ts';
import { addPlotterRoutes } from './routes/plotter-routes.ts';
import { readStatus } from './status.ts';

interface PlotterDeps extends ServiceDeps {
  driver: DriverHost;
  /** Describes a different port for the driver; throws if the path is not a port. */
  portAt: (portPath: string) => LinkPort;
  listPorts: () => Promise<ListedPort[]>;
}

export interface Plotter extends RunningService {
  isIdle(): boolean;
  access: PlotterAccess;
  fleetAgent: FleetAgentSlot;
}

/** A power cut loses at most this much of the journal; those commands are repeated when the job is resumed. */
const journalWindowMs = 200;

export async function startPlotter(config: PlotterConfig, deps: PlotterDeps): Promise<Plotter> {
  const { driver, clock, log } = deps;
  const mqttConfig = readMqttConfig(config, 'PLOTTER');
  const options = {
    config,
    deps,
    data: plotterData,
    mqtt: mqttConfig,
    webhook: readWebhookConfig(config, 'PLOTTER'),
    closeDevice: () => driver.close(),
  };
  return startService<PlotterEvent, Plotter, PlotterSettings>(
    options,
    async ({ store, settings, hub, cleanup, mqttState }) => {
      const ports = new PortChoice({
        ...deps,
        configured: config.serialPath,
        stored: settings.at('port'),
        onOtherPort: () => origin.machineReplaced(),
      });
      await ports.restore();
      const drivers = new ChosenDriver({
        driver,
        configured: config.driver,
        stored: {
          choice: settings.at('driver'),
          recognised: settings.at('recognised'),
          confirmed: settings.at('confirmed'),
          ofDriver: (driver) => settings.at(`driver.${driver}`),
        },
        onOtherDriver: () => origin.machineReplaced(),
      });
      await drivers.restore();
      const storage = openJobStorage({ store, folder: config.dataDir, clock, log, cleanup });
      const { blocks, results, journal, room, archive, jobs: jobStore } = storage;
      recoverJobs({ ...storage, driver });

      const machine = new MachineProfile({
        stored: settings.at('machines'),
        driver,
        onChange: (profile) => driver.configure(profile),
      });
      cleanup.add(
        driver.subscribe(
          ({ type }) => (type === 'session' || type === 'recognised') && machine.followDriver(),
        ),
      );
      const tracker = new PositionTracker();
      const guard = new LimitGuard({ machine, tracker, driver });
      const origin = new OriginKeeper({
        driver,
        tracker,
        stored: settings.at('origin'),
        run: hub.lastId,
        log,
        positionsAfter: (session) =>
          machine.isRelative
            ? []
            : jobStore
                .inStates('paused', 'interrupted')
                .filter((job) => job.session === session)
                .flatMap((job) => lastPositions(job, { blocks, results, driver })),
        onKept: (before, now) => jobStore.moveSession(before, now),
        onSet: (now) => jobStore.moveResumable(now),
        onChange: () => hub.publish({ name: 'status', data: status() }),
      });
      const palette = new PenPalette({ pens: settings.at('pens'), drawn: settings.at('pens-drawn') });
      const fleetAgent = new FleetAgentSlot();
      const jobs = new Jobs({
        driver,
        tracker,
        origin,
        jobs: jobStore,
        blocks,
        results,
        journal,
        room,
        leftSettings: settings.at('left-settings'),
        clock,
        log,
        machine,
        guard,
        palette,
        beforeResume: (id) => fleetAgent.beforeResume(id),
        onChange: (job) => hub.publish({ name: 'job', data: job }),
        onRemove: (id) => hub.publish({ name: 'job.deleted', data: { id } }),
        // A snapshot makes clients reload their lists.
        onManyChanges: () => hub.publish({ name: 'snapshot', data: status() }),
      });
      cleanup.add(() => jobs.close());
      const status = () => readStatus({ driver, tracker, origin, jobs, guard, mqtt: mqttState() });
      cleanup.add(tracker.follow(driver));
      cleanup.add(origin.follow());
      cleanup.add(connectEvents({ driver, tracker, jobs, hub, status, clock, log }));
      const syncJournal = () => {
        if (jobs.runningId !== undefined) void store.syncJournal().catch(() => undefined);
      };
      cleanup.add(clock.every(journalWindowMs, syncJournal));

      const estimator = () => new Estimator(machine.current, tracker.place, driver.family.rawLines);
      const preflight = () =>
        new Preflight({
          stepsPerMm: machine.current.stepsPerMm,
          estimator: estimator(),
          check: guard.check(),
          driver,
        });
      const { timeoutMs: defaultTimeoutMs } = config;
      const intake = new JobIntake({
        jobs: jobStore,
        blocks,
        estimator,
        room,
        guard,
        driver,
        align: (marks, pointer) => jobs.align(marks, pointer),
        defaultTimeoutMs,
      });
      const stops = new StopCount();
      const stopNow = stopMachine({
        driver,
        jobs,
        stops,
        tellNotice: (data) => hub.publish({ name: 'notice', data }),
        onStop: () => fleetAgent.stopped(),
        log,
      });
      const queue = new PlanQueue({ clock });
      cleanup.add(() => queue.close());
      // The limits are part of the status.
      const onChange = () => {
        hub.publish({ name: 'status', data: status() });
        hub.publish({ name: 'machine', data: machine.current });
      };
      // Values reported by the machine are part of its profile.
      let published = machine.current;
      cleanup.add(
        driver.subscribe(({ type }) => {
          if (type !== 'reported' || machine.current === published) return;
          published = machine.current;
          onChange();
        }),
      );
      return {
        app: { errorStyle: problemDetails, guarded: ['/api', '/plotter'] },
        httpPort: { port: config.httpPort ?? 3000, setting: 'PLOTTER_HTTP_PORT' },
        api: {
          describe: describePlotter,
          json: plotterRoutes.getPlotterDescription,
          page: plotterRoutes.getPlotterDocs,
          problem: plotterRoutes.getProblemPage,
        },
        events: plotterRoutes.streamPlotterEvents,
        bind: plotterRoute,
        snapshot: () => ({ name: 'snapshot', data: status() }),
        metrics: { service: 'plotter', read: plotterMetrics({ hub, status, jobs: jobStore }) },
        isPosted: jobStateChanges(),
        otherPage: 'station',
        routes(app) {
          app.addHook('onRequest', async ({ raw }) => stops.arrived(raw));
          addPlotterRoutes(app, {
            config,
            driver,
            drivers,
            origin,
            jobs,
            stops,
            guard,
            machine,
            intake,
            palette,
            archive,
            preflight,
            queue,
            ports,
            fleetAgent,
            hub,
            status,
            onChange,
            blocks,
            clock,
            stored: {
              machines: settings.at('machines'),
              pens: settings.at('pens'),
              together: (work: () => void) => runTransaction(store.database, work),
            },
            stop: stopNow,
          });
        },
        beforeListening: () => driver.connect(),
        stopWaiting: () => Promise.all([jobs.close(), queue.close()]),
        mqtt: mqttConfig && {
          async start({ pageUrl, onState }) {
            const { startPlotterMqtt } = await import('./mqtt/plotter-mqtt.ts');
            return startPlotterMqtt({
              config: mqttConfig,
              hub,
              status,
              jobs,
              stops,
              stop: stopNow,
              id: settings.at('mqtt.id'),
              stored: settings.at('mqtt.retained'),
              clock,
              log,
              name: () => machine.current.name,
              pageUrl: pageUrl(),
              restart: deps.restart,
              onState,
            });
          },
          onState: () => hub.publish({ name: 'status', data: status() }),
        },
        started({ http, stop }) {
          const isIdle = () =>
            jobs.isIdle && driver.state.state !== 'busy' && driver.state.state !== 'suspect';
          const access = new PlotterAccess({
            hub,
            status,
            jobs,
            store: jobStore,
            intake,
            queue,
            machine,
            guard,
            stops,
          });
          return { http, access, fleetAgent, isIdle, stop };
        },
      };
    },
  );
}

const maxRemembered = 1_000;

function jobStateChanges(): (event: PlotterEvent) => boolean {
  const states = new Map<number, string>();
  return ({ name, data }) => {
    if (name !== 'job' || states.get(data.id) === data.state.state) return false;
    // Moves the job to the end, so that the newest change is forgotten last.
    states.delete(data.id);
    states.set(data.id, data.state.state);
    if (states.size > maxRemembered) states.delete(states.keys().next().value!);
    return true;
  };
}
